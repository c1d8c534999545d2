// SPDX-License-Identifier: Apache-2.0
#include "faults.hpp"
#include "goal_reasons.hpp"
#include "initialisers.hpp"
#include "mending.hpp"
#include "rendered_draft.hpp"
#include "shorter_tests.hpp"
#include "suite_draft.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/referee/referee.hpp>
#include <sbst/jvm/render/render.hpp>
#include <sbst/jvm/suite/generate.hpp>
#include <sbst/run/measurement.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
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
    /// @param suite what the draft's origins refer to; tests in it may get shorter.
    Prover(const JavaProblem& problem, const ProofOptions& options, detail::SuiteDraft draft,
        std::vector<TestCase>& suite, StopToken::Clock::time_point deadline)
      : m_problem(&problem),
        m_options(&options),
        m_suite(&suite),
        m_draft(std::move(draft)),
        m_deadline(deadline)
    {}

    void run()
    {
        for (int round = 0; !m_draft.tests.empty() && !is_time_up(); ++round)
        {
            if (!judge(static_cast<std::size_t>(round) + 1))
            {
                break;
            }
            const bool is_cut =
                m_report.was_stopped || (m_report.is_compiled && !m_report.is_complete);
            if (is_cut || is_time_up())
            {
                keep_proven();
                return;
            }
            if (is_late())
            {
                m_mending.hurry();
            }
            note_passed();
            if (!m_mending.blame(m_report, m_rendered, m_draft, round + 1 >= max_rounds))
            {
                return;
            }
            if (!mend())
            {
                break;
            }
        }
        for (std::size_t i = 0; i < m_draft.tests.size(); ++i)
        {
            m_mending.set_aside(i);
        }
        m_mending.apply(m_draft);
        m_report = {};
        render();
    }

    [[nodiscard]] const detail::SuiteDraft& draft() const { return m_draft; }
    [[nodiscard]] const detail::RenderedDraft& rendered() const { return m_rendered; }
    [[nodiscard]] RefereeReport& report() { return m_report; }
    /// How the referee broke; nothing when it did not.
    [[nodiscard]] std::exception_ptr failure() const { return m_failure; }

