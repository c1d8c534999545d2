// SPDX-License-Identifier: Apache-2.0
#include "describe.hpp"

#include "failure.hpp"
#include "source_lines.hpp"
#include "trace_filler.hpp"

#include <sbst/evm/abi/codec.hpp>
#include <sbst/evm/abi/revert.hpp>

#include <algorithm>
#include <string>

namespace sbst::evm
{

namespace
{

// Names addresses by the actors of one test.
AddressNamer namer(std::span<const Actor> actors, std::span<const U256> addresses)
{
    return [actors, addresses](const U256& address) {
        for (std::size_t i = 0; i < actors.size(); ++i)
        {
            if (addresses[i] == address)
            {
                return actors[i].name;
            }
        }
        return Address::from_word(address).to_checksum_hex();
    };
}

// Turns decoded values with address members (inputs) back into words before they are written.
Value with_words(const AbiType& type, Value value, std::span<const U256> addresses)
{
    if (type.kind() == AbiKind::address)
    {
        return Value(addresses[static_cast<std::size_t>(low64(value.word()))]);
    }
    if (value.is_list())
    {
        const bool is_tuple = type.kind() == AbiKind::tuple;
        for (std::size_t i = 0; i < value.list().size(); ++i)
        {
            const AbiType& item = is_tuple ? type.members()[i] : type.element();
            value.list()[i] = with_words(item, std::move(value.list()[i]), addresses);
        }
    }
    return value;
}

class Describer
{
public:
    Describer(const TestCase& test, const RunnerSetup& setup) : m_test(&test), m_setup(&setup) {}

    [[nodiscard]] CallRecord describe(std::size_t call, std::span<const Value> values,
        const Result& result, std::span<const U256> addresses) const
    {
        const CallTarget& target = target_of(call);
        const ContractAbi& abi = m_setup->artifact->abi;
        const AddressNamer name = namer(m_setup->actors, addresses);
        CallRecord record;
        record.kind = result.succeeded() ? OutcomeKind::returned : OutcomeKind::threw;
        const AbiParameters* inputs = inputs_of(target);
        for (std::size_t i = 0; i < target.argument_count; ++i)
        {
            const AbiType type = inputs != nullptr ? inputs->types[i] : AbiType::bytes();
            record.arguments.push_back(to_text(type, with_words(type, values[i], addresses), name));
        }
        fill_transaction(record, target, values);
        record.gas_used = result.gas_used;
        if (!result.succeeded())
        {
            record.failure = describe_failure(result.status, result.output, abi, name);
            return record;
        }
        if (target.kind == CallTarget::Kind::function)
        {
            fill_results(record, abi.functions[target.function], result, name);
        }
        fill_events(record, result, name);
        return record;
    }

    // A call that was not reached.
    [[nodiscard]] CallRecord describe_unreached(std::size_t call) const
    {
        const CallTarget& target = target_of(call);
        const Call& unreached = m_test->calls[call];
        const Callable& callable = m_setup->surface->catalogue[unreached.callable];
        CallRecord record;
        std::vector<Value> values;
        for (std::size_t i = 0; i < unreached.arguments.size(); ++i)
        {
            const Argument& argument = resolve(*m_test, unreached.arguments[i]);
            const auto* literal = std::get_if<Value>(&argument);
            const TypeUniverse& types = m_setup->surface->types;
            values.push_back(
                literal != nullptr ? *literal : neutral_value(callable.parameters[i].type, types));
            if (i < target.argument_count)
            {
                record.arguments.push_back(
                    to_text(values.back(), callable.parameters[i].type, types));
            }
        }
        fill_transaction(record, target, values);
        return record;
    }

private:
    [[nodiscard]] const CallTarget& target_of(std::size_t call) const
    {
        return m_setup->surface->targets[m_test->calls[call].callable.index()];
    }

    [[nodiscard]] const AbiParameters* inputs_of(const CallTarget& target) const
    {
        const ContractAbi& abi = m_setup->artifact->abi;
        if (target.kind == CallTarget::Kind::function)
        {
            return &abi.functions[target.function].inputs;
        }
        return target.kind == CallTarget::Kind::constructor && abi.constructor ?
                   &abi.constructor->inputs :
                   nullptr;
    }

    void fill_transaction(
        CallRecord& record, const CallTarget& target, std::span<const Value> values) const
    {
        const auto number = [&values](const std::optional<std::size_t>& parameter) {
            return parameter ? values[*parameter].word() : U256{};
        };
        record.sender =
            m_setup->actors[static_cast<std::size_t>(low64(values[target.sender].word()))].name;
        record.value = number(target.value);
        record.time_step = low64(number(target.time_step));
        record.block_step = low64(number(target.block_step));
    }

    static void fill_results(CallRecord& record, const AbiFunction& function, const Result& result,
        const AddressNamer& name)
    {
        const auto values = try_decode(function.outputs.types, result.output);
        for (std::size_t i = 0; values && i < values->size(); ++i)
        {
            record.results.push_back(to_text(function.outputs.types[i], (*values)[i], name));
        }
    }

    void fill_events(CallRecord& record, const Result& result, const AddressNamer& name) const
    {
        for (const Log& log : result.logs)
        {
            const std::span<const U256> topics{log.topics.data(), log.topic_count};
            const auto event = decode_event(topics, result.data_of(log), m_setup->artifact->abi);
            if (event)
            {
                record.events.push_back(to_text(*event, name));
            }
        }
    }

    const TestCase* m_test;
    const RunnerSetup* m_setup;
};

}  // namespace

DescribedTest describe_test(
    const TestCase& test, const RunnerSetup& setup, const SourceLines& lines, TestRunner& runner)
{
    const Describer describer(test, setup);
    DescribedTest described;
    std::vector<CallRecord>& calls = described.calls;
    Trace trace;
    std::vector<NewFailure> unknown;
    runner.run({.test = &test}, trace, unknown,
        [&](std::size_t call, std::span<const Value> values, const Result& result,
            std::span<const U256> addresses) {
            calls.push_back(describer.describe(call, values, result, addresses));
            // The runner forgets the deployment when it goes on.
            if (call == 0)
            {
                append_lines(lines, runner.search_trace().creation(), true, described.lines);
            }
        });
    if (calls.size() > 1)
    {
        append_lines(lines, runner.search_trace().runtime(), false, described.lines);
    }
    sort_lines(described.lines);
    while (calls.size() < test.length())
    {
        calls.push_back(describer.describe_unreached(calls.size()));
    }
    return described;
}

}  // namespace sbst::evm
