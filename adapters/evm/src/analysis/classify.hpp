// SPDX-License-Identifier: Apache-2.0
// Classes: the origin of each JUMPI's branch, by the source map if there is one, and by code that
// the compiler is known to generate; all other branches are the author's. Next: goals.hpp.
#pragma once

#include "branches.hpp"
#include "places.hpp"

#include <sbst/evm/analysis/contract_analysis.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbst::evm::analysis
{

/// Why the distance of a branch is only 0 or 1; nothing when it is numeric.
[[nodiscard]] std::optional<std::string> flag_reason(const GraphView& view, const Branch& branch);

/// Assigns classes; holds references only.
class Classifier
{
public:
    explicit Classifier(const GraphView& view);

    /// `is_guarded`: the condition depends on the value of a call that cannot carry a value.
    [[nodiscard]] GoalClass classify(const Branch& branch, bool is_guarded) const;
    /// pc of the instruction whose source shows the decision of the branch; often its own.
    [[nodiscard]] std::uint32_t source_of(const Branch& branch) const;
    /// Class of the goal "entered".
    [[nodiscard]] GoalClass classify_entry(
        std::uint32_t entry, const std::vector<Branch>& branches) const;

private:
    [[nodiscard]] Place place_of(const Branch& branch) const;
    /// The instruction whose source shows the author's decision behind a branch in a frame; nothing
    /// when there is no such decision.
    [[nodiscard]] std::optional<std::uint32_t> author_of(const Branch& branch) const;
    [[nodiscard]] bool is_payable_check(const Branch& branch) const;
    [[nodiscard]] bool is_compiler_check(const Branch& branch, Place place) const;
    [[nodiscard]] bool is_old_compiler_check(const Branch& branch) const;
    [[nodiscard]] bool is_getter(const Branch& branch) const;
    [[nodiscard]] bool is_calldata_check(const Branch& branch, Place place) const;
    [[nodiscard]] static bool tests_callee(const Branch& branch);
    [[nodiscard]] bool checks_decoded(const Branch& branch, Place place) const;
    [[nodiscard]] bool compares_decoded(const Branch& branch) const;
    [[nodiscard]] bool is_decoder_allocation(const Branch& branch, Place place) const;
    [[nodiscard]] bool is_validator(const Branch& branch) const;
    [[nodiscard]] bool is_data_copy(const Branch& branch, Place place) const;
    [[nodiscard]] bool forwards_failure(const Branch& branch) const;
    [[nodiscard]] bool has_side(const Branch& branch, BlockEnd end) const;
    [[nodiscard]] bool panics_with(const Branch& branch, std::uint32_t code) const;
    [[nodiscard]] bool reverts_plainly(const Branch& branch) const;
    [[nodiscard]] bool fails_plainly(const Branch& branch) const;

    const GraphView* m_view;
    Places m_places;
};

}  // namespace sbst::evm::analysis
