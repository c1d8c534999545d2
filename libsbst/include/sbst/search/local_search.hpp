// SPDX-License-Identifier: Apache-2.0
// Local search: takes a test that came nearest to an open goal and moves its literals, one at a
// time, as a hook. Next: alternating_variable.hpp for the moves, hooks.hpp.
#pragma once

#include <sbst/goal/goal.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/search/hooks.hpp>
#include <sbst/test/test_case.hpp>
#include <sbst/variation/operators.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace sbst
{

struct LocalSearchOptions
{
    /// Generations without a newly covered goal until a round; 0 switches local search off. Each
    /// round that covers no goal doubles the number, up to 16 times; one that does resets it.
    std::size_t interval = 0;
    /// Most tests for one goal in one round; at least 1.
    std::size_t tests_per_goal = 200;
    /// Most tests of local search, as a share of all that were executed so far; in [0, 1].
    double max_share = 0.2;
};

/// @throws ConfigError naming the member, the value found and what was expected.
void validate(const LocalSearchOptions& options);

/// Brings the nearest tests of goals nearer by the alternating variable method, and executes each
/// test before it chooses the next.
///
/// Rounds begin when the search covers nothing more by itself, and take the open goals whose
/// nearest test has been the same since the last round: what the search reaches costs nothing here.
/// For each it first asks which literals make a difference: random changes of many at once, then of
/// the halves of those that made one. Only these move. A goal for which nothing helped waits until
/// another test comes nearer.
///
/// Its tests count against the budget and join the archive, so that the search goes on from what
/// came nearer; it draws nothing while it is switched off. That is the default: it gained
/// nothing over the subjects of bench/README.md. Source: see climb(); EvoSuite's local
/// search for the interval, which grows while nothing is found. The choice of goals and literals
/// is ours.
class LocalSearch
{
public:
    /// Tells whether calls of the callable can decide the goal; must be cheap.
    using Relevance = std::function<bool(GoalId, CallableId)>;

    /// Keeps a reference to the operators, which must outlive it. @throws ConfigError as validate.
    LocalSearch(const SequenceOperators& operators, Relevance is_relevant,
        const LocalSearchOptions& options = {});

    /// Takes in an executed test: without it, local search does not know what its tests did.
    void on_evaluated(const Evaluated<TestCase>& evaluated);

    void explore(Exploration<TestCase>& search, Rng& rng);

    /// Tests that it ran.
    [[nodiscard]] std::uint64_t executions() const { return m_ran; }

private:
    /// Where a literal stands: an argument, and the items to enter from there.
    struct Place
    {
        std::size_t call = 0;
        std::size_t argument = 0;
        std::vector<std::size_t> items;
        TypeId type;
    };
    /// What is remembered of an open goal.
    struct Seen
    {
        /// Archive::arrivals, plus 1: at the last round, and when nothing helped.
        std::uint64_t last_round = 0;
        std::uint64_t gave_up = 0;
    };
    /// Places from one up to another.
    struct Group
    {
        std::size_t first = 0;
        std::size_t last = 0;
    };
    struct Groups
    {
        std::vector<Group> groups;
        /// Random changes of each.
        std::size_t changes = 1;
    };
    class Attempt;
    class PlaceTrial;

    [[nodiscard]] bool is_time(const Archive<TestCase>& archive);
    [[nodiscard]] std::vector<GoalId> stalled_goals(const SearchState<TestCase>& state);
    /// Returns whether the goal was covered.
    bool work_on(GoalId goal, std::size_t quota, Exploration<TestCase>& search, Rng& rng);
    [[nodiscard]] std::size_t left_of_share() const;

    /// Literals of the calls that can decide the goal, or of the calls before them that cannot.
    [[nodiscard]] std::vector<Place> literals_of(
        GoalId goal, const TestCase& test, bool is_relevant) const;
    void collect(const Value& value, const Place& place, std::vector<Place>& places) const;

    /// The places whose literals make a difference.
    [[nodiscard]] std::vector<Place> influential(
        Attempt& attempt, std::span<const Place> places, Rng& rng) const;
    [[nodiscard]] static std::vector<Group> first_groups(std::size_t places);
    /// Asks each group whether random changes of its literals make a difference.
    [[nodiscard]] std::vector<bool> make_difference(
        Attempt& attempt, std::span<const Place> places, const Groups& asked, Rng& rng) const;
    [[nodiscard]] TestCase changed(
        const TestCase& test, std::span<const Place> places, Rng& rng) const;
    void change(Value& value, TypeId type, Rng& rng) const;
    /// Moves the literals in turn until none comes nearer.
    void move(Attempt& attempt, std::span<const Place> places) const;

    const SequenceOperators* m_operators;
    Relevance m_is_relevant;
    LocalSearchOptions m_options;

    std::vector<Seen> m_seen;  // by goal
    std::size_t m_interval = 0;
    std::size_t m_generations_left = 0;
    std::size_t m_covered_count = 0;
    std::uint64_t m_executions = 0;
    std::uint64_t m_ran = 0;
    // How near the tests came that it runs for this goal.
    std::optional<GoalId> m_watched;
    std::vector<Fitness> m_found;
};

}  // namespace sbst
