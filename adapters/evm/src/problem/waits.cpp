// SPDX-License-Identifier: Apache-2.0
#include "waits.hpp"

#include <optional>
#include <utility>
#include <variant>

namespace sbst::evm
{

namespace
{

// The argument of a call, if it has that argument and it is a literal or refers to one.
std::optional<U256> word_at(
    const TestCase& test, std::size_t call, const std::optional<std::size_t>& parameter)
{
    if (!parameter)
    {
        return std::nullopt;
    }
    const Argument& argument = resolve(test, test.calls[call].arguments[*parameter]);
    const auto* value = std::get_if<Value>(&argument);
    return value != nullptr && value->is_word() ? std::optional(value->word()) : std::nullopt;
}

// Adds a deleted call's step, and what every call takes, to the next call's.
bool add_step(const ContractProblem& problem, TestCase& candidate, std::size_t next,
    const std::optional<std::size_t>& parameter, const U256& step)
{
    const std::optional<U256> own = word_at(candidate, next, parameter);
    if (!own)
    {
        return false;
    }
    Call& call = candidate.calls[next];
    const Value sum(*own + step);
    if (!is_well_formed(
            sum, problem.catalogue()[call.callable].parameters[*parameter].type, problem.types()))
    {
        return false;
    }
    call.arguments[*parameter] = sum;
    return true;
}

}  // namespace

bool pass_on_wait(
    const ContractProblem& problem, const TestCase& test, std::size_t deleted, TestCase& candidate)
{
    if (deleted == 0 || deleted >= candidate.length() || candidate.length() + 1 != test.length())
    {
        return false;
    }
    const CallTarget& gone = problem.target(test.calls[deleted].callable);
    const CallTarget& next = problem.target(candidate.calls[deleted].callable);
    const std::optional<U256> time = word_at(test, deleted, gone.time_step);
    const std::optional<U256> blocks = word_at(test, deleted, gone.block_step);
    TestCase changed = candidate;
    if (!time || !blocks ||
        !add_step(problem, changed, deleted, next.time_step, *time + U256{seconds_per_block}) ||
        !add_step(problem, changed, deleted, next.block_step, *blocks + U256{1}))
    {
        return false;
    }
    candidate = std::move(changed);
    return true;
}

}  // namespace sbst::evm
