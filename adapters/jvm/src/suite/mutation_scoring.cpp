// SPDX-License-Identifier: Apache-2.0
#include "mutation_scoring.hpp"

#include <sbst/criteria/weak_mutant.hpp>
#include <sbst/error.hpp>
#include <sbst/output/killing_assertions.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>
#include <variant>

namespace sbst::jvm::detail
{

/// A mutant with what its goal and the traces of the suite tell.
struct MutationScoring::KnownMutant
{
    GoalId goal{};
    MutantId mutant{};
    /// A test executes its place.
    bool is_reached = false;
    /// Tests that compute another state on it, ascending.
    std::vector<std::size_t> infecting{};
    /// The other tests that ask an object, for what they assert: the question may do so.
    std::vector<std::size_t> askers{};
    /// Its fate without a run, mostly none.
    std::optional<MutantVerdict> decided{};
};

/// A suite and what is found out about it.
struct MutationScoring::Scored
{
    std::span<const TestCase> suite;
    std::span<const JavaTest* const> written;
    std::vector<KnownMutant> known{};
    std::vector<bool> is_done{};
    /// By test: it passes on the workers of mutants, as long as none is active.
    std::vector<bool> is_passing{};
    /// By mutant: the test that kills it, and why.
    std::map<std::size_t, std::pair<std::size_t, std::string>> kills{};
};

namespace
{

constexpr const char* not_reached_reason = "no test executes it";
constexpr const char* not_infected_reason =
    "tests execute it, and it computes the same state in each";

}  // namespace

MutationScoring::MutationScoring(const JavaProblem& problem, const ProofOptions& options)
  : m_problem(&problem), m_options(&options), m_judge(problem, options.junit)
{}

MutantRuns& MutationScoring::mutants(const StopToken& stop)
{
    if (!m_mutants || m_was_cut)
    {
        m_mutants = std::make_unique<MutantRuns>(m_problem->start_mutants(stop));
        m_was_cut = stop.stop_requested();
    }
    return *m_mutants;
}

std::vector<MutationScoring::KnownMutant> MutationScoring::known_mutants(
    std::span<const Trace* const> traces, const StopToken& stop)
{
    const GoalGraph& goals = m_problem->goals();
    std::vector<KnownMutant> known;
    std::map<std::size_t, std::size_t> place_of;
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        const Goal& goal = goals[GoalId(i)];
        if (!is_weak_mutant(goal) || !goal.is_shown)
        {
            continue;
        }
        KnownMutant& one = known.emplace_back();
        one.goal = GoalId(i);
        one.mutant = MutantId(goal.index);
        place_of[goal.index] = known.size() - 1;
        if (goal.is_infeasible())
        {
            one.decided = MutantVerdict{.goal = one.goal,
                .fate = MutantFate::equivalent,
                .reason = goal.infeasible_because};
        }
        else if (const std::string why =
                     stop.stop_requested() ? "" : mutants(stop).why_unbuilt(one.mutant);
                 !why.empty())
        {
            one.decided =
                MutantVerdict{.goal = one.goal, .fate = MutantFate::not_built, .reason = why};
        }
    }
    for (std::size_t test = 0; test < traces.size(); ++test)
    {
        for (const MutantTrace& entry : traces[test]->mutants)
        {
            const auto found = place_of.find(entry.mutant.index());
            if (found == place_of.end())
            {
                continue;
            }
            known[found->second].is_reached = true;
            if (is_zero(entry.least))
            {
                known[found->second].infecting.push_back(test);
            }
        }
    }
    return known;
}

void MutationScoring::add_askers(
    std::vector<KnownMutant>& known, std::span<const JavaTest* const> written)
{
    // Traces do not tell what a question executes, so that it may be any mutant.
    std::vector<std::size_t> asking;
    for (std::size_t test = 0; test < written.size(); ++test)
    {
        const bool asks = written[test] != nullptr &&
                          std::any_of(written[test]->steps.begin(), written[test]->steps.end(),
                              [](const auto& step) {
                                  const auto* const assertion = std::get_if<JavaAssertion>(&step);
                                  return assertion != nullptr && assertion->inspector;
                              });
        if (asks)
        {
            asking.push_back(test);
        }
    }
    for (KnownMutant& mutant : known)
    {
        std::set_difference(asking.begin(), asking.end(), mutant.infecting.begin(),
            mutant.infecting.end(), std::back_inserter(mutant.askers));
    }
}

