// SPDX-License-Identifier: Apache-2.0
#include "subject_json.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <cstddef>

namespace sbst::jvm
{

namespace
{

OrderedJson counter_to_json(const CoverageCounter& counter)
{
    return {{"covered", counter.covered}, {"missed", counter.missed}};
}

OrderedJson exceptions_to_json(const std::vector<ExceptionRow>& rows)
{
    OrderedJson json = OrderedJson::array();
    for (const ExceptionRow& row : rows)
    {
        json.push_back({{"exception", row.exception}, {"function", row.function},
            {"is_declared", row.is_declared}, {"test", row.test + 1}});
    }
    return json;
}

OrderedJson object_laws_to_json(const std::vector<ObjectLawRow>& rows)
{
    OrderedJson json = OrderedJson::array();
    for (const ObjectLawRow& row : rows)
    {
        json.push_back({{"law", row.law}, {"class", row.class_name}, {"seen", row.seen},
            {"test", row.test + 1}});
    }
    return json;
}

OrderedJson files_to_json(const std::vector<WrittenFile>& files)
{
    OrderedJson json = OrderedJson::array();
    for (const WrittenFile& file : files)
    {
        json.push_back({{"name", file.name}, {"tests", file.tests}});
    }
    return json;
}

OrderedJson unproven_to_json(const UnprovenFile& file)
{
    OrderedJson json{{"tests", file.tests}, {"file", nullptr}, {"cause", nullptr}};
    if (file.tests > 0)
    {
        json["file"] = file.name;
        json["cause"] = to_string(file.cause);
        json["reason"] = file.reason;
    }
    return json;
}

OrderedJson dropped_to_json(const std::vector<DroppedTest>& tests)
{
    OrderedJson json = OrderedJson::array();
    for (const DroppedTest& dropped : tests)
    {
        json.push_back({{"test", dropped.test}, {"reason", dropped.reason}});
    }
    return json;
}

OrderedJson repaired_to_json(const std::vector<RepairedTest>& tests)
{
    OrderedJson json = OrderedJson::array();
    for (const RepairedTest& repaired : tests)
    {
        json.push_back({{"test", repaired.test + 1}, {"repairs", repaired.repairs},
            {"reason", repaired.reason}});
    }
    return json;
}

OrderedJson referee_to_json(const RefereeReport& referee)
{
    OrderedJson json{{"java", referee.java}};
    json["runs"] = OrderedJson::array();
    for (const RefereeRunReport& run : referee.runs)
    {
        json["runs"].push_back(run.name);
    }
    std::size_t passed = 0;
    for (std::size_t i = 0; i < referee.tests.size(); ++i)
    {
        passed += why_unproven(referee, i) ? 0U : 1U;
    }
    json["complete"] = referee.is_complete;
    json["passed"] = passed;
    json["coverage"] = OrderedJson::array();
    for (const ClassCoverage& coverage : referee.coverage)
    {
        json["coverage"].push_back({{"class", binary_name(coverage.name)},
            {"branches", counter_to_json(coverage.branches)},
            {"lines", counter_to_json(coverage.lines)}});
    }
    return json;
}

OrderedJson workers_to_json(const PoolCounters& workers)
{
    return {{"tests", workers.tests}, {"budget", workers.budget_stops},
        {"watchdog", workers.watchdog_stops}, {"stack_overflow", workers.stack_overflows},
        {"out_of_memory", workers.out_of_memory}, {"exit", workers.exits},
        {"not_linked", workers.not_linked}, {"too_large", workers.too_large},
        {"deaths", workers.deaths}, {"refused", workers.refused}};
}

OrderedJson link_failures_to_json(const std::vector<LinkFailure>& failures)
{
    OrderedJson json = OrderedJson::array();
    for (const LinkFailure& failure : failures)
    {
        json.push_back({{"error", failure.error},
            {"missing",
                failure.missing.empty() ? OrderedJson(nullptr) : OrderedJson(failure.missing)},
            {"tests", failure.tests}});
    }
    return json;
}

}  // namespace

OrderedJson detail::subject_to_json(const JavaSubject& subject)
{
    return {{"class", subject.class_name}, {"class_path", subject.class_path},
        {"java", subject.java}, {"class_file_hash", subject.class_file_hash}};
}

std::string write_report(const JavaReport& report)
{
    OrderedJson json{{"schema", java_report_schema}};
    json["subject"] = detail::subject_to_json(report.subject);
    add_search(json, report);
    add_coverage(json, report.totals, report.goals, report);
    json["files"] = files_to_json(report.files);
    const bool is_observed = report.unobserved.empty();
    json["lines"] = is_observed ? counter_to_json(report.lines) : OrderedJson();
    json["exceptions"] = is_observed ? exceptions_to_json(report.exceptions) : OrderedJson();
    json["object_laws"] = object_laws_to_json(report.object_laws);
    json["unproven"] = unproven_to_json(report.unproven);
    json["dropped"] = dropped_to_json(report.dropped);
    json["repaired"] = repaired_to_json(report.repaired);
    json["dropped_assertions"] = report.dropped_assertions;
    json["referee"] = referee_to_json(report.referee);
    json["workers"] = workers_to_json(report.workers);
    json["link_failures"] = link_failures_to_json(report.link_failures);
    add_mutation_score(json, report.goals, report);
    add_course(json, report);
    json["machine"]["isolation_warning"] = report.isolation_warning;
    json["machine"]["unobserved"] = report.unobserved;
    json["machine"]["reruns"] = report.workers.reruns;
    json["machine"]["respawns"] = report.workers.respawns;
    return to_json_text(json);
}

}  // namespace sbst::jvm
