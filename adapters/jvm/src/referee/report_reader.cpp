// SPDX-License-Identifier: Apache-2.0
#include "report_reader.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace sbst::jvm::detail
{
namespace
{
using ReportJson = nlohmann::json;

std::string text_of(const ReportJson& object, const char* key)
{
    return object.at(key).get<std::string>();
}

TestVerdict verdict_of(const std::string& text)
{
    constexpr std::array all{TestVerdict::passed, TestVerdict::failed, TestVerdict::skipped,
        TestVerdict::timed_out, TestVerdict::died, TestVerdict::not_run};
    const auto* const found = std::find_if(
        all.begin(), all.end(), [&](TestVerdict verdict) { return to_text(verdict) == text; });
    if (found == all.end())
    {
        throw AdapterError(fmt::format("the referee's report: no verdict is called '{}'", text));
    }
    return *found;
}

CompileProblem problem_of(const ReportJson& json)
{
    return {json.at("error").get<bool>(), text_of(json, "file"),
        json.at("line").get<std::uint32_t>(), json.at("column").get<std::uint32_t>(),
        text_of(json, "message")};
}

RefereeRunReport run_of(const ReportJson& json, std::size_t test_count)
{
    RefereeRunReport run{text_of(json, "name"), {}};
    for (const ReportJson& outcome : json.at("outcomes"))
    {
        run.outcomes.push_back(
            {verdict_of(text_of(outcome, "verdict")), text_of(outcome, "exception"),
                text_of(outcome, "message"), outcome.at("line").get<std::uint32_t>()});
    }
    if (run.outcomes.size() != test_count)
    {
        throw AdapterError(fmt::format("the referee's report: {} outcomes in run '{}' of {} tests",
            run.outcomes.size(), run.name, test_count));
    }
    return run;
}

CoverageCounter counter_of(const ReportJson& object, const char* key)
{
    const ReportJson& json = object.at(key);
    return {json.at("covered").get<std::size_t>(), json.at("missed").get<std::size_t>()};
}

ClassCoverage coverage_of(const ReportJson& json)
{
    ClassCoverage coverage{
        text_of(json, "class"), counter_of(json, "branches"), counter_of(json, "lines"), {}, {}};
    for (const ReportJson& method : json.at("methods"))
    {
        coverage.methods.push_back({text_of(method, "name"), text_of(method, "descriptor"),
            counter_of(method, "branches"), counter_of(method, "lines")});
    }
    for (const ReportJson& line : json.at("line_branches"))
    {
        coverage.lines_with_code.push_back({line.at("line").get<std::uint32_t>(),
            line.at("executed").get<bool>(), counter_of(line, "branches")});
    }
    return coverage;
}

void read_runs(const ReportJson& json, RefereeReport& report)
{
    for (const ReportJson& test : json.at("tests"))
    {
        report.tests.push_back({text_of(test, "class"), text_of(test, "method")});
    }
    for (const ReportJson& run : json.at("runs"))
    {
        report.runs.push_back(run_of(run, report.tests.size()));
    }
    report.is_complete = json.at("complete").get<bool>();
    for (const ReportJson& one : json.at("coverage"))
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
        const ReportJson json = ReportJson::parse(text);
        RefereeReport report;
        report.java = text_of(json, "java");
        report.is_compiled = json.at("compiled").get<bool>();
        for (const ReportJson& problem : json.at("problems"))
        {
            report.problems.push_back(problem_of(problem));
        }
        if (report.is_compiled)
        {
            read_runs(json, report);
        }
        return report;
    }
    catch (const ReportJson::exception& error)
    {
        throw AdapterError(fmt::format("the referee's report cannot be read: {}", error.what()));
    }
}

}  // namespace sbst::jvm::detail
