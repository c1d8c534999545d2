// SPDX-License-Identifier: Apache-2.0
#include "test_runner.hpp"

#include "output_goals.hpp"
#include "pool_facts.hpp"
#include "trace_filler.hpp"
#include "waits.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/abi/codec.hpp>
#include <sbst/evm/base/keccak.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace sbst::evm
{

namespace
{

// The state of the chain at the beginning of every test.
constexpr std::uint64_t first_block = 20'000'000;
constexpr std::uint64_t first_timestamp = 1'800'000'000;
constexpr std::size_t max_deployments = 256;
constexpr std::size_t bytes_of_selector = 4;
// Instructions, copies and precompiles take at most 8 units of work per gas, so that gas ends them
// first; creation code before Shanghai takes more, because the chain hardly charged for its size.
constexpr std::uint64_t work_a_gas = 16;

ExecutorOptions executor_options(const ProblemOptions& options)
{
    const auto gas = static_cast<std::uint64_t>(options.transaction_gas);
    return {.fork = options.fork.value(), .work_limit = work_a_gas * gas};
}

std::size_t contract_member(std::span<const Actor> actors)
{
    const auto found = std::find_if(actors.begin(), actors.end(),
        [](const Actor& actor) { return actor.name == contract_actor; });
    return static_cast<std::size_t>(found - actors.begin());
}

void set_block(Block& block, std::uint64_t number, std::uint64_t timestamp)
{
    block.number = number;
    block.timestamp = timestamp;
    // Different in each block, but equal for equal tests.
    block.prevrandao = U256(keccak256_word(U256(number).to_be_bytes()));
}

// Turns addresses in results into members of the address type: known actors keep their member,
// other addresses are appended for the rest of the test.
void name_addresses(const AbiType& type, Value& value, std::vector<U256>& addresses)
{
    if (type.kind() == AbiKind::address)
    {
        auto found = std::find(addresses.begin(), addresses.end(), value.word());
        if (found == addresses.end())
        {
            found = addresses.insert(addresses.end(), value.word());
        }
        value = Value(U256(static_cast<std::uint64_t>(found - addresses.begin())));
        return;
    }
    if (!value.is_list())
    {
        return;
    }
    const bool is_tuple = type.kind() == AbiKind::tuple;
    for (std::size_t i = 0; i < value.list().size(); ++i)
    {
        name_addresses(is_tuple ? type.members()[i] : type.element(), value.list()[i], addresses);
    }
}

}  // namespace

TestRunner::TestRunner(const RunnerSetup& setup)
  : m_setup(&setup),
    m_executor(executor_options(*setup.options)),
    m_trace(setup.runtime, setup.creation),
    m_literals(*setup.surface, *setup.artifact, *setup.options)
{
    m_trace.mutants().watch(setup.mutants);
    m_executor.codes().add(setup.runtime);
    m_executor.codes().add(setup.creation);
    m_executor.block().coinbase = Address::from_word(U256(0xc01bULL));
    WorldState& state = m_executor.state();
    for (const Actor& actor : setup.actors)
    {
        if (!is_zero(actor.balance))
        {
            state.set_balance(state.find_or_add(actor.address), actor.balance);
        }
    }
    m_base = state.snapshot();
}

void TestRunner::begin(const Request<TestCase>& request, Trace& trace)
{
    const TestCase& test = *request.test;
    trace.clear();
    m_trace.clear();
    m_trace.logs.values = has(request.record, Record::values);
    // With the path, the shadow tells them.
    const bool tells_state = has(request.record, Record::state);
    m_trace.logs.state = tells_state && !has(request.record, Record::path);
    m_values_seen = 0;
    m_accesses_seen = 0;
    m_executor.state().rollback(m_base);
    m_addresses.clear();
    for (const Actor& actor : m_setup->actors)
    {
        m_addresses.push_back(actor.address.to_word());
    }
    m_is_referenced.assign(test.length(), false);
    for (const Call& call : test.calls)
    {
        for (const Argument& argument : call.arguments)
        {
            if (const auto* result = std::get_if<ResultRef>(&argument))
            {
                m_is_referenced[result->call] = true;
            }
        }
    }
    m_results.assign(test.length(), Value{});
    m_failed.clear();
    set_block(m_executor.block(), first_block, first_timestamp);
    m_symbolic.reset();
    if (has(request.record, Record::path))
    {
        m_symbolic = std::make_shared<symbolic::SymbolicRun>();
        m_shadow.begin_test(*m_symbolic, tells_state);
        m_literals.begin(test, *m_symbolic, first_timestamp, first_block);
    }
}

void TestRunner::resolve_arguments(const TestCase& test, std::size_t index)
{
    const Call& call = test.calls[index];
    const Callable& callable = m_setup->surface->catalogue[call.callable];
    m_arguments.clear();
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
    {
        const Argument& argument = resolve(test, call.arguments[i]);
        if (const auto* literal = std::get_if<Value>(&argument))
        {
            m_arguments.push_back(*literal);
            continue;
        }
        // The result of a failed call is the neutral value.
        const Value& result = m_results[std::get<ResultRef>(argument).call];
        m_arguments.push_back(
            result.is_null() ? neutral_value(callable.parameters[i].type, m_setup->surface->types) :
                               result);
    }
}

void TestRunner::prepare(const TestCase& test, std::size_t index)
{
    resolve_arguments(test, index);
    const CallTarget& target = m_setup->surface->targets[test.calls[index].callable.index()];
    const ContractAbi& abi = m_setup->artifact->abi;
    const auto sender = static_cast<std::size_t>(low64(m_arguments[target.sender].word()));
    m_transaction.sender = m_setup->actors[sender].address;
    m_transaction.value = target.value ? m_arguments[*target.value].word() : U256{};
    m_transaction.gas = static_cast<std::uint64_t>(m_setup->options->transaction_gas);
    m_transaction.to.reset();

    const std::span<const Value> arguments{m_arguments.data(), target.argument_count};
    m_data.clear();
    switch (target.kind)
    {
        case CallTarget::Kind::constructor:
            m_contract = create_address(m_transaction.sender, 0);
            if (const auto member = contract_member(m_setup->actors); member < m_addresses.size())
            {
                m_addresses[member] = m_contract.to_word();
            }
            m_data = m_setup->artifact->creation.bytes;
            if (abi.constructor)
            {
                encode(abi.constructor->inputs.types, arguments, m_data, m_addresses);
            }
            break;
        case CallTarget::Kind::function:
        {
            const AbiFunction& function = abi.functions[target.function];
            for (unsigned shift = 32; shift > 0; shift -= 8)
            {
                m_data.push_back(static_cast<std::uint8_t>(function.selector >> (shift - 8)));
            }
            encode(function.inputs.types, arguments, m_data, m_addresses);
            break;
        }
        case CallTarget::Kind::fallback:
            m_data.assign(arguments[0].text().begin(), arguments[0].text().end());
            break;
        case CallTarget::Kind::receive:
            break;
    }
    m_transaction.data = m_data;
    if (target.kind != CallTarget::Kind::constructor)
    {
        m_transaction.to = m_contract;
        Block& block = m_executor.block();
        const auto step = [this](const std::optional<std::size_t>& parameter) {
            return parameter ? low64(m_arguments[*parameter].word()) : 0;
        };
        set_block(block, block.number + 1 + step(target.block_step),
            block.timestamp + seconds_per_block + step(target.time_step));
    }
}

const Result& TestRunner::transact(std::size_t index)
{
    if (m_symbolic != nullptr)
    {
        const std::size_t offset =
            m_transaction.to ? bytes_of_selector : m_setup->artifact->creation.bytes.size();
        m_shadow.begin(m_literals.shadow_of(index, m_arguments, m_addresses, offset),
            m_executor.machine(), m_transaction);
        m_executor.run(m_transaction, m_trace, m_shadow);
        m_shadow.end(m_executor.machine());
    }
    const Result& result = m_symbolic != nullptr ? m_executor.machine().result :
                                                   m_executor.run(m_transaction, m_trace);
    m_steps += result.steps;
    ++m_calls;
    return result;
}

CallOutcome TestRunner::outcome_of(const Result& result) const
{
    CallOutcome outcome;
    outcome.kind = result.succeeded() ? OutcomeKind::returned : OutcomeKind::threw;
    outcome.steps = result.steps;
    outcome.weight = result.gas_used;
    return outcome;
}

std::string TestRunner::deployment_key() const
{
    std::string key(m_transaction.sender.bytes.begin(), m_transaction.sender.bytes.end());
    const auto value = m_transaction.value.to_be_bytes();
    key.append(value.begin(), value.end());
    const std::size_t code_size = m_setup->artifact->creation.bytes.size();
    key.append(m_data.begin() + static_cast<std::ptrdiff_t>(code_size), m_data.end());
    return key;
}

const TestRunner::Deployment& TestRunner::deploy(
    const TestCase& test, bool use_cache, const CallListener& listener)
{
    prepare(test, 0);
    const std::string key = use_cache ? deployment_key() : std::string();
    if (use_cache)
    {
        if (const auto known = m_deployments.find(key); known != m_deployments.end())
        {
            m_executor.state().apply(known->second.delta);
            return known->second;
        }
        if (m_deployments.size() >= max_deployments)
        {
            m_deployments.clear();
        }
    }
    const Result& result = transact(0);
    if (listener)
    {
        listener(0, m_arguments, result, m_addresses);
    }
    Deployment deployment;
    deployment.succeeded = result.succeeded();
    deployment.outcome = outcome_of(result);
    if (!deployment.succeeded)
    {
        append_failure_key(result, deployment.failure_key);
    }
    Trace trace;
    append_program(m_trace.runtime(), 0, m_setup->runtime_entries, trace);
    append_program(
        m_trace.creation(), m_setup->runtime->jumpis().size(), m_setup->creation_entries, trace);
    for (const MethodId method : m_setup->creation_always)
    {
        trace.methods.push_back({.method = method, .entered = 1, .entered_directly = 1});
    }
    if (m_setup->lines != nullptr)
    {
        append_lines(*m_setup->lines, m_trace.creation(), true, deployment.lines);
        append_lines(*m_setup->lines, m_trace.runtime(), false, deployment.lines);
    }
    if (deployment.succeeded)
    {
        note_outputs(std::nullopt, result, deployment.outputs);
    }
    deployment.predicates = std::move(trace.predicates);
    deployment.methods = std::move(trace.methods);
    deployment.delta = m_executor.state().delta_since(m_base);
    if (!use_cache)
    {
        m_uncached = std::move(deployment);
        return m_uncached;
    }
    return m_deployments.insert_or_assign(key, std::move(deployment)).first->second;
}

void TestRunner::note_outputs(std::optional<std::size_t> function, const Result& result,
    std::vector<OutputTrace>& outputs) const
{
    if (m_setup->outputs != nullptr)
    {
        m_setup->outputs->note(function, result, m_contract, outputs);
    }
}

void TestRunner::keep_result(const TestCase& test, std::size_t index, const Result& result)
{
    const CallTarget& target = m_setup->surface->targets[test.calls[index].callable.index()];
    if (!m_is_referenced[index] || target.kind != CallTarget::Kind::function || !result.succeeded())
    {
        return;
    }
    const AbiFunction& function = m_setup->artifact->abi.functions[target.function];
    auto values = try_decode(function.outputs.types, result.output);
    if (values && values->size() == 1)
    {
        const AbiType& type = function.outputs.types[0];
        name_addresses(type, values->front(), m_addresses);
        m_results[index] = std::move(values->front());
        if (m_symbolic != nullptr && !result.output.empty())
        {
            m_literals.keep_result(index, type, m_results[index],
                {.bytes = result.output, .shadow = m_shadow.output()}, m_addresses);
        }
    }
}

void TestRunner::run_calls(
    const RunningTest& running, std::size_t first, const PrefixCache::Plan& plan)
{
    for (std::size_t i = first; i < running.test.length(); ++i)
    {
        run_call(running, i);
        if (i + 1 == plan.keep_after)
        {
            keep_prefix(running.test, running.trace, plan);
        }
    }
}

void TestRunner::run_call(const RunningTest& running, std::size_t index)
{
    const TestCase& test = running.test;
    Trace& trace = running.trace;
    prepare(test, index);
    begin_contexts(test.calls[index].callable);
    const Result& result = transact(index);
    end_contexts(test.calls[index].callable, trace);
    trace.calls[index] = outcome_of(result);
    if (!result.succeeded())
    {
        m_failure_key.clear();
        append_failure_key(result, m_failure_key);
        running.note_failure(index, m_failure_key);
        m_failed.emplace_back(index, m_failure_key);
    }
    else
    {
        const CallTarget& target = m_setup->surface->targets[test.calls[index].callable.index()];
        note_outputs(target.kind == CallTarget::Kind::function ? std::optional(target.function) :
                                                                 std::nullopt,
            result, trace.outputs);
        if (running.tells_states && may_change_state(m_setup->artifact->abi, target))
        {
            tell_state(index, trace);
        }
    }
    keep_result(test, index, result);
    take_logs(index, trace);
    take_path(test, index, trace);
    if (running.listener)
    {
        running.listener(index, m_arguments, result, m_addresses);
    }
}

void TestRunner::begin_contexts(CallableId callable)
{
    m_jumps_before.clear();
    for (const JumpInContext& jump : m_setup->contexts_of_callable[callable.index()])
    {
        if (m_trace.runtime().direct_jumps[jump.jump].was_reached())
        {
            m_jumps_before.emplace_back(jump.jump, m_trace.take_direct(jump.jump));
        }
    }
}

void TestRunner::end_contexts(CallableId callable, Trace& trace)
{
    for (const JumpInContext& jump : m_setup->contexts_of_callable[callable.index()])
    {
        add_context(jump.context, m_trace.runtime().direct_jumps[jump.jump], trace.contexts);
    }
    for (const auto& [jump, record] : m_jumps_before)
    {
        m_trace.add_direct(jump, record);
    }
}

std::size_t TestRunner::restore(
    const KeptPrefix& kept, Trace& trace, const NoteFailure& note_failure)
{
    m_executor.state().rollback(m_base);
    m_executor.state().apply(kept.delta);
    set_block(m_executor.block(), kept.block, kept.timestamp);
    m_addresses = kept.addresses;
    std::copy(kept.results.begin(), kept.results.end(), m_results.begin());
    m_trace.restore(kept.trace);
    std::copy(kept.outcomes.begin(), kept.outcomes.end(), trace.calls.begin());
    trace.contexts = kept.contexts;
    trace.outputs = kept.outputs;
    trace.produced = kept.produced;
    for (const auto& [call, failure] : kept.failures)
    {
        note_failure(call, failure);
    }
    m_failed = kept.failures;
    return kept.calls.size();
}

void TestRunner::keep_prefix(
    const TestCase& test, const Trace& trace, const PrefixCache::Plan& plan)
{
    const auto length = static_cast<std::ptrdiff_t>(plan.keep_after);
    KeptPrefix prefix;
    prefix.calls.assign(test.calls.begin(), test.calls.begin() + length);
    prefix.is_referenced.assign(m_is_referenced.begin(), m_is_referenced.begin() + length);
    prefix.delta = m_executor.state().delta_since(m_base);
    prefix.block = m_executor.block().number;
    prefix.timestamp = m_executor.block().timestamp;
    prefix.addresses = m_addresses;
    prefix.results.assign(m_results.begin(), m_results.begin() + length);
    prefix.trace = m_trace.save();
    prefix.outcomes.assign(trace.calls.begin(), trace.calls.begin() + length);
    prefix.contexts = trace.contexts;
    prefix.outputs = trace.outputs;
    prefix.produced = trace.produced;
    prefix.failures = m_failed;
    m_prefixes.keep(plan, std::move(prefix));
}

void TestRunner::tell_state(std::size_t call, Trace& trace) const
{
    trace.produced.push_back({.call = static_cast<std::uint32_t>(call),
        .state = digest_of(m_executor.state().delta_since(m_base))});
}

void TestRunner::finish(const TestCase& test, const Deployment& deployment, Trace& trace) const
{
    append_program(m_trace.runtime(), 0, m_setup->runtime_entries, trace);
    const std::size_t runtime_jumps = m_setup->runtime->jumpis().size();
    append_program(m_trace.creation(), runtime_jumps, m_setup->creation_entries, trace);
    trace.methods.insert(trace.methods.end(), deployment.methods.begin(), deployment.methods.end());
    for (std::size_t i = 1; i < trace.calls.size(); ++i)
    {
        const bool returned = trace.calls[i].kind == OutcomeKind::returned;
        if (trace.calls[i].kind == OutcomeKind::not_reached)
        {
            continue;
        }
        for (const MethodId method : m_setup->runtime_always)
        {
            trace.methods.push_back({.method = method, .entered = 1, .entered_directly = 1});
        }
        const MethodId entry = m_setup->entry_of_callable[test.calls[i].callable.index()];
        if (returned && entry.is_valid())
        {
            trace.methods.push_back({.method = entry, .left = 1, .left_directly = 1});
        }
    }
    merge_methods(trace.methods);
    trace.outputs.insert(trace.outputs.end(), deployment.outputs.begin(), deployment.outputs.end());
    merge_outputs(trace.outputs);
    m_trace.mutants().append_to(trace.mutants);
    if (!m_setup->options->output_distances)
    {
        drop_output_distances(trace.outputs);
    }
    add_predicates(deployment.predicates, trace.predicates);
    if (m_setup->lines != nullptr)
    {
        trace.lines = deployment.lines;
        append_lines(*m_setup->lines, m_trace.runtime(), false, trace.lines);
        append_lines(*m_setup->lines, m_trace.creation(), true, trace.lines);
        sort_lines(trace.lines);
    }
}

void TestRunner::run(const Request<TestCase>& request, Trace& trace,
    std::vector<NewFailure>& unknown, const CallListener& listener)
{
    const TestCase& test = *request.test;
    begin(request, trace);
    const NoteFailure note_failure = [&](std::size_t index, const std::string& key) {
        if (const auto known = m_setup->failures->find(key))
        {
            trace.calls[index].exception = *known;
        }
        else
        {
            unknown.push_back({index, key});
        }
    };
    trace.was_run = true;
    trace.calls.resize(test.length());
    // A deployment that is logged or listened to must really happen.
    const bool use_cache = !m_trace.logs.any() && !listener && m_symbolic == nullptr;
    const Deployment& deployment = deploy(test, use_cache, listener);
    take_logs(0, trace);
    take_path(test, 0, trace);
    m_trace.clear();
    m_values_seen = 0;
    m_accesses_seen = 0;
    trace.calls[0] = deployment.outcome;
    const bool tells_states = has(request.record, Record::produced);
    if (tells_states && deployment.succeeded)
    {
        tell_state(0, trace);
    }
    if (!deployment.succeeded)
    {
        note_failure(0, deployment.failure_key);
    }
    if (deployment.succeeded)
    {
        // Mutants have a record of their own, and what is listened to must really happen. Tests of
        // other searches than guided random testing seldom begin alike: looking for it costs more
        // than it saves.
        const bool may_restore = m_setup->options->restores_prefixes && tells_states && use_cache &&
                                 m_setup->mutants == nullptr && m_trace.distances;
        const PrefixCache::Plan plan =
            may_restore ? m_prefixes.plan(test, m_is_referenced) : PrefixCache::Plan{};
        const std::size_t first =
            plan.kept != nullptr ? restore(*plan.kept, trace, note_failure) : 1;
        run_calls({.test = test,
                      .trace = trace,
                      .tells_states = tells_states,
                      .note_failure = note_failure,
                      .listener = listener},
            first, plan);
    }
    finish(test, deployment, trace);
    trace.symbolic = m_symbolic;
}

std::optional<Bytes> TestRunner::deployed_code(const TestCase& test)
{
    Trace trace;
    begin({.test = &test}, trace);
    const Deployment& deployment = deploy(test, false, {});
    if (!deployment.succeeded)
    {
        return std::nullopt;
    }
    const WorldState& state = m_executor.state();
    const auto id = state.find(m_contract);
    if (!id || state.account(*id).code == nullptr)
    {
        return Bytes{};
    }
    const BytesView code = state.account(*id).code->code();
    return Bytes(code.begin(), code.end());
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> TestRunner::edges_of(const TestCase& test)
{
    Trace trace;
    std::vector<NewFailure> unknown;
    m_trace.logs.edges = true;
    run({.test = &test}, trace, unknown);
    m_trace.logs.edges = false;
    return m_trace.edges();
}

}  // namespace sbst::evm
