// SPDX-License-Identifier: Apache-2.0
#include "suspicion.hpp"

#include "asked_object.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <variant>

namespace sbst::jvm::detail
{

namespace
{

/// Null, or an array with null in it.
bool holds_null(const Value& value)
{
    if (value.is_null())
    {
        return true;
    }
    return value.is_list() && std::any_of(value.list().begin(), value.list().end(),
                                  [](const Value& element) { return holds_null(element); });
}

/// A test that throws, as far as the call that does.
class ThrowingTest
{
public:
    ThrowingTest(
        const JavaProblem& problem, const TestCase& test, const std::vector<JavaResult>& results)
      : m_problem(problem), m_test(test), m_results(results)
    {}

    /// Tells whether null is passed to a call, or what some call before returned null.
    [[nodiscard]] bool takes_null(std::size_t call) const
    {
        const std::vector<Argument>& arguments = m_test.calls[call].arguments;
        return std::any_of(arguments.begin(), arguments.end(), [this](const Argument& argument) {
            const Argument& there = resolve(m_test, argument);
            if (const auto* value = std::get_if<Value>(&there))
            {
                return holds_null(*value);
            }
            const auto* made = std::get_if<ResultRef>(&there);
            return made != nullptr && made->call < m_results.size() &&
                   m_results[made->call].kind == JavaResultKind::null;
        });
    }

    /// Tells whether a call makes a function, or an object with a method, that returns null.
    [[nodiscard]] bool makes_null_function(std::size_t call) const
    {
        const JavaCallable& made = callable(call);
        const auto is_null = [](const StandInMethod& method) {
            return !method.has_answer && (method.result[0] == 'L' || method.result[0] == '[');
        };
        if (std::any_of(made.stand_in.methods.begin(), made.stand_in.methods.end(), is_null))
        {
            return true;
        }
        const std::size_t result = made.descriptor.rfind(')') + 1;
        return made.kind == JavaCallableKind::functional && m_test.calls[call].arguments.empty() &&
               (made.descriptor[result] == 'L' || made.descriptor[result] == '[');
    }

    /// Tells whether it is a member of a generic class, or has type parameters itself.
    [[nodiscard]] bool is_generic_call(std::size_t call) const
    {
        const JavaCallable& called = callable(call);
        const ClassFile* owner = m_problem.class_path().find(called.owner);
        const Method* method =
            owner == nullptr ? nullptr : owner->find_method(called.name, called.descriptor);
        return is_generic(owner) || (method != nullptr && method->signature.starts_with('<'));
    }

    /// Tells whether a parameter, or the receiver, is of a generic class without type arguments.
    [[nodiscard]] bool takes_raw_type(std::size_t call) const
    {
        const JavaSurface& surface = m_problem.surface();
        const auto& parameters = surface.catalogue()[m_test.calls[call].callable].parameters;
        return std::any_of(
            parameters.begin(), parameters.end(), [this, &surface](const Parameter& parameter) {
                const JavaType& type = surface.type(parameter.type);
                return type.descriptor.starts_with('L') && type.generic_name == type.source_name &&
                       is_generic(m_problem.class_path().find(
                           type.descriptor.substr(1, type.descriptor.size() - 2)));
            });
    }

private:
    [[nodiscard]] const JavaCallable& callable(std::size_t call) const
    {
        return m_problem.surface().callable(m_test.calls[call].callable);
    }

    [[nodiscard]] static bool is_generic(const ClassFile* file)
    {
        return file != nullptr && file->signature.starts_with('<');
    }

    const JavaProblem& m_problem;
    const TestCase& m_test;
    const std::vector<JavaResult>& m_results;
};

}  // namespace

bool is_asked_for(const JavaProblem& problem, const TestCase& test,
    const std::vector<JavaResult>& results, std::string_view exception)
{
    const ThrowingTest throwing(problem, test, results);
    const std::size_t last = results.size();
    const bool is_null = exception == "java.lang.NullPointerException";
    const bool is_cast = exception == "java.lang.ClassCastException";
    if (throwing.takes_null(last) || (is_cast && throwing.is_generic_call(last)))
    {
        return true;
    }
    std::map<std::size_t, std::size_t> needed;
    static_cast<void>(sliced(test, last, needed));
    return std::any_of(needed.begin(), needed.end(), [&](const auto& entry) {
        const std::size_t call = entry.first;
        return (is_null && (throwing.takes_null(call) || throwing.makes_null_function(call))) ||
               (is_cast && throwing.takes_raw_type(call));
    });
}

}  // namespace sbst::jvm::detail
