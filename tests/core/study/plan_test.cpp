// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "toy_laboratory.hpp"

#include <sbst/error.hpp>
#include <sbst/study/sha256.hpp>
#include <sbst/study/store.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::study;

Plan plan_of(const std::string& more)
{
    ToyLaboratory laboratory;
    return make_plan(parse_study("name: t\nadapter: toy\nbudget: {executions: 9}\nrepetitions: 2\n"
                                 "algorithms: [{name: a}, {name: b}]\n" +
                                     more,
                         "t.yaml", ""),
        laboratory);
}

TEST_CASE("plan: cells by subject, configuration, repetition", "[core][study][unit]")
{
    const Plan plan = toy_plan("beta, alpha", 2);
    REQUIRE(plan.cells.size() == 8);
    CHECK(plan.name(plan.cells[0]) == "alpha, a, run 1");
    CHECK(plan.name(plan.cells[1]) == "alpha, a, run 2");
    CHECK(plan.name(plan.cells[2]) == "alpha, b, run 1");
    CHECK(plan.name(plan.cells[7]) == "beta, b, run 2");
    std::set<std::string> keys;
    for (const Cell& cell : plan.cells)
    {
        CHECK(cell.key.size() == 64);
        keys.insert(cell.key);
    }
    CHECK(keys.size() == 8);
}

TEST_CASE("plan: seeds are shared by configurations and stay when others join", "[core][study]")
{
    const Plan few = toy_plan("alpha", 2);
    const Plan more = toy_plan("alpha, beta", 5);
    CHECK(few.cells[0].seed == few.cells[2].seed);
    CHECK(few.cells[0].seed != few.cells[1].seed);
    // The second run of the second configuration.
    CHECK(few.cells[3].key == more.cells[6].key);
    CHECK(run_seed(1, "x", 0) != run_seed(2, "x", 0));
    CHECK(run_seed(1, "x", 0) != run_seed(1, "y", 0));
    CHECK(plan_hash(few) != plan_hash(more));
    CHECK(plan_hash(few) == plan_hash(toy_plan("alpha", 2)));
}

TEST_CASE("plan: a key depends on all that a run depends on", "[core][study][unit]")
{
    const Plan plan = toy_plan("alpha", 1);
    const RunOrder order = plan.order(plan.cells[0]);
    const std::string key = cell_key("toy", order);
    CHECK(key == plan.cells[0].key);
    CHECK(cell_key("evm", order) != key);
    RunOrder other = order;
    other.seed ^= 1U;
    CHECK(cell_key("toy", other) != key);
    StudyBudget budget = *order.budget;
    budget.seconds = 1.0;
    other = order;
    other.budget = &budget;
    CHECK(cell_key("toy", other) != key);
    Subject subject = *order.subject;
    subject.name = "renamed";
    other = order;
    other.subject = &subject;
    CHECK(cell_key("toy", other) == key);
    subject.hash = "changed";
    CHECK(cell_key("toy", other) != key);
    other = order;
    other.settings = {};
    CHECK(cell_key("toy", other) != key);
    other = order;
    other.surroundings = "another machine's tools";
    CHECK(cell_key("toy", other) != key);
}

