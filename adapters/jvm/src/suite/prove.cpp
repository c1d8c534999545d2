// SPDX-License-Identifier: Apache-2.0
#include "../exec/temporary_folder.hpp"
#include "faults.hpp"
#include "initialisers.hpp"
#include "suite_draft.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/generate.hpp>
#include <sbst/jvm/referee/referee.hpp>
#include <sbst/suite/measurement.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace sbst::jvm
{

namespace
{

namespace fs = std::filesystem;

/// Each round drops or repairs something; what is left then is dropped whole.
constexpr int max_rounds = 8;

void write_source(const fs::path& folder, const RenderedSuite& source)
{
    const fs::path file = folder / source.file_name;
    fs::create_directories(file.parent_path());
    std::ofstream stream(file, std::ios::binary);
    stream << source.text;
    if (!stream.flush())
    {
        throw AdapterError(fmt::format("cannot write {}", file.string()));
    }
}

/// One class of the draft, rendered.
struct Part
{
    JavaSuite suite;
    RenderedSuite source;
    /// By test: its index in the draft.
    std::vector<std::size_t> places;
};

std::string full_name(const JavaSuite& suite)
{
    return suite.package.empty() ? suite.class_name : suite.package + "." + suite.class_name;
}

Part render_part(
    const JavaProblem& problem, const detail::SuiteDraft& draft, bool is_suspicious, int junit)
{
    Part part;
    part.suite = detail::suite_of(problem, draft, is_suspicious, part.places);
    part.suite.junit = junit;
    part.source = render_suite(part.suite);
    return part;
}

/// Proves a draft: judges, mends, and begins again until nothing is left to mend.
class Prover
{
public:
    Prover(const JavaProblem& problem, const ProofOptions& options, detail::SuiteDraft draft,
        StopToken::Clock::time_point deadline)
      : m_problem(&problem), m_options(&options), m_draft(std::move(draft)), m_deadline(deadline)
    {}

    void run()
    {
        for (int round = 0; !m_draft.tests.empty() && !is_time_up(); ++round)
        {
            judge();
            const bool is_cut =
                m_report.was_stopped || (m_report.is_compiled && !m_report.is_complete);
            if (is_cut || is_time_up())
            {
                keep_proven();
                return;
            }
            if (!mend(round))
            {
                return;
            }
        }
        for (std::size_t i = 0; i < m_draft.tests.size(); ++i)
        {
            m_reasons.emplace(i, detail::no_time);
        }
        drop();
        m_report = {};
        render_parts();
    }

    [[nodiscard]] const detail::SuiteDraft& draft() const { return m_draft; }
    [[nodiscard]] Part& part(bool is_suspicious) { return m_parts[is_suspicious ? 1 : 0]; }
    [[nodiscard]] RefereeReport& report() { return m_report; }

private:
    [[nodiscard]] bool is_time_up() const
    {
        return m_options->stop.with_deadline(m_deadline).stop_requested();
    }

    void render_parts()
    {
        for (const bool is_suspicious : {false, true})
        {
            m_parts[is_suspicious ? 1 : 0] =
                render_part(*m_problem, m_draft, is_suspicious, m_options->junit);
        }
    }

    void judge()
    {
        const detail::TemporaryFolder folder(m_options->tools.scratch, "sbst-suite");
        render_parts();
        for (const Part& part : m_parts)
        {
            if (!part.places.empty())
            {
                write_source(folder.path(), part.source);
            }
        }
        RefereeRequest request{.sources = folder.path(),
            .class_path = m_problem->options().class_path,
            .classes_under_test = {m_parts[0].suite.class_under_test},
            .junit = m_options->junit,
            .release = m_parts[0].suite.release,
            .runs = standard_runs(m_options->seed)};
        request.runs.push_back(run_abroad(m_options->seed));
        constexpr std::chrono::milliseconds least{1};
        request.total_limit = std::max(least, std::chrono::duration_cast<std::chrono::milliseconds>(
                                                  m_deadline - StopToken::Clock::now()));
        m_report = judge_suite(
            request, m_options->tools, m_options->stop.with_deadline(m_deadline + proof_grace));
    }

    /// Time is up: keeps what passed all that must be, and nothing that would need another round.
    void keep_proven()
    {
        std::vector<bool> is_proven(m_draft.tests.size(), false);
        std::vector<std::size_t> rows;
        std::vector<std::size_t> origins;
        for (std::size_t row = 0; m_report.is_compiled && row < m_report.tests.size(); ++row)
        {
            const auto found = find_test(m_report.tests[row]);
            if (!found)
            {
                continue;
            }
            const auto failure = failure_of(row);
            if (failure)
            {
                m_reasons.emplace(found->draft_place, *failure);
            }
            else if (has_passed_standard_runs(row))
            {
                is_proven[found->draft_place] = true;
                rows.push_back(row);
                origins.push_back(m_draft.tests[found->draft_place].origin);
            }
        }
        for (std::size_t place = 0; place < is_proven.size(); ++place)
        {
            if (!is_proven[place])
            {
                m_reasons.emplace(place, detail::no_time);
            }
        }
        const bool is_whole = m_reasons.empty();
        drop();
        render_parts();
        restrict_report(rows, origins);
        if (!is_whole)
        {
            // It is of tests that are gone as well.
            m_report.coverage.clear();
            m_report.is_complete = false;
        }
    }

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
    void restrict_report(
        const std::vector<std::size_t>& rows, const std::vector<std::size_t>& origins)
    {
        std::erase_if(m_report.runs, [&rows](const RefereeRunReport& run) {
            return std::any_of(rows.begin(), rows.end(), [&run](std::size_t row) {
                return run.outcomes[row].verdict == TestVerdict::not_run;
            });
        });
        for (RefereeRunReport& run : m_report.runs)
        {
            std::vector<TestOutcome> kept;
            for (const std::size_t row : rows)
            {
                kept.push_back(std::move(run.outcomes[row]));
            }
            run.outcomes = std::move(kept);
        }
        std::vector<RefereeTest> tests;
        for (std::size_t i = 0; i < rows.size(); ++i)
        {
            tests.push_back({m_report.tests[rows[i]].class_name, method_of(origins[i])});
        }
        m_report.tests = std::move(tests);
    }

    [[nodiscard]] std::string method_of(std::size_t origin) const
    {
        for (const Part& part : m_parts)
        {
            for (std::size_t i = 0; i < part.places.size(); ++i)
            {
                if (m_draft.tests[part.places[i]].origin == origin)
                {
                    return part.source.tests[i].method;
                }
            }
        }
        return {};
    }

    /// False when every test is proven.
    bool mend(int round)
    {
        if (m_report.is_compiled)
        {
            blame_failures();
        }
        else
        {
            blame_compile_errors();
        }
        const bool has_repairs = !m_dropped_steps.empty() || !m_explicit.empty();
        if (m_reasons.empty() && !has_repairs)
        {
            if (m_report.is_compiled)
            {
                return false;
            }
            for (std::size_t i = 0; i < m_draft.tests.size(); ++i)
            {
                m_reasons.emplace(
                    i, "the suite does not compile, and no test is to blame: " + first_error());
            }
        }
        if (round + 1 >= max_rounds)
        {
            // No more repairs: what needs one goes.
            for (const auto& [place, steps] : m_dropped_steps)
            {
                m_reasons.emplace(place, "an assertion does not compile or hold in every run");
            }
            for (const std::size_t place : m_explicit)
            {
                m_reasons.emplace(place, "it does not compile");
            }
        }
        apply();
        return true;
    }

    [[nodiscard]] std::string first_error() const
    {
        for (const CompileProblem& problem : m_report.problems)
        {
            if (problem.is_error)
            {
                return fmt::format("{}:{}: {}", problem.file, problem.line, problem.message);
            }
        }
        return "javac says nothing";
    }

    void blame_compile_errors()
    {
        for (const CompileProblem& problem : m_report.problems)
        {
            if (!problem.is_error)
            {
                continue;
            }
            for (const Part& part : m_parts)
            {
                if (part.places.empty() || problem.file != part.source.file_name)
                {
                    continue;
                }
                for (std::size_t i = 0; i < part.places.size(); ++i)
                {
                    const TestPlace& place = part.source.tests[i];
                    if (problem.line < place.first_line || problem.line > place.last_line)
                    {
                        continue;
                    }
                    const std::size_t blamed = part.places[i];
                    if (!m_explicit.contains(blamed))
                    {
                        blame(blamed, assertion_at(part, i, problem.line), problem.message);
                    }
                }
            }
        }
    }

    /// Of a test that does not compile: first casts, then without the assertion that is to blame,
    /// then without the test.
    void blame(
        std::size_t place, const std::optional<std::size_t>& assertion, const std::string& message)
    {
        const bool is_whole = m_draft.tests[place].contract.has_value();
        if (m_was_explicit.insert(m_draft.tests[place].origin).second)
        {
            m_explicit.insert(place);
        }
        else if (assertion && !is_whole)
        {
            m_dropped_steps[place].insert(*assertion);
        }
        else
        {
            m_reasons.emplace(place, fmt::format("it does not compile: {}", message));
        }
    }

    void blame_failures()
    {
        for (std::size_t i = 0; i < m_report.tests.size(); ++i)
        {
            const auto reason = why_unproven(m_report, i);
            const auto found = reason ? find_test(m_report.tests[i]) : std::nullopt;
            if (!found)
            {
                continue;
            }
            const bool is_whole = m_draft.tests[found->draft_place].contract.has_value();
            const auto step = is_whole ? std::nullopt : failed_assertion(i, *found);
            if (step)
            {
                m_dropped_steps[found->draft_place].insert(*step);
            }
            else
            {
                m_reasons.emplace(found->draft_place, *reason);
            }
        }
    }

    struct Found
    {
        const Part* part = nullptr;
        std::size_t test = 0;
        std::size_t draft_place = 0;
    };

    [[nodiscard]] std::optional<Found> find_test(const RefereeTest& test) const
    {
        for (const Part& part : m_parts)
        {
            for (std::size_t i = 0; i < part.places.size(); ++i)
            {
                if (part.source.tests[i].method == test.method &&
                    test.class_name == full_name(part.suite))
                {
                    return Found{&part, i, part.places[i]};
                }
            }
        }
        return std::nullopt;
    }

    /// The assertion that is written in the line.
    [[nodiscard]] std::optional<std::size_t> assertion_at(
        const Part& part, std::size_t test, std::size_t line) const
    {
        const auto& lines = part.source.tests[test].step_lines;
        const auto& steps = m_draft.tests[part.places[test]].test.steps;
        std::optional<std::size_t> last;
        for (std::size_t i = 0; i < lines.size(); ++i)
        {
            if (lines[i] != 0 && lines[i] <= line && (!last || lines[i] >= lines[*last]))
            {
                last = i;
            }
        }
        return last && std::holds_alternative<JavaAssertion>(steps[*last]) ? last : std::nullopt;
    }

    /// The assertion at whose line the test failed in its first bad run, or the call of whose
    /// exception another message was asserted.
    [[nodiscard]] std::optional<std::size_t> failed_assertion(
        std::size_t test, const Found& found) const
    {
        for (const RefereeRunReport& run : m_report.runs)
        {
            const TestOutcome& outcome = run.outcomes[test];
            if (outcome.verdict != TestVerdict::failed)
            {
                continue;
            }
            const auto& lines = found.part->source.tests[found.test].step_lines;
            const auto& steps = m_draft.tests[found.draft_place].test.steps;
            for (std::size_t i = 0; i < lines.size(); ++i)
            {
                if (lines[i] != 0 && lines[i] == outcome.line &&
                    std::holds_alternative<JavaAssertion>(steps[i]))
                {
                    return i;
                }
            }
            // What is thrown ends a test; below the call stands what is asserted of the message.
            const bool is_message = !steps.empty() && lines.back() != 0 &&
                                    outcome.line > lines.back() && has_message(steps.back());
            return is_message ? std::optional{steps.size() - 1} : std::nullopt;
        }
        return std::nullopt;
    }

    static bool has_message(const JavaStep& step)
    {
        const auto* call = std::get_if<JavaCall>(&step);
        return call != nullptr && call->expected_message.has_value();
    }

    void apply()
    {
        for (const auto& [place, steps] : m_dropped_steps)
        {
            auto& all = m_draft.tests[place].test.steps;
            // Assertions are referred to by nobody, but what stands behind them moves.
            for (const std::size_t step : steps)
            {
                if (auto* call = std::get_if<JavaCall>(&all[step]))
                {
                    call->expected_message.reset();
                }
                else
                {
                    erase_step(all, step);
                }
                ++m_draft.dropped_assertions;
            }
        }
        for (const std::size_t place : m_explicit)
        {
            for (JavaStep& step : m_draft.tests[place].test.steps)
            {
                if (auto* call = std::get_if<JavaCall>(&step))
                {
                    call->is_explicit = true;
                }
            }
        }
        drop();
    }

    /// Drops what there is a reason for.
    void drop()
    {
        for (const auto& [index, reason] : m_reasons)
        {
            const auto place = static_cast<std::ptrdiff_t>(index);
            m_draft.dropped.push_back({m_draft.tests[index].origin, reason});
            m_draft.tests.erase(m_draft.tests.begin() + place);
        }
        // Places are others now.
        m_reasons.clear();
        m_dropped_steps.clear();
        m_explicit.clear();
    }

    static void erase_step(std::vector<JavaStep>& steps, std::size_t erased)
    {
        steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(erased));
        const auto moved = [erased](std::size_t& step) { step -= step > erased ? 1U : 0U; };
        for (JavaStep& step : steps)
        {
            if (auto* call = std::get_if<JavaCall>(&step))
            {
                for (JavaValue& argument : call->arguments)
                {
                    moved(argument.step);
                }
            }
            else
            {
                moved(std::get<JavaAssertion>(step).step);
            }
        }
    }

    const JavaProblem* m_problem;
    const ProofOptions* m_options;
    detail::SuiteDraft m_draft;
    StopToken::Clock::time_point m_deadline;
    std::array<Part, 2> m_parts;
    RefereeReport m_report;
    /// By place in the draft: why the test goes; which of its steps go. The last place and step
    /// first, so that erasing one moves none of the others.
    std::map<std::size_t, std::string, std::greater<>> m_reasons;
    std::map<std::size_t, std::set<std::size_t, std::greater<>>> m_dropped_steps;
    std::set<std::size_t> m_explicit;
    /// Origins of tests that were written with casts already.
    std::set<std::size_t> m_was_explicit;
};

}  // namespace