private:
    [[nodiscard]] bool is_time_up() const
    {
        return m_options->stop.with_deadline(m_deadline).stop_requested();
    }

    /// False when the workers break.
    bool mend()
    {
        m_mending.apply(m_draft);
        try
        {
            detail::rewrite_shorter(
                *m_problem, *m_suite, m_draft, m_options->stop.with_deadline(m_deadline));
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

    void render() { m_rendered = {*m_problem, m_draft, m_options->junit}; }

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
        const TemporaryFolder folder(m_options->tools.scratch, "sbst-suite");
        render();
        m_rendered.write(folder.path());
        const JavaSuite& suite = m_rendered.part(false).suite;
        RefereeRequest request{.sources = folder.path(),
            .class_path = m_problem->options().class_path,
            .classes_under_test = {suite.class_under_test},
            .junit = m_options->junit,
            .release = suite.release,
            .runs = standard_runs(m_options->seed)};
        request.runs.push_back(run_abroad(m_options->tools));
        constexpr std::chrono::milliseconds least{1};
        request.total_limit = std::max(least, std::chrono::duration_cast<std::chrono::milliseconds>(
                                                  m_deadline - StopToken::Clock::now()));
        const std::size_t tests = m_draft.tests.size();
        RefereeProgress on_progress;
        if (m_options->on_progress)
        {
            on_progress = [this, round, tests](const RefereeStep& step) {
                m_options->on_progress({.round = round, .step = step, .tests = tests});
            };
            on_progress({.step = 1, .steps = request.runs.size() + 1});
        }
        m_report = judge_suite(request, m_options->tools,
            m_options->stop.with_deadline(m_deadline + m_options->grace), on_progress);
    }

    /// Keeps a report that is whole, for the case that the time ends in the next round.
    void note_passed()
    {
        if (!m_report.is_compiled)
        {
            return;
        }
        m_last = {.report = m_report, .rows = {}};
        for (std::size_t row = 0; row < m_report.tests.size(); ++row)
        {
            const auto found = m_rendered.find(m_report.tests[row]);
            if (found && !why_unproven(m_report, row))
            {
                m_last.rows.push_back({row, m_draft.tests[found->in_draft].origin});
            }
        }
    }

    /// Time was up early in a round: what passed the round before is not mended since, so it is
    /// proven, although beside tests that are gone.
    [[nodiscard]] bool keeps_last()
    {
        std::map<std::size_t, std::size_t> place_of;
        for (std::size_t place = 0; place < m_draft.tests.size(); ++place)
        {
            place_of.emplace(m_draft.tests[place].origin, place);
        }
        std::erase_if(m_last.rows,
            [&place_of](const ProvenRow& one) { return !place_of.contains(one.origin); });
        std::size_t proven = 0;
        for (std::size_t row = 0; m_report.is_compiled && row < m_report.tests.size(); ++row)
        {
            proven += !failure_of(row) && has_passed_standard_runs(row) ? 1U : 0U;
        }
        if (m_last.rows.size() <= proven)
        {
            return false;
        }
        std::set<std::size_t> kept;
        for (const ProvenRow& one : m_last.rows)
        {
            kept.insert(place_of.at(one.origin));
        }
        for (std::size_t place = 0; place < m_draft.tests.size(); ++place)
        {
            if (!kept.contains(place))
            {
                m_mending.set_aside(place);
            }
        }
        m_mending.apply(m_draft);
        render();
        m_report = std::move(m_last.report);
        restrict_report(m_last.rows);
        m_report.coverage.clear();
        m_report.is_complete = false;
        return true;
    }

    /// Time is up: keeps what passed all that must be, and nothing that would need another round.
    void keep_proven()
    {
        if (keeps_last())
        {
            return;
        }
        std::vector<bool> is_proven(m_draft.tests.size(), false);
        std::vector<ProvenRow> rows;
        for (std::size_t row = 0; m_report.is_compiled && row < m_report.tests.size(); ++row)
        {
            const auto found = m_rendered.find(m_report.tests[row]);
            if (!found)
            {
                continue;
            }
            const auto failure = failure_of(row);
            if (failure)
            {
                // It could still be mended, by its user now.
                m_draft.tests[found->in_draft].test.comment.push_back("It " + first_line(*failure));
            }
            else if (has_passed_standard_runs(row))
            {
                is_proven[found->in_draft] = true;
                rows.push_back({row, m_draft.tests[found->in_draft].origin});
            }
        }
        for (std::size_t place = 0; place < is_proven.size(); ++place)
        {
            if (!is_proven[place])
            {
                m_mending.set_aside(place);
            }
        }
        const bool is_whole = !m_mending.drops_any();
        m_mending.apply(m_draft);
        render();
        restrict_report(rows);
        if (!is_whole)
        {
            // It is of tests that are gone as well.
            m_report.coverage.clear();
            m_report.is_complete = false;
        }
    }

    /// A row of the report, and what it is of.
    struct ProvenRow
    {
        std::size_t row = 0;
        std::size_t origin = 0;
    };

    /// How a test failed in a run, whether or not others were cut short.
    [[nodiscard]] std::optional<std::string> failure_of(std::size_t row) const
    {
        RefereeReport ended;
        ended.tests = m_report.tests;
        for (const RefereeRunReport& run : m_report.runs)
        {
            if (run.outcomes[row].verdict != TestVerdict::not_run)
            {
                ended.runs.push_back(run);
            }
        }
        return why_unproven(ended, row);
    }

    [[nodiscard]] bool has_passed_standard_runs(std::size_t row) const
    {
        const std::vector<RefereeRun> wanted = standard_runs(m_options->seed);
        return std::all_of(wanted.begin(), wanted.end(), [&](const RefereeRun& one) {
            return std::any_of(
                m_report.runs.begin(), m_report.runs.end(), [&](const RefereeRunReport& run) {
                    return run.name == one.name && run.outcomes[row].verdict == TestVerdict::passed;
                });
        });
    }

    /// Leaves these tests in the report, by the names that they have now, and the runs that all of
    /// them were in.
    void restrict_report(const std::vector<ProvenRow>& rows)
    {
        std::erase_if(m_report.runs, [&rows](const RefereeRunReport& run) {
            return std::any_of(rows.begin(), rows.end(), [&run](const ProvenRow& one) {
                return run.outcomes[one.row].verdict == TestVerdict::not_run;
            });
        });
        for (RefereeRunReport& run : m_report.runs)
        {
            std::vector<TestOutcome> kept;
            kept.reserve(rows.size());
            for (const ProvenRow& one : rows)
            {
                kept.push_back(std::move(run.outcomes[one.row]));
            }
            run.outcomes = std::move(kept);
        }
        std::vector<RefereeTest> tests;
        tests.reserve(rows.size());
        for (const ProvenRow& one : rows)
        {
            tests.push_back({m_report.tests[one.row].class_name, method_of(one.origin)});
        }
        m_report.tests = std::move(tests);
    }

    [[nodiscard]] std::string method_of(std::size_t origin) const
    {
        const auto found = std::find_if(m_draft.tests.begin(), m_draft.tests.end(),
            [origin](const detail::DraftTest& test) { return test.origin == origin; });
        return m_rendered.method_of(static_cast<std::size_t>(found - m_draft.tests.begin()));
    }

    const JavaProblem* m_problem;
    const ProofOptions* m_options;
    std::vector<TestCase>* m_suite;
    /// The last whole report, and the tests that passed all of it.
    struct LastReport
    {
        RefereeReport report{};
        std::vector<ProvenRow> rows{};
    };
    LastReport m_last;
    detail::SuiteDraft m_draft;
    StopToken::Clock::time_point m_begin = StopToken::Clock::now();
    StopToken::Clock::time_point m_deadline;
    detail::RenderedDraft m_rendered;
    detail::Mending m_mending;
    RefereeReport m_report;
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
std::vector<std::size_t> take_files(const Prover& prover, ProvenSuite& proven)
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
        }
    }
    return origins;
}

