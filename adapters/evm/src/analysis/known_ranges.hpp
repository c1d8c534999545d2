// SPDX-License-Identifier: Apache-2.0
// Known ranges: what a path has established about expressions; the ranges that follow; refinement
// by the outcome of a condition. Next: state.hpp.
#pragma once

#include "expression.hpp"
#include "range.hpp"

#include <sbst/evm/analysis/contract_facts.hpp>

#include <utility>
#include <vector>

namespace sbst::evm::analysis
{

/// Ranges of identified expressions, sorted by id.
class KnownRanges
{
public:
    using Entry = std::pair<ExprId, Range>;

    [[nodiscard]] const Range* find(ExprId id) const;
    /// Sets a range; ignored when too many are known already.
    void set(ExprId id, const Range& range);
    void erase(ExprId id);
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
    void assign(std::vector<Entry> sorted) { m_entries = std::move(sorted); }

    friend bool operator==(const KnownRanges&, const KnownRanges&) = default;

private:
    std::vector<Entry> m_entries;
};

/// Evaluates and refines expressions. Holds only references.
class Reasoner
{
public:
    Reasoner(ExpressionTable& table, const EnvironmentBounds& bounds)
      : m_table(&table), m_bounds(&bounds)
    {}

    /// Range of the values that the expression can have given the known ranges.
    [[nodiscard]] Range range_of(ExprId id, const KnownRanges& known_ranges) const;
    /// Adds what follows from `id` being non-zero (or zero). False = impossible.
    [[nodiscard]] bool refine(ExprId id, bool is_nonzero, KnownRanges& known_ranges) const;
    /// Adds what follows from `id` lying in a range. False = impossible.
    [[nodiscard]] bool assume(ExprId id, const Range& wanted, KnownRanges& known_ranges) const;
    /// Range of a symbol or of an input before anything is known.
    [[nodiscard]] Range base_range(const Expression& node) const;
    /// No call can pay for more memory than this.
    [[nodiscard]] const U256& max_data_size() const { return m_bounds->data_size; }

private:
    struct Query
    {
        const KnownRanges* known_ranges;
        int budget;
        int depth;
    };

    Range evaluate(ExprId id, Query& query) const;
    Range evaluate_operation(ExprId id, Query& query) const;
    [[nodiscard]] Range evaluate_mask(
        const Expression& node, const Range& x, const Range& computed) const;
    std::optional<Range> known_relation(ExprId id, Query& query) const;
    std::optional<Range> known_signed_relation(const Expression& node, Query& query) const;
    std::optional<Range> known_product(const Expression& node, Query& query) const;
    std::optional<Range> known_connective(const Expression& node, Query& query) const;
    bool refine_less(const Expression& node, bool is_true, KnownRanges& known_ranges) const;
    bool refine_signed_less(const Expression& node, bool is_true, KnownRanges& known_ranges) const;
    bool refine_equal(ExprId a, ExprId b, bool is_equal, KnownRanges& known_ranges) const;
    bool refine_connective(const Expression& node, bool is_true, KnownRanges& known_ranges) const;
    bool propagate(ExprId id, const Range& range, KnownRanges& known_ranges) const;

    ExpressionTable* m_table;
    const EnvironmentBounds* m_bounds;
};

}  // namespace sbst::evm::analysis