TEST_CASE("sha256_of_path: content and names count, the place does not", "[core][study][unit]")
{
    const TestFolder folder;
    const std::filesystem::path root = folder.path();
    const auto write = [&root](const std::string& name, const std::string& text) {
        std::filesystem::create_directories((root / name).parent_path());
        std::ofstream(root / name) << text;
    };
    write("a/x", "one");
    write("a/sub/y", std::string(200'000, 'y'));
    write("b/x", "one");
    write("b/sub/y", std::string(200'000, 'y'));
    CHECK(sha256_of_path(root / "a/x") == sha256("one"));
    CHECK(sha256_of_path(root / "a/sub/y") == sha256(std::string(200'000, 'y')));
    const std::string before = sha256_of_path(root / "a");
    CHECK(before == sha256_of_path(root / "b"));
    write("b/sub/y", "two");
    CHECK(before != sha256_of_path(root / "b"));
    std::filesystem::rename(root / "a/x", root / "a/z");
    CHECK(before != sha256_of_path(root / "a"));
    CHECK_THROWS_AS(sha256_of_path(root / "none"), ParseError);
}

TEST_CASE("plan: stronger settings replace weaker ones", "[core][study][unit]")
{
    const Plan plan = plan_of(
        "options: {x: 1, y: 1, algorithm: none}\n"
        "subjects: {include: [alpha, beta], options: {al*: {y: 2}}}\n");
    const auto& alpha = plan.settings[0][0];
    REQUIRE(alpha.size() == 3);
    CHECK(alpha[0].value == "a");
    CHECK(alpha[1].value == "1");
    CHECK(alpha[2].value == "2");
    CHECK(plan.settings[1][0][2].value == "1");
}

TEST_CASE("plan: groups by rule and by name", "[core][study][unit]")
{
    const Plan plan = plan_of(
        "subjects: {include: [ab, abcd, x]}\n"
        "groups: {long: branches > 2, named: [x, ab]}\n");
    CHECK(plan.members(plan.spec.groups[0]) == std::vector<std::size_t>{1});
    CHECK(plan.members(plan.spec.groups[1]) == std::vector<std::size_t>{0, 2});
}

TEST_CASE("plan: a number of subjects is drawn of each file", "[core][study][unit]")
{
    const auto names = [](const std::string& choose) {
        const Plan plan = plan_of(
            "subjects: {include: [x!a, x!bb, x!cc, x!dd, y!ee, y!f, z!g], "
            "choose: [{rule: branches >= 4, " +
            choose + "}]}\n");
        std::vector<std::string> result;
        for (const Subject& subject : plan.subjects)
        {
            result.push_back(subject.name);
        }
        return result;
    };
    std::vector<std::string> of_x{"x!bb", "x!cc", "x!dd"};
    std::sort(of_x.begin(), of_x.end(),
        [](const std::string& a, const std::string& b) { return sha256(a) < sha256(b); });
    std::vector<std::string> two{of_x[0], of_x[1]};
    std::sort(two.begin(), two.end());
    CHECK(names("count: 1, per: file") == std::vector<std::string>{of_x[0], "y!ee"});
    // A file with fewer gives all that fit.
    CHECK(names("count: 2, per: file") == std::vector<std::string>{two[0], two[1], "y!ee"});
    CHECK(names("count: 9, per: file").size() == 4);
    CHECK_THROWS_WITH(names("count: 1, per: jar"), Catch::Contains("expected file"));
}

TEST_CASE("plan: subjects are drawn by a rule, in the order of a hash", "[core][study][unit]")
{
    const std::string all = "a, bb, ccc, dddd, eeeee, ffffff";
    const auto names = [&](const std::string& choose) {
        const Plan plan = plan_of("subjects: {include: [" + all + "], choose: " + choose + "}\n");
        std::vector<std::string> result;
        for (const Subject& subject : plan.subjects)
        {
            result.push_back(subject.name);
        }
        return result;
    };
    // The first by hash of those that fit, however they are listed.
    std::vector<std::string> fitting{"ccc", "dddd", "eeeee", "ffffff"};
    std::sort(fitting.begin(), fitting.end(),
        [](const std::string& a, const std::string& b) { return sha256(a) < sha256(b); });
    std::vector<std::string> two{fitting[0], fitting[1]};
    std::sort(two.begin(), two.end());
    CHECK(names("[{rule: branches >= 3, count: 2}]") == two);
    // Later draws take what is left.
    CHECK(names("[{rule: branches >= 5, count: 2}, {rule: branches >= 3, count: 2}]") ==
          std::vector<std::string>{"ccc", "dddd", "eeeee", "ffffff"});
    CHECK(names("[{rule: branches < 2, count: 1}]") == std::vector<std::string>{"a"});
    CHECK_THROWS_WITH(names("[{rule: branches >= 3, count: 5}]"),
        Catch::Contains("found 4 subjects for the rule, expected 5"));
    CHECK_THROWS_WITH(names("[{rule: lines >= 3, count: 1}]"), Catch::Contains("found 0"));
    CHECK_THROWS_WITH(names("[{count: 1}]"), Catch::Contains("a rule and a count"));
    CHECK_THROWS_WITH(names("[{rule: branches, count: 1}]"), Catch::Contains("branches >= 200"));
}

TEST_CASE("plan: trivial subjects are passed over", "[core][study][unit]")
{
    const std::string all = "subjects: {include: [easy1, easy4, eager, alpha, fail], choose: ";
    const std::string trivial = "trivial: {algorithm: random, executions: 500}";
    const auto names = [](const Plan& plan) {
        std::vector<std::string> result;
        for (const Subject& subject : plan.subjects)
        {
            result.push_back(subject.name);
        }
        return result;
    };
    const Plan plan = plan_of(all + "[{rule: branches > 3, count: 3, " + trivial + "}]}\n");
    // A search that fails makes no subject trivial: the runs of the study say why.
    CHECK(names(plan) == std::vector<std::string>{"alpha", "eager", "fail"});
    CHECK(plan.trivial == std::vector<std::string>{"easy1", "easy4"});
    CHECK(plan.searches.size() == plan.trivial.size() + 2);
    CHECK(plan.cells.size() == 12);
    // A file whose subjects are all trivial gives none.
    CHECK_THROWS_WITH(plan_of("subjects: {include: [easy1, easy4], choose: [{rule: branches > 3, "
                              "count: 1, per: file, " +
                              trivial + "}]}\n"),
        Catch::Contains("found 0 subjects"));
    CHECK_THROWS_WITH(plan_of(all + "[{rule: branches > 3, count: 4, " + trivial + "}]}\n"),
        Catch::Contains("found 3 subjects for the rule and 2 trivial ones, expected 4"));
    // The first entry passes over what the second one draws.
    const Plan both = plan_of(all + "[{rule: branches == 5, count: 2, " + trivial +
                              "}, {rule: branches >= 4, count: 3}]}\n");
    CHECK(both.subjects.size() == 5);
    CHECK(both.trivial.empty());

    const std::string wrong = all + "[{rule: branches > 3, count: 3, trivial: ";
    CHECK_THROWS_WITH(plan_of(wrong + "{executions: 5}}]}\n"), Catch::Contains("an algorithm and"));
    CHECK_THROWS_WITH(
        plan_of(wrong + "{algorithm: random}}]}\n"), Catch::Contains("an algorithm and"));
    CHECK_THROWS_WITH(plan_of(wrong + "{algorithm: random, executions: 5, bad: 1}}]}\n"),
        Catch::Contains("t.yaml:6: bad is no option"));
}

TEST_CASE("plan: searches for trivial subjects are remembered unless changed", "[core][study]")
{
    const TestFolder folder;
    Store store(folder.path());
    const auto plan_with = [](const PlanOptions& options) {
        ToyLaboratory laboratory;
        return make_plan(
            parse_study("name: t\nadapter: toy\nbudget: {executions: 9}\nalgorithms: [{name: a}]\n"
                        "subjects: {include: [easy1, easy4, eager, alpha], choose: [{rule: "
                        "branches > 3, count: 2, "
                        "trivial: {algorithm: random, executions: 5}}]}\n",
                "t.yaml", ""),
            laboratory, options);
    };
    // Told before each search, and kept after it: a draw may take long and be broken off.
    std::vector<DrawProgress> told;
    const auto tell = [&told](const DrawProgress& progress) { told.push_back(progress); };
    const auto keep = [&store](const StoredRecord& search) { store.publish(search); };
    const Plan first = plan_with({.on_search = tell, .on_result = keep});
    REQUIRE(first.trivial.size() + first.subjects.size() == told.size());
    CHECK(first.searches.size() == told.size());
    REQUIRE_FALSE(first.trivial.empty());
    for (std::size_t i = 0; i < told.size(); ++i)
    {
        CHECK(told[i].drawn + told[i].trivial == i);
        CHECK(told[i].wanted == 2);
    }
    told.clear();
    const Plan second = plan_with({.known = &store, .on_search = tell});
    CHECK(second.searches.empty());
    CHECK(told.empty());
    CHECK(plan_hash(second) == plan_hash(first));
    CHECK(second.trivial == first.trivial);
    // A search that is broken off may have ended early: it is not kept.
    std::size_t kept = 0;
    std::atomic<bool> is_stopped = false;
    const Plan broken = plan_with({.stop = StopToken(&is_stopped),
        .on_search = [&is_stopped](const DrawProgress&) { is_stopped = true; },
        .on_result = [&kept](const StoredRecord&) { ++kept; }});
    CHECK(kept == 0);
    CHECK(broken.searches.empty());
    // What was changed since counts for nothing.
    const StoredRecord& search = first.searches.front();
    std::ofstream(folder.path() + "/runs/" + search.key.substr(0, 2) + "/" + search.key + ".json")
        << "{}";
    const Plan third = plan_with({.known = &store});
    CHECK(third.searches.size() == 1);
    CHECK(plan_hash(third) == plan_hash(first));
}

TEST_CASE("plan: every configuration has runs of every budget", "[core][study][unit]")
{
    ToyLaboratory laboratory;
    const auto plan_with = [&](const std::string& budget) {
        return make_plan(
            parse_study("name: t\nadapter: toy\nrepetitions: 2\nbudget: {executions: " + budget +
                            ", seconds: 60}\nalgorithms: [{name: a}, {name: b}]\n"
                            "subjects: {include: alpha}\n",
                "t.yaml", ""),
            laboratory);
    };
    const Plan plan = plan_with("[500, 2000]");
    REQUIRE(plan.cells.size() == 8);
    CHECK(plan.name(plan.cells[2]) == "alpha, a@2000, run 1");
    CHECK(plan.order(plan.cells[0]).budget->executions == 500);
    CHECK(plan.order(plan.cells[2]).budget->executions == 2000);
    CHECK(plan.order(plan.cells[2]).budget->seconds == 60.0);
    // A run is the same whether its budget is one of several or the only one.
    CHECK(plan.cells[0].key == plan_with("500").cells[0].key);
    CHECK(plan.cells[3].key == plan_with("2000").cells[1].key);
}

TEST_CASE("plan: patterns that find nothing are errors", "[core][study][unit]")
{
    const std::string subjects = "subjects: {include: [alpha]}\n";
    CHECK_THROWS_WITH(plan_of(subjects + "groups: {g: [beta]}\n"), Catch::Contains("'beta'"));
    CHECK_THROWS_WITH(plan_of(subjects + "groups: {g: lines > 3}\n"), Catch::Contains("'lines'"));
    CHECK_THROWS_WITH(
        plan_of("subjects: {include: [alpha], exclude: [beta]}\n"), Catch::Contains("'beta'"));
    CHECK_THROWS_WITH(
        plan_of("subjects: {include: [alpha], exclude: ['*']}\n"), Catch::Contains("no subject"));
    CHECK_THROWS_WITH(
        plan_of("subjects: {include: [alpha], options: {b*: {y: 2}}}\n"), Catch::Contains("'b*'"));
    CHECK_THROWS_WITH(plan_of(subjects + "options: {bad: 1}\n"), Catch::Contains("t.yaml:7"));
}

}  // namespace
