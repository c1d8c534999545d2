// SPDX-License-Identifier: Apache-2.0
// Runs tests of refinement, and turns the conditions of their paths one after another. Next:
// refinement.cpp, which chooses goals and tests.
#pragma once

#include "symbolic_path.hpp"

#include <sbst/dse/portfolio.hpp>
#include <sbst/dse/refinement/options.hpp>
#include <sbst/search/refiner.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sbst::dse
{

/// The work on a goal is a stack of paths: the last one is where it goes on.
using Paths = std::deque<SymbolicPath>;

/// What is left of one goal's share of a round.
struct Allowance
{
    std::size_t conditions = 0;
    std::size_t tests = 0;
};

/// A test of one goal's work, by how far from the goal its path left the way to it.
struct NearTest
{
    TestCase test;
    TestAccesses accesses;
    /// As in DecidingCondition, and the call of its condition.
    std::size_t steps = 0;
    std::size_t call = 0;
};

/// Remembers over a whole run which turns were asked for, and counts what was done.
class Turning
{
public:
    using Search = Exploration<TestCase>;

    Turning(const RefinedProblem& problem, const RefinementOptions& options,
        std::vector<NamedSolver> solvers)
      : m_problem(problem), m_options(options), m_portfolio(std::move(solvers))
    {}

    /// For every test of the search; tells those of refinement apart.
    void on_evaluated(const Evaluated<TestCase>& evaluated);
    /// Tells whether that many tests are left of refinement's share of the search.
    [[nodiscard]] bool has_share(std::size_t tests = 1) const;
    [[nodiscard]] bool is_sought(GoalId goal, const Search& search) const;
    /// These are not sought, as they are at each time; they outlive it.
    void ignore(const std::set<GoalId>& goals) { m_ignored = &goals; }

    /// Begins the work on a goal, or on none (invalid): forgets the near tests and followed
    /// turns of the one before.
    void begin(GoalId goal);
    /// Runs one test and adds its path; false when it did not run, or has none.
    bool add_path(TestCase test, Paths& paths, Search& search);
    enum class Attempt : std::uint8_t
    {
        known,     // it was asked for before
        refuted,   // there is no model
        unsolved,  // no solver found one
        lost,      // the test of the model did not run, or has no path
        ran        // its path is the last one now
    };
    /// Turns one condition of one path, unless that was done from either side.
    Attempt turn(std::size_t path, std::size_t place, Paths& paths, Search& search, Rng& rng);
    /// The same whatever was done before.
    Attempt turn_anew(std::size_t path, std::size_t place, Paths& paths, Search& search, Rng& rng);
    /// Tells whether a turn has provably no model; runs nothing.
    [[nodiscard]] bool is_refuted(
        SymbolicPath& path, std::size_t place, const Search& search, Rng& rng);
    /// Turns conditions until nothing is left of the paths, or of the allowance, or the goal is
    /// covered. A path is dropped when a shorter test came as near to the goal.
    void turn_all(Paths& paths, Allowance& left, Search& search, Rng& rng);
    /// The nearest test that ran since begin(), the shorter one of equals; nothing when no path had
    /// anything on the way to the goal.
    [[nodiscard]] const std::optional<NearTest>& nearest() const { return m_nearest; }

    /// What the tests that ran since begin() read behind their first calls: a turn leads to paths
    /// that read what the nearest one does not.
    [[nodiscard]] const std::set<std::string>& reads() const { return m_reads; }

    /// Hidden goals too, as in the count of the archive.
    [[nodiscard]] std::size_t first_covered_count() const { return m_first_covered_count; }
    [[nodiscard]] RefinementWork work() const;

private:
    static constexpr unsigned most_tries = 3;

    struct KnownTurn
    {
        /// It is tried again only while no solver knows the answer, from other literals.
        unsigned tries = 0;
        bool is_counted = false;
        /// What came of the last try.
        TurnFate fate = TurnFate::unknown;
        /// The test that was to take it.
        std::optional<TestCase> test;
    };
    struct Turn
    {
        Verdict verdict = Verdict::unknown;
        /// Nothing without a model, or where it has no literals.
        std::optional<TestCase> test;
    };

    void note_nearest(const SymbolicPath& path);
    /// What came of the condition that kept the path from the goal.
    void note_obstacle(const SymbolicPath& path, std::size_t deciding);
    /// A shorter test came as near.
    [[nodiscard]] bool is_outdone(const SymbolicPath& path) const;
    /// Turns conditions of one path; a test that went elsewhere adds its path.
    void turn_conditions(std::size_t path, Paths& paths, Allowance& left, Search& search, Rng& rng);
    /// Where no turn is new, the goal's work goes on behind one that was made for another goal.
    void follow_turn(std::span<const std::size_t> places, std::size_t path, Paths& paths,
        Allowance& left, Search& search);
    [[nodiscard]] std::vector<Obstacle> obstacles() const;
    /// Asks the solvers for literals that turn the condition.
    [[nodiscard]] Turn turned(
        SymbolicPath& path, std::size_t index, const Search& search, Rng& rng);
    void count_condition(KnownTurn& known)
    {
        m_work.conditions += std::exchange(known.is_counted, true) ? 0U : 1U;
    }
    /// Runs the test of a turn and compares its path with what was asked for.
    Attempt take(Turn turn, std::size_t path, std::size_t place, Paths& paths, Search& search);

    RefinedProblem m_problem;
    RefinementOptions m_options;
    Portfolio m_portfolio;
    const std::set<GoalId>* m_ignored = nullptr;

    GoalId m_goal;
    std::optional<NearTest> m_nearest;
    std::set<std::string> m_reads;
    std::map<std::uint64_t, KnownTurn> m_turns;
    /// Turns of other goals behind which the work on this one went on.
    std::set<std::uint64_t> m_followed;
    /// For each goal that is not covered the fate of each turn that it hung on, by its key.
    std::map<GoalId, std::map<std::uint64_t, TurnFate>> m_obstacles;

    std::uint64_t m_executions = 0;
    bool m_is_running = false;
    std::size_t m_first_covered_count = 0;
    RefinementWork m_work;
};

}  // namespace sbst::dse