/// Everything that can be proven of a result. When a worker breaks it is what there is by then.
detail::SuiteDraft draft_all(JavaProblem& problem, RunResult& result, const StopToken& stop,
    std::chrono::milliseconds grace, std::exception_ptr& failure)
{
    const std::size_t wanted = result.suite.size();
    detail::SuiteDraft draft;
    try
    {
        detail::add_faults(problem, result.suite, stop);
        draft = detail::draft_suite(problem, result, wanted, stop, grace);
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

/// Keeps what the search found out about goals that stay open: how near its tests came, and why.
void keep_answers(
    const JavaProblem& problem, const std::vector<GoalAnswer>& before, RunResult& result)
{
    for (std::size_t i = 0; i < result.answers.size() && i < before.size(); ++i)
    {
        GoalAnswer& answer = result.answers[i];
        const bool is_of_initialiser =
            has_class(problem.goals()[GoalId(i)], JavaGoalClass::static_initialiser);
        if (!is_of_initialiser && answer.status == GoalStatus::open &&
            before[i].status == GoalStatus::open && !before[i].reason.empty())
        {
            answer = before[i];
        }
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
    // Adds tests to the suite: first.
    detail::SuiteDraft draft = draft_all(problem, result, stop, options.grace, proven.failure);
    Prover prover(problem, options, std::move(draft), result.suite, deadline);
    prover.run();
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
    const std::vector<std::size_t> origins = take_files(prover, proven);
    kept.reserve(origins.size());
    for (const std::size_t origin : origins)
    {
        kept.push_back(result.suite[origin]);
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
    keep_answers(problem, before, result);
    apply_rule(detail::rule_of_unproven(problem, before), result.answers);
    return proven;
}

}  // namespace sbst::jvm
