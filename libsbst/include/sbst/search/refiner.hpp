// SPDX-License-Identifier: Apache-2.0
// Refiners: hooks that a run is given from outside the core, such as refinement by symbolic
// execution (adapters/dse). Next: hooks.hpp for what a hook may do.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/search/hooks.hpp>
#include <sbst/symbolic/path.hpp>
#include <sbst/test/catalogue.hpp>
#include <sbst/test/test_case.hpp>
#include <sbst/test/type.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sbst
{

/// What a solver did for a refiner.
struct SolverWork
{
    std::string name;
    std::uint64_t asked = 0;
    std::uint64_t satisfiable = 0;
    std::uint64_t unsatisfiable = 0;
    std::uint64_t unknown = 0;
    /// Models that do not make all constraints true; not counted elsewhere.
    std::uint64_t wrong_models = 0;
    /// In units of the solver, never time.
    std::uint64_t effort = 0;
    /// Those unknown ones where it did not do its work and those where it was late; what was wrong
    /// with the last, and what it said itself, which may be another text in each run.
    std::uint64_t failed = 0;
    std::uint64_t late = 0;
    std::string failure{};
    std::string complaint{};
};

/// Why the test of a model did not take the side that was asked for.
enum class Diverted : std::uint8_t
{
    number,      // an earlier decision, known only as a number, went the other way
    condition,   // a recorded condition was not what the model promised
    unrecorded,  // the path went elsewhere between two recorded decisions
    ended,       // the path ended earlier
    count_
};

/// The name in reports. Precondition: not count_.
[[nodiscard]] std::string_view to_string(Diverted cause);

/// What came of turning the condition from which a test missed a goal.
enum class TurnFate : std::uint8_t
{
    number,   // it hangs on no literal
    refuted,  // no literals turn it on its way
    unknown,  // no solver found any that do
    turned,   // a test took its other side, and missed the goal further on
    missed,   // a test was to take it, and went elsewhere
    count_
};

/// The name in reports. Precondition: not count_.
[[nodiscard]] std::string_view to_string(TurnFate fate);

/// What kept a refiner from a goal that it worked on: each way to a condition from which a test
/// missed the goal counts once, by its last fate.
struct Obstacle
{
    GoalId goal;
    std::array<std::uint64_t, static_cast<std::size_t>(TurnFate::count_)> ways{};  // by TurnFate
};

/// Tells in words how many ways had which fate. Precondition: one had any.
[[nodiscard]] std::string obstacle_text(const Obstacle& obstacle);

/// What a refiner did in a run.
struct RefinementWork
{
    /// Tests that it ran, all counted against the budget; those of which the path was recorded to
    /// choose a condition, and those made of a model.
    std::uint64_t executions = 0;
    std::uint64_t models_run = 0;
    /// Those of them that took the side that was asked for.
    std::uint64_t models_confirmed = 0;
    /// The others that ran and have a path, by Diverted.
    std::array<std::uint64_t, static_cast<std::size_t>(Diverted::count_)> diverted{};
    /// Conditions chosen, each once.
    std::uint64_t conditions = 0;
    std::vector<SolverWork> solvers;
    /// How often the paths of its tests lost an expression, by symbolic::Concretised.
    std::array<std::uint64_t, static_cast<std::size_t>(symbolic::Concretised::count_)>
        concretised{};
    /// Shown goals that one of its tests was the first to cover.
    std::vector<GoalId> first_covered;
    /// Goals that no call covers: every way through each callable that could was taken. Ascending.
    std::vector<GoalId> exhausted;
    /// For shown goals that no test covered. Ascending.
    std::vector<Obstacle> obstacles;
    /// The goal of such a proof that a test covered all the same, in a sentence, and that test.
    /// Then no proof stands, and `exhausted` is empty. Empty = no proof was refuted.
    std::string refuted{};
    std::string refuting_test{};
};

/// The name of their proof.
inline constexpr std::string_view exhausted_paths = "exhausted paths";

/// See RefinementWork::refuted.
[[nodiscard]] std::string refuted_text(const Goal& goal);

/// A hook of tests that are sequences of calls.
class Refiner
{
public:
    virtual ~Refiner() = default;

    /// For every executed test; see HasOnEvaluated.
    virtual void on_evaluated(const Evaluated<TestCase>& evaluated) = 0;
    /// Between generations; see HasExplore.
    virtual void explore(Exploration<TestCase>& search, Rng& rng) = 0;
    [[nodiscard]] virtual RefinementWork work() const = 0;

protected:
    Refiner() = default;
    Refiner(const Refiner&) = default;
    Refiner& operator=(const Refiner&) = default;
};

/// Callables of which a call decides by its own arguments alone: with the same arguments it goes
/// the same way, whatever ran before and wherever it runs, and each argument may be any value of
/// its type, which has a fixed number of items.
struct ClosedCallables
{
    /// A goal that only calls of these callables cover (ascending), and of which the way of a call
    /// tells whether it does.
    struct Reached
    {
        GoalId goal;
        std::vector<CallableId> callables;
    };
    std::vector<Reached> goals;
};

/// What a refiner works on; everything outlives it.
struct RefinedProblem
{
    const Catalogue& catalogue;
    const TypeUniverse& types;
    const GoalGraph& goals;
    /// Null where the problem tells none.
    const ClosedCallables* closed = nullptr;
};

/// Makes a refiner for one run. Empty = none.
using RefinerFactory = std::function<std::unique_ptr<Refiner>(const RefinedProblem&)>;

/// The refiner of a run as a hook; does nothing without one.
class Refining
{
public:
    explicit Refining(std::unique_ptr<Refiner> refiner) : m_refiner(std::move(refiner)) {}

    void on_evaluated(const Evaluated<TestCase>& evaluated)
    {
        if (m_refiner != nullptr)
        {
            m_refiner->on_evaluated(evaluated);
        }
    }
    void explore(Exploration<TestCase>& search, Rng& rng)
    {
        if (m_refiner != nullptr)
        {
            m_refiner->explore(search, rng);
        }
    }
    [[nodiscard]] const Refiner* refiner() const { return m_refiner.get(); }

private:
    std::unique_ptr<Refiner> m_refiner;
};

}  // namespace sbst
