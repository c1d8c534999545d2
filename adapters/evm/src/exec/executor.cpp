// SPDX-License-Identifier: Apache-2.0
#include "authorizations.hpp"
#include "calls.hpp"
#include "machine.hpp"
#include "warmth.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/exec/executor.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace sbst::evm
{

namespace
{

constexpr std::uint64_t base_gas = 21000;
constexpr std::size_t frame_limit = max_call_depth + 1;

constexpr std::array<std::string_view, 17> status_names{"success", "revert", "out_of_gas",
    "invalid_instruction", "stack_underflow", "stack_overflow", "bad_jump", "static_violation",
    "return_data_bounds", "call_depth", "create_collision", "code_too_large", "forbidden_code",
    "precompile_failure", "memory_limit", "work_limit", "rejected"};
static_assert(status_names[static_cast<std::size_t>(Status::rejected)] == "rejected");

const ExecutorOptions& checked(const ExecutorOptions& options)
{
    validate(options);
    return options;
}

/// Counts the bytes that are zero. For creation code it pays to count in lanes of one byte, which
/// the compiler turns into vector instructions; the lanes are summed before they can overflow.
std::uint64_t count_zeros(BytesView data) noexcept
{
    constexpr std::size_t lane_count = 32;
    constexpr std::size_t block = 255 * lane_count;
    std::uint64_t zeros = 0;
    while (data.size() >= lane_count)
    {
        const std::size_t size = std::min(block, data.size() / lane_count * lane_count);
        std::array<std::uint8_t, lane_count> lanes{};
        for (std::size_t i = 0; i < size; i += lane_count)
        {
            for (std::size_t lane = 0; lane < lane_count; ++lane)
            {
                lanes[lane] =
                    static_cast<std::uint8_t>(lanes[lane] + (data[i + lane] == 0 ? 1 : 0));
            }
        }
        zeros = std::accumulate(lanes.begin(), lanes.end(), zeros);
        data = data.subspan(size);
    }
    return zeros + static_cast<std::uint64_t>(std::count(data.begin(), data.end(), 0));
}

/// Chooses the loop for the running frame: only the subject's frames are traced.
Flow interpret_frame(Machine& m)
{
    if (m.listener != nullptr)
    {
        return interpret_stepwise(m);
    }
    if (m.watcher != nullptr)
    {
        return m.frame().trace == nullptr ? interpret_watched(m) : interpret_watched_search(m);
    }
    if (m.frame().trace == nullptr)
    {
        return interpret_plain(m);
    }
    if (m.trace->active_mutant().is_active() && m.frame().trace == &m.trace->runtime())
    {
        return interpret_active_mutant(m);
    }
    if (m.trace->mutants().sites() != nullptr && m.frame().trace == &m.trace->runtime())
    {
        return interpret_mutants(m);
    }
    if (m.trace->logs.any())
    {
        return interpret_logging(m);
    }
    return m.trace->distances ? interpret_search(m) : interpret_coverage(m);
}

/// Ends all frames at once: the transaction fails.
void abandon(Machine& m)
{
    for (; m.depth > 0; --m.depth)
    {
        m.frame().kept_code.reset();
    }
    m.frame().status = Status::work_limit;
    settle_frame(m);
}

/// Runs from the first frame until it ends.
void run_frames(Machine& m)
{
    for (;;)
    {
        const Flow flow = interpret_frame(m);
        if (m.is_exhausted)
        {
            return abandon(m);
        }
        if (flow == Flow::enter)
        {
            continue;
        }
        settle_frame(m);
        if (m.depth == 0)
        {
            return;
        }
        return_to_parent(m);
    }
}

void reset(Machine& m, const Transaction& transaction)
{
    m.transaction = &transaction;
    m.depth = 0;
    m.steps = 0;
    m.refund = 0;
    m.is_exhausted = false;
    m.work_left = m.options.work_limit;
    m.return_data.clear();
    m.provenance.clear();
    m.result.status = Status::success;
    m.result.gas_used = 0;
    m.result.gas_left = 0;
    m.result.gas_refund = 0;
    m.result.output.clear();
    m.result.created.reset();
    m.result.logs.clear();
    m.result.log_data.clear();
    m.result.steps = 0;
    m.result.halt_op = 0;
    m.result.halt_pc = 0;
}

void warm_up(Machine& m, const Transaction& transaction, AccountId sender)
{
    if (!m.rules.access_lists)
    {
        return;
    }
    m.state.warm_up_account(sender);
    if (transaction.to)
    {
        m.state.warm_up_account(m.state.find_or_add(*transaction.to));
    }
    if (m.rules.warm_coinbase)
    {
        m.state.warm_up_account(m.state.find_or_add(m.block.coinbase));
    }
    for (const AccessListEntry& entry : transaction.access_list)
    {
        const AccountId id = m.state.find_or_add(entry.address);
        m.state.warm_up_account(id);
        for (const U256& key : entry.slots)
        {
            m.state.warm_up_slot(m.state.slot(id, key));
        }
    }
}

CallOutcome begin(Machine& m, const Transaction& transaction, AccountId sender, std::int64_t gas)
{
    CallRequest request;
    request.caller = transaction.sender.to_word();
    request.value = transaction.value;
    request.transfers = true;
    request.payer = sender;
    request.input = transaction.data;
    request.gas = gas;
    const std::uint64_t nonce = m.state.account(sender).nonce;
    m.state.set_nonce(sender, nonce + 1);
    const Address target =
        transaction.to ? *transaction.to : create_address(transaction.sender, nonce);
    request.self = m.state.find_or_add(target);
    request.self_word = target.to_word();
    request.code = request.self;
    request.code_word = request.self_word;
    if (transaction.to)
    {
        apply_authorizations(m, transaction.authorizations);
        request.runs = find_delegate(m, request.self).value_or(request.self);
        if (request.runs != request.self)
        {
            m.state.warm_up_account(request.runs);
        }
        return begin_call(m, request, 0);
    }
    m.result.created = target;
    if (m.rules.access_lists)
    {
        m.state.warm_up_account(request.self);
    }
    return begin_creation(m, request, 0);
}

/// Copies the outcome of the first frame, or of a call that needed none.
void conclude(Machine& m, const CallOutcome& outcome)
{
    Result& result = m.result;
    std::int64_t left = outcome.gas_left;
    result.status = outcome.status;
    if (outcome.entered)
    {
        const Frame& f = m.frames[0];
        result.status = f.status;
        left = f.gas;
        result.halt_pc = static_cast<std::uint32_t>(f.pc - f.code->padded()) - 1;
        result.halt_op = *(f.pc - 1);
        if (!f.is_creation || f.status == Status::revert)
        {
            result.output.assign(f.output.begin(), f.output.end());
        }
        m.frames[0].kept_code.reset();
    }
    else
    {
        result.output = m.return_data;
    }
    if (!result.succeeded())
    {
        result.created.reset();
    }
    result.gas_left = static_cast<std::uint64_t>(std::max<std::int64_t>(left, 0));
    result.steps = m.steps;
}

void settle_gas(Machine& m, std::uint64_t limit, std::uint64_t floor)
{
    Result& result = m.result;
    const std::uint64_t used = limit - result.gas_left;
    // A failed execution loses its refunds; those of authorizations stay.
    const std::int64_t earned = std::max<std::int64_t>(m.refund, 0);
    result.gas_refund = std::min(static_cast<std::uint64_t>(earned),
        used / static_cast<std::uint64_t>(m.rules.refund_quotient));
    result.gas_used = std::max(used - result.gas_refund, floor);
}

/// Pays the coinbase; if it was destroyed in this transaction, the payment is lost.
void pay_coinbase(Machine& m, const U256& priority_fee)
{
    const AccountId coinbase = m.state.find_or_add(m.block.coinbase);
    m.state.touch(coinbase);
    const U256 earned = priority_fee * U256{m.result.gas_used};
    if (!is_zero(earned))
    {
        m.state.set_balance(coinbase, m.state.account(coinbase).balance + earned);
    }
}

}  // namespace

std::string_view to_string(Status status) noexcept
{
    return status_names[static_cast<std::size_t>(status)];
}

void validate(const ExecutorOptions& options)
{
    constexpr std::size_t least = 4096;
    constexpr std::size_t most = std::size_t{1} << 32U;
    if (options.memory_limit < least || options.memory_limit > most)
    {
        throw ConfigError{fmt::format(
            "memory_limit is {}, expected {} to {} bytes", options.memory_limit, least, most)};
    }
    if (options.state_limit == 0)
    {
        throw ConfigError{"state_limit is 0, expected at least 1"};
    }
    if (options.work_limit == 0)
    {
        throw ConfigError{"work_limit is 0, expected at least 1"};
    }
}

std::uint64_t intrinsic_gas(Fork fork, const Transaction& transaction) noexcept
{
    const ForkRules& rules = rules_of(fork);
    const std::uint64_t zeros = count_zeros(transaction.data);
    std::uint64_t gas =
        base_gas + (4 * zeros) +
        (static_cast<std::uint64_t>(rules.data_byte) * (transaction.data.size() - zeros));
    if (!transaction.to)
    {
        gas += 32000;
        if (rules.limit_init_code)
        {
            gas += 2 * ((transaction.data.size() + 31) / 32);
        }
    }
    for (const AccessListEntry& entry : transaction.access_list)
    {
        gas += 2400 + (1900 * entry.slots.size());
    }
    return gas + (authorization_gas * transaction.authorizations.size());
}

std::uint64_t floor_gas(Fork fork, const Transaction& transaction) noexcept
{
    const ForkRules& rules = rules_of(fork);
    if (rules.floor_token == 0)
    {
        return 0;
    }
    const std::uint64_t zeros = count_zeros(transaction.data);
    const std::uint64_t tokens = zeros + (4 * (transaction.data.size() - zeros));
    return base_gas + (static_cast<std::uint64_t>(rules.floor_token) * tokens);
}

Machine::Machine(const ExecutorOptions& options_in)
  : options{checked(options_in)},
    rules{rules_of(options_in.fork)},
    codes{options_in.code_capacity},
    frames(frame_limit),
    stack_arena{frame_limit * max_stack_height},
    tag_arena{frame_limit * max_stack_height},
    memory_arena{options_in.memory_limit}
{}

void run_transaction(Machine& m, const Transaction& transaction)
{
    reset(m, transaction);
    const std::uint64_t intrinsic = intrinsic_gas(m.options.fork, transaction);
    const std::uint64_t floor = floor_gas(m.options.fork, transaction);
    const std::uint64_t limit = std::min(transaction.gas, static_cast<std::uint64_t>(INT64_MAX));
    const AccountId sender = m.state.find_or_add(transaction.sender);
    const Account& account = m.state.account(sender);
    const bool creates_too_much =
        !transaction.to && m.rules.limit_init_code && transaction.data.size() > max_init_code_size;
    if (limit < std::max(intrinsic, floor) || account.balance < transaction.value ||
        account.nonce == ~std::uint64_t{0} || creates_too_much)
    {
        m.result.status = Status::rejected;
        return;
    }
    m.state.begin_transaction();
    warm_up(m, transaction, sender);
    const CallOutcome outcome =
        begin(m, transaction, sender, static_cast<std::int64_t>(limit - intrinsic));
    if (outcome.entered)
    {
        run_frames(m);
    }
    conclude(m, outcome);
    settle_gas(m, limit, floor);
    if (transaction.priority_fee)
    {
        pay_coinbase(m, *transaction.priority_fee);
    }
    m.state.end_transaction();
}

Executor::Executor(const ExecutorOptions& options) : m_machine{std::make_unique<Machine>(options)}
{}

Executor::~Executor() = default;
Executor::Executor(Executor&&) noexcept = default;
Executor& Executor::operator=(Executor&&) noexcept = default;

Fork Executor::fork() const noexcept
{
    return m_machine->options.fork;
}

Block& Executor::block() noexcept
{
    return m_machine->block;
}

const Block& Executor::block() const noexcept
{
    return m_machine->block;
}

WorldState& Executor::state() noexcept
{
    return m_machine->state;
}

const WorldState& Executor::state() const noexcept
{
    return m_machine->state;
}

CodeStore& Executor::codes() noexcept
{
    return m_machine->codes;
}

const Result& Executor::run(const Transaction& transaction)
{
    m_machine->trace = nullptr;
    m_machine->listener = nullptr;
    run_transaction(*m_machine, transaction);
    return m_machine->result;
}

const Result& Executor::run(const Transaction& transaction, SearchTrace& trace)
{
    m_machine->trace = &trace;
    m_machine->listener = nullptr;
    run_transaction(*m_machine, transaction);
    return m_machine->result;
}

const Result& Executor::run(
    const Transaction& transaction, SearchTrace& trace, MachineWatcher& watcher)
{
    m_machine->watcher = &watcher;
    m_machine->trace = &trace;
    m_machine->listener = nullptr;
    run_transaction(*m_machine, transaction);
    m_machine->watcher = nullptr;
    return m_machine->result;
}

const Machine& Executor::machine() const noexcept
{
    return *m_machine;
}

const Result& Executor::run(const Transaction& transaction, const StepListener& listener)
{
    m_machine->trace = nullptr;
    m_machine->listener = &listener;
    run_transaction(*m_machine, transaction);
    return m_machine->result;
}

}  // namespace sbst::evm
