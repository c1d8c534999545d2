// SPDX-License-Identifier: Apache-2.0
#include "waits.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/generate.hpp>
#include <sbst/fitness/scorer.hpp>
#include <sbst/search/directed_mutation.hpp>
#include <sbst/search/dynamosa.hpp>
#include <sbst/search/mosa.hpp>
#include <sbst/search/random_search.hpp>
#include <sbst/seeding/dynamic_seeding.hpp>
#include <sbst/suite/minimise.hpp>

#include <fmt/core.h>

#include <array>
#include <chrono>
#include <utility>

namespace sbst::evm
{
namespace
{
constexpr std::array<std::pair<Algorithm, std::string_view>, 3> algorithm_names{
    {{Algorithm::dynamosa, "dynamosa"}, {Algorithm::mosa, "mosa"}, {Algorithm::random, "random"}}};

std::size_t count_sought(const GoalGraph& goals)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        count += goals[GoalId(i)].is_sought() ? 1U : 0U;
    }
    return count;
}

// Feeds what improving tests compared into the pool, and passes progress on.
class GenerateHooks
{
public:
    GenerateHooks(
        ContractProblem& problem, const RunSpec& spec, const ProgressFunction& on_progress)
      : m_seeding(problem.constants()),
        m_directed(
            problem.operators(), problem.goals(),
            [&problem](
                GoalId goal, CallableId callable) { return problem.may_decide(callable, goal); },
            spec.directed),
        m_on_progress(&on_progress),
        m_sought(count_sought(problem.goals()))
    {}

    [[nodiscard]] static Record wanted_record() { return Record::values; }

    void on_evaluated(const Evaluated<TestCase>& evaluated)
    {
        if (evaluated.improved)
        {
            m_seeding(evaluated.trace);
        }
        m_directed.observe(evaluated);
    }

    [[nodiscard]] std::vector<TestCase> refine(const SearchState<TestCase>& state, Rng& rng)
    {
        return m_directed.propose(state, rng);
    }

    void on_progress(const sbst::Progress& progress)
    {
        if (*m_on_progress)
        {
            (*m_on_progress)({.executions = progress.executions,
                .covered = progress.covered,
                .sought = m_sought});
        }
    }

private:
    DynamicSeeding m_seeding;
    DirectedMutation m_directed;
    const ProgressFunction* m_on_progress;
    std::size_t m_sought;
};

SearchResult<TestCase> search(ContractProblem& problem, const RunSpec& spec, BudgetMeter& meter,
    Rng& rng, GenerateHooks& hooks)
{
    switch (spec.algorithm)
    {
        case Algorithm::dynamosa:
            return dynamosa(problem, spec.search, meter, rng, hooks);
        case Algorithm::mosa:
            return mosa(problem, spec.search, meter, rng, hooks);
        case Algorithm::random:
            break;
    }
    return random_search(problem, spec.search, meter, rng, hooks);
}

// Says in words what keeps an open goal open.
std::string explain(
    const GoalGraph& goals, GoalId goal, const Fitness& nearest, std::optional<GoalId> blocker)
{
    const std::string wanted =
        goals[goal].kind == GoalKind::branch && goals[goal].outcome ? "jumped" : "fell through";
    if (nearest.approach_level == 0)
    {
        return fmt::format("reached, but the condition never {}", wanted);
    }
    if (!blocker)
    {
        return "nothing that leads to it was reached";
    }
    return fmt::format("not reached: blocked by {}", goals[*blocker].label);
}

// Measures a suite: which goals each test covers, and how near it came to the others.
class Measurement
{
public:
    explicit Measurement(ContractProblem& problem) : m_problem(&problem), m_scorer(problem.goals())
    {}

    void run(RunResult& result)
    {
        result.answers.assign(goals().size(), {});
        result.covered_by_test.clear();
        for (std::size_t i = 0; i < goals().size(); ++i)
        {
            if (goals()[GoalId(i)].is_infeasible())
            {
                result.answers[i] = {.status = GoalStatus::infeasible,
                    .test = std::nullopt,
                    .nearest = std::nullopt,
                    .reason = goals()[GoalId(i)].infeasible_because};
            }
        }
        const std::vector<Trace> traces = execute(result.suite);
        for (std::size_t i = 0; i < traces.size(); ++i)
        {
            note_covered(result, i, traces[i]);
        }
        for (const Trace& trace : traces)
        {
            approach(result, trace);
        }
    }

    // Takes into account tests that are no part of the suite: for open goals only.
    void add_near_misses(RunResult& result, const std::vector<TestCase>& tests)
    {
        for (const Trace& trace : execute(tests))
        {
            approach(result, trace);
        }
    }

private:
    [[nodiscard]] const GoalGraph& goals() const { return m_problem->goals(); }

