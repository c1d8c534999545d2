// SPDX-License-Identifier: Apache-2.0
#include <sbst/test/test_case.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace sbst
{

namespace
{

/// Looks for defects in one test; each function returns a description or nothing.
class Inspector
{
public:
    Inspector(const TestCase& test, const Catalogue& catalogue, const TypeUniverse& types)
      : m_test(test), m_catalogue(catalogue), m_types(types)
    {}

    [[nodiscard]] std::string inspect() const
    {
        if (m_test.calls.empty() && !m_catalogue.openings().empty())
        {
            return "the test has no opening call";
        }
        for (std::size_t s = 0; s < m_test.length(); ++s)
        {
            if (std::string defect = inspect_call(s); !defect.empty())
            {
                return fmt::format("call {}{}: {}", s, name_of(s), defect);
            }
        }
        return {};
    }

private:
    [[nodiscard]] std::string name_of(std::size_t s) const
    {
        const CallableId id = m_test.calls[s].callable;
        return id.is_valid() && id.index() < m_catalogue.size() ?
                   fmt::format(" ({})", m_catalogue[id].name) :
                   "";
    }

    [[nodiscard]] std::string inspect_call(std::size_t s) const
    {
        const Call& call = m_test.calls[s];
        if (!call.callable.is_valid() || call.callable.index() >= m_catalogue.size())
        {
            return "the callable is unknown";
        }
        const bool wants_opening = s == 0 && !m_catalogue.openings().empty();
        if (m_catalogue.is_opening(call.callable) != wants_opening)
        {
            return wants_opening ? "an opening is due here" :
                                   "an opening may only be the first call";
        }
        const Callable& callable = m_catalogue[call.callable];
        if (call.arguments.size() != callable.parameters.size())
        {
            return fmt::format("{} arguments for {} parameters", call.arguments.size(),
                callable.parameters.size());
        }
        for (std::size_t a = 0; a < call.arguments.size(); ++a)
        {
            if (const std::string_view defect = inspect_argument(s, a); !defect.empty())
            {
                const std::string& name = callable.parameters[a].name;
                return fmt::format(
                    "argument {}{}: {}", a, name.empty() ? "" : " (" + name + ")", defect);
            }
        }
        return {};
    }

    [[nodiscard]] std::string_view inspect_argument(std::size_t s, std::size_t a) const
    {
        const Call& call = m_test.calls[s];
        const Argument& argument = call.arguments[a];
        const TypeId wanted = m_catalogue[call.callable].parameters[a].type;
        if (const auto* value = std::get_if<Value>(&argument))
        {
            if (!is_well_formed(*value, wanted, m_types))
            {
                return "the literal is not of the parameter's type";
            }
            return value->is_null() && !m_catalogue.takes_null(call.callable, a, m_types) ?
                       "null is not allowed here" :
                       "";
        }
        if (const auto* result = std::get_if<ResultRef>(&argument))
        {
            if (result->call >= s)
            {
                return "the reference is not to an earlier call";
            }
            const TypeId made = m_catalogue[m_test.calls[result->call].callable].result;
            return m_types.is_assignable(made, wanted) ? "" : "the result's type does not fit";
        }
        const auto& reference = std::get<ArgumentRef>(argument);
        if (reference.call >= s)
        {
            return "the reference is not to an earlier call";
        }
        const Callable& source = m_catalogue[m_test.calls[reference.call].callable];
        if (reference.argument >= source.parameters.size())
        {
            return "the reference is to an argument that does not exist";
        }
        if (m_types[wanted].kind == TypeKind::object)
        {
            return "an object is referred to by its call";
        }
        return source.parameters[reference.argument].type == wanted ?
                   "" :
                   "the argument's type does not fit";
    }

    const TestCase& m_test;
    const Catalogue& m_catalogue;
    const TypeUniverse& m_types;
};

std::string argument_text(const Argument& argument, TypeId type, const TypeUniverse& types)
{
    if (const auto* result = std::get_if<ResultRef>(&argument))
    {
        return fmt::format("v{}", result->call);
    }
    if (const auto* reference = std::get_if<ArgumentRef>(&argument))
    {
        return fmt::format("v{}.{}", reference->call, reference->argument);
    }
    return to_text(std::get<Value>(argument), type, types);
}

}  // namespace

std::string find_defect(const TestCase& test, const Catalogue& catalogue, const TypeUniverse& types)
{
    return Inspector(test, catalogue, types).inspect();
}

const Argument& resolve(const TestCase& test, const Argument& argument)
{
    const Argument* current = &argument;
    while (const auto* reference = std::get_if<ArgumentRef>(current))
    {
        current = &test.calls[reference->call].arguments[reference->argument];
    }
    return *current;
}

bool uses_result_of(const Call& call, std::size_t index)
{
    return std::any_of(
        call.arguments.begin(), call.arguments.end(), [index](const Argument& argument) {
            const auto* result = std::get_if<ResultRef>(&argument);
            return result != nullptr && result->call == index;
        });
}

std::string to_text(const TestCase& test, const Catalogue& catalogue, const TypeUniverse& types)
{
    std::string text;
    for (std::size_t s = 0; s < test.length(); ++s)
    {
        const Call& call = test.calls[s];
        const Callable& callable = catalogue[call.callable];
        if (types[callable.result].kind != TypeKind::void_type)
        {
            text += fmt::format("v{} = ", s);
        }
        text += callable.name + '(';
        for (std::size_t a = 0; a < call.arguments.size(); ++a)
        {
            text += a == 0 ? "" : ", ";
            text += argument_text(call.arguments[a], callable.parameters[a].type, types);
        }
        text += ")\n";
    }
    return text.empty() ? "(empty)\n" : text;
}

}  // namespace sbst
