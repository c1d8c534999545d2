// SPDX-License-Identifier: Apache-2.0
#include "report_reader.hpp"

#include <sbst/base/json_field.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>

namespace sbst::jvm::detail
{

namespace
{

constexpr const char* report_name = "the referee's report";

TestVerdict verdict_of(const JsonField& field)
{
    constexpr std::array all{TestVerdict::passed, TestVerdict::failed, TestVerdict::skipped,
        TestVerdict::timed_out, TestVerdict::died, TestVerdict::not_run};
    const auto* const found = std::find_if(all.begin(), all.end(),
        [&](TestVerdict verdict) { return to_text(verdict) == field.text(); });
    if (found == all.end())
    {
        field.fail(fmt::format("no verdict is called '{}'", field.text()));
    }
    return *found;
}

std::uint32_t place_of(const JsonField& field)
{
    const std::uint64_t number = field.count();
    if (number > std::numeric_limits<std::uint32_t>::max())
    {
        field.fail("no file is so long");
    }
    return static_cast<std::uint32_t>(number);
}

CompileProblem problem_of(const JsonField& field)
{
    return {field.at("error").boolean(), field.at("file").text(), place_of(field.at("line")),
        place_of(field.at("column")), field.at("message").text()};
}

RefereeRunReport run_of(const JsonField& field, std::size_t test_count)
{
    RefereeRunReport run{field.at("name").text(), {}};
    for (const JsonField& outcome : field.at("outcomes").items())
    {
        run.outcomes.push_back({verdict_of(outcome.at("verdict")), outcome.at("exception").text(),
            outcome.at("message").text(), place_of(outcome.at("line")),
            place_of(outcome.at("place"))});
    }
    if (run.outcomes.size() != test_count)
    {
        field.at("outcomes")
            .fail(fmt::format(
                "{} outcomes in run '{}' of {} tests", run.outcomes.size(), run.name, test_count));
    }
    return run;
}

CoverageCounter counter_of(const JsonField& field)
{
    return {field.at("covered").count(), field.at("missed").count()};
}

ClassCoverage coverage_of(const JsonField& field)
{
    ClassCoverage coverage{field.at("class").text(), counter_of(field.at("branches")),
        counter_of(field.at("lines")), {}, {}};
    for (const JsonField& method : field.at("methods").items())
    {
        coverage.methods.push_back({method.at("name").text(), method.at("descriptor").text(),
            counter_of(method.at("branches")), counter_of(method.at("lines"))});
    }
    for (const JsonField& line : field.at("line_branches").items())
    {
        coverage.lines_with_code.push_back({place_of(line.at("line")),
            line.at("executed").boolean(), counter_of(line.at("branches"))});
    }
    return coverage;
}

void read_runs(const JsonField& root, RefereeReport& report)
{
    for (const JsonField& test : root.at("tests").items())
    {
        report.tests.push_back({test.at("class").text(), test.at("method").text()});
    }
    for (const JsonField& run : root.at("runs").items())
    {
        report.runs.push_back(run_of(run, report.tests.size()));
    }
    report.is_complete = root.at("complete").boolean();
    for (const JsonField& one : root.at("coverage").items())
    {
        report.coverage.push_back(coverage_of(one));
    }
    std::sort(report.coverage.begin(), report.coverage.end(),
        [](const ClassCoverage& a, const ClassCoverage& b) { return a.name < b.name; });
}

}  // namespace

RefereeReport read_report(std::string_view text)
{
    try
    {
        const auto json = parse_json<SortedJson>(text, report_name);
        const JsonField root(json, report_name, "");
        RefereeReport report;
        report.java = root.at("java").text();
        report.is_compiled = root.at("compiled").boolean();
        for (const JsonField& problem : root.at("problems").items())
        {
            report.problems.push_back(problem_of(problem));
        }
        if (report.is_compiled)
        {
            read_runs(root, report);
        }
        return report;
    }
    catch (const ParseError& error)
    {
        // Our own program wrote it: the user did not give us a bad file.
        throw AdapterError(error.what());
    }
}

}  // namespace sbst::jvm::detail