    std::vector<Trace> execute(const std::vector<TestCase>& tests)
    {
        std::vector<Request<TestCase>> requests;
        requests.reserve(tests.size());
        for (const TestCase& test : tests)
        {
            requests.push_back({.test = &test});
        }
        std::vector<Trace> traces(tests.size());
        m_problem->execute(requests, traces, StopToken{});
        return traces;
    }

    void note_covered(RunResult& result, std::size_t test, const Trace& trace)
    {
        std::vector<GoalId> covered;
        m_scorer.append_covered(trace, covered);
        for (const GoalId goal : covered)
        {
            GoalAnswer& answer = result.answers[goal.index()];
            if (answer.status == GoalStatus::infeasible)
            {
                throw AdapterError(
                    fmt::format("{} was proved infeasible ({}), but a test covers it:\n{}",
                        goals()[goal].label, answer.reason, m_problem->render(result.suite[test])));
            }
            if (answer.status == GoalStatus::open)
            {
                answer.status = GoalStatus::covered;
                answer.test = test;
            }
        }
        result.covered_by_test.push_back(std::move(covered));
    }

    void approach(RunResult& result, const Trace& trace)
    {
        m_index.reset(trace, goals());
        for (std::size_t i = 0; i < goals().size(); ++i)
        {
            GoalAnswer& answer = result.answers[i];
            if (answer.status != GoalStatus::open || !m_index.is_usable())
            {
                continue;
            }
            const GoalId goal(i);
            const Fitness fitness = m_scorer.score(goal, m_index);
            if (!fitness.is_covered() && (!answer.nearest || fitness < *answer.nearest))
            {
                answer.nearest = fitness;
                answer.reason = explain(goals(), goal, fitness, m_scorer.blocker(goal, m_index));
            }
        }
    }

    ContractProblem* m_problem;
    Scorer m_scorer;
    TraceIndex m_index;
};

// A limit in seconds gives minimisation a tenth of it on top.
StopToken minimise_until(const Budget& budget, StopToken stop)
{
    constexpr double share = 0.1;
    using Clock = StopToken::Clock;
    return budget.max_seconds ?
               stop.with_deadline(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                     share * *budget.max_seconds)) :
               stop;
}

std::vector<TestCase> minimised(
    ContractProblem& problem, std::vector<TestCase> tests, Rng& rng, StopToken stop)
{
    MinimiseOptions options;
    options.make_up = [&problem](const TestCase& test, std::size_t deleted, TestCase& candidate) {
        return pass_on_wait(problem, test, deleted, candidate);
    };
    std::vector<TestCase> suite;
    for (auto& entry : minimise(problem, std::move(tests), options, rng, stop).tests)
    {
        suite.push_back(std::move(entry.test));
    }
    return suite;
}

std::vector<TestCase> nearest_tests(
    const ContractProblem& problem, const SearchResult<TestCase>& found)
{
    std::vector<TestCase> tests;
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const auto nearest = found.archive.nearest(GoalId(i));
        if (nearest && (tests.empty() || !(tests.back() == *nearest->test)))
        {
            tests.push_back(*nearest->test);
        }
    }
    return tests;
}
}  // namespace

RunResult generate_suite(ContractProblem& problem, const RunSpec& spec, StopToken stop,
    const ProgressFunction& on_progress)
{
    Rng rng(spec.seed);
    BudgetMeter meter(spec.budget, stop);
    GenerateHooks hooks(problem, spec, on_progress);
    SearchResult<TestCase> found = search(problem, spec, meter, rng, hooks);

    RunResult result;
    result.suite = found.archive.suite(problem.goals());
    // Whoever interrupts wants what there is, now.
    if (spec.minimise && found.stopped_by != StopReason::interrupted)
    {
        const StopToken until = minimise_until(spec.budget, stop);
        result.suite = minimised(problem, std::move(result.suite), rng, until);
    }
    result.log = found.log;
    result.stopped_by = stop.was_interrupted() ? StopReason::interrupted : found.stopped_by;
    result.executions = found.log.counters.executions;
    result.statements = found.log.counters.statements;
    result.reruns = found.log.counters.reruns;
    Measurement measurement(problem);
    measurement.run(result);
    measurement.add_near_misses(result, nearest_tests(problem, found));
    result.seconds = meter.seconds();
    return result;
}

RunResult replay_suite(ContractProblem& problem, std::vector<TestCase> suite)
{
    RunResult result;
    result.suite = std::move(suite);
    result.executions = result.suite.size();
    for (const TestCase& test : result.suite)
    {
        result.statements += test.length();
    }
    Measurement(problem).run(result);
    return result;
}

std::string_view to_string(Algorithm algorithm)
{
    for (const auto& [value, name] : algorithm_names)
    {
        if (value == algorithm)
        {
            return name;
        }
    }
    return "";
}

std::optional<Algorithm> parse_algorithm(std::string_view name)
{
    for (const auto& [value, known] : algorithm_names)
    {
        if (known == name)
        {
            return value;
        }
    }
    return std::nullopt;
}
}  // namespace sbst::evm
