// SPDX-License-Identifier: Apache-2.0
// The sampler: makes tests of guided random testing from the pool, and fills the pool from what
// they did. Next: ../search/guided_sampling.hpp, which makes it the source of a search's tests.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/guided/facts.hpp>
#include <sbst/guided/literal_source.hpp>
#include <sbst/guided/method_weights.hpp>
#include <sbst/guided/options.hpp>
#include <sbst/guided/sequence_pool.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/test/test_case.hpp>
#include <sbst/variation/call_index.hpp>
#include <sbst/variation/operators.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace sbst
{

/// Guided random testing: selects methods, takes their inputs from sequences that ran before, and
/// learns from each executed test.
///
/// Unlike the paper, where each execution adds one call to one sequence, a test has as many calls
/// as a random test, each selected like the paper's: a test costs a run of its own here. The
/// sequences behind all objects of a test join the pool. Tests that are made before the last ones
/// are learnt from do not see their results. Keeps references, which must outlive it; one per run.
/// Source: Ma et al., ASE 2015 (GRT), algorithm 1.
class SequenceSampler
{
public:
    /// @throws ConfigError as validate(GuidedOptions).
    SequenceSampler(SequenceOperators& operators, const GoalGraph& goals, GuidedFacts facts,
        const GuidedOptions& options = {});
    SequenceSampler(const SequenceSampler&) = delete;
    SequenceSampler& operator=(const SequenceSampler&) = delete;

    /// A well-formed test of 1 to `max_length` calls. Callables may come with it (Detective).
    [[nodiscard]] TestCase make(Rng& rng);
    /// Learns from an executed test. Callables may come with it (casts).
    /// @param trace has Record::produced.
    /// @param covered goals that the test was the first to cover.
    void learn(const TestCase& test, const Trace& trace, std::span<const GoalId> covered);

    [[nodiscard]] const SequencePool& pool() const { return m_pool; }
    /// The callables among which it selects, and their weights, in the same order.
    [[nodiscard]] std::span<const CallableId> methods() const { return m_methods; }
    [[nodiscard]] std::span<const double> weights() const { return m_weights.weights(); }

private:
    // Making tests (sequence_sampler.cpp).
    [[nodiscard]] TestCase start(Rng& rng);
    bool add_call(TestCase& test, Rng& rng);
    [[nodiscard]] std::optional<Argument> object_for(
        TestCase& test, CallableId callable, std::size_t parameter, Rng& rng);
    [[nodiscard]] std::optional<Argument> some_object(TestCase& test, TypeId type, Rng& rng);
    [[nodiscard]] std::optional<Argument> present_object(
        const TestCase& test, TypeId type, Rng& rng) const;
    [[nodiscard]] std::optional<Argument> pooled_object(TestCase& test, TypeId type, Rng& rng);
    [[nodiscard]] std::optional<Argument> made_object(TestCase& test, TypeId type, Rng& rng);
    /// A callable that may write to an object, and the parameters in which it may.
    struct Writer
    {
        CallableId callable;
        std::vector<std::size_t> places;
    };
    [[nodiscard]] const std::vector<Writer>& writers_of(TypeId type);
    void investigate(TypeId first);
    void write_to(TestCase& test, const ResultRef& object, Rng& rng);
    [[nodiscard]] bool is_object(TypeId type) const;
    [[nodiscard]] std::size_t most_calls() const { return m_operators->options().max_length; }

    // Weights of methods (sequence_sampler.cpp).
    void refresh_methods();
    void count_goals();

    // Learning (sequence_learning.cpp).
    struct Kept;
    [[nodiscard]] static Kept without_failures(const TestCase& test, const Trace& trace);
    void keep_objects(const Kept& kept, const Trace& trace);
    void keep_object(const Kept& kept, std::size_t call, TypeId type, std::uint64_t state);
    void keep_states(const Kept& kept, const Trace& trace);
    void keep_state(const Kept& kept, std::size_t call, std::uint64_t state);
    [[nodiscard]] bool add_cast(PooledSequence& sequence, TypeId type);

    SequenceOperators* m_operators;
    const GoalGraph* m_goals;
    GuidedFacts m_facts;
    GuidedOptions m_options;
    CallIndex m_index;
    SequencePool m_pool;
    LiteralSource m_literals;

    std::vector<CallableId> m_methods;
    MethodWeights m_weights;
    /// By callable.
    std::vector<std::uint64_t> m_successes;
    /// By place of a method: the goals that its calls may decide.
    std::vector<std::vector<GoalId>> m_goals_of;
    std::size_t m_counted_goals = 0;
    std::vector<bool> m_is_covered;
    std::uint64_t m_executions = 0;
    std::uint64_t m_next_update = 0;
    std::set<TypeId> m_investigated;
    /// By type, those asked for since the catalogue had that size.
    std::vector<std::optional<std::vector<Writer>>> m_writers;
    std::size_t m_writers_known_for = 0;
};

}  // namespace sbst
