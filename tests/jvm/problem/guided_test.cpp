// SPDX-License-Identifier: Apache-2.0
// Guided random testing of Java classes: each component has a class that only it covers.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/guided/components.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

RunSpec guided_spec(std::uint64_t seed, const GuidedOptions& options)
{
    RunSpec spec;
    spec.algorithm = Algorithm::guided_random;
    spec.seed = seed;
    spec.budget = {.max_executions = 5000};
    spec.guided = options;
    return spec;
}

/// Open goals of a class, but for those whose label has that text.
std::size_t open_goals(const std::string& name, std::uint64_t seed, const GuidedOptions& options,
    std::string_view only = {})
{
    JavaProblem problem(options_of(name));
    const RunResult result = search_suite(problem, guided_spec(seed, options));
    std::size_t open = 0;
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        const bool is_asked =
            problem.goals()[GoalId(i)].place.function.find(only) != std::string::npos;
        open += is_asked && result.answers[i].status == GoalStatus::open ? 1U : 0U;
    }
    return open;
}

GuidedOptions without(std::string_view name)
{
    const auto component = std::find_if(guided_components.begin(), guided_components.end(),
        [name](const GuidedComponent& one) { return one.name == name; });
    GuidedOptions options;
    options.*component->option = false;
    return options;
}

/// Checks seeds 1 to `seeds`.
void check_only(const std::string& name, std::string_view component, std::uint64_t seeds,
    std::string_view only = {})
{
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    {
        INFO(name << ", seed " << seed);
        CHECK(open_goals(name, seed, {}, only) == 0);
        CHECK(open_goals(name, seed, without(component), only) > 0);
    }
}

void check_components(std::uint64_t seeds)
{
    check_only("guided.Vault", "elephant-brain", seeds);
    check_only("guided.Workshop", "detective", seeds);
    check_only("guided.Codes", "constant-mining", seeds, "isNeighbours");
    check_only("guided.Codes", "constant-mining", seeds, "isFolded");
    check_only("guided.Shelf", "impurity", seeds);
}

}  // namespace

TEST_CASE("guided random testing: each component covers what the others do not", "[jvm][guided]")
{
    check_components(2);
}

TEST_CASE("guided random testing: the same for ten seeds", "[jvm][guided][slow]")
{
    check_components(10);
}

TEST_CASE("elephant brain: the written test casts what a factory returns", "[jvm][guided][jdk]")
{
    JavaProblem problem(options_of("guided.Vault"));
    RunResult result = search_suite(problem, guided_spec(1, {}));
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    const std::string& written = proven.main.source.text;
    INFO(written);
    CHECK(has(written, "(Secret) "));
    CHECK(has(written, "\"deep\""));
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
}

TEST_CASE("guided random testing: any number of workers makes the same suite", "[jvm][guided]")
{
    const std::string name = GENERATE("guided.Vault", "guided.Workshop", "bank.Ledger");
    const auto suite = [&name](std::size_t workers) {
        JavaProblemOptions options = options_of(name);
        options.worker.jobs = workers;
        JavaProblem problem(options);
        const RunResult result = search_suite(problem, guided_spec(3, {}));
        std::string text = std::to_string(problem.catalogue().size());
        for (const TestCase& test : result.suite)
        {
            text += "\n" + problem.render(test);
        }
        return text;
    };
    CHECK(suite(1) == suite(2));
}

TEST_CASE("guided random testing: twenty types that tests meet make the same suite for any workers",
    "[jvm][guided]")
{
    std::vector<std::string> written;
    for (const std::size_t workers : {std::size_t{1}, std::size_t{2}})
    {
        JavaProblemOptions options = options_of("guided.Zoo");
        options.worker.jobs = workers;
        JavaProblem problem(options);
        const std::size_t callables = problem.catalogue().size();
        const std::size_t types = problem.types().size();
        const RunResult result = search_suite(problem, guided_spec(3, {}));
        CHECK(problem.catalogue().size() >= callables + 100);
        CHECK(problem.types().size() >= types + 19);
        std::string text = std::to_string(problem.catalogue().size());
        for (const TestCase& test : result.suite)
        {
            text += "\n" + problem.render(test);
        }
        written.push_back(std::move(text));
    }
    CHECK(written.front() == written.back());
}
