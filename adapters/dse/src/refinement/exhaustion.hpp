// SPDX-License-Identifier: Apache-2.0
// Goals that no call covers, because every way through the callables that could was taken. Next:
// turning.hpp, which takes the ways.
#pragma once

#include "turning.hpp"

#include <sbst/search/refiner.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sbst::dse
{

/// Takes all ways through closed callables: runs a call, and turns each of its conditions until a
/// model runs or none exists. Only where each turn is answered, and nothing of a path was known
/// merely as a number, are these all ways. A goal that only such calls could cover is proved
/// infeasible then.
class Exhaustion
{
public:
    explicit Exhaustion(const RefinedProblem& problem);

    /// Tells whether work_on() may answer a goal.
    [[nodiscard]] bool has_untried(GoalId goal) const;
    /// Takes the ways through those callables of the goal of which that was not yet tried.
    /// @param like begins as tests do: its opening is used
    void work_on(GoalId goal, const TestCase& like, Turning& turning, Exploration<TestCase>& search,
        Rng& rng);
    [[nodiscard]] bool is_proved(GoalId goal) const { return m_proved.contains(goal); }
    /// Ascending.
    [[nodiscard]] const std::set<GoalId>& proved() const { return m_proved; }
    /// The test covers a proved goal: what a solver said is not to be trusted, so that no proof
    /// stands, and no other is made.
    void refute(GoalId goal, const TestCase& test);
    /// See RefinementWork::refuted.
    [[nodiscard]] const std::string& refuted() const { return m_refuted; }
    [[nodiscard]] const std::string& refuting_test() const { return m_refuting_test; }

private:
    using Search = Exploration<TestCase>;

    enum class State : std::uint8_t
    {
        untried,
        exhausted,
        given_up
    };
    /// A way of which the conditions from a place on are to be turned.
    struct Pending
    {
        std::size_t path = 0;
        std::size_t from = 0;
    };
    /// The ways through one callable that are found, those still to turn, and what turns them.
    struct Ways
    {
        Turning& turning;
        Search& search;
        Rng& rng;
        Paths paths{};
        std::vector<Pending> pending{};
    };

    static constexpr std::size_t most_ways = 64;
    /// Fewer tests are not worth a beginning; and how often one may be cut by the share.
    static constexpr std::size_t least_share = 16;
    static constexpr unsigned most_cuts = 2;

    /// Untried again when the search or refinement's share of it ended.
    [[nodiscard]] State take_all_ways(
        CallableId callable, const TestCase& like, Turning& turning, Search& search, Rng& rng);
    /// Turns the conditions of one way; what is left to turn behind them joins `pending`.
    [[nodiscard]] State take_ways_beside(Pending way, Ways& ways);
    /// Puts the path behind a turn last; false when that is not known, or not the one it should be.
    [[nodiscard]] bool take_turn(std::size_t path, std::size_t place, Ways& ways);
    [[nodiscard]] static bool is_whole(SymbolicPath& path);
    [[nodiscard]] TestCase shortest_test(CallableId callable, const TestCase& like) const;
    void prove_goals(const Archive<TestCase>& archive);

    RefinedProblem m_problem;
    /// What answers the goals that closed callables cover.
    std::map<GoalId, std::vector<CallableId>> m_callables;
    std::vector<State> m_states;  // by callable
    std::vector<unsigned> m_cuts;
    std::set<GoalId> m_proved;
    std::string m_refuted;
    std::string m_refuting_test;
};

}  // namespace sbst::dse
