// SPDX-License-Identifier: Apache-2.0
#include "conditions.hpp"

namespace sbst::evm
{
namespace
{
/// The levels that no jump stands for: one beyond that of the first jump of the code.
std::uint32_t farthest_level(const Frame& f) noexcept
{
    return static_cast<std::uint32_t>(f.jump_count) + 1;
}
}  // namespace

void note_first(Frame& f, std::uint32_t number, bool taken)
{
    f.trace->touch_jump(number, f.context);
    JumpiTrace& jump = f.jumps[number];
    (taken ? jump.least_true : jump.least_false) = {};
    (taken ? jump.level_true : jump.level_false) = 0;
}

void note_missed(const Provenance& provenance, const Frame& f, std::uint32_t number,
    const Condition& condition) noexcept
{
    std::uint32_t level = 0;
    U256 missed;
    if (condition.tag != constant_tag)
    {
        missed = provenance.to_opposite(condition.tag, condition.value);
    }
    else if (f.decider == Frame::no_decider)
    {
        level = farthest_level(f);
        missed = U256{1};
    }
    else
    {
        // The condition is a truth value that the code pushed, so whoever jumped there decided it:
        // to change it, that jump must go the other way.
        level = static_cast<std::uint32_t>(f.jump_count) - f.decider;
        missed = provenance.to_opposite(f.decider_tag, f.decider_value);
    }
    JumpiTrace& jump = f.jumps[number];
    std::uint32_t& least_level = condition.is_true ? jump.level_false : jump.level_true;
    U256& least = condition.is_true ? jump.least_false : jump.least_true;
    if (level < least_level || (level == least_level && missed < least))
    {
        least_level = level;
        assign(least, missed);
    }
}
}  // namespace sbst::evm
