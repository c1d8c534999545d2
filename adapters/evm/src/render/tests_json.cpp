// SPDX-License-Identifier: Apache-2.0
#include "tests_json.hpp"

#include "options_json.hpp"
#include "value_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace sbst::evm::detail
{

namespace
{

/// A parameter that is part of the transaction, and how a call names it.
struct TransactionPart
{
    std::string_view role;
    std::string_view key;
    /// A literal 0 may be left out, and is.
    bool may_be_absent = true;
};

constexpr std::array<TransactionPart, 4> transaction_parts{{
    {"sender", "sender", false},
    {"value", "value"},
    {"time", "wait_seconds"},
    {"blocks", "wait_blocks"},
}};

const TransactionPart* find_part(std::string_view role)
{
    const auto* const found = std::find_if(transaction_parts.begin(), transaction_parts.end(),
        [role](const TransactionPart& part) { return part.role == role; });
    return found == transaction_parts.end() ? nullptr : found;
}

/// The parameter's name, with its place where another parameter has the same one.
std::string argument_key(const Callable& callable, std::size_t index)
{
    const Parameter& parameter = callable.parameters[index];
    const auto same = std::count_if(callable.parameters.begin(), callable.parameters.end(),
        [&parameter](const Parameter& other) {
            return other.name == parameter.name && find_part(other.role) == nullptr;
        });
    return same > 1 ? fmt::format("{}#{}", parameter.name, index) : parameter.name;
}

/// What `call` says; unique among openings, and among the others.
std::string call_name(const Catalogue& catalogue, CallableId id)
{
    if (catalogue.is_opening(id))
    {
        return "constructor";
    }
    std::size_t earlier = 0;
    for (std::size_t i = 0; i < id.index(); ++i)
    {
        const bool is_same = !catalogue.is_opening(CallableId(i)) &&
                             catalogue[CallableId(i)].name == catalogue[id].name;
        earlier += is_same ? 1 : 0;
    }
    return earlier == 0 ? catalogue[id].name :
                          fmt::format("{}#{}", catalogue[id].name, earlier + 1);
}

bool is_literal_zero(const Argument& argument)
{
    const auto* const value = std::get_if<Value>(&argument);
    return value != nullptr && value->is_word() && is_zero(value->word());
}

OrderedJson call_to_json(const Call& call, const Catalogue& catalogue, const TypeUniverse& types)
{
    const Callable& callable = catalogue[call.callable];
    OrderedJson json{{"call", call_name(catalogue, call.callable)}};
    OrderedJson arguments = OrderedJson::object();
    OrderedJson transaction = OrderedJson::object();
    for (std::size_t i = 0; i < callable.parameters.size(); ++i)
    {
        const Parameter& parameter = callable.parameters[i];
        const Argument& argument = call.arguments[i];
        const TransactionPart* const part = find_part(parameter.role);
        if (part == nullptr)
        {
            arguments[argument_key(callable, i)] =
                argument_to_json(argument, parameter.type, types);
        }
        else if (!part->may_be_absent || !is_literal_zero(argument))
        {
            transaction[std::string(part->key)] = argument_to_json(argument, parameter.type, types);
        }
    }
    if (!arguments.empty())
    {
        json["arguments"] = std::move(arguments);
    }
    json.update(transaction);
    return json;
}

class TestReader
{
public:
    TestReader(const Catalogue& catalogue, const TypeUniverse& types)
      : m_catalogue(&catalogue), m_types(&types)
    {
        for (std::size_t i = 0; i < catalogue.size(); ++i)
        {
            m_names.push_back(call_name(catalogue, CallableId(i)));
        }
    }

    [[nodiscard]] TestCase read(const JsonField& field) const
    {
        require_known_members(field, {"test", "calls"});
        const JsonField calls = field.at("calls");
        TestCase test;
        for (std::size_t i = 0; i < calls.as_array().size(); ++i)
        {
            test.calls.push_back(read_call(calls.at(i), i == 0));
        }
        const std::string defect = find_defect(test, *m_catalogue, *m_types);
        if (!defect.empty())
        {
            calls.fail(defect);
        }
        return test;
    }

private:
    [[nodiscard]] Call read_call(const JsonField& field, bool is_first) const
    {
        const CallableId id = find_callable(field.at("call"), is_first);
        const Callable& callable = (*m_catalogue)[id];
        Call call{id, {}};
        std::vector<std::string> known{"call"};
        std::vector<std::string> known_arguments;
        for (std::size_t i = 0; i < callable.parameters.size(); ++i)
        {
            const Parameter& parameter = callable.parameters[i];
            const TransactionPart* const part = find_part(parameter.role);
            if (part == nullptr)
            {
                known_arguments.push_back(argument_key(callable, i));
                call.arguments.push_back(argument_from_json(
                    field.at("arguments").at(known_arguments.back()), parameter.type, *m_types));
                continue;
            }
            known.emplace_back(part->key);
            call.arguments.push_back(read_part(field, *part, parameter.type));
        }
        if (const auto arguments = field.find("arguments"))
        {
            known.emplace_back("arguments");
            require_known_members(*arguments, known_arguments);
        }
        require_known_members(field, known);
        return call;
    }

    [[nodiscard]] Argument read_part(
        const JsonField& field, const TransactionPart& part, TypeId type) const
    {
        const std::string key(part.key);
        const bool is_absent = part.may_be_absent && !field.find(key);
        return is_absent ? Argument(Value(U256{})) :
                           argument_from_json(field.at(key), type, *m_types);
    }

    [[nodiscard]] CallableId find_callable(const JsonField& field, bool is_first) const
    {
        const bool wants_opening = is_first && !m_catalogue->openings().empty();
        const std::string& name = field.text();
        for (std::size_t i = 0; i < m_names.size(); ++i)
        {
            const bool is_opening = m_catalogue->is_opening(CallableId(i));
            if (m_names[i] == name && is_opening == wants_opening)
            {
                return CallableId(i);
            }
        }
        field.fail(wants_opening ? "the first call must be the constructor" :
                                   fmt::format("'{}' is no function that tests call", name));
    }

    const Catalogue* m_catalogue;
    const TypeUniverse* m_types;
    std::vector<std::string> m_names;
};

}  // namespace

OrderedJson tests_to_json(
    const std::vector<TestCase>& tests, const Catalogue& catalogue, const TypeUniverse& types)
{
    OrderedJson list = OrderedJson::array();
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        OrderedJson calls = OrderedJson::array();
        for (const Call& call : tests[i].calls)
        {
            calls.push_back(call_to_json(call, catalogue, types));
        }
        list.push_back({{"test", i + 1}, {"calls", std::move(calls)}});
    }
    return list;
}

std::vector<TestCase> tests_from_json(
    const JsonField& field, const Catalogue& catalogue, const TypeUniverse& types)
{
    const TestReader reader(catalogue, types);
    std::vector<TestCase> tests;
    for (std::size_t i = 0; i < field.as_array().size(); ++i)
    {
        tests.push_back(reader.read(field.at(i)));
    }
    return tests;
}

}  // namespace sbst::evm::detail