ProvenSuite prove_suite(JavaProblem& problem, RunResult& result, const ProofOptions& options)
{
    const StopToken::Clock::time_point deadline = StopToken::Clock::now() + options.limit;
    const StopToken stop = options.stop.with_deadline(deadline);
    const std::size_t wanted = result.suite.size();
    detail::add_faults(problem, result.suite, stop);
    detail::SuiteDraft draft = detail::draft_suite(problem, result, wanted, stop);
    const auto broken =
        detail::find_broken_contracts(problem, std::span(result.suite).first(wanted), stop);
    detail::add_contracts(broken, result.suite, draft);
    Prover prover(problem, options, std::move(draft), deadline);
    prover.run();

    ProvenSuite proven;
    std::vector<TestCase> kept;
    for (const bool is_suspicious : {false, true})
    {
        Part& part = prover.part(is_suspicious);
        ProvenFile& file = is_suspicious ? proven.suspicious : proven.main;
        file.suite = std::move(part.suite);
        file.source = std::move(part.source);
        file.first_test = kept.size();
        for (const std::size_t place : part.places)
        {
            const detail::DraftTest& test = prover.draft().tests[place];
            if (test.contract)
            {
                proven.contracts.push_back(*test.contract);
                proven.contracts.back().test = kept.size();
            }
            kept.push_back(result.suite[test.origin]);
        }
    }
    for (const auto& dropped : prover.draft().dropped)
    {
        proven.dropped.push_back({problem.render(result.suite[dropped.origin]), dropped.reason});
    }
    proven.dropped_assertions = prover.draft().dropped_assertions;
    proven.referee = std::move(prover.report());
    const std::vector<GoalAnswer> before = result.answers;
    result.suite = std::move(kept);
    // What the search left behind in its workers is no part of what the suite covers.
    problem.renew_workers();
    Measurement<JavaProblem>(problem).run(result);
    detail::answer_initialisers(problem, &proven.referee, !result.suite.empty(), result.answers);
    for (std::size_t i = 0; i < result.answers.size() && i < before.size(); ++i)
    {
        if (problem.class_goals().goals[i].goal_class == JavaGoalClass::static_initialiser)
        {
            continue;
        }
        GoalAnswer& answer = result.answers[i];
        if (answer.status == GoalStatus::open && before[i].status == GoalStatus::covered)
        {
            answer.reason = "covered only by tests that could not be proven";
        }
        else if (answer.status == GoalStatus::open && before[i].nearest)
        {
            answer = before[i];
        }
    }
    return proven;
}

}  // namespace sbst::jvm
