// SPDX-License-Identifier: Apache-2.0
#include "faults.hpp"
#include "goal_reasons.hpp"
#include "initialisers.hpp"
#include "late_proof.hpp"
#include "mending.hpp"
#include "mutation_scoring.hpp"
#include "occasions.hpp"
#include "rendered_draft.hpp"
#include "shorter_tests.hpp"
#include "spoilers.hpp"
#include "suite_draft.hpp"
#include "sure_suite.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/referee/kept_referee.hpp>
#include <sbst/jvm/referee/referee.hpp>
#include <sbst/jvm/render/render.hpp>
#include <sbst/jvm/suite/generate.hpp>
#include <sbst/run/measurement.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace sbst::jvm
{

namespace
{

/// Each round drops or repairs something; what is left then is dropped whole.
constexpr int max_rounds = 16;

std::string first_line(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

/// Proves a draft: judges, mends, and begins again until nothing is left to mend.
class Prover
{
public:
    /// @param tools with a kept referee: all rounds have one program.
    /// @param suite what the draft's origins refer to; tests in it may get shorter.
    Prover(const JavaProblem& problem, const ProofOptions& options, RefereeTools tools,
        detail::SuiteDraft draft, std::vector<TestCase>& suite,
        StopToken::Clock::time_point deadline)
      : m_problem(&problem),
        m_options(&options),
        m_tools(std::move(tools)),
        m_suite(&suite),
        m_judged({.problem = &problem, .junit = options.junit, .draft = std::move(draft)}),
        m_late(options.seed),
        m_deadline(deadline)
    {}

    /// Ends the program that all rounds had, unless the caller keeps it: a JVM needs much memory.
    void end_referee()
    {
        if (!m_options->tools.kept)
        {
            m_tools.kept.reset();
        }
    }

    void run()
    {
        for (int round = 0; !m_judged.draft.tests.empty() && !is_time_up(); ++round)
        {
            if (!judge(static_cast<std::size_t>(round) + 1))
            {
                break;
            }
            const bool is_cut = m_judged.report.was_stopped ||
                                (m_judged.report.is_compiled && !m_judged.report.is_complete);
            if (is_cut || is_time_up())
            {
                m_late.keep(m_judged);
                return;
            }
            if (is_late())
            {
                m_judged.mending.hurry();
            }
            m_late.note(m_judged);
            m_may_depend_on_order =
                m_may_depend_on_order || detail::may_depend_on_order(m_judged.report);
            if (!m_judged.mending.blame(
                    m_judged.report, m_judged.rendered, m_judged.draft, round + 1 >= max_rounds))
            {
                if (!m_may_depend_on_order || m_has_more_orders || round + 1 >= max_rounds)
                {
                    return;
                }
                m_has_more_orders = true;
                continue;
            }
            const bool began_anew = do_tests_begin_anew();
            if (!mend())
            {
                break;
            }
            // What was seen of the order before says nothing then.
            m_may_depend_on_order = m_may_depend_on_order && (began_anew || !do_tests_begin_anew());
        }
        // No report is of the draft as it is now.
        m_judged.report = {};
        m_judged.render();
        m_late.keep(m_judged);
    }

    [[nodiscard]] const detail::SuiteDraft& draft() const { return m_judged.draft; }
    [[nodiscard]] const detail::RenderedDraft& rendered() const { return m_judged.rendered; }
    [[nodiscard]] RefereeReport& report() { return m_judged.report; }
    /// How the referee broke; nothing when it did not.
    [[nodiscard]] std::exception_ptr failure() const { return m_failure; }

private:
    [[nodiscard]] bool is_time_up() const
    {
        return m_options->stop.with_deadline(m_deadline).stop_requested();
    }

    /// Tells whether the test class sets up the static state of each test.
    [[nodiscard]] bool do_tests_begin_anew() const
    {
        return m_judged.draft.resets_fields || !m_judged.draft.first_classes.empty();
    }

    /// False when the workers break.
    bool mend()
    {
        m_judged.mending.apply(m_judged.draft);
        try
        {
            detail::rewrite_shorter(
                *m_problem, *m_suite, m_judged.draft, m_options->stop.with_deadline(m_deadline));
            return true;
        }
        catch (const std::exception&)
        {
            m_failure = m_options->stop.was_interrupted() ? nullptr : std::current_exception();
            return false;
        }
    }

    /// Tells whether half of the time is over: what still does not compile then must not cost
    /// the proof of the rest.
    [[nodiscard]] bool is_late() const
    {
        return StopToken::Clock::now() > m_begin + (m_deadline - m_begin) / 2;
    }

    /// False when the referee breaks.
    bool judge(std::size_t round)
    {
        try
        {
            ask_referee(round);
            return true;
        }
        catch (const std::exception&)
        {
            // Whatever it is, what was found is still to be written. The signal that stops the run
            // may have stopped the referee.
            m_failure = m_options->stop.was_interrupted() ? nullptr : std::current_exception();
            return false;
        }
    }

    void ask_referee(std::size_t round)
    {
        const TemporaryFolder folder(m_tools.scratch, "sbst-suite");
        m_judged.render();
        m_judged.rendered.write(folder.path());
        const JavaSuite& suite = m_judged.rendered.part(false).suite;
        RefereeRequest request{.sources = folder.path(),
            .class_path = m_problem->options().class_path,
            .classes_under_test = {suite.class_under_test},
            .junit = m_options->junit,
            .release = suite.release,
            .runs = standard_runs(m_options->seed)};
        request.runs.push_back(run_abroad(m_tools));
        if (m_has_more_orders)
        {
            for (RefereeRun& run : more_orders(m_options->seed))
            {
                request.runs.push_back(std::move(run));
            }
        }
        constexpr std::chrono::milliseconds least{1};
        request.total_limit = std::max(least, std::chrono::duration_cast<std::chrono::milliseconds>(
                                                  m_deadline - StopToken::Clock::now()));
        const std::size_t tests = m_judged.draft.tests.size();
        RefereeProgress on_progress;
        if (m_options->on_progress)
        {
            on_progress = [this, round, tests](const RefereeStep& step) {
                m_options->on_progress({.round = round, .step = step, .tests = tests});
            };
            on_progress({.step = 1, .steps = request.runs.size() + 1});
        }
        m_judged.report = judge_suite(request, m_tools,
            m_options->stop.with_deadline(m_deadline + m_options->grace), on_progress);
    }

    const JavaProblem* m_problem;
    const ProofOptions* m_options;
    RefereeTools m_tools;
    std::vector<TestCase>* m_suite;
    detail::JudgedDraft m_judged;
    detail::LateProof m_late;
    /// Some test failed in one order and passed in another. Nothing is left to mend then: from now
    /// on the rounds have more orders.
    bool m_may_depend_on_order = false;
    bool m_has_more_orders = false;
    StopToken::Clock::time_point m_begin = StopToken::Clock::now();
    StopToken::Clock::time_point m_deadline;
    std::exception_ptr m_failure;
};

std::vector<std::string> repairs_in_words(const detail::RepairState& repair)
{
    std::vector<std::string> words;
    words.reserve(repair.done.size());
    for (const detail::Repair one : repair.done)
    {
        words.emplace_back(detail::to_string(one));
    }
    return words;
}

/// Fills in the files of what is proven.
/// @returns by test of the files: its origin.
/// @param written by test of the files: the test, null for one that shows a broken law.
std::vector<std::size_t> take_files(
    const Prover& prover, ProvenSuite& proven, std::vector<const JavaTest*>& written)
{
    std::vector<std::size_t> origins;
    for (const bool is_suspicious : {false, true})
    {
        const detail::RenderedPart& part = prover.rendered().part(is_suspicious);
        ProvenFile& file = is_suspicious ? proven.suspicious : proven.main;
        file.suite = part.suite;
        file.source = part.source;
        file.first_test = origins.size();
        for (const std::size_t place : part.places)
        {
            const detail::DraftTest& test = prover.draft().tests[place];
            if (test.law)
            {
                proven.object_laws.push_back(*test.law);
                proven.object_laws.back().test = origins.size();
            }
            if (!test.repair.done.empty())
            {
                proven.repaired.push_back(
                    {origins.size(), repairs_in_words(test.repair), test.repair.cause});
            }
            origins.push_back(test.origin);
            written.push_back(test.law ? nullptr : &test.test);
        }
    }
    return origins;
}

/// The tools with a referee that starts now, while workers run the tests, if there are any.
RefereeTools start_referee(const ProofOptions& options, bool has_tests)
{
    RefereeTools tools = options.tools;
    if (!tools.kept)
    {
        tools.kept = std::make_shared<KeptReferee>();
    }
    try
    {
        if (has_tests)
        {
            warm_referee(tools);
        }
    }
    catch (const std::exception&)
    {
        // The first judgement says what is wrong.
        return tools;
    }
    return tools;
}

/// Everything that can be proven of a result. When a worker breaks it is what there is by then.
detail::SuiteDraft draft_all(JavaProblem& problem, RunResult& result, const StopToken& stop,
    std::chrono::milliseconds grace, detail::MutationScoring* mutation, std::exception_ptr& failure)
{
    std::size_t wanted = result.suite.size();
    detail::SuiteDraft draft;
    try
    {
        detail::drop_chance(problem, result, stop);
        wanted = result.suite.size();
        detail::add_faults(problem, result.suite, stop);
        draft = detail::draft_suite(problem, result, wanted, stop, grace, mutation);
        const auto broken =
            detail::find_broken_laws(problem, std::span(result.suite).first(wanted), stop);
        detail::add_broken_laws(broken, result.suite, draft);
    }
    catch (const std::exception&)
    {
        // Whatever it is, what was found is still to be written.
        failure = std::current_exception();
        if (draft.tests.empty())
        {
            draft = detail::unobserved_draft(problem, result, wanted);
        }
    }
    return draft;
}

/// Why a run did not prove what it found.
std::pair<UnprovenCause, std::string> why_unproven_at_all(
    const ProofOptions& options, const std::exception_ptr& failure)
{
    try
    {
        if (failure)
        {
            std::rethrow_exception(failure);
        }
    }
    catch (const std::exception& error)
    {
        return {UnprovenCause::failure,
            fmt::format("they could not be proven: {}", first_line(error.what()))};
    }
    if (options.was_interrupted || options.stop.was_interrupted())
    {
        return {UnprovenCause::interrupt, "the run was interrupted before they were proven"};
    }
    return {UnprovenCause::deadline, "time was up before they were proven"};
}

void set_aside_unproven(const JavaProblem& problem, const ProofOptions& options,
    const detail::SuiteDraft& draft, ProvenSuite& proven)
{
    UnprovenTests& unproven = proven.unproven;
    std::tie(unproven.cause, unproven.reason) = why_unproven_at_all(options, proven.failure);
    if (!draft.unproven.empty())
    {
        unproven.suite = detail::unproven_suite(problem, draft, unproven.reason);
        unproven.suite.junit = options.junit;
        unproven.source = render_suite(unproven.suite);
        unproven.source.file_name = suite_files(problem)[2];
    }
}

/// What the search knew of these tests, where there was no time to measure them anew.
void restrict_coverage(
    JavaProblem& problem, const std::vector<std::size_t>& origins, RunResult& result)
{
    std::vector<std::vector<GoalId>> covered(origins.size());
    // Without tests: what is infeasible.
    RunResult nothing;
    Measurement<JavaProblem>(problem).run(nothing);
    result.answers = std::move(nothing.answers);
    for (std::size_t i = 0; i < origins.size(); ++i)
    {
        if (origins[i] < result.covered_by_test.size())
        {
            covered[i] = std::move(result.covered_by_test[origins[i]]);
        }
        for (const GoalId goal : covered[i])
        {
            GoalAnswer& answer = result.answers[goal.index()];
            if (answer.status == GoalStatus::open)
            {
                answer.status = GoalStatus::covered;
                answer.test = i;
            }
        }
    }
    result.covered_by_test = std::move(covered);
}

std::vector<GoalId> union_of(const std::vector<std::vector<GoalId>>& by_test)
{
    std::set<GoalId> all;
    for (const std::vector<GoalId>& goals : by_test)
    {
        all.insert(goals.begin(), goals.end());
    }
    return {all.begin(), all.end()};
}

/// Measures the kept tests, which are the result's suite now. They are proven: neither a deadline
/// nor the want of a worker loses them.
void measure_kept(JavaProblem& problem, const std::vector<std::size_t>& origins,
    const StopToken& stop, RunResult& result, std::exception_ptr& failure)
{
    bool is_measured = false;
    if (origins.empty() || !stop.stop_requested())
    {
        Measurement<JavaProblem> measurement(problem);
        try
        {
            // What the search left behind in its workers is no part of what the suite covers.
            if (!origins.empty())
            {
                problem.renew_workers();
            }
            is_measured = measurement.run(result, stop);
            if (!measurement.failure().empty())
            {
                throw AdapterError(measurement.failure());
            }
        }
        catch (const std::exception&)
        {
            failure = failure ? failure : std::current_exception();
        }
    }
    if (!is_measured)
    {
        restrict_coverage(problem, origins, result);
    }
}

}  // namespace

ProvenSuite prove_suite(JavaProblem& problem, RunResult& result, const ProofOptions& options)
{
    const StopToken::Clock::time_point deadline = StopToken::Clock::now() + options.limit;
    const StopToken stop = options.stop.with_deadline(deadline);
    if (options.on_progress)
    {
        options.on_progress({.tests = result.suite.size()});
    }
    ProvenSuite proven;
    RefereeTools tools = start_referee(options, !result.suite.empty());
    // Adds tests to the suite: first.
    std::optional<detail::MutationScoring> mutation;
    if (options.mutation_score)
    {
        mutation.emplace(problem, options);
    }
    detail::SuiteDraft draft = draft_all(
        problem, result, stop, options.grace, mutation ? &*mutation : nullptr, proven.failure);
    proven.killing_assertions = draft.killing_assertions;
    const StopToken::Clock::duration spent =
        mutation ? mutation->spent() : StopToken::Clock::duration{};
    Prover prover(
        problem, options, std::move(tools), std::move(draft), result.suite, deadline + spent);
    prover.run();
    prover.end_referee();
    proven.failure = proven.failure ? proven.failure : prover.failure();
    set_aside_unproven(problem, options, prover.draft(), proven);

    for (const std::size_t origin : prover.draft().shortened)
    {
        if (origin < result.covered_by_test.size())
        {
            result.covered_by_test[origin].clear();
        }
    }
    std::vector<TestCase> kept;
    std::vector<std::vector<GoalId>> unsure;
    std::vector<const JavaTest*> written;
    const std::vector<std::size_t> origins = take_files(prover, proven, written);
    kept.reserve(origins.size());
    for (const std::size_t origin : origins)
    {
        kept.push_back(result.suite[origin]);
        const auto& known = prover.draft().unsure;
        // A test that shows a broken law is made of parts of others.
        unsure.push_back(origin < known.size() ? known[origin] : union_of(known));
    }
    for (const auto& dropped : prover.draft().dropped)
    {
        proven.dropped.push_back({problem.render(result.suite[dropped.origin]), dropped.reason});
    }
    proven.dropped_assertions = prover.draft().dropped_assertions;
    proven.referee = std::move(prover.report());
    const std::vector<GoalAnswer> before = result.answers;
    result.suite = std::move(kept);
    measure_kept(problem, origins, options.stop.without_flag(), result, proven.failure);
    detail::answer_initialisers(problem, &proven.referee, !result.suite.empty(), result.answers);
    detail::keep_answers(problem, before, result);
    apply_rule(detail::rule_of_unproven(problem, before), result.answers);
    detail::withdraw_unsure(unsure, result);
    if (mutation)
    {
        proven.mutation = mutation->score(result.suite, written);
        proven.failure = proven.failure ? proven.failure : mutation->failure();
    }
    return proven;
}

}  // namespace sbst::jvm