std::vector<bool> MutationScoring::passing(std::span<const TestCase> suite,
    std::span<const JavaTest* const> written, std::span<const JudgedRun> usual,
    const StopToken& stop)
{
    std::vector<MutantRun> runs;
    for (const TestCase& test : suite)
    {
        runs.push_back({.test = &test});
    }
    std::vector<Trace> traces(runs.size());
    std::vector<RunDetail> details(runs.size());
    mutants(stop).run(runs, traces, details, stop);
    std::vector<bool> is_passing(suite.size(), false);
    for (std::size_t i = 0; i < suite.size(); ++i)
    {
        is_passing[i] = written[i] != nullptr && traces[i].was_run && usual[i].trace->was_run &&
                        details[i].stop == StopCause::none &&
                        !m_judge.why_fails(*written[i], usual[i], {&traces[i], &details[i]});
    }
    return is_passing;
}

std::vector<bool> MutationScoring::run(const std::vector<KnownMutant>& known,
    std::span<const TestCase> suite, const std::vector<bool>& is_passing,
    const JudgeTrial& is_killed, const StopToken& stop)
{
    std::vector<MutantTask> tasks;
    std::size_t count = 0;
    for (const KnownMutant& mutant : known)
    {
        MutantTask& task = tasks.emplace_back();
        task.mutant = mutant.mutant;
        for (const std::vector<std::size_t>* tests : {&mutant.infecting, &mutant.askers})
        {
            std::copy_if(tests->begin(), tests->end(), std::back_inserter(task.tests),
                [&](std::size_t test) { return !mutant.decided && is_passing[test]; });
        }
        count += task.tests.empty() ? 0U : 1U;
    }
    const std::size_t idle = tasks.size() - count;
    std::function<void(std::size_t)> on_progress;
    if (m_options->on_mutants)
    {
        on_progress = [this, idle, count](std::size_t done) {
            m_options->on_mutants({.done = done - idle, .mutants = count});
        };
    }
    return run_trials(mutants(stop), suite, tasks, is_killed, stop, on_progress);
}

namespace
{

/// What tests could assert more, with the mutants that it would kill.
class KillingChoice
{
public:
    void note(std::size_t test, const SuiteAssertion& assertion, std::size_t mutant)
    {
        const std::tuple key(test, assertion.observation.has_value(),
            assertion.observation.value_or(assertion.call));
        const auto [found, is_new] = m_known.emplace(key, m_candidates.size());
        if (is_new)
        {
            m_candidates.push_back({.test = test, .assertion = assertion, .mutants = {}});
        }
        m_candidates[found->second].mutants.push_back(mutant);
    }

    /// Without the mutants that were killed after all.
    void forget(const std::vector<bool>& is_killed)
    {
        for (KillingCandidate& candidate : m_candidates)
        {
            std::erase_if(candidate.mutants, [&](std::size_t mutant) { return is_killed[mutant]; });
        }
    }

    /// In the order of tests, results before answers, what says more first.
    [[nodiscard]] std::vector<KillingCandidate> chosen() const
    {
        std::vector<KillingCandidate> picked;
        for (const std::size_t i : choose_killing(m_candidates))
        {
            picked.push_back(m_candidates[i]);
        }
        return picked;
    }

private:
    std::map<std::tuple<std::size_t, bool, std::size_t>, std::size_t> m_known;
    std::vector<KillingCandidate> m_candidates;
};

}  // namespace

