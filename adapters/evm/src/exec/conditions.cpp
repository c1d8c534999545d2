// SPDX-License-Identifier: Apache-2.0
#include "conditions.hpp"

namespace sbst::evm
{

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
    static constexpr U256 zero;
    std::uint32_t level = 0;
    Tag tag = condition.tag;
    const U256* value = &condition.value;
    if (tag == constant_tag)
    {
        // The condition is a truth value that the code pushed, so an earlier jump decided it: to
        // change it, that jump must go the other way. Without such a jump, the distance is 1.
        const auto jumps = static_cast<std::uint32_t>(f.jump_count);
        const bool is_decided = f.decider != Frame::no_decider;
        level = is_decided ? jumps - f.decider : jumps + 1;
        tag = is_decided ? f.decider_tag : no_tag;
        value = is_decided ? &f.decider_value : &zero;
    }
    const U256 missed = provenance.to_opposite(tag, *value);
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
