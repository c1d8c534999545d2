// SPDX-License-Identifier: Apache-2.0
// Classes: whose branch a JUMPI is, by source map where there is one, else by what the compiler is
// known to generate. Next: goals.hpp.
#pragma once

#include "branches.hpp"

#include <sbst/evm/analysis/contract_analysis.hpp>

#include <map>
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

    /// `is_guarded`: the condition depends on the value of a call that cannot carry any.
    [[nodiscard]] GoalClass classify(const Branch& branch, bool is_guarded) const;
    /// Class of the goal "entered".
    [[nodiscard]] GoalClass classify_entry(
        std::uint32_t entry, const std::vector<Branch>& branches) const;

private:
    /// What the source map says; nothing without one.
    enum class Origin
    {
        unknown,
        user,
        compiler
    };

    [[nodiscard]] Origin origin_of(const Branch& branch) const;
    [[nodiscard]] bool is_payable_check(const Branch& branch) const;
    [[nodiscard]] bool is_compiler_check(const Branch& branch, Origin origin) const;
    [[nodiscard]] bool is_old_compiler_check(const Branch& branch) const;
    [[nodiscard]] bool is_getter(const Branch& branch) const;
    [[nodiscard]] bool is_calldata_check(const Branch& branch, Origin origin) const;
    [[nodiscard]] bool is_validator(const Branch& branch) const;
    [[nodiscard]] bool is_data_copy(const Branch& branch) const;
    [[nodiscard]] bool forwards_failure(const Branch& branch) const;
    [[nodiscard]] bool has_side(const Branch& branch, BlockEnd end) const;
    [[nodiscard]] bool fails_plainly(const Branch& branch) const;

    const GraphView* m_view;
    std::map<SourceRange, std::vector<const SourceNode*>> m_nodes_at;
};

}  // namespace sbst::evm::analysis