std::size_t MutationScoring::add_assertions(
    const TestObserver& observer, std::span<DraftedTest> tests)
{
    const StopToken::Clock::time_point begin = StopToken::Clock::now();
    const StopToken stop = limited_stop();
    if (stop.stop_requested())
    {
        return 0;
    }
    std::vector<TestCase> suite;
    std::vector<const JavaTest*> written;
    std::vector<const Trace*> traces;
    std::vector<JudgedRun> usual;
    for (const DraftedTest& test : tests)
    {
        suite.push_back(*test.runs.test);
        written.push_back(test.written);
        traces.push_back(test.runs.trace);
        usual.push_back({test.runs.trace, test.runs.first});
    }
    KillingChoice choice;
    m_failure = failure_of_harness([&] {
        std::vector<KnownMutant> known = known_mutants(traces, stop);
        add_askers(known, written);
        std::vector<bool> is_killed(known.size(), false);
        const auto judge = [&](const TrialRun& trial) {
            const DraftedTest& test = tests[trial.test];
            const JudgedRun changed{trial.trace, trial.detail};
            if (m_judge.why_fails(*test.written, usual[trial.test], changed))
            {
                is_killed[trial.task] = true;
                return true;
            }
            if (trial.detail->stop == StopCause::none)
            {
                for (const SuiteAssertion& one :
                    observer.telling(test.runs, test.chosen, *trial.trace, *trial.detail))
                {
                    choice.note(trial.test, one, trial.task);
                }
            }
            return false;
        };
        const std::vector<bool> is_done =
            run(known, suite, passing(suite, written, usual, stop), judge, stop);
        // What was not run to its end may be killed without more.
        for (std::size_t i = 0; i < known.size(); ++i)
        {
            is_killed[i] = is_killed[i] || !is_done[i];
        }
        choice.forget(is_killed);
    });
    const std::vector<KillingCandidate> added =
        m_failure ? std::vector<KillingCandidate>() : choice.chosen();
    std::vector<bool> is_changed(tests.size(), false);
    for (const KillingCandidate& one : added)
    {
        add_assertion(one.assertion, tests[one.test].chosen);
        is_changed[one.test] = true;
    }
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        if (is_changed[i])
        {
            tests[i].written->steps = observer.written(tests[i].runs, tests[i].chosen).test.steps;
        }
    }
    m_spent = StopToken::Clock::now() - begin;
    return added.size();
}

void MutationScoring::run_all(Scored& scored, const StopToken& stop)
{
    const std::size_t count = scored.suite.size();
    std::vector<Trace> traces(count);
    std::vector<RunDetail> details(count);
    m_problem->execute_in_detail(scored.suite, traces, details, stop);
    std::vector<const Trace*> seen;
    std::vector<JudgedRun> usual;
    for (std::size_t i = 0; i < count; ++i)
    {
        seen.push_back(&traces[i]);
        usual.push_back({&traces[i], &details[i]});
    }
    scored.known = known_mutants(seen, stop);
    add_askers(scored.known, scored.written);
    scored.is_done.assign(scored.known.size(), false);
    const bool was_run =
        std::all_of(traces.begin(), traces.end(), [](const Trace& trace) { return trace.was_run; });
    if (!was_run || stop.stop_requested())
    {
        return;
    }
    const auto judge = [&](const TrialRun& trial) {
        auto why = m_judge.why_fails(
            *scored.written[trial.test], usual[trial.test], {trial.trace, trial.detail});
        if (why)
        {
            scored.kills[trial.task] = {trial.test, *std::move(why)};
        }
        return scored.kills.contains(trial.task);
    };
    scored.is_passing = passing(scored.suite, scored.written, usual, stop);
    scored.is_done = run(scored.known, scored.suite, scored.is_passing, judge, stop);
}

MutationScore MutationScoring::score(
    std::span<const TestCase> suite, std::span<const JavaTest* const> written)
{
    const StopToken stop = limited_stop();
    Scored scored{.suite = suite, .written = written};
    const auto failed = failure_of_harness([&] { run_all(scored, stop); });
    m_failure = m_failure ? m_failure : failed;
    MutationScore score;
    for (std::size_t i = 0; i < scored.known.size(); ++i)
    {
        const KnownMutant& mutant = scored.known[i];
        MutantVerdict& verdict = score.mutants.emplace_back();
        verdict.goal = mutant.goal;
        const auto kill = scored.kills.find(i);
        if (mutant.decided)
        {
            verdict = *mutant.decided;
        }
        else if (kill != scored.kills.end())
        {
            verdict.fate = MutantFate::killed;
            verdict.killer = kill->second.first;
            verdict.reason = kill->second.second;
        }
        else if (!scored.is_done[i])
        {
            verdict.reason = "the run ended before";
        }
        else if (mutant.infecting.empty())
        {
            verdict.fate = MutantFate::not_infected;
            verdict.reason = mutant.is_reached ? not_infected_reason : not_reached_reason;
        }
        else if (std::none_of(mutant.infecting.begin(), mutant.infecting.end(),
                     [&](std::size_t test) { return scored.is_passing[test]; }))
        {
            verdict.reason = "the tests that infect it do not run beside mutants";
        }
        else
        {
            verdict.fate = MutantFate::survived;
            verdict.reason = "tests compute another state, and none sees it";
        }
    }
    score.executions = m_mutants ? m_mutants->executions() : 0;
    return score;
}

}  // namespace sbst::jvm::detail
