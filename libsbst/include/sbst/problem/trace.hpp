// SPDX-License-Identifier: Apache-2.0
// The trace: the record of one execution of a test. It is the same for all adapters, which fill it,
// so every criterion is scored only here. Next: problem.hpp.
#pragma once

#include <sbst/goal/goal.hpp>
#include <sbst/numeric/distance.hpp>
#include <sbst/symbolic/expression.hpp>
#include <sbst/test/type.hpp>
#include <sbst/test/value.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sbst::symbolic
{

struct SymbolicRun;

}  // namespace sbst::symbolic

namespace sbst
{

/// What a request wants recorded; a bit set. `coverage` is always recorded.
enum class Record : unsigned
{
    coverage = 1,
    distances = 2,
    values = 4,
    state = 8,
    outputs = 16,
    path = 32,
    produced = 64,
    run_time_types = 128
};

[[nodiscard]] constexpr Record operator|(Record left, Record right)
{
    return static_cast<Record>(static_cast<unsigned>(left) | static_cast<unsigned>(right));
}

/// Tells whether `wanted` is among the recorded things.
[[nodiscard]] constexpr bool has(Record set, Record wanted)
{
    return (static_cast<unsigned>(set) & static_cast<unsigned>(wanted)) != 0;
}

enum class OutcomeKind : std::uint8_t
{
    not_reached,
    returned,
    threw,
    timed_out,
    unsupported
};

/// The outcome of one call of the test.
struct CallOutcome
{
    OutcomeKind kind = OutcomeKind::not_reached;
    /// Set when the call threw.
    ExceptionId exception;
    /// Two costs that the adapter defines, 0 if it has none; so far only conformance reads them.
    std::uint64_t steps = 0;
    std::uint64_t weight = 0;
};

/// Hits and least exact distances of one predicate, in both directions.
struct BranchHits
{
    std::uint32_t hits_true = 0;
    std::uint32_t hits_false = 0;
    /// Record::distances; `infinite` before the first evaluation.
    Distance least_true = Distance::infinite();
    Distance least_false = Distance::infinite();

    [[nodiscard]] std::uint32_t hits(bool outcome) const
    {
        return outcome ? hits_true : hits_false;
    }
    [[nodiscard]] const Distance& least(bool outcome) const
    {
        return outcome ? least_true : least_false;
    }
};

/// One predicate that the test evaluated.
struct PredicateTrace
{
    PredicateId predicate;
    /// All evaluations.
    BranchHits all{};
    /// Those in calls of the test itself: for a criterion of direct branches, read by conformance.
    BranchHits direct{};
};

/// One method that the test entered. Criteria read `entered`, conformance reads all counts.
struct MethodTrace
{
    MethodId method;
    std::uint32_t entered = 0;
    std::uint32_t entered_directly = 0;  // by the test itself: for a top-level method criterion
    std::uint32_t left = 0;  // without an exception, 0 if unknown: for a no-exception criterion
    std::uint32_t left_directly = 0;  // the same, entered by the test itself
};

/// A class of results that some call of the test came near, or returned.
struct OutputTrace
{
    OutputId output;
    std::uint32_t hits = 0;
    /// How far the nearest result was from the class; `infinite` where nothing can tell.
    Distance least = Distance::infinite();
};

/// What one predicate did in direct calls of one function.
struct ContextTrace
{
    ContextId context;
    BranchHits hits;
};

/// A mutant whose place the test reached.
struct MutantTrace
{
    MutantId mutant;
    /// How far the test was from a state that differs behind the changed instruction; zero when it
    /// differed once. Source: the infection distances of weak mutation, as EvoSuite has them.
    Distance least = Distance::infinite();
};

/// Two operands that a predicate compared, and the call during which it compared them.
struct ComparedValues
{
    std::uint32_t call = 0;
    PredicateId predicate;
    Value left;
    Value right;
};

/// A location of the state that was read or written (Record::state). With Record::path too, items
/// of one collection that were found by a key have one location, and accesses count that the
/// subject's own code does not make: those of other code, and what transfers change.
struct StateAccess
{
    std::uint32_t call = 0;
    bool is_write = false;
    std::string location;
    Value value;
};

/// Record::path: one evaluation of a predicate, or another thing that later values hang on; the log
/// has them in the order of execution.
struct PathCondition
{
    std::uint32_t call = 0;
    /// Invalid for what is no predicate of the subject: a decision of other code, or a fact that
    /// the conditions after it take for granted.
    PredicateId predicate{};
    bool outcome = false;
    /// The context of the predicate in this call, if goals ask for it.
    ContextId context{};
    /// The truth value of Trace::symbolic that was `outcome`; invalid where it hangs on no literal,
    /// and from adapters that follow no expressions.
    symbolic::ExpressionId condition{};
    /// False for what is taken for granted: the run goes elsewhere, or another way, without it.
    bool is_decision = true;
};

/// Record::produced: an object that a call returned, or the state of the subject that no object has
/// (what it stores), at the end of the test; of the state, what the call left.
struct ProducedObject
{
    std::uint32_t call = 0;
    /// The declared one, or with Record::run_time_types, if the adapter can tell it, the one that
    /// it had; invalid for the state.
    TypeId type{};
    /// Equal for equal contents, except by rare chance; 0 = unknown. It decides what guided random
    /// testing keeps, never what a test covers.
    std::uint64_t state = 0;
};

/// A log that stops at its cap and tells that it is truncated.
template <class Entry>
class CappedLog
{
public:
    static constexpr std::size_t default_capacity = 4096;

