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
    /// Tests proposed a generation; 0 switches it off.
    std::size_t tests_per_generation = 40;

    // Where a proposal starts.
    /// Probability of another test that came as near, where one is known: the way on may start
    /// anywhere on a plateau.
    double drift_prob = 0.5;
    /// Probability that the calls behind the one that matters are cut off.
    double cut_prob = 0.5;

    // What it does, in this order; one of them.
    /// Probability that an argument that was compared becomes what it was compared with.
    double substitute_prob = 0.2;
    /// Probability that a call is inserted before the one that matters.
    double insert_prob = 0.2;
    /// Probability that an argument of such a call is taken from the one that matters, where one
    /// has its type and role.
    double share_prob = 0.5;
    /// Probability that a call before the one that matters is changed, half of the time the
    /// opening: what they leave behind may decide.
    double earlier_prob = 0.15;
    /// Probability that the call stays as it is and changed copies of it follow: one execution
    /// tries them all.
    double repeat_prob = 0.7;

    // Copies.
    /// Most copies made; the length of a test limits them too.
    std::size_t copies = 40;
    /// Probability that earlier calls of the same callable go first: copies that earlier tries left
    /// behind.
    double clear_prob = 0.5;
    /// Weights of the ways in which the argument of a copy changes: a copy from elsewhere, a
    /// boundary, other low bits, and what mutation does.
    std::array<double, 4> copy_mix = {0.1, 0.1, 0.6, 0.2};

    // One call changed in place.
    /// Probability that an argument becomes what stands elsewhere in the test under its type.
    double copy_prob = 0.25;
    double boundary_prob = 0.2;
    double low_bits_prob = 0.3;
    /// Probability that an integer moves by exactly the goal's distance, up or down: right at once
    /// where an argument is compared as it is.
    double distance_step_prob = 0.3;

    // Both.
    /// Probability that a second argument of the call changes too: some goals need both, and
    /// neither alone brings a test nearer.
    double second_change_prob = 0.35;
    /// Weight of a parameter with a role (sender, value, ...) against 1 for an ordinary one, when
    /// the argument to change is drawn.
    double role_weight = 0.25;
};

/// @throws ConfigError naming the member, the value found and what was expected.
void validate(const DirectedOptions& options);

/// Mutates where it matters: picks an open goal, a test that came nearest to it, and in that the
/// call that the goal is about. Then it gives an argument of the test the value that it was
/// compared with, or puts a preparing call before, or lets copies of the call with other arguments
/// follow, or changes the call. A step of an integer that brought a test nearer is followed by the
/// one that a straight line through both distances promises to be the last.
///
/// Ours: mutation picks one of forty calls and one of its arguments blindly; with a few thousand
/// executions most goals get no try at the argument that they compare. One variable at a time is
/// the alternating variable method (Korel, TSE 1990), its pattern move replaced by the secant
/// method and spread over generations, so that it needs no evaluation of its own. For the operands
/// see InputToState.
class DirectedMutation
{
public:
    /// Tells whether calls of that callable can decide that goal; cheap.
    using Relevance = std::function<bool(GoalId, CallableId)>;

    /// Keeps references; they outlive it. @throws ConfigError see validate.
    DirectedMutation(SequenceOperators& operators, const GoalGraph& goals, Relevance is_relevant,
        const DirectedOptions& options = {});

    /// Operands of comparisons.
    [[nodiscard]] static Record wanted_record() { return Record::values; }

    /// Takes in an executed test. Without it arguments are never matched with operands, and every
    /// proposal starts at the archive's test.
    void on_evaluated(const Evaluated<TestCase>& evaluated);

    /// Tests for the next generation; none when no open goal has a nearest test yet.
    [[nodiscard]] std::vector<TestCase> refine(const SearchState<TestCase>& state, Rng& rng);
    [[nodiscard]] std::size_t refine_quota() const { return m_options.tests_per_generation; }

private:
    /// A step that was proposed for a goal, to be repeated should it have helped.
    struct Step
    {
        GoalId goal;
        TestCase test;
        ArgumentPlace place;
        U256 delta;  // two's complement
        Distance before;
    };

    using Nearest = Archive<TestCase>::Nearest;

    /// A test as near to a goal as the archive's: the last of every `drift_interval` found.
    struct Tie
    {
        Fitness fitness = Fitness::worst();
        std::uint32_t count = 0;
        TestCase test;
    };
    static constexpr std::uint32_t drift_interval = 8;

    [[nodiscard]] Nearest start(GoalId goal, const Nearest& nearest, Rng& rng) const;
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
    Relevance m_is_relevant;
    ArgumentChanges m_changes;
    InputToState m_input_to_state;
    std::vector<Tie> m_ties;  // by goal
    DirectedOptions m_options;

    std::vector<Step> m_steps;      // proposed last time
    std::vector<Step> m_new_steps;  // being proposed
    // Reused buffers.
    std::vector<std::size_t> m_places;
    std::vector<double> m_weights;
};

}  // namespace sbst
