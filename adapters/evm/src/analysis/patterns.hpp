// SPDX-License-Identifier: Apache-2.0
// Patterns: code that solc is known to generate around a JUMPI, for code without a source map.
// Next: goals.hpp.
#pragma once

#include "branches.hpp"

#include <cstdint>

namespace sbst::evm::analysis
{

/// The side that fails copies returned data and reverts with it.
[[nodiscard]] bool forwards_returned_data(const GraphView& view, const Branch& branch);
/// The other side begins with a division.
[[nodiscard]] bool guards_division(const GraphView& view, const Branch& branch);
/// An index is compared with a length, and the other side computes an address from it.
[[nodiscard]] bool guards_index(const GraphView& view, const Branch& branch);
/// A word is compared with the last member of an enumeration before it is used.
[[nodiscard]] bool guards_enumeration(const GraphView& view, const Branch& branch);
/// The size of the calldata after the selector is compared, as in the ABI decoder.
[[nodiscard]] bool compares_argument_size(const GraphView& view, const Branch& branch);
/// A word is compared with a greatest offset or length, as in the ABI decoder.
[[nodiscard]] bool compares_with_bound(const GraphView& view, const Branch& branch);
/// The branch is the only one of a loop that only copies words into memory.
[[nodiscard]] bool fills_memory(const GraphView& view, const Branch& branch);
/// The lowest bit of a stored word is tested: it marks long strings or bytes.
[[nodiscard]] bool tests_stored_flag(const GraphView& view, const Branch& branch);
/// Words are loaded, stored or copied near the branch, in its function.
[[nodiscard]] bool moves_data(const GraphView& view, const Branch& branch);
/// A loop or test of the code that moves strings and arrays between storage, memory and encoding.
[[nodiscard]] bool copies_data(const GraphView& view, const Branch& branch);
/// A fallback or receive does more than stop or revert without data.
[[nodiscard]] bool has_effects(const GraphView& view, std::uint32_t entry);

}  // namespace sbst::evm::analysis
