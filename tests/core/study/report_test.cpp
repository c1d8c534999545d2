// SPDX-License-Identifier: Apache-2.0
// Results, comparisons, manifest, verification and the report, over studies of the toy laboratory.
#include "csv.hpp"
#include "support/catch.hpp"
#include "toy_laboratory.hpp"

#include <sbst/error.hpp>
#include <sbst/study/comparison.hpp>
#include <sbst/study/manifest.hpp>
#include <sbst/study/process_pool.hpp>
#include <sbst/study/report.hpp>
#include <sbst/study/results.hpp>
#include <sbst/study/run_csv.hpp>
#include <sbst/study/verify.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <sys/stat.h>

namespace
{

using namespace sbst;
using namespace sbst::study;

Plan plan_of(const std::string& text, const std::string& folder = "")
{
    ToyLaboratory laboratory;
    return make_plan(parse_study("name: toy\nadapter: toy\nbudget: {executions: 100}\n" + text,
                         folder + "/toy.yaml", ""),
        laboratory);
}

void run(const Plan& plan, Store& store)
{
    static_cast<void>(
        run_study(plan, [] { return std::make_unique<ToyLaboratory>(); }, store, {.jobs = 2}, {}));
}

Results results_of(const Plan& plan, const Store& store)
{
    return load_results(plan, store, ToyLaboratory().metrics());
}

std::string result_file(const Store& store, const std::string& key)
{
    return (store.folder() / "runs" / key.substr(0, 2) / (key + ".json")).string();
}

void replace_in(const std::string& file, const std::string& from, const std::string& to)
{
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    std::string content = text.str();
    content.replace(content.find(from), from.size(), to);
    std::ofstream(file) << content;
}

const std::string two = "subjects: {include: [alpha, beta]}\nalgorithms: [{name: a}, {name: b}]\n";

TEST_CASE("results: samples follow the failure policy", "[core][study][unit]")
{
    const std::string policy =
        GENERATE(as<std::string>(), "exclude-run", "exclude-subject", "score-zero");
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = plan_of("repetitions: 2\non-failure: " + policy +
                              "\nsubjects: {include: [alpha, fail]}\n"
                              "algorithms: [{name: a}, {name: b}]\n");
    run(plan, store);
    const Results results = results_of(plan, store);
    CHECK(results.finished == 4);
    CHECK(results.failed == 4);
    CHECK(results.pending() == 0);
    CHECK(sample(results, "coverage", 0, 0).values.size() == 2);
    const Sample failed = sample(results, "coverage", 1, 0);
    const bool is_zero = policy == "score-zero";
    CHECK(failed.values == (is_zero ? std::vector<double>{0, 0} : std::vector<double>{}));
    CHECK(failed.missing == (is_zero ? 0 : 2));
    CHECK(compared_subjects(results).size() == (policy == "exclude-subject" ? 1 : 2));
}

TEST_CASE("results: metrics of snapshots are read off the timeline", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = plan_of(
        "repetitions: 1\nsnapshots: {executions: [50], seconds: [0.2]}\n"
        "report: {metrics: [coverage]}\n" +
        two);
    run(plan, store);
    const Results results = results_of(plan, store);
    const std::vector<MetricInfo> metrics = reported_metrics(plan.spec, results.metrics);
    REQUIRE(metrics.size() == 3);
    CHECK(metrics[1].name == "coverage@50");
    CHECK(metrics[2].name == "coverage@0.2s");
    const RunRecord& record = results.runs[0][0][0].stored->record;
    const double early = static_cast<double>(record.timeline[0].covered) / 30.0;
    CHECK(sample(results, "coverage@50", 0, 0).values.front() == early);
    CHECK(sample(results, "coverage@0.2s", 0, 0).values.front() == early);
    CHECK(sample(results, "covered@9s", 0, 0).values.front() ==
          static_cast<double>(record.timeline[1].covered));
    CHECK_FALSE(find_metric(results.metrics, "coverage@x"));
    CHECK_FALSE(find_metric(results.metrics, "tests@50"));
}

TEST_CASE("compare: direction, verdicts and counts", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = plan_of("repetitions: 20\nreport: {baseline: a}\n" + two);
    run(plan, store);
    const Results results = results_of(plan, store);
    CHECK(wanted_pairs(plan) == std::vector<std::pair<std::size_t, std::size_t>>{{1, 0}});
    const MetricInfo more{.name = "covered", .title = "covered"};
    const PairComparison better = compare(results, more, 1, 0, {0, 1});
    CHECK(better.wins == 2);
    CHECK(better.losses == 0);
    CHECK(better.better == 2);
    CHECK(better.mean_first - better.mean_second == Approx(5.0));
    CHECK(better.subjects[0].a12 > 0.5);
    CHECK(better.subjects[0].adjusted_p >= better.subjects[0].p);
    // The same numbers, were fewer better.
    const MetricInfo less{.name = "covered", .title = "covered", .is_more_better = false};
    const PairComparison worse = compare(results, less, 1, 0, {0, 1});
    CHECK(worse.wins == 0);
    CHECK(worse.losses == 2);
    CHECK(worse.worse == 2);
    // Runs of one seed differ by five exactly: every sign is the same.
    CHECK(better.subjects[0].p_signed_rank < 0.001);
    CHECK_FALSE(rank_configurations(results, more, {0, 1}));
}

TEST_CASE("rank_configurations: rank 1 is the best", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = plan_of(
        "repetitions: 2\nsubjects: {include: [alpha, beta, gamma]}\n"
        "algorithms: [{name: a}, {name: b}, {name: c}]\n");
    run(plan, store);
    const auto ranking =
        rank_configurations(results_of(plan, store), {.name = "covered", .title = ""}, {0, 1, 2});
    REQUIRE(ranking);
    CHECK(ranking->mean_ranks == std::vector<double>{2.5, 1.0, 2.5});
    CHECK(ranking->subjects == 3);
    CHECK(ranking->critical_difference > 0.0);
}

TEST_CASE("design_warning: few runs and many subjects show nothing", "[core][study][unit]")
{
    const Plan five = plan_of("repetitions: 5\n" + two);
    CHECK(design_warning(five, 6).empty());
    CHECK_THAT(design_warning(five, 7), Catch::Contains("0.0079"));
    CHECK(design_warning(plan_of("repetitions: 10\n" + two), 36).empty());
    CHECK(
        design_warning(plan_of("repetitions: 5\nreport: {correction: none}\n" + two), 99).empty());
}

TEST_CASE("verify: a tampered result is named", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = plan_of("repetitions: 3\n" + two);
    run(plan, store);
    CHECK(write_manifest(plan, store, {}) == 12);
    Verification clean = check_digests(plan, store);
    CHECK(clean.mismatches.empty());
    CHECK(clean.checked == 12);
    CHECK(clean.in_manifest == 12);
    ToyLaboratory laboratory;
    check_by_running(plan, store, laboratory, {.count = 5}, clean);
    CHECK(clean.executed == 5);
    CHECK(clean.mismatches.empty());

    const Cell& cell = plan.cells[4];
    const std::string file = result_file(store, cell.key);
    SECTION("by its digest")
    {
        replace_in(file, "\"goals\": 30", "\"goals\": 31");
    }
    SECTION("by the manifest, where the digest was made to fit")
    {
        StoredRecord stored = *store.read(cell.key);
        stored.record.metrics[0].second += 1.0;
        stored.digest = digest(cell.key, stored.record);
        std::ofstream(file) << write_record(stored);
        // Another run of the study does not make it right.
        write_manifest(plan, store, {});
    }
    SECTION("in what depends on the machine")
    {
        replace_in(file, "\"seconds\": 0.5", "\"seconds\": 0.1");
    }
    SECTION("torn")
    {
        std::filesystem::resize_file(file, 40);
    }
    SECTION("gone")
    {
        std::filesystem::remove(file);
    }
    const Verification found = check_digests(plan, store);
    REQUIRE(found.mismatches.size() == 1);
    CHECK(found.mismatches[0].cell == plan.name(cell));
}

TEST_CASE("verify: a change unknown to the manifest is found by running", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = plan_of("repetitions: 1\n" + two);
    run(plan, store);
    CHECK(check_digests(plan, store).mismatches.at(0).cell == "manifest.json");
    store.write_file(manifest_name, R"({"schema": 1, "cells": {}})");
    StoredRecord stored = *store.read(plan.cells[2].key);
    stored.record.metrics[0].second += 1.0;
    stored.digest = digest(stored.key, stored.record);
    std::ofstream(result_file(store, stored.key)) << write_record(stored);
    Verification found = check_digests(plan, store);
    CHECK(found.mismatches.empty());
    ToyLaboratory laboratory;
    check_by_running(plan, store, laboratory, {.count = 100}, found);
    CHECK(found.executed == 4);
    REQUIRE(found.mismatches.size() == 1);
    CHECK(found.mismatches[0].cell == plan.name(plan.cells[2]));
}

TEST_CASE("verify: a bad result can be deleted and made again", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = plan_of("repetitions: 1\n" + two);
    run(plan, store);
    write_manifest(plan, store, {});
    const std::string& key = plan.cells[1].key;
    std::filesystem::resize_file(result_file(store, key), 40);
    CHECK(store.set_unreadable_aside({plan.cells[0].key, key}).size() == 1);
    CHECK_FALSE(store.has(key));
    CHECK(check_digests(plan, store).mismatches.size() == 1);
    write_manifest(plan, store, {});
    run(plan, store);
    write_manifest(plan, store, {});
    const Verification found = check_digests(plan, store);
    CHECK(found.mismatches.empty());
    CHECK(found.in_manifest == plan.cells.size());
}

TEST_CASE("store: a pipe in place of a result is refused and set aside, not read for ever",
    "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = plan_of("repetitions: 1\n" + two);
    run(plan, store);
    const std::string& key = plan.cells[0].key;
    std::filesystem::remove(result_file(store, key));
    REQUIRE(::mkfifo(result_file(store, key).c_str(), S_IRUSR | S_IWUSR) == 0);
    CHECK_THROWS_AS(store.read(key), ParseError);
    CHECK_THROWS_AS(write_manifest(plan, store, {}), ParseError);
    CHECK(store.set_unreadable_aside({key}).size() == 1);
    CHECK_FALSE(store.has(key));
}

TEST_CASE("compare: rounding and order make no difference", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = plan_of("repetitions: 3\n" + two);
    // The same values, in another order by each configuration.
    for (const Cell& cell : plan.cells)
    {
        const auto i =
            static_cast<double>(cell.configuration == 0 ? cell.repetition : 2 - cell.repetition);
        StoredRecord stored;
        stored.key = cell.key;
        stored.record.metrics = {{"coverage", 0.1 * (i + 1.0)}};
        stored.digest = digest(stored.key, stored.record);
        REQUIRE(store.publish(stored));
    }
    const Results results = results_of(plan, store);
    CHECK(results.altered == 0);
    const PairComparison pair =
        compare(results, results.metrics.front(), 1, 0, compared_subjects(results));
    CHECK(pair.better + pair.worse == 0);
    CHECK(pair.equal == 2);
    CHECK(pair.p_over_subjects == 1.0);
}

TEST_CASE("report: the same results give the same bytes", "[core][study][property]")
{
    const TestFolder folder;
    const TestFolder other;
    Store store(folder.path());
    Store again(other.path());
    const Plan plan = plan_of(
        "repetitions: 4\ngroups: {long: branches > 4}\n"
        "subjects: {include: [alpha, beta]}\n"
        "algorithms: [{name: a}, {name: b}, {name: c}]\n");
    run(plan, store);
    run(plan, again);
    const StudyReport report = make_study_report(results_of(plan, store));
    const StudyReport second = make_study_report(results_of(plan, again));
    REQUIRE(report.figures.size() == second.figures.size());
    for (std::size_t i = 0; i < report.figures.size(); ++i)
    {
        CHECK(report.figures[i].svg == second.figures[i].svg);
    }
    REQUIRE(report.tables.size() == second.tables.size());
    for (std::size_t i = 0; i < report.tables.size(); ++i)
    {
        CHECK(to_csv(report.tables[i]) == to_csv(second.tables[i]));
    }
    CHECK(report.html == make_study_report(results_of(plan, store)).html);
    CHECK(report.html.find("<script") == std::string::npos);
    CHECK_THAT(report.html,
        Catch::Contains("default-src &#39;none&#39;") || Catch::Contains("default-src 'none'"));
}

TEST_CASE("report: contents name every picture and table", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = plan_of("repetitions: 2\n" + two);
    run(plan, store);
    const StudyReport report = make_study_report(results_of(plan, store));
    std::vector<std::string> ids{"design", "configurations", "pictures", "tables"};
    for (const Figure& figure : report.figures)
    {
        ids.push_back(figure.name);
    }
    for (const Table& table : report.tables)
    {
        ids.push_back(table.name);
    }
    CHECK(std::set<std::string>(ids.begin(), ids.end()).size() == ids.size());
    for (const std::string& id : ids)
    {
        CHECK_THAT(report.html, Catch::Contains("<a href=\"#" + id + "\">"));
        CHECK_THAT(report.html, Catch::Contains(" id=\"" + id + "\""));
    }
}

TEST_CASE("report: curves of each subject, twelve in a picture, up to 48", "[core][study][unit]")
{
    const TestFolder folder;
    const Store store(folder.path());
    const auto count = GENERATE(as<std::size_t>(), 1, 2, 12, 13, 48, 49);
    std::string names;
    for (std::size_t i = 0; i < count; ++i)
    {
        names += (i == 0 ? "s" : ", s") + std::to_string(100 + i);
    }
    const Plan plan = plan_of("repetitions: 1\nsubjects: {include: [" + names +
                              "]}\nalgorithms: [{name: a}, {name: b}]\n");
    const Results results = results_of(plan, store);
    const std::vector<Figure> figures = subject_figures(results, compared_subjects(results));
    CHECK(figures.size() == (count < 2 || count > 48 ? 0 : (count + 11) / 12));
    std::size_t named = 0;
    for (const Figure& figure : figures)
    {
        for (std::size_t i = 0; i < count; ++i)
        {
            named += figure.svg.find(">s" + std::to_string(100 + i) + "<") != std::string::npos ?
                         1U :
                         0U;
        }
    }
    CHECK(named == (figures.empty() ? 0 : count));
}

TEST_CASE(
    "runs_csv: a row for every run of the plan with all that is known of it", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = plan_of(
        "repetitions: 2\nsnapshots: {executions: [50]}\nsubjects: {include: [alpha, fail]}\n"
        "algorithms: [{name: a, label: '=1+1'}, {name: b}]\n");
    run(plan, store);
    const Results results = results_of(plan, store);
    const CsvFile csv = parse_csv(runs_csv(results), "runs.csv");
    REQUIRE(csv.rows.size() == plan.cells.size());
    const auto at = [&csv](std::size_t row, const std::string& column) {
        return csv.rows[row][csv.column(column)];
    };
    CHECK(csv.columns == std::vector<std::string>{"subject", "configuration", "repetition", "seed",
                             "key", "state", "stopped_by", "reproducible", "version", "host", "cpu",
                             "subject_branches", "coverage", "covered", "cpu_seconds",
                             "coverage@50"});
    for (std::size_t i = 0; i < csv.rows.size(); ++i)
    {
        const Cell& cell = plan.cells[i];
        CHECK(at(i, "key") == cell.key);
        CHECK(at(i, "seed") == std::to_string(cell.seed));
        CHECK(at(i, "configuration") == (cell.configuration == 0 ? "'=1+1" : "b"));
        const bool is_there = plan.subject_of(cell).name == "alpha";
        CHECK(at(i, "state") == (is_there ? "finished" : "failed"));
        const Run& done = results.runs[cell.subject][cell.configuration][cell.repetition];
        CHECK(at(i, "covered") ==
              (is_there ? exact_number(metric_value(done.stored->record, "covered")) : ""));
        CHECK(at(i, "coverage@50") ==
              (is_there ? exact_number(metric_value(done.stored->record, "coverage@50")) : ""));
    }
}

TEST_CASE("timelines_csv: a row for each improvement", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = plan_of("repetitions: 2\n" + two);
    run(plan, store);
    const Results results = results_of(plan, store);
    const CsvFile csv = parse_csv(timelines_csv(results), "timelines.csv");
    CHECK(csv.columns == std::vector<std::string>{"subject", "configuration", "repetition", "seed",
                             "executions", "seconds", "covered", "coverage"});
    REQUIRE(csv.rows.size() == 2 * plan.cells.size());
    const RunRecord& record = results.runs[0][0][0].stored->record;
    CHECK(csv.rows[0] == std::vector<std::string>{"alpha", "a", "1",
                             std::to_string(plan.cells[0].seed), "1", "0.1",
                             std::to_string(record.timeline[0].covered),
                             exact_number(static_cast<double>(record.timeline[0].covered) / 30.0)});
    CHECK(csv.rows[1][csv.column("executions")] == "100");
}

TEST_CASE("report: dangerous studies are drawn", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    std::string names;
    SECTION("one configuration, one run")
    {
        const Plan plan =
            plan_of("repetitions: 1\nsubjects: {include: [alpha]}\nalgorithms: [{name: a}]\n");
        run(plan, store);
        CHECK_FALSE(make_study_report(results_of(plan, store)).html.empty());
    }
    SECTION("no run at all")
    {
        const StudyReport report =
            make_study_report(results_of(plan_of("repetitions: 1\n" + two), store));
        CHECK_THAT(report.warnings.at(0), Catch::Contains("4 of 4 runs have no result"));
    }
    SECTION("names that are markup")
    {
        const Plan plan = plan_of(
            "repetitions: 1\nsubjects: {include: ['<b>&\"x\"', beta]}\n"
            "algorithms: [{name: a, label: '<i>&\"'}, {name: b}]\n");
        run(plan, store);
        const StudyReport report = make_study_report(results_of(plan, store));
        CHECK(report.html.find("<b>&\"x") == std::string::npos);
        CHECK(report.html.find("<i>") == std::string::npos);
        CHECK_THAT(report.html, Catch::Contains("&#60;b&#62;&#38;&#34;x&#34;"));
    }
}

TEST_CASE("report: published numbers are beside ours", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    std::ofstream(folder.path() + "/t.csv")
        << "name,kind,value\n\"al,pha\",x,0.5\nbeta,x,n/a\nbeta,y,7\nunknown,x,1\n";
    const std::string report_text =
        "report:\n  names: {\"al,pha\": alpha}\n  published:\n"
        "  - {table: T, file: t.csv, subject: name, metric: coverage, where: kind=x,"
        " columns: {value: b}}\n";
    const Plan plan = plan_of("repetitions: 3\n" + report_text + two, folder.path());
    run(plan, store);
    const Results results = results_of(plan, store);
    const StudyReport report = make_study_report(results);
    const Table& table = report.tables.back();
    REQUIRE(table.rows.size() == 3);
    CHECK(table.rows[0][0].text == "alpha");
    CHECK(table.rows[0][1].text == "0.50");
    CHECK(table.rows[0][2].exact == exact_number(mean_of(sample(results, "coverage", 0, 1))));
    CHECK(table.rows[1][1].text == "-");
    CHECK(table.rows[2][1].text == "0.50");
    CHECK_THAT(table.notes.at(0), Catch::Contains("no subjects of this study: unknown"));

    std::ofstream(folder.path() + "/t.csv") << "name,kind,value\n\"alpha,x\n";
    CHECK_THROWS_WITH(make_study_report(results), Catch::Contains("never ends"));
    std::filesystem::remove(folder.path() + "/t.csv");
    CHECK_THROWS_WITH(make_study_report(results), Catch::Contains("t.csv: cannot be read"));
}

TEST_CASE("report: published runs, groups and misprints", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    std::ofstream(folder.path() + "/t.csv")
        << "\xEF\xBB\xBFname,value\nalpha,1\nalpha,4\ngamma,inf\n";
    const std::string report_text =
        "groups: {some: [alpha, beta]}\nreport:\n  published:\n"
        "  - {table: T, file: t.csv, subject: name, metric: coverage, aggregate: sum, group: some,"
        " absent: 7, columns: {value: b}, corrections: {value: {gamma: 3}}}\n"
        "  - {table: U, file: t.csv, subject: name, metric: coverage, columns: {value: b}}\n";
    const Plan plan = plan_of(
        "repetitions: 3\n" + report_text +
            "subjects: {include: [alpha, beta, gamma]}\nalgorithms: [{name: a}, {name: b}]\n",
        folder.path());
    run(plan, store);
    const StudyReport report = make_study_report(results_of(plan, store));
    const Table& sums = report.tables[report.tables.size() - 2];
    REQUIRE(sums.rows.size() == 3);
    CHECK(sums.rows[0][1].text == "5.00");
    CHECK(sums.rows[1][1].text == "7.00");
    CHECK(sums.rows[2][0].text == "sum of those with both");
    CHECK(sums.rows[2][1].text == "12.00");
    CHECK(sums.notes.at(0) == "gamma, value: printed inf, corrected to 3.");
    const Table& means = report.tables.back();
    REQUIRE(means.rows.size() == 3);
    CHECK(means.rows[0][1].text == "2.50");
    CHECK(means.rows[1][1].text == "-");
    CHECK(means.rows[2][0].text == "mean of those with both");
    CHECK(means.rows[2][1].text == "2.50");
}

}  // namespace
