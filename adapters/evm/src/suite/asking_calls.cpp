// SPDX-License-Identifier: Apache-2.0
#include "asking_calls.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <variant>

namespace sbst::evm::detail
{

namespace
{

constexpr std::size_t most_calls = 32;
/// Calls of one function, with other arguments.
constexpr std::size_t most_of_function = 4;
/// Values of one type that are tried, the test's own first.
constexpr std::size_t most_values = 3;

class Asker
{
public:
    Asker(const ContractProblem& problem, const TestCase& test) : m_problem(&problem), m_test(&test)
    {
        collect_values();
    }

    std::vector<Call> calls()
    {
        std::vector<Call> found;
        const Catalogue& catalogue = m_problem->catalogue();
        for (std::size_t i = 0; i < catalogue.size(); ++i)
        {
            const CallTarget& target = m_problem->target(CallableId(i));
            if (target.kind != CallTarget::Kind::function ||
                !m_problem->artifact().abi.functions[target.function].is_constant())
            {
                continue;
            }
            for (Call& call : calls_of(CallableId(i), target))
            {
                if (found.size() == most_calls)
                {
                    return found;
                }
                found.push_back(std::move(call));
            }
        }
        return found;
    }

private:
    /// The literals of the test by type, and who sent its calls: as far as they are addresses they
    /// are members of that type too.
    void collect_values()
    {
        const Catalogue& catalogue = m_problem->catalogue();
        for (const Call& call : m_test->calls)
        {
            const Callable& callable = catalogue[call.callable];
            const CallTarget& target = m_problem->target(call.callable);
            for (std::size_t i = 0; i < call.arguments.size(); ++i)
            {
                const auto* const literal = std::get_if<Value>(&call.arguments[i]);
                if (literal == nullptr)
                {
                    continue;
                }
                if (i < target.argument_count)
                {
                    add(callable.parameters[i].type, *literal);
                }
                else if (i == target.sender)
                {
                    m_sender = *literal;
                    add_unique(m_senders, *literal);
                }
            }
        }
    }

    void add(TypeId type, const Value& value) { add_unique(m_values[type.index()], value); }

    static void add_unique(std::vector<Value>& values, const Value& value)
    {
        if (std::find(values.begin(), values.end(), value) == values.end())
        {
            values.push_back(value);
        }
    }

    /// What a parameter may be, at least one value.
    [[nodiscard]] std::vector<Value> values_for(TypeId type, const std::string& type_name) const
    {
        std::vector<Value> values;
        if (const auto own = m_values.find(type.index()); own != m_values.end())
        {
            values = own->second;
        }
        if (type_name == "address")
        {
            // The accounts that sent come first: they are the members of both types.
            std::vector<Value> first = m_senders;
            for (const Value& value : values)
            {
                add_unique(first, value);
            }
            values = std::move(first);
        }
        values.resize(std::min(values.size(), most_values));
        add_unique(values, neutral_value(type, m_problem->types()));
        return values;
    }

    [[nodiscard]] std::vector<Call> calls_of(CallableId id, const CallTarget& target) const
    {
        const Callable& callable = m_problem->catalogue()[id];
        std::vector<Call> calls{Call{id, {}}};
        for (std::size_t i = 0; i < callable.parameters.size(); ++i)
        {
            const Parameter& parameter = callable.parameters[i];
            std::vector<Value> values;
            if (i < target.argument_count)
            {
                const Type& type = m_problem->types()[parameter.type];
                values = values_for(parameter.type, type.name);
            }
            else if (i == target.sender)
            {
                values = {m_sender.value_or(neutral_value(parameter.type, m_problem->types()))};
            }
            else
            {
                values = {
                    parameter.usual.value_or(neutral_value(parameter.type, m_problem->types()))};
            }
            std::vector<Call> longer;
            for (const Call& call : calls)
            {
                for (const Value& value : values)
                {
                    longer.push_back(call);
                    longer.back().arguments.emplace_back(value);
                }
            }
            longer.resize(std::min(longer.size(), most_of_function));
            calls = std::move(longer);
        }
        return calls;
    }

    const ContractProblem* m_problem;
    const TestCase* m_test;
    /// By type.
    std::map<std::size_t, std::vector<Value>> m_values;
    std::vector<Value> m_senders;
    /// The sender of the last call.
    std::optional<Value> m_sender;
};

}  // namespace

std::vector<Call> asking_calls(const ContractProblem& problem, const TestCase& test)
{
    return Asker(problem, test).calls();
}

}  // namespace sbst::evm::detail
