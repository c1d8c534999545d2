// SPDX-License-Identifier: Apache-2.0
// Directed mutation: neighbours of the tests that came nearest to open goals, proposed to the
// search as a hook. Next: hooks.hpp.
#pragma once

#include <sbst/goal/goal.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/search/argument_changes.hpp>
#include <sbst/search/hooks.hpp>
#include <sbst/search/input_to_state.hpp>
#include <sbst/test/test_case.hpp>
#include <sbst/variation/operators.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace sbst
{

struct DirectedOptions
{
    /// Tests proposed per generation; 0 switches it off.
    std::size_t tests_per_generation = 40;

    // The start of a proposal.
    /// Probability of starting at another test that came as near, if one is known: the way forward
    /// may start anywhere on a plateau.
    double drift_prob = 0.5;
    /// Probability of starting at a test that passes a check on the way to the goal in calls of
    /// another function, if the goal's function shares the check with others: what one function
    /// left may be what another one asks for.
    double elsewhere_prob = 0.3;
    /// Probability that the calls after the relevant one are cut off.
    double cut_prob = 0.5;

    // The kind of change: one of these, tried in this order.
    /// Probability that a compared argument becomes the other operand of the comparison.
    double substitute_prob = 0.2;
    /// Probability that a call is inserted before the relevant one.
    double insert_prob = 0.2;
    /// Probability that an argument of such a call is taken from the relevant call, if that has one
    /// of the same type and role.
    double share_prob = 0.5;
    /// Probability that a call before the relevant one is changed, half of the time the opening:
    /// the state that they leave may decide.
    double earlier_prob = 0.15;
    /// Probability that the call is kept and changed copies of it follow: one execution tries all
    /// of them.
    double repeat_prob = 0.7;

    // Copies.
    /// Most copies made; the length of a test limits them too.
    std::size_t copies = 40;
    /// Probability that earlier calls of the same callable are removed first: they are copies left
    /// by earlier tries.
    double clear_prob = 0.5;
    /// Weights of the ways to change the argument of a copy: a value from elsewhere in the test, a
    /// boundary, other low bits, an ordinary mutation.
    std::array<double, 4> copy_mix = {0.1, 0.1, 0.6, 0.2};

    // Change of one call in place.
    /// Probability that an argument becomes a value of its type from elsewhere in the test.
    double copy_prob = 0.25;
    double boundary_prob = 0.2;
    double low_bits_prob = 0.3;
    /// Probability that an integer moves by exactly the goal's distance, up or down: that is right
    /// at once when the argument itself is compared.
    double distance_step_prob = 0.3;

    // Copies and changes in place.
    /// Probability that a second argument of the call changes too: some goals need both, and
    /// neither alone brings a test nearer.
    double second_change_prob = 0.35;
    /// Weight of a parameter with a role (sender, value, ...) against 1 for an ordinary one, when
    /// the argument to change is drawn.
    double role_weight = 0.25;
};

/// @throws ConfigError naming the member, the value found and what was expected.
void validate(const DirectedOptions& options);

/// Mutates where it matters: picks an open goal, a test that came nearest to it, and in that test
/// the relevant call, the one that the goal depends on. Then it sets an argument to the value that
/// it was compared with, inserts a preparing call before the relevant one, adds copies of the call
/// with other arguments after it, or changes the call. When a step of an integer brought a test
/// nearer, the next step goes to the zero of the straight line through both distances. Where the
/// goal lies behind a check that functions share, it also appends the call to tests that passed the
/// check in calls of other functions.
///
/// Source: ours. Plain mutation picks one of forty calls and one of its arguments blindly; within a
/// few thousand executions the compared argument of most goals is never tried. Changing one
/// variable at a time is the alternating variable method (Korel, TSE 1990); we replace its pattern
/// move by the secant method and spread it over generations, so that it needs no extra executions.
/// For the operands see InputToState.
class DirectedMutation
{
public:
    /// Tells whether calls of the callable can decide the goal; must be cheap.
    using Relevance = std::function<bool(GoalId, CallableId)>;

    /// Keeps references, which must outlive it. @throws ConfigError as validate.
    DirectedMutation(SequenceOperators& operators, const GoalGraph& goals, Relevance is_relevant,
        const DirectedOptions& options = {});

    /// It needs the operands of comparisons.
    [[nodiscard]] static Record wanted_record() { return Record::values; }

    /// Takes in an executed test. Without it arguments are never matched with operands, and every
    /// proposal starts at the archive's test.
    void on_evaluated(const Evaluated<TestCase>& evaluated);

    /// Tests for the next generation; empty when no open goal has a nearest test yet.
    [[nodiscard]] std::vector<TestCase> refine(const SearchState<TestCase>& state, Rng& rng);
    [[nodiscard]] std::size_t refine_quota() const { return m_options.tests_per_generation; }

private:
    /// A step that was proposed for a goal; it is repeated if it helped.
    struct Step
    {
        GoalId goal;
        TestCase test;
        ArgumentPlace place;
        U256 delta;  // two's complement
        Distance before;
    };

    using Nearest = Archive<TestCase>::Nearest;

    /// A test as near to a goal as the archive's; the last of every `drift_interval` such tests is
    /// kept.
    struct Tie
    {
        Fitness fitness = Fitness::worst();
        std::uint32_t count = 0;
        TestCase test;
    };
    static constexpr std::uint32_t drift_interval = 8;

    [[nodiscard]] Nearest start(GoalId goal, const Nearest& nearest, Rng& rng) const;
    /// A test that passes a shared check elsewhere, and then the call on which the goal depends,
    /// with other arguments; nothing where no check of the goal is shared, or by chance.
    std::optional<TestCase> from_elsewhere(
        GoalId goal, const Nearest& nearest, const Archive<TestCase>& archive, Rng& rng);
    std::optional<TestCase> follow(GoalId goal, const Nearest& nearest);
    TestCase vary(GoalId goal, const Nearest& nearest, Rng& rng);
    [[nodiscard]] std::size_t choose_call(GoalId goal, const Nearest& nearest, Rng& rng);
    [[nodiscard]] std::size_t choose_argument(const Call& call, Rng& rng);

    void insert_before(TestCase& test, std::size_t call, Rng& rng);
    [[nodiscard]] std::size_t choose_earlier(std::size_t call, Rng& rng) const;
    [[nodiscard]] bool is_opening(CallableId callable) const;
    void repeat(TestCase& test, std::size_t call, Rng& rng);
    std::size_t clear_before(TestCase& test, std::size_t call, Rng& rng);
    void explore(TestCase& test, ArgumentPlace place, Rng& rng);
    void change(GoalId goal, const Nearest& nearest, TestCase& test, std::size_t call, Rng& rng);

    const Catalogue* m_catalogue;
    SequenceOperators* m_operators;
    const GoalGraph* m_goals;
    Relevance m_is_relevant;
    ArgumentChanges m_changes;
    InputToState m_input_to_state;
    std::vector<Tie> m_ties;  // by goal
    DirectedOptions m_options;

    std::vector<Step> m_steps;      // proposed last time
    std::vector<Step> m_new_steps;  // being proposed
    // Reused buffers.
    std::vector<std::size_t> m_places;
    std::vector<GoalId> m_elsewhere;
    std::vector<double> m_weights;
};

}  // namespace sbst
