// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/referee/report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace sbst::jvm
{

namespace
{

bool is_good(TestVerdict verdict)
{
    return verdict == TestVerdict::passed || verdict == TestVerdict::skipped;
}

std::string reason_of(const RefereeRunReport& run, const TestOutcome& outcome)
{
    std::string text = fmt::format("{} in run '{}'", to_text(outcome.verdict), run.name);
    if (!outcome.exception.empty())
    {
        text += ": " + outcome.exception;
    }
    if (!outcome.message.empty())
    {
        text += ": " + outcome.message;
    }
    if (outcome.line != 0)
    {
        text += fmt::format(" (line {})", outcome.line);
    }
    return text;
}

}  // namespace

std::string_view to_text(TestVerdict verdict)
{
    switch (verdict)
    {
        case TestVerdict::passed:
            return "passed";
        case TestVerdict::failed:
            return "failed";
        case TestVerdict::skipped:
            return "skipped";
        case TestVerdict::timed_out:
            return "timed_out";
        case TestVerdict::died:
            return "died";
        case TestVerdict::not_run:
            break;
    }
    return "not_run";
}

std::optional<std::string> why_unproven(const RefereeReport& report, std::size_t test)
{
    assert(test < report.tests.size());
    for (const RefereeRunReport& run : report.runs)
    {
        const TestOutcome& outcome = run.outcomes[test];
        if (!is_good(outcome.verdict))
        {
            return reason_of(run, outcome);
        }
        if (outcome.verdict != report.runs.front().outcomes[test].verdict)
        {
            return fmt::format("{} in run '{}', {} in run '{}'",
                to_text(report.runs.front().outcomes[test].verdict), report.runs.front().name,
                to_text(outcome.verdict), run.name);
        }
    }
    return std::nullopt;
}

}  // namespace sbst::jvm
