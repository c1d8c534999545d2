// SPDX-License-Identifier: Apache-2.0
// Mutants of what the author of a contract wrote: operators and literals of the syntax tree, and
// where the code computes them. Next: ../exec/mutant_sites.cpp for infection; goal_builder.cpp.
#pragma once

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/base/bytes.hpp>
#include <sbst/evm/exec/mutant_sites.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sbst::evm
{

/// A change of one operator or literal.
struct Mutant
{
    SourceSpan span{};
    /// `a + b: + becomes -`.
    std::string text;
    /// Smart selection seeks it: see is_subsuming().
    bool is_key = false;
    /// The number that the source has, in decimal; for numbers only.
    std::string number{};
    /// Where the code computes the operator, ascending.
    std::vector<std::uint32_t> pcs{};
};

/// The mutants of the runtime code, in the order of the source; MutantId is the place.
struct ContractMutants
{
    std::vector<Mutant> all;
    /// By instruction of the runtime code, for all mutants.
    std::vector<MutantSite> sites;
};

/// At most this many mutants of a contract are goals.
inline constexpr std::size_t most_mutants = 1000;

/// Solidity checks arithmetic, and fails by Panic(uint256), from 0.8 on.
[[nodiscard]] bool fails_by_panic(const Artifact& artifact);

/// Finds them. Without a syntax tree or a source map there are none. The compiler's own arithmetic,
/// masks and decoding have no node of their own, and so no mutants; an operator has none where the
/// compiler computes it by other instructions than its own (`x / 2` by a shift). Where the
/// optimiser may have turned the operands of `+`, `*`, `==` and `!=`, only mutants that do not tell
/// one operand from the other are made.
///
/// - `+ - * / % **`, also of `+=` and `-=`; `& | ^ << >>`: see replacements_of(). Checked as in
///   Solidity 0.8 where the node is outside `unchecked`.
/// - Comparisons, by the other five; of booleans, contracts and enums, by the opposite one. Not `==
///   0` by `<= 0` and `!= 0` by `> 0`, and the other way round, without a sign: they are
///   equivalent.
/// - `!x` by `x`, `x++` by `x--` and the other way round, a number by 0 and by one more, a truth
///   value by the other.
[[nodiscard]] ContractMutants find_mutants(
    const Artifact& artifact, const ContractAnalysis& runtime);

/// Why the mutant cannot be executed in place of the original; empty = it can.
/// @param code of the runtime.
[[nodiscard]] std::string why_not_built(
    const ContractMutants& mutants, MutantId mutant, BytesView code);

/// The sites of the mutants for which `is_wanted` (by MutantId).
[[nodiscard]] MutantSites sites_of(
    const ContractMutants& mutants, std::size_t code_size, const std::vector<bool>& is_wanted);

}  // namespace sbst::evm
