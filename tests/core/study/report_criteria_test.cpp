// SPDX-License-Identifier: Apache-2.0
// The report's questions, correlations of criteria and published means.
#include "support/catch.hpp"
#include "toy_laboratory.hpp"

#include <sbst/error.hpp>
#include <sbst/stats/correlation.hpp>
#include <sbst/study/process_pool.hpp>
#include <sbst/study/report.hpp>
#include <sbst/study/results.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::study;

Plan plan_of(const std::string& text)
{
    ToyLaboratory laboratory;
    return make_plan(parse_study("name: toy\nadapter: toy\nbudget: {executions: 100}\n"
                                 "subjects: {include: [alpha, beta]}\n"
                                 "algorithms: [{name: a}, {name: b}]\n" +
                                     text,
                         "/toy.yaml", ""),
        laboratory);
}

const Table& table_of(const StudyReport& report, const std::string& name)
{
    const auto found = std::find_if(report.tables.begin(), report.tables.end(),
        [&name](const Table& table) { return table.name == name; });
    REQUIRE(found != report.tables.end());
    return *found;
}

/// Results of real runs.
struct Made
{
    explicit Made(const Plan& plan) : store(folder.path())
    {
        static_cast<void>(run_study(
            plan, [] { return std::make_unique<ToyLaboratory>(); }, store, {.jobs = 2}, {}));
        results = load_results(plan, store, ToyLaboratory().metrics());
    }

    TestFolder folder;
    Store store;
    Results results;
};

std::vector<std::string> texts(const std::vector<TableCell>& row)
{
    std::vector<std::string> result;
    for (const TableCell& cell : row)
    {
        result.push_back(cell.text);
    }
    return result;
}

TEST_CASE("report: a question is answered in numbers and a sentence", "[core][study][unit]")
{
    const Plan plan = plan_of(
        "repetitions: 20\ngroups: {first: [alpha], none: branches > 99}\n"
        "report:\n  questions:\n    metrics: [coverage, covered]\n    pairs:\n"
        "    - {question: Is b better, pair: [b, a], published: {all: [30, 10, 0]}}\n"
        "    - {question: Is a better, pair: [a, b], published: {all: [3, 1, 6], first: [1, 0, "
        "0]}}\n");
    const Made made(plan);
    const StudyReport report = make_study_report(made.results);
    const Table& table = table_of(report, "questions");
    REQUIRE(table.rows.size() == 6);
    // b covers five goals more in each run.
    std::vector<std::string> all = texts(table.rows[0]);
    CHECK(all[10].starts_with("0."));
    all.erase(all.begin() + 10);
    CHECK(all == std::vector<std::string>{"Is b better", "all", "2", "2.0 (100%)", "0.0 (0%)",
                     "0.0", "2.0", "0.0", "2.0", "0.0", "30.0 (75%)", "10.0 (25%)"});
    CHECK(table.rows[0][3].exact == "2");
    const std::vector<std::string> first = texts(table.rows[4]);
    CHECK(std::vector<std::string>(first.begin() + 1, first.begin() + 5) ==
          std::vector<std::string>{"first", "1", "0.0 (0%)", "1.0 (100%)"});
    CHECK(first[11] == "1.0 (100%)");
    CHECK(texts(table.rows[2])[1] == "none");
    CHECK(texts(table.rows[2])[10] == "-");
    CHECK(texts(table.rows[2])[11] == "-");
    REQUIRE(table.notes.size() == 3);
    CHECK(table.notes[0] ==
          "Is b better: b is better than a on 2.0 of 2 (100.0%) subjects and worse on 0.0 of 2 "
          "(0.0%) (mean over 2 metrics); corrected on 2.0 and 0.0; its mean is better "
          "on 2.0 and worse on 0.0. Published: 30.0 of 40 (75.0%) and 10.0 of 40 (25.0%). Ours "
          "favour the same one.");
    CHECK_THAT(table.notes[1], Catch::Contains("Ours favour the other one."));
    CHECK_THROWS_WITH(
        plan_of("report: {questions: {metrics: [x], pairs: [{question: Q, pair: [a, b]}]}}\n"),
        Catch::Contains("/toy.yaml: report: questions: metrics: unknown metric 'x'"));
}

/// Three numbers of a run: coverage, covered, and coverage after 50 executions in tenths.
void put(Run& run, double coverage, double covered, std::uint64_t early)
{
    StoredRecord stored;
    stored.record.metrics = {{"coverage", coverage}, {"covered", covered}};
    stored.record.timeline = {{1, early, 0.0}};
    stored.record.goals = 10;
    run.stored = stored;
}

