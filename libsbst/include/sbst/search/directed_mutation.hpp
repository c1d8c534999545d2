// SPDX-License-Identifier: Apache-2.0
// Directed mutation: neighbours of the tests that came nearest to open goals, proposed to the
// search through its hook `refine`. Next: hooks.hpp.
#pragma once

#include <sbst/chromosome/operators.hpp>
#include <sbst/chromosome/test_case.hpp>
#include <sbst/goal/goal.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/search/hooks.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace sbst
{

struct DirectedOptions
{
    /// Tests proposed a generation; 0 switches it off.
    std::size_t tests_per_generation = 40;
    /// Probability that an argument becomes what stands elsewhere in the test under its type.
    double copy_prob = 0.25;
    /// Probability that a call is inserted before the one that matters instead.
    double insert_prob = 0.2;
    /// Probability that an integer moves by exactly the goal's distance, up or down: right at once
    /// where an argument is compared as it is.
    double distance_step_prob = 0.3;
    /// Probability that the calls behind the changed one are cut off.
    double cut_prob = 0.5;
    /// How many times less often a parameter with a usual value is changed than another.
    double usual_weight = 0.3;
};

/// @throws ConfigError naming the member, the value found and what was expected.
void validate(const DirectedOptions& options);

/// Mutates where it matters: picks an open goal, the test that came nearest to it, and changes one
/// argument of a call that the goal is about. A step of an integer that brought a test nearer is
/// followed by the one that a straight line through both distances promises to be the last.
///
/// Ours: mutation picks one of forty calls and one of its arguments blindly; with a few thousand
/// executions most goals get no try at the argument that they compare. One variable at a time is
/// the alternating variable method (Korel, TSE 1990), its pattern move replaced by the secant
/// method and spread over generations, so that it needs no evaluation of its own.
class DirectedMutation
{
public:
    /// Tells whether calls of that callable can decide that goal; cheap.
    using Relevance = std::function<bool(GoalId, CallableId)>;

    /// Keeps references; they outlive it. @throws ConfigError see validate.
    DirectedMutation(const TypeUniverse& types, const Catalogue& catalogue,
        SequenceOperators& operators, Relevance is_relevant, const DirectedOptions& options = {});

    /// Tests for the next generation; none when no open goal has a nearest test yet.
    [[nodiscard]] std::vector<TestCase> propose(const SearchState<TestCase>& state, Rng& rng);

private:
    /// A step that was proposed for a goal, to be repeated should it have helped.
    struct Step
    {
        GoalId goal;
        TestCase test;
        std::size_t statement = 0;
        std::size_t argument = 0;
        U256 delta;  // two's complement
        Distance before;
    };

    using Nearest = Archive<TestCase>::Nearest;

    TestCase vary(GoalId goal, const Nearest& nearest, Rng& rng);
    std::optional<TestCase> follow(GoalId goal, const Nearest& nearest);
    std::optional<U256> moved(
        const TestCase& test, std::size_t statement, std::size_t argument, const U256& delta) const;
    [[nodiscard]] std::size_t choose_statement(GoalId goal, const TestCase& test, Rng& rng);
    [[nodiscard]] std::size_t choose_argument(const Statement& statement, Rng& rng);
    void change(
        GoalId goal, const Nearest& nearest, TestCase& test, std::size_t statement, Rng& rng);
    bool copy_from_elsewhere(
        TestCase& test, std::size_t statement, std::size_t argument, Rng& rng) const;
    void insert_before(TestCase& test, std::size_t statement, Rng& rng);

    const TypeUniverse* m_types;
    const Catalogue* m_catalogue;
    SequenceOperators* m_operators;
    Relevance m_is_relevant;
    DirectedOptions m_options;

    std::vector<Step> m_steps;      // proposed last time
    std::vector<Step> m_new_steps;  // being proposed
    // Reused buffers.
    std::vector<std::size_t> m_places;
    std::vector<double> m_weights;
};

}  // namespace sbst
