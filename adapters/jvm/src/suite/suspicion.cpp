// SPDX-License-Identifier: Apache-2.0
#include "suspicion.hpp"

#include "asked_object.hpp"

#include <sbst/jvm/language/type_names.hpp>
#include <sbst/numeric/u256.hpp>

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
            const bool is_told = method.callback && method.callback->is_returned;
            return !method.has_answer && !is_told &&
                   (method.result[0] == 'L' || method.result[0] == '[');
        };
        if (std::any_of(made.stand_in.methods.begin(), made.stand_in.methods.end(), is_null))
        {
            return true;
        }
        const std::size_t result = made.descriptor.rfind(')') + 1;
        return made.kind == JavaCallableKind::functional && m_test.calls[call].arguments.empty() &&
               (made.descriptor[result] == 'L' || made.descriptor[result] == '[');
    }

    /// Tells whether a call makes a stand-in with a method that throws such an exception.
    /// @param exception binary
    [[nodiscard]] bool makes_failing(std::size_t call, const std::string& exception) const
    {
        const JavaCallable& made = callable(call);
        const auto inherited = parse_method_descriptor(made.descriptor);
        std::size_t next = inherited ? inherited->parameters.size() : 0;
        for (const StandInMethod& method : made.stand_in.methods)
        {
            next += answer_count(method);
            if (method.failures.empty())
            {
                continue;
            }
            const Argument& there = resolve(m_test, m_test.calls[call].arguments.at(next++));
            const auto* const value = std::get_if<Value>(&there);
            const std::size_t failure =
                value == nullptr ? 0 : static_cast<std::size_t>(low64(value->word()));
            if (failure > 0 && method.failures.at(failure - 1).name == internal_name(exception))
            {
                return true;
            }
        }
        return false;
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
                return is_raw(surface.type(parameter.type));
            });
    }

    /// Tells whether a call makes a function, or an object with a method, that may return an object
    /// of another type than its caller is told.
    [[nodiscard]] bool makes_erased_function(std::size_t call) const
    {
        const JavaCallable& made = callable(call);
        const auto& methods = made.stand_in.methods;
        const JavaSurface& surface = m_problem.surface();
        const TypeId result = surface.catalogue()[m_test.calls[call].callable].result;
        return std::any_of(methods.begin(), methods.end(), [](const StandInMethod& method) {
            return method.has_answer && method.has_erased_result;
        }) || (made.kind == JavaCallableKind::functional && is_raw(surface.type(result)));
    }

    /// Tells whether a call makes an object of a class of the JDK, or of a subclass, of numbers.
    /// @param name binary
    [[nodiscard]] bool makes_of_numbers(std::size_t call, std::string_view name) const
    {
        const JavaCallable& made = callable(call);
        const std::string_view parameters =
            std::string_view(made.descriptor).substr(0, made.descriptor.rfind(')') + 1);
        return made.kind == JavaCallableKind::constructor && has_number(parameters) &&
               is_below(made.owner, internal_name(name));
    }

    /// Tells whether a call makes an object of a class of the JDK of a part of an array.
    [[nodiscard]] bool makes_of_range(std::size_t call) const
    {
        const JavaCallable& made = callable(call);
        const bool has_range = made.descriptor.find("[BII)") != std::string::npos ||
                               made.descriptor.find("[CII)") != std::string::npos;
        return made.kind == JavaCallableKind::constructor && has_range &&
               !m_problem.class_path().is_on_path(made.owner);
    }

private:
    [[nodiscard]] static bool has_number(std::string_view parameters)
    {
        const auto descriptor = parse_method_descriptor(std::string(parameters) + "V");
        const auto is_number = [](const std::string& parameter) {
            return parameter.size() == 1 && parameter != "Z";
        };
        return descriptor &&
               std::any_of(descriptor->parameters.begin(), descriptor->parameters.end(), is_number);
    }

    /// Tells whether a class is another one that is not on the path, or extends it.
    [[nodiscard]] bool is_below(const std::string& name, const std::string& above) const
    {
        constexpr std::size_t max_above = 64;
        const ClassPath& path = m_problem.class_path();
        const ClassFile* file = path.is_on_path(above) ? nullptr : path.find(name);
        for (std::size_t i = 0; i < max_above && file != nullptr; ++i)
        {
            if (file->name == above)
            {
                return true;
            }
            file = path.find(file->superclass);
        }
        return false;
    }

    [[nodiscard]] const JavaCallable& callable(std::size_t call) const
    {
        return m_problem.surface().callable(m_test.calls[call].callable);
    }

    [[nodiscard]] static bool is_generic(const ClassFile* file)
    {
        return file != nullptr && file->signature.starts_with('<');
    }

    /// Tells whether a type is a generic class without type arguments.
    [[nodiscard]] bool is_raw(const JavaType& type) const
    {
        return type.descriptor.starts_with('L') && type.generic_name == type.source_name &&
               is_generic(m_problem.class_path().find(
                   type.descriptor.substr(1, type.descriptor.size() - 2)));
    }

    const JavaProblem& m_problem;
    const TestCase& m_test;
    const std::vector<JavaResult>& m_results;
};

}  // namespace

bool is_announced(const ThrownDetail& thrown)
{
    const bool is_of_numbers =
        thrown.called_class.starts_with("java.time.") ||
        thrown.called_class.starts_with("java.math.") ||
        (!thrown.called_class.empty() && thrown.called_method.ends_with("Exact"));
    // As the division of the language, that of big numbers and durations may not be meant to fail.
    const bool divides_by_zero =
        thrown.message && thrown.message->find(u"by zero") != std::u16string::npos;
    return thrown.called_class == "java.util.Objects" ||
           (thrown.class_name == "java.lang.ArithmeticException" && is_of_numbers &&
               !divides_by_zero);
}

bool is_asked_for(const JavaProblem& problem, const TestCase& test,
    const std::vector<JavaResult>& results, const ThrownDetail& thrown)
{
    const std::string& exception = thrown.class_name;
    const ThrowingTest throwing(problem, test, results);
    const std::size_t last = results.size();
    const bool is_null = exception == "java.lang.NullPointerException";
    const bool is_cast = exception == "java.lang.ClassCastException";
    const bool is_index =
        exception.ends_with("IndexOutOfBoundsException") && !thrown.called_class.empty();
    if (throwing.takes_null(last) || (is_cast && throwing.is_generic_call(last)))
    {
        return true;
    }
    std::map<std::size_t, std::size_t> needed;
    static_cast<void>(sliced(test, last, needed));
    return std::any_of(needed.begin(), needed.end(), [&](const auto& entry) {
        const std::size_t call = entry.first;
        return (is_null && (throwing.takes_null(call) || throwing.makes_null_function(call))) ||
               (is_cast &&
                   (throwing.takes_raw_type(call) || throwing.makes_erased_function(call))) ||
               throwing.makes_failing(call, exception) ||
               (is_index && throwing.makes_of_range(call)) ||
               (!thrown.called_class.empty() &&
                   throwing.makes_of_numbers(call, thrown.called_class));
    });
}

}  // namespace sbst::jvm::detail
