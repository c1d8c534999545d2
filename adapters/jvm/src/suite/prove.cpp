// SPDX-License-Identifier: Apache-2.0
#include "faults.hpp"
#include "suite_draft.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/generate.hpp>
#include <sbst/jvm/referee/referee.hpp>
#include <sbst/suite/measurement.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <stdlib.h>
#include <utility>

namespace sbst::jvm
{

namespace
{

namespace fs = std::filesystem;

/// Each round drops or repairs something; what is left then is dropped whole.
constexpr int max_rounds = 8;

/// A folder of our own that goes away.
class SourceFolder
{
public:
    explicit SourceFolder(const fs::path& parent)
    {
        const fs::path base = parent.empty() ? fs::temp_directory_path() : parent;
        std::string pattern = (base / "sbst-suite-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr)
        {
            throw AdapterError(fmt::format("cannot make a folder in {}", base.string()));
        }
        m_path = pattern;
    }
    ~SourceFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    SourceFolder(const SourceFolder&) = delete;
    SourceFolder& operator=(const SourceFolder&) = delete;
    SourceFolder(SourceFolder&&) = delete;
    SourceFolder& operator=(SourceFolder&&) = delete;

    void write(const RenderedSuite& source) const
    {
        const fs::path file = m_path / source.file_name;
        fs::create_directories(file.parent_path());
        std::ofstream stream(file, std::ios::binary);
        stream << source.text;
        if (!stream.flush())
        {
            throw AdapterError(fmt::format("cannot write {}", file.string()));
        }
    }
    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

/// One class of the draft, rendered.
struct Part
{
    JavaSuite suite;
    RenderedSuite source;
    /// By test: its index in the draft.
    std::vector<std::size_t> places;
};

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
    Prover(const JavaProblem& problem, const ProofOptions& options, detail::SuiteDraft draft)
      : m_problem(&problem),
        m_options(&options),
        m_draft(std::move(draft)),
        m_deadline(std::chrono::steady_clock::now() + options.limit)
    {}

    void run()
    {
        for (int round = 0; !m_draft.tests.empty(); ++round)
        {
            judge();
            if (!mend(round))
            {
                return;
            }
        }
        m_parts[0] = render_part(*m_problem, m_draft, false, m_options->junit);
        m_parts[1] = render_part(*m_problem, m_draft, true, m_options->junit);
        m_report = {};
    }

    [[nodiscard]] const detail::SuiteDraft& draft() const { return m_draft; }
    [[nodiscard]] Part& part(bool is_suspicious) { return m_parts[is_suspicious ? 1 : 0]; }
    [[nodiscard]] RefereeReport& report() { return m_report; }

private:
    void judge()
    {
        const SourceFolder folder(m_options->tools.scratch);
        for (const bool is_suspicious : {false, true})
        {
            Part& part = m_parts[is_suspicious ? 1 : 0];
            part = render_part(*m_problem, m_draft, is_suspicious, m_options->junit);
            if (!part.places.empty())
            {
                folder.write(part.source);
            }
        }
        RefereeRequest request{.sources = folder.path(),
            .class_path = m_problem->options().class_path,
            .classes_under_test = {m_parts[0].suite.class_under_test},
            .junit = m_options->junit,
            .runs = standard_runs(m_options->seed)};
        request.runs.push_back(run_abroad(m_options->seed));
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            m_deadline - std::chrono::steady_clock::now());
        constexpr std::chrono::milliseconds least{5000};
        request.total_limit = std::max(left, least);
        m_report = judge_suite(request, m_options->tools);
    }

    /// False when every test is proven.
    bool mend(int round)
    {
        m_reasons.clear();
        m_dropped_steps.clear();
        m_explicit.clear();
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
            if (!m_report.is_compiled)
            {
                throw AdapterError(
                    "the suite does not compile, and no test is to blame: " + first_error());
            }
            return false;
        }
        const bool is_over =
            round + 1 >= max_rounds || std::chrono::steady_clock::now() >= m_deadline;
        if (is_over)
        {
            // No time for repairs: what needs one goes.
            for (const auto& [place, steps] : m_dropped_steps)
            {
                m_reasons.emplace(place, "an assertion does not hold in every run");
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
                    if (!m_was_explicit.insert(m_draft.tests[blamed].origin).second)
                    {
                        m_reasons.emplace(
                            blamed, fmt::format("it does not compile: {}", problem.message));
                    }
                    else
                    {
                        m_explicit.insert(blamed);
                    }
                }
            }
        }
        // A test that is both newly explicit and blamed again in this round gets its chance.
        for (const std::size_t place : m_explicit)
        {
            m_reasons.erase(place);
        }
    }

    void blame_failures()
    {
        for (std::size_t i = 0; i < m_report.tests.size(); ++i)
        {
            const auto reason = is_proven_in_time(i) ? std::nullopt : why_unproven(m_report, i);
            const auto found = reason ? find_test(m_report.tests[i]) : std::nullopt;
            if (!found)
            {
                continue;
            }
            const auto step = failed_assertion(i, *found);
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

    /// The limit cut later runs short, and the test passed in all that there were.
    [[nodiscard]] bool is_proven_in_time(std::size_t test) const
    {
        if (m_report.is_complete)
        {
            return false;
        }
        bool has_passed = false;
        for (const RefereeRunReport& run : m_report.runs)
        {
            const TestVerdict verdict = run.outcomes[test].verdict;
            if (verdict != TestVerdict::passed && verdict != TestVerdict::not_run)
            {
                return false;
            }
            has_passed |= verdict == TestVerdict::passed;
        }
        return has_passed;
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
                    test.class_name.ends_with(part.suite.class_name))
                {
                    return Found{&part, i, part.places[i]};
                }
            }
        }
        return std::nullopt;
    }

    /// The assertion at whose line the test failed in its first bad run.
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
            return std::nullopt;
        }
        return std::nullopt;
    }

    void apply()
    {
        for (const auto& [place, steps] : m_dropped_steps)
        {
            auto& all = m_draft.tests[place].test.steps;
            // Assertions are referred to by nobody, but what stands behind them moves.
            for (auto step = steps.rbegin(); step != steps.rend(); ++step)
            {
                erase_step(all, *step);
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
        for (auto reason = m_reasons.rbegin(); reason != m_reasons.rend(); ++reason)
        {
            const auto place = static_cast<std::ptrdiff_t>(reason->first);
            m_draft.dropped.push_back({m_draft.tests[reason->first].origin, reason->second});
            m_draft.tests.erase(m_draft.tests.begin() + place);
        }
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
    std::chrono::steady_clock::time_point m_deadline;
    std::array<Part, 2> m_parts;
    RefereeReport m_report;
    /// By place in the draft: why the test goes.
    std::map<std::size_t, std::string> m_reasons;
    std::map<std::size_t, std::set<std::size_t>> m_dropped_steps;
    std::set<std::size_t> m_explicit;
    /// Origins of tests that were written with casts already.
    std::set<std::size_t> m_was_explicit;
};

}  // namespace

ProvenSuite prove_suite(JavaProblem& problem, RunResult& result, const ProofOptions& options)
{
    const std::size_t wanted = result.suite.size();
    detail::add_faults(problem, result.suite);
    Prover prover(problem, options, detail::draft_suite(problem, result, wanted));
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
            kept.push_back(result.suite[prover.draft().tests[place].origin]);
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
    Measurement<JavaProblem>(problem).run(result);
    for (std::size_t i = 0; i < result.answers.size() && i < before.size(); ++i)
    {
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