    /// Appends unless the cap is reached.
    void push(Entry entry)
    {
        if (m_entries.size() < m_capacity)
        {
            m_entries.push_back(std::move(entry));
        }
        else
        {
            m_is_truncated = true;
        }
    }
    void clear()
    {
        m_entries.clear();
        m_is_truncated = false;
    }
    void set_capacity(std::size_t capacity) { m_capacity = capacity; }
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
    [[nodiscard]] bool is_truncated() const { return m_is_truncated; }

private:
    std::vector<Entry> m_entries;
    std::size_t m_capacity = default_capacity;
    bool m_is_truncated = false;
};

/// What one execution recorded. Sparse: only touched things appear, each id at most once, in any
/// order. The caller owns the buffers and reuses them: `clear()` keeps capacity.
struct Trace
{
    /// False when the stop token prevented the run; then nothing else is meaningful.
    bool was_run = false;
    /// False when the test was told the time, or a number by chance: what it did then hangs on more
    /// than its calls.
    bool is_repeatable = true;

    std::vector<CallOutcome> calls;
    std::vector<PredicateTrace> predicates;
    std::vector<ContextTrace> contexts;
    std::vector<MethodTrace> methods;
    std::vector<LineId> lines;
    std::vector<OutputTrace> outputs;
    std::vector<MutantTrace> mutants;
    /// In the order of calls.
    std::vector<ProducedObject> produced;

    CappedLog<ComparedValues> values;
    CappedLog<StateAccess> state;  // not from all adapters
    CappedLog<PathCondition> path;
    /// The expressions of `path` (Record::path); null from adapters that follow none.
    std::shared_ptr<const symbolic::SymbolicRun> symbolic;

    void clear();

    /// Tells whether some call timed out or was unsupported: such a test has worst fitness.
    [[nodiscard]] bool is_unusable() const;
};

/// Leaves of `kept`'s coverage and distances what `other`, another run of the same test, reaches
/// too: an outcome is as far as in the run that was farther from it. No coverage is left where the
/// other run is unusable. Calls and logs stay as they are.
void keep_common(Trace& kept, const Trace& other);

/// How a test ended, worst first. The test with the better end is kept for a goal.
enum class TestEnd : std::uint8_t
{
    /// Trace::is_unusable.
    unusable,
    /// A call ended it that its author did not mean to be the last: see TellsEnds.
    broken_off,
    /// It ran to its end, but is not Trace::is_repeatable: less can be asserted of it.
    unrepeatable,
    normal
};

}  // namespace sbst
