// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/exec/active_mutant.hpp>
#include <sbst/evm/exec/opcode.hpp>

#include <algorithm>

namespace sbst::evm
{

namespace
{

bool is(std::uint8_t opcode, Op op)
{
    return opcode == static_cast<std::uint8_t>(op);
}

const U256& from_top(std::span<const U256> stack, std::size_t place)
{
    return stack[stack.size() - 1 - place];
}

bool is_division(std::uint8_t word_operator)
{
    const auto original = static_cast<WordOperator>(word_operator);
    return original == WordOperator::divide || original == WordOperator::remainder;
}

/// The step that a mutant of `++` or `--` takes with the function's argument.
std::optional<U256> stepped(const MutantSite& site, ReachedChange change, const U256& value)
{
    const WordOperator step =
        change == ReachedChange::step_up ? WordOperator::add : WordOperator::subtract;
    return apply(step, value, U256(1), site);
}

}  // namespace

void ActiveMutant::activate(const MutantSites* sites, bool has_panics)
{
    m_sites = sites;
    m_has_panics = has_panics;
    m_change.reset();
}

std::optional<U256> ActiveMutant::take_result(
    std::size_t depth, std::uint32_t next, std::span<const U256> stack)
{
    // The instruction may have ended its frame instead.
    const std::optional<Change> change = m_change;
    m_change.reset();
    if (!change || change->depth != depth || change->next != next || stack.empty())
    {
        return std::nullopt;
    }
    const U256& computed = stack.back();
    switch (change->kind)
    {
        case Change::Kind::becomes:
            return change->word;
        case Change::Kind::flips:
            return U256(is_zero(computed) ? 1U : 0U);
        case Change::Kind::grows:
            break;
    }
    return computed + change->word;
}

std::optional<ActiveMutant::Change> ActiveMutant::change_of(const MutantSite& site,
    std::uint8_t change, const U256& left, const U256& right, const std::optional<U256>& result)
{
    if (site.kind == MutantSite::Kind::relation)
    {
        const std::strong_ordering order = order_of(left, right, site.type);
        const bool differs = holds(static_cast<Relation>(site.original), order) !=
                             holds(static_cast<Relation>(change), order);
        return differs ? std::optional(Change{.kind = Change::Kind::flips}) : std::nullopt;
    }
    if (site.kind == MutantSite::Kind::arithmetic)
    {
        return Change{.word = *result};
    }
    switch (static_cast<ReachedChange>(change))
    {
        case ReachedChange::flip:
            return Change{.kind = Change::Kind::flips};
        case ReachedChange::zero:
            return Change{};
        case ReachedChange::one_more:
            return Change{.kind = Change::Kind::grows, .word = U256(1)};
        case ReachedChange::step_down:
            return Change{.kind = Change::Kind::grows, .word = -U256(2)};
        case ReachedChange::step_up:
            break;
    }
    return Change{.kind = Change::Kind::grows, .word = U256(2)};
}

MutantStep ActiveMutant::fail(const MutantSite& site, const U256& right) const
{
    constexpr std::uint64_t overflow = 0x11;
    constexpr std::uint64_t division_by_zero = 0x12;
    if (!m_has_panics)
    {
        return {.kind = MutantStep::Kind::fails};
    }
    const bool divides = site.kind == MutantSite::Kind::arithmetic &&
                         is_division(site.mutants.front().change) && is_zero(right);
    return {.kind = MutantStep::Kind::panics, .word = U256(divides ? division_by_zero : overflow)};
}

MutantStep ActiveMutant::call(const MutantSite& site, const std::optional<U256>& result,
    std::size_t arguments, const U256& right) const
{
    return result ?
               MutantStep{
                   .kind = MutantStep::Kind::returns, .word = *result, .arguments = arguments} :
               fail(site, right);
}

MutantStep ActiveMutant::reach(std::uint32_t pc, std::uint8_t opcode, std::size_t size,
    std::size_t depth, std::span<const U256> stack)
{
    const std::vector<MutantSite>& sites = m_sites->all();
    const MutantSite& site = sites[m_sites->at(pc) - 1];
    const std::uint8_t change = site.mutants.front().change;
    const bool is_call = is(opcode, Op::jump);
    const bool is_binary = site.kind != MutantSite::Kind::reached;
    // Below the arguments of a function is the place to which it returns.
    const std::size_t height =
        is_binary ? std::max<std::size_t>(site.left, site.right.value_or(0)) + (is_call ? 2U : 1U) :
        is_call   ? 3U :
                    0U;
    if (stack.size() < height)
    {
        return {};
    }
    if (!is_binary && is_call)
    {
        return call(
            site, stepped(site, static_cast<ReachedChange>(change), from_top(stack, 1)), 1, {});
    }
    const U256 left = is_binary ? from_top(stack, site.left) : U256{};
    const U256 right = is_binary && site.right ? from_top(stack, *site.right) : U256{};
    const std::optional<U256> result =
        site.kind == MutantSite::Kind::arithmetic ?
            apply(static_cast<WordOperator>(change), left, right, site) :
            std::nullopt;
    if (site.kind == MutantSite::Kind::arithmetic && (is_call || !result))
    {
        return call(site, result, 2, right);
    }
    m_change = change_of(site, change, left, right, result);
    if (m_change)
    {
        m_change->depth = depth;
        m_change->next = pc + static_cast<std::uint32_t>(size);
    }
    return {};
}

bool is_built(const MutantSite& site, std::uint8_t opcode)
{
    const bool is_call = is(opcode, Op::jump);
    if (site.kind == MutantSite::Kind::arithmetic)
    {
        const bool tests_divisor =
            is_division(site.original) && !is_division(site.mutants.front().change);
        return is_call || (!site.is_checked && !tests_divisor);
    }
    const bool steps =
        site.kind == MutantSite::Kind::reached &&
        static_cast<ReachedChange>(site.mutants.front().change) >= ReachedChange::step_down;
    return !steps || is_call || !site.is_checked;
}

}  // namespace sbst::evm
