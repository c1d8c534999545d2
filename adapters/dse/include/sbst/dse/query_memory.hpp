// SPDX-License-Identifier: Apache-2.0
// What has been asked before, recognised in other graphs: each run of a test has a graph of its
// own. Next: portfolio.hpp.
#pragma once

#include <sbst/dse/solver.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace sbst::dse
{

/// A hash of what an expression is, whatever its id: operations, constants, and variables by
/// address, sort and domain. Operands that may be exchanged count without their order.
struct StructuralHash
{
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    friend bool operator==(const StructuralHash&, const StructuralHash&) = default;
    friend auto operator<=>(const StructuralHash&, const StructuralHash&) = default;
};

/// The constraints of a query without the ids of their graph.
struct QueryKey
{
    /// Keys of the constraints, ascending, each once.
    std::vector<StructuralHash> constraints;
    /// All of them written down: equal exactly where constraints are equal up to their order, ids,
    /// and the order of operands that may be exchanged.
    std::vector<std::uint64_t> text;
    /// The variables in the order of the text.
    std::vector<symbolic::VariableId> variables;
};

[[nodiscard]] QueryKey key_of(const Query& query);

/// Answers by query. A model or a contradiction answers it whatever the start is, "unknown" the
/// query with the same start only. The oldest answers go first.
class AnswerMemory
{
public:
    /// @param most_words bounds the size: words of 8 bytes, about; 0 remembers nothing.
    explicit AnswerMemory(std::size_t most_words) : m_most_words(most_words) {}

    /// The answer with a model for this query's graph, the start elsewhere; without effort.
    [[nodiscard]] std::optional<Answer> find(const Query& query, const QueryKey& key) const;
    void add(const Query& query, const QueryKey& key, const Answer& answer);
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }

private:
    struct Entry
    {
        std::uint64_t hash = 0;
        std::vector<std::uint64_t> text;
        Verdict verdict = Verdict::unknown;
        /// By the order of the text: the model, or the start of an unknown answer.
        std::vector<symbolic::Datum> values;
        std::size_t words = 0;
    };

    void drop_oldest();

    std::size_t m_most_words;
    std::size_t m_words = 0;
    std::deque<Entry> m_entries;
    std::uint64_t m_dropped = 0;
    /// Numbers of entries since the first one, ascending, by hash: for lookup only.
    std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> m_by_hash;
};

/// Sets of constraints that have no model. What holds one of them has none either.
///
/// Sets are compared by hashes of 128 bits.
class ContradictionMemory
{
public:
    /// @param most_sets bounds the size; the oldest sets go first; 0 remembers nothing.
    explicit ContradictionMemory(std::size_t most_sets) : m_most_sets(most_sets) {}

    [[nodiscard]] bool contradicts(const QueryKey& key) const;
    void add(const QueryKey& key);
    [[nodiscard]] std::size_t size() const { return m_sets.size(); }

private:
    struct Hasher
    {
        std::size_t operator()(const StructuralHash& hash) const { return hash.low; }
    };

    std::size_t m_most_sets;
    std::deque<std::vector<StructuralHash>> m_sets;
    std::uint64_t m_dropped = 0;
    /// Numbers of sets since the first one, by their least constraint: for lookup only.
    std::unordered_map<StructuralHash, std::vector<std::uint64_t>, Hasher> m_by_least;
};

}  // namespace sbst::dse
