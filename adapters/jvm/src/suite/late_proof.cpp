// SPDX-License-Identifier: Apache-2.0
#include "late_proof.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// How a test failed in a run, whether or not others were cut short.
std::optional<std::string> failure_of(const RefereeReport& report, std::size_t row)
{
    RefereeReport ended;
    ended.tests = report.tests;
    for (const RefereeRunReport& run : report.runs)
    {
        if (run.outcomes[row].verdict != TestVerdict::not_run)
        {
            ended.runs.push_back(run);
        }
    }
    return why_unproven(ended, row);
}

/// A failure could still be mended, by the user now.
void write_failures(JudgedDraft& judged)
{
    for (std::size_t row = 0; judged.report.is_compiled && row < judged.report.tests.size(); ++row)
    {
        const auto found = judged.rendered.find(judged.report.tests[row]);
        const auto failure = failure_of(judged.report, row);
        if (found && failure)
        {
            judged.draft.tests[found->in_draft].test.comment.push_back(
                "It " + failure->substr(0, failure->find('\n')));
        }
    }
}

}  // namespace

void LateProof::note(const JudgedDraft& judged)
{
    if (!judged.report.is_compiled)
    {
        return;
    }
    m_noted = {.report = judged.report,
        .rows = {},
        .resets_fields = judged.draft.resets_fields,
        .first_classes = judged.draft.first_classes};
    for (std::size_t row = 0; row < judged.report.tests.size(); ++row)
    {
        const auto found = judged.rendered.find(judged.report.tests[row]);
        if (found && !why_unproven(judged.report, row))
        {
            m_noted.rows.push_back({row, judged.draft.tests[found->in_draft].origin});
        }
    }
}

void LateProof::keep(JudgedDraft& judged) const
{
    const std::vector<Row> now = proven_now(judged);
    const std::vector<Row> before = proven_before(judged.draft);
    // Time was up early in a round: what passed the round before is not mended since, so it is
    // proven, although beside tests that are gone.
    const bool is_before = before.size() > now.size();
    if (is_before)
    {
        judged.report = m_noted.report;
        judged.draft.resets_fields = m_noted.resets_fields;
        judged.draft.first_classes = m_noted.first_classes;
    }
    else
    {
        write_failures(judged);
    }
    keep_rows(judged, is_before ? before : now);
}

std::vector<LateProof::Row> LateProof::proven_now(const JudgedDraft& judged) const
{
    std::vector<Row> rows;
    for (std::size_t row = 0; judged.report.is_compiled && row < judged.report.tests.size(); ++row)
    {
        const auto found = judged.rendered.find(judged.report.tests[row]);
        if (found && !failure_of(judged.report, row) &&
            has_passed_standard_runs(judged.report, row))
        {
            rows.push_back({row, judged.draft.tests[found->in_draft].origin});
        }
    }
    return rows;
}

bool LateProof::has_passed_standard_runs(const RefereeReport& report, std::size_t row) const
{
    const std::vector<RefereeRun> wanted = standard_runs(m_seed);
    return std::all_of(wanted.begin(), wanted.end(), [&](const RefereeRun& one) {
        return std::any_of(
            report.runs.begin(), report.runs.end(), [&](const RefereeRunReport& run) {
                return run.name == one.name && run.outcomes[row].verdict == TestVerdict::passed;
            });
    });
}

std::vector<LateProof::Row> LateProof::proven_before(const SuiteDraft& draft) const
{
    std::set<std::size_t> there;
    for (const DraftTest& test : draft.tests)
    {
        there.insert(test.origin);
    }
    std::vector<Row> rows = m_noted.rows;
    std::erase_if(rows, [&there](const Row& one) { return !there.contains(one.origin); });
    return rows;
}

/// The report is of the rows' round.
void LateProof::keep_rows(JudgedDraft& judged, const std::vector<Row>& rows)
{
    std::set<std::size_t> kept;
    for (const Row& one : rows)
    {
        kept.insert(one.origin);
    }
    for (std::size_t place = 0; place < judged.draft.tests.size(); ++place)
    {
        if (!kept.contains(judged.draft.tests[place].origin))
        {
            judged.mending.set_aside(place);
        }
    }
    const bool is_whole = rows.size() == judged.report.tests.size();
    judged.mending.apply(judged.draft);
    judged.render();
    restrict_report(judged, rows);
    if (!is_whole)
    {
        // It is of tests that are gone as well.
        judged.report.coverage.clear();
        judged.report.is_complete = false;
    }
}

/// Leaves these tests in the report, by the names that they have now, and the runs that all of
/// them were in.
void LateProof::restrict_report(JudgedDraft& judged, const std::vector<Row>& rows)
{
    RefereeReport& report = judged.report;
    std::erase_if(report.runs, [&rows](const RefereeRunReport& run) {
        return std::any_of(rows.begin(), rows.end(), [&run](const Row& one) {
            return run.outcomes[one.row].verdict == TestVerdict::not_run;
        });
    });
    for (RefereeRunReport& run : report.runs)
    {
        std::vector<TestOutcome> kept;
        kept.reserve(rows.size());
        for (const Row& one : rows)
        {
            kept.push_back(std::move(run.outcomes[one.row]));
        }
        run.outcomes = std::move(kept);
    }
    std::vector<RefereeTest> tests;
    tests.reserve(rows.size());
    for (const Row& one : rows)
    {
        const auto found = std::find_if(judged.draft.tests.begin(), judged.draft.tests.end(),
            [&one](const DraftTest& test) { return test.origin == one.origin; });
        const auto place = static_cast<std::size_t>(found - judged.draft.tests.begin());
        tests.push_back({report.tests[one.row].class_name, judged.rendered.method_of(place)});
    }
    report.tests = std::move(tests);
}

}  // namespace sbst::jvm::detail
