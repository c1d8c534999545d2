// SPDX-License-Identifier: Apache-2.0
// Templates of a class whose branches need guarded state: what they run, and what a search covers.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/construction/template_builder.hpp>
#include <sbst/run/generate.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

JavaProblemOptions guarded(std::size_t jobs = 1, const std::string& name = "state.Guarded")
{
    JavaProblemOptions options = options_of(name);
    options.worker.jobs = jobs;
    return options;
}

std::string text_of(const JavaProblem& problem, const std::vector<TestCase>& suite)
{
    std::string text;
    for (const TestCase& test : suite)
    {
        text += problem.render(test) + "\n";
    }
    return text;
}

RunResult run(double templates, std::uint64_t seed, const std::string& name = "state.Guarded")
{
    JavaProblem problem(guarded(1, name));
    RunSpec spec;
    spec.seed = seed;
    spec.budget.max_executions = 2000;
    spec.construction.templates_per_generation = templates;
    return generate(problem, spec);
}

std::size_t covered(const RunResult& result)
{
    return static_cast<std::size_t>(std::count_if(result.answers.begin(), result.answers.end(),
        [](const GoalAnswer& answer) { return answer.status == GoalStatus::covered; }));
}

}  // namespace

TEST_CASE("templates: they are well formed, and many run to their last call",
    "[jvm][problem][templates][jdk]")
{
    JavaProblem problem(guarded());
    Rng rng(1);
    TemplateBuilder builder(problem.operators());
    std::vector<TestCase> tests;
    std::size_t planned = 0;
    for (std::size_t i = 0; i < problem.class_goals().goals.size(); ++i)
    {
        const TemplatePlan* const plan = problem.construction(GoalId(i));
        planned += plan != nullptr ? 1U : 0U;
        for (int more = 0; plan != nullptr && more < 20; ++more)
        {
            if (auto test = builder.build(*plan, rng))
            {
                INFO(problem.render(*test));
                REQUIRE(find_defect(*test, problem.catalogue(), problem.types()).empty());
                tests.push_back(std::move(*test));
            }
        }
    }
    // All but the entry of the constructor.
    CHECK(planned + 1 == problem.class_goals().goals.size());
    REQUIRE(tests.size() > planned * 18);

    std::vector<Request<TestCase>> requests;
    for (const TestCase& test : tests)
    {
        requests.push_back({.test = &test});
    }
    std::vector<Trace> traces(tests.size());
    problem.execute(requests, traces, {});
    const auto reached = std::count_if(traces.begin(), traces.end(),
        [](const Trace& trace) { return trace.calls.back().kind == OutcomeKind::returned; });
    INFO(reached << " of " << tests.size());
    // Each guard asks for one value among the few constants of its code.
    CHECK(static_cast<std::size_t>(reached) * 10 > tests.size());
}

TEST_CASE("templates: a search reaches what guarded setters hide", "[jvm][problem][templates]")
{
    std::size_t off = 0;
    std::size_t on = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
    {
        off += covered(run(0.0, seed));
        on += covered(run(10.0, seed));
    }
    INFO("covered off " << off << ", on " << on);
    CHECK(on > off + 9);
}

TEST_CASE("templates: one a generation reaches states that calls must agree on",
    "[jvm][problem][templates]")
{
    struct Subject
    {
        std::string name;
        /// Over all seeds, at most; some goals of enumerations are never shown.
        std::size_t open;
    };
    // Enumerations and a factory; phases and a number; objects in maps; elements of arrays.
    const Subject subject = GENERATE(Subject{"state.Bank", 2}, Subject{"state.Machine", 14},
        Subject{"state.Library", 10}, Subject{"state.Puzzle", 8});
    constexpr std::uint64_t seeds = 3;
    std::size_t off = 0;
    std::size_t on = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    {
        const RunResult with = run(1.0, seed, subject.name);
        const RunResult without = run(0.0, seed, subject.name);
        on += with.answers.size() - covered(with);
        off += without.answers.size() - covered(without);
    }
    INFO(subject.name << ": open off " << off << ", on " << on);
    CHECK(on <= subject.open);
    CHECK(off >= on + 6);
}

TEST_CASE("templates: same seed, same suite, any number of workers", "[jvm][problem][templates]")
{
    std::vector<std::string> suites;
    for (const std::size_t jobs : {1U, 1U, 2U})
    {
        JavaProblem problem(guarded(jobs));
        RunSpec spec;
        spec.budget.max_executions = 600;
        spec.construction.templates_per_generation = 5.0;
        suites.push_back(text_of(problem, generate(problem, spec).suite));
    }
    CHECK_FALSE(suites[0].empty());
    CHECK(suites[0] == suites[1]);
    CHECK(suites[0] == suites[2]);
}
