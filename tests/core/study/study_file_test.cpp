// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/study/study_file.hpp>

#include <string>
#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::study;

const std::string head =
    "name: s\nadapter: evm\nbudget: {executions: 10}\nsubjects: {include: ['c/*.json']}\n";
const std::string algorithms = "algorithms: [{name: random}, {name: dynamosa}]\n";

StudySpec parse(const std::string& text, const std::string& data = "/d")
{
    return parse_study(text, "/home/study.yaml", data);
}

std::vector<std::string> labels(const StudySpec& spec)
{
    std::vector<std::string> result;
    for (const Configuration& configuration : spec.configurations)
    {
        result.push_back(configuration.label);
    }
    return result;
}

std::string error_of(const std::string& text)
{
    try
    {
        static_cast<void>(parse(text));
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "no error";
}

TEST_CASE("study file: everything that a file may contain", "[core][study][unit]")
{
    const StudySpec spec = parse(R"yaml(schema: 1
name: whole
adapter: evm
seed: 20261120
repetitions: 30
attempts: 3
budget: {executions: 5050, seconds: 60}
snapshots: {executions: [500, 1000], seconds: 2.5}
on-failure: score-zero
options: {max-value: 2 ether, budget: {keep-going: true}}
subjects:
  include: ["contracts/*.json", "${data}/more.json"]
  exclude: [Identity]
  options:
    Casino: {max-time-step: 30 days}
groups:
  large: branches >= 200
  named: [Casino, Multi*]
algorithms:
  - {name: random}
  - name: dynamosa
    crossover-prob: 0.6
report:
  title: A title
  notes: [one, two]
  baseline: random
  pairs: [[dynamosa, random]]
  alpha: 0.01
  correction: none
  metrics: [coverage, seconds]
  published:
    - {table: Table 4, file: "${data}/t.csv", subject: contract, metric: coverage,
       aggregate: median, where: "a=b", columns: {ratio_ga: dynamosa, ratio_fuzz: random}}
  names: {"Multi (1)": Multi_1}
missing: [whole-suite search]
)yaml");
    CHECK(spec.seed == 20261120);
    CHECK(spec.repetitions == 30);
    CHECK(spec.attempts == 3);
    CHECK(spec.budget.executions == 5050);
    CHECK(spec.budget.seconds == 60.0);
    CHECK_FALSE(spec.budget.generations);
    CHECK(spec.snapshots.executions == std::vector<std::uint64_t>{500, 1000});
    CHECK(spec.snapshots.seconds == std::vector<double>{2.5});
    CHECK(spec.on_failure == FailurePolicy::score_zero);
    REQUIRE(spec.settings.size() == 2);
    CHECK(spec.settings[0] == Setting{"max-value", "2 ether", "/home/study.yaml:10"});
    CHECK(spec.settings[1].name == "budget-keep-going");
    REQUIRE(spec.subjects.include.size() == 2);
    CHECK(spec.subjects.include[0].value == "/home/contracts/*.json");
    CHECK(spec.subjects.include[1].value == "/d/more.json");
    CHECK(spec.subjects.exclude == std::vector<std::string>{"Identity"});
    REQUIRE(spec.subjects.settings.size() == 1);
    CHECK(spec.subjects.settings[0].pattern == "Casino");
    REQUIRE(spec.groups.size() == 2);
    CHECK(spec.groups[0].fact == "branches");
    CHECK(spec.groups[0].comparison == ">=");
    CHECK(spec.groups[0].limit == 200.0);
    CHECK(spec.groups[1].patterns.size() == 2);
    CHECK(labels(spec) == std::vector<std::string>{"random", "dynamosa"});
    CHECK(spec.configurations[1].settings.size() == 2);
    CHECK(spec.report.alpha == 0.01);
    CHECK(spec.report.correction == Correction::none);
    CHECK(spec.report.pairs == std::vector<Comparison>{{"dynamosa", "random"}});
    REQUIRE(spec.report.published.size() == 2);
    CHECK(spec.report.published[0].file == "/d/t.csv");
    CHECK(spec.report.published[1].column == "ratio_fuzz");
    CHECK(spec.report.published[1].configuration == "random");
    CHECK(spec.report.names.front().second == "Multi_1");
    CHECK(spec.missing.size() == 1);
    // There is no folder /d.
    CHECK(spec.lacks_data);
}

TEST_CASE("study file: data that is not given is remembered, not guessed", "[core][study][unit]")
{
    const std::string text =
        "name: s\nadapter: evm\nbudget: {executions: 1}\n"
        "subjects: {include: '${data}/c.json'}\n" +
        algorithms;
    CHECK(parse(text, "").lacks_data);
    CHECK(parse(text, "").subjects.include[0].value == "${data}/c.json");
    CHECK(parse(text, "/x").subjects.include[0].value == "/x/c.json");
    CHECK(parse(text, "/x").lacks_data);
    CHECK_FALSE(parse(text, "/usr").lacks_data);
}

TEST_CASE("study file: several budgets, and names that stand for all of them", "[core][study]")
{
    const StudySpec spec = parse(
        "name: s\nadapter: evm\nsubjects: {include: x}\nbudget: {seconds: [0.5, 60]}\n"
        "snapshots: {seconds: [30]}\nalgorithms: [{name: random}, {name: dynamosa}]\n"
        "report:\n  pairs: [[random, dynamosa], [random, dynamosa@60s]]\n"
        "  questions: {metrics: [coverage], pairs: [{question: Q, pair: [random, dynamosa]}]}\n"
        "  published-means:\n"
        "  - {table: T, columns: {a: random, b: },\n"
        "     rows: [{metric: coverage, alone: [dynamosa, dynamosa@0.5s], percent: {all: [1, "
        "2]}}]}\n");
    CHECK(labels(spec) ==
          std::vector<std::string>{"random@0.5s", "random@60s", "dynamosa@0.5s", "dynamosa@60s"});
    CHECK(spec.configurations[2].approach == "dynamosa");
    CHECK(spec.budgets.size() == 2);
    CHECK(spec.budget.seconds == 60.0);
    // A pair of approaches compares runs of one budget.
    CHECK(spec.report.pairs == std::vector<Comparison>{{"random@0.5s", "dynamosa@0.5s"},
                                   {"random@60s", "dynamosa@60s"}, {"random@0.5s", "dynamosa@60s"},
                                   {"random@60s", "dynamosa@60s"}});
    REQUIRE(spec.report.questions.questions.size() == 2);
    CHECK(spec.report.questions.questions[1].text == "Q @60s");
    CHECK(spec.report.questions.questions[1].pair == Comparison{"random@60s", "dynamosa@60s"});
    // Published numbers are beside the longest runs.
    CHECK(spec.report.published_means[0].columns[0].second == "random@60s");
    CHECK(spec.report.published_means[0].rows[0].alone ==
          std::vector<std::string>{"dynamosa@60s", "dynamosa@0.5s"});
}

TEST_CASE("study file: a grid is every combination, the last option fastest", "[core][study]")
{
    const StudySpec spec =
        parse(head +
              "algorithms:\n- name: dynamosa\n  label: d\n"
              "  grid: {crossover-prob: [0.6, 0.75], population-size: [20, 50]}\n");
    CHECK(labels(spec) == std::vector<std::string>{"d[crossover-prob=0.6,population-size=20]",
                              "d[crossover-prob=0.6,population-size=50]",
                              "d[crossover-prob=0.75,population-size=20]",
                              "d[crossover-prob=0.75,population-size=50]"});
    const auto& settings = spec.configurations[2].settings;
    REQUIRE(settings.size() == 3);
    CHECK(settings[0].value == "dynamosa");
    CHECK(settings[1].value == "0.75");
    CHECK(settings[2].value == "20");
}

TEST_CASE("study file: an ablation changes one factor at a time", "[core][study]")
{
    const StudySpec spec =
        parse(head +
              "algorithms:\n- name: dynamosa\n  seeding-prob: 0.5\n"
              "  ablation: {seeding: {seeding-prob: 0}, blood: {new-blood-share: 0}}\n"
              "- name: random\n  additions: {more: {max-calls: 99}}\n");
    CHECK(labels(spec) == std::vector<std::string>{"dynamosa", "dynamosa-seeding", "dynamosa-blood",
                              "random", "random+more"});
    const auto& without = spec.configurations[1].settings;
    REQUIRE(without.size() == 2);
    CHECK(without[1].name == "seeding-prob");
    CHECK(without[1].value == "0");
}

std::string many(std::size_t count)
{
    std::string text = "0";
    for (std::size_t i = 1; i < count; ++i)
    {
        text += "," + std::to_string(i);
    }
    return text;
}

/// Ten lines that say ten to the tenth values.
std::string doubled_aliases()
{
    std::string text = "&a0 {name: x}";
    for (int level = 1; level <= 10; ++level)
    {
        text += ", &a" + std::to_string(level) + " {name: x";
        for (int i = 0; i < 10; ++i)
        {
            text += ", k" + std::to_string(i) + ": *a" + std::to_string(level - 1);
        }
        text += "}";
    }
    return text;
}

TEST_CASE("study file: errors name the line and what was expected", "[core][study][unit]")
{
    struct Case
    {
        std::string text;
        std::string expected;
    };
    const auto [text, expected] = GENERATE_COPY(values<Case>({
        {"name: [", "study.yaml:"},
        {"- a\n", "expected one document of keys and values"},
        {head, "'algorithms' is missing"},
        {algorithms, "'name' is missing"},
        {head + algorithms + "sed: 3\n", "study.yaml:6: unknown key 'sed', expected one of schema"},
        {head + algorithms + "seed: -1\n",
            "study.yaml:6: seed: found '-1', expected a whole number"},
        {head + algorithms + "seed: 1\nseed: 2\n", "study.yaml:7: seed: is given twice"},
        {head + algorithms + "repetitions: 0\n", "from 1 to"},
        {head + algorithms + "on-failure: ignore\n", "expected one of exclude-run"},
        {head + algorithms + "schema: 2\n", "found '2'"},
        {head + algorithms + "groups: {large: big}\n", "a rule such as"},
        {head + algorithms + "report: {pairs: [[a]]}\n", "two configurations"},
        {head + algorithms + "report: {baseline: ga}\n", "no configuration 'ga'; there are random"},
        {head + algorithms + "report: {alpha: nan}\n", "found 'nan', expected a number"},
        {head + algorithms + "report: {published: [{table: t}]}\n", "'file' is missing"},
        {head + "algorithms: [{name: random}, {name: random}]\n", "give one a 'label'"},
        {head + "algorithms: [{label: x}]\n", "'name' is missing"},
        {head + "algorithms: [{name: random, grid: {seed: []}}]\n", "expected a list of values"},
        {head + "algorithms: [{name: random, budget: {}}, {name: x, seed: }]\n", "found nothing"},
        {"name: s\nadapter: evm\nsubjects: {include: x}\n" + algorithms, "'budget' is missing"},
        {std::string("name: a\0b", 9), "byte 0"},
        {"name: \xff\n", "is not UTF-8"},
        {"name: ../x\n", "name: found '../x', expected a name of at most 100 bytes"},
        {"name: \"a\\nb\"\n", "expected a name"},
        {head + algorithms + "snapshots: {executions: [11]}\n", "after the end of the budget, 10"},
        {head + algorithms + "report: {pairs: [[random, random]]}\n", "with itself"},
        {head + algorithms + "report: {pairs: [[random, dynamosa], [random, dynamosa]]}\n",
            "gives 'random' and 'dynamosa' twice"},
        {head + algorithms + "groups: {x: branches > nan}\n", "a rule such as"},
        {head + algorithms + "groups: {all: [x]}\n", "'all' is the group of every subject"},
        {"name: s\nadapter: evm\nsubjects: {include: x}\nbudget: {executions: [5, 5]}\n" +
                algorithms,
            "study.yaml:4: executions: expected more than in the budget before"},
        {"name: s\nadapter: evm\nsubjects: {include: x}\nbudget: {executions: [5, 6], seconds: [1, "
         "2]}\n" +
                algorithms,
            "has two lists"},
        {head + algorithms + "report: {questions: {metrics: [coverage]}}\n", "'pairs' is missing"},
        {head + algorithms +
                "report: {questions: {metrics: [a], pairs: [{question: Q, pair: [random, ga]}]}}\n",
            "questions: no configuration 'ga'"},
        {head + algorithms +
                "report: {questions: {metrics: [a], pairs: [{question: Q, pair: [random, "
                "dynamosa], "
                "published: {all: [1, 2]}}]}}\n",
            "has 2 numbers, expected 3: subjects that are better, worse, neither"},
        {head + algorithms +
                "report: {questions: {metrics: [a], pairs: [{question: Q, pair: [random, "
                "dynamosa], "
                "published: {big: [1, 2, 3]}}]}}\n",
            "no group 'big'"},
        {head + algorithms + "report: {correlations: [{table: T, guides: {a: random}}]}\n",
            "'groups' is missing"},
        {head + algorithms +
                "report: {correlations: [{table: T, groups: [[a, b]], guides: {c: random}}]}\n",
            "'c' is in none of the groups"},
        {head + algorithms +
                "report: {correlations: [{table: T, groups: [[a, b], [a]], guides: {a: "
                "random}}]}\n",
            "'a' is in two places"},
        {head + algorithms +
                "report: {correlations: [{table: T, groups: [[a]], guides: {a: random}}]}\n",
            "one criterion correlates with nothing"},
        {head + algorithms +
                "report: {published-means: [{table: T, columns: {x: random}, "
                "rows: [{metric: m, values: {all: [1, 2]}}]}]}\n",
            "has 2 numbers, expected 1: one for each column"},
        {head + algorithms +
                "report: {published-means: [{table: T, columns: {x: }, "
                "rows: [{metric: m, values: {all: 1}}]}]}\n",
            "'alone' is missing"},
        {head + algorithms +
                "report: {published-means: [{table: T, columns: {x: random}, "
                "rows: [{metric: m, alone: random, values: {all: 1}}]}]}\n",
            "'alone' is for a column without a configuration"},
        {head + "algorithms: [{name: x, label: \"a\\e[31m\"}]\n", "control character"},
        {head + "algorithms: [{name: x, grid: {a: &n [" + many(101) + "], b: *n}}]\n",
            "more than 10000 combinations"},
        {head + "algorithms: [&a {name: x, budget: *a}]\n", "levels deep"},
        {head + "algorithms: [" + doubled_aliases() + "]\n", "is one of more than 100000 values"},
    }));
    INFO(text);
    CHECK_THAT(error_of(text), Catch::Contains(expected));
}

TEST_CASE("matches: stars and question marks", "[core][study][unit]")
{
    CHECK(matches("*", ""));
    CHECK(matches("Casino", "Casino"));
    CHECK_FALSE(matches("Casino", "Casino2"));
    CHECK(matches("Multi*_?", "MultiSigWallet_1"));
    CHECK_FALSE(matches("Multi*_?", "MultiSigWallet_12"));
    CHECK(matches("*a*b*", "xxaxxbxx"));
    CHECK_FALSE(matches("?", ""));
    CHECK(matches("a**", "a"));
}

}  // namespace