TEST_CASE("report: criteria correlate as in the runs that sought them", "[core][study][unit]")
{
    const Plan plan = plan_of(
        "repetitions: 2\nreport:\n  correlations:\n"
        "  - {table: Toy, groups: [[coverage, covered], [coverage@50]],\n"
        "     guides: {coverage: a, covered: [a, b]}, relative: [covered],\n"
        "     published: {same: [0.7, 0.99, 0.88, 0.87], different: [-0.29, 0.71, 0.4, 0.5]}}\n");
    Results results;
    results.plan = &plan;
    results.metrics = ToyLaboratory().metrics();
    results.runs.assign(2, std::vector<std::vector<Run>>(2, std::vector<Run>(2)));
    // By subject, configuration, repetition.
    put(results.runs[0][0][0], 0.1, 2.0, 5);
    put(results.runs[0][0][1], 0.4, 4.0, 4);
    put(results.runs[0][1][0], 0.5, 8.0, 1);
    put(results.runs[0][1][1], 0.6, 7.0, 2);
    put(results.runs[1][0][0], 0.3, 1.0, 3);
    put(results.runs[1][0][1], 0.9, 2.0, 1);
    put(results.runs[1][1][0], 0.2, 2.0, 6);
    const StudyReport report = make_study_report(results);

    const Table& pairs = table_of(report, "correlations-1-pairs");
    REQUIRE(pairs.rows.size() == 4);
    // coverage sought by a, and covered as a share of 8 and 2.
    const std::vector<double> coverage{0.1, 0.4, 0.3, 0.9};
    const std::vector<double> share{0.25, 0.5, 0.5, 1.0};
    const auto expected = stats::pearson(coverage, share);
    CHECK(texts(pairs.rows[0]) == std::vector<std::string>{"coverage", "covered", "one", "4",
                                      rounded_number(expected.coefficient, 2),
                                      p_cell(expected.p_two_sided).text});
    CHECK(pairs.rows[0][4].exact == exact_number(expected.coefficient));
    // covered is sought by both: seven runs, one is missing.
    CHECK(texts(pairs.rows[3])[1] == "coverage after 50 executions");
    CHECK(pairs.rows[3][2].text == "different");
    CHECK(pairs.rows[3][3].text == "7");

    const Table& matrix = table_of(report, "correlations-1-criteria");
    REQUIRE(matrix.rows.size() == 2);
    CHECK(matrix.rows[0][1].text.empty());
    CHECK(matrix.rows[0][2].is_strong);
    CHECK_FALSE(matrix.rows[0][3].is_strong);
    CHECK(matrix.rows[0][2].text == pairs.rows[0][4].text);

    const Table& groups = table_of(report, "correlations-1");
    REQUIRE(groups.rows.size() == 2);
    CHECK(texts(groups.rows[0])[1] == "2");
    CHECK(texts(groups.rows[1])[1] == "2");
    CHECK(texts(groups.rows[0])[8] == "0.88");
    CHECK(texts(groups.rows[1])[6] == "-0.29");
    CHECK_THAT(groups.notes.at(0), Catch::Contains("between them: no clear difference") &&
                                       Catch::Contains("Published: 0.88 and 0.40."));
    CHECK_THROWS_WITH(
        plan_of("report: {correlations: [{table: T, groups: [[coverage, x]], guides: {x: a}}]}\n"),
        Catch::Contains("correlations: groups: unknown metric 'x'"));
}

TEST_CASE("report: published means of groups are beside ours", "[core][study][unit]")
{
    const Plan plan = plan_of(
        "repetitions: 3\ngroups: {first: [alpha], none: branches > 99}\n"
        "report:\n  published-means:\n"
        "  - table: Table V\n    columns: {B: b, ALONE: }\n    rows:\n"
        "    - {metric: coverage, alone: a, percent: {all: [70, 50], first: [60, 40], none: [1, "
        "2]}}\n"
        "    - {metric: covered, alone: [a, b], values: {all: [15.92, 14.5]}}\n");
    const Made made(plan);
    const StudyReport report = make_study_report(made.results);
    const Table& table = table_of(report, "means-1");
    REQUIRE(table.rows.size() == 4);
    const auto mean = [&](const std::string& metric, std::size_t subject, std::size_t c) {
        double sum = 0.0;
        for (const double value : sample(made.results, metric, subject, c).values)
        {
            sum += value / 3.0;
        }
        return sum;
    };
    const double of_all_b = (mean("coverage", 0, 1) + mean("coverage", 1, 1)) / 2.0;
    CHECK(
        texts(table.rows[0]) ==
        std::vector<std::string>{"coverage, %", "all", "2", "70", rounded_number(100 * of_all_b, 1),
            "50", rounded_number(50 * (mean("coverage", 0, 0) + mean("coverage", 1, 0)), 1)});
    CHECK(texts(table.rows[1])[6] == rounded_number(100 * mean("coverage", 0, 0), 1));
    CHECK(texts(table.rows[2]) ==
          std::vector<std::string>{"coverage, %", "none", "0", "1", "-", "2", "-"});
    const double of_all = (mean("covered", 0, 0) + mean("covered", 1, 0) + mean("covered", 0, 1) +
                              mean("covered", 1, 1)) /
                          4.0;
    CHECK(texts(table.rows[3])[3] == "15.92");
    CHECK(texts(table.rows[3])[6] == rounded_number(of_all, 2));
    CHECK_THROWS_WITH(plan_of("report: {published-means: [{table: T, columns: {B: b}, rows: "
                              "[{metric: x, values: {all: 1}}]}]}\n"),
        Catch::Contains("published-means: metric: unknown metric 'x'"));
}

TEST_CASE("report: budgets are compared one by one", "[core][study][unit]")
{
    ToyLaboratory laboratory;
    const Plan plan = make_plan(
        parse_study("name: toy\nadapter: toy\nbudget: {executions: [50, 100]}\nrepetitions: 2\n"
                    "subjects: {include: [alpha, easy], choose: [{rule: branches > 3, count: 1, "
                    "trivial: {algorithm: a, executions: 5}}]}\n"
                    "algorithms: [{name: a}, {name: b}]\nreport: {baseline: a}\n",
            "/toy.yaml", ""),
        laboratory);
    const Made made(plan);
    const StudyReport report = make_study_report(made.results);
    CHECK_THAT(report.html, Catch::Contains("budget of a run: 50 executions; or 100 executions"));
    CHECK_THAT(
        report.html, Catch::Contains("B@50 against a@50") || Catch::Contains("b@50 against a@50"));
    CHECK_THAT(report.html, !Catch::Contains("b@50 against a@100"));
    if (!plan.trivial.empty())
    {
        CHECK_THAT(report.html, Catch::Contains("1 trivial subject passed over"));
    }
}

}  // namespace
