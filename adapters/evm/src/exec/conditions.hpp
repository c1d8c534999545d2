// SPDX-License-Identifier: Apache-2.0
// Trace entries of the subject's conditional jumps other than the count: not inlined, so that the
// loop stays small. Next: provenance.hpp.
#pragma once

#include "frame.hpp"

namespace sbst::evm
{

/// A word that decided a conditional jump.
struct Condition
{
    Tag tag{};
    bool is_true{};  ///< the word was not zero
    const U256& value;
};

/// Records that a side of a jump was taken for the first time: its distance is 0 from now on.
void note_first(Frame& f, std::uint32_t number, bool taken);

/// Lowers the distance of the side that was never taken to that of this condition.
void note_missed(const Provenance& provenance, const Frame& f, std::uint32_t number,
    const Condition& condition) noexcept;

}  // namespace sbst::evm
