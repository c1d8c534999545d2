// SPDX-License-Identifier: Apache-2.0
// Paths of contracts: every recorded condition is what it was in the run.
#include "path_checks.hpp"
#include "problem/subjects.hpp"
#include "support/catch.hpp"

#include <sbst/symbolic/literal.hpp>

#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

/// Random tests and what mutation makes of them.
std::vector<TestCase> some_tests(ContractProblem& problem, std::size_t count, Rng& rng)
{
    std::vector<TestCase> tests;
    while (tests.size() < count)
    {
        TestCase test =
            tests.size() < count / 4 ? problem.generate(rng) : tests[rng.index(tests.size())];
        problem.mutate(test, rng);
        tests.push_back(std::move(test));
    }
    return tests;
}

}  // namespace

TEST_CASE("paths: each condition is what it was, under the literals of the test",
    "[evm][concolic][property]")
{
    const std::string name = GENERATE("Auction", "Token", "MultiSigWallet", "DateLibrary");
    const auto problem = example(name);
    Rng rng(11);
    const std::vector<TestCase> tests = some_tests(*problem, 150, rng);
    std::vector<Request<TestCase>> requests;
    for (const TestCase& test : tests)
    {
        requests.push_back(
            {.test = &test, .record = Record::coverage | Record::distances | Record::path});
    }
    std::vector<Trace> traces(tests.size());
    problem->execute(requests, traces, {});
    PathChecks checks;
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        check_path(traces[i], problem->render(tests[i]), checks);
    }
    INFO(name);
    const std::string first_wrong = checks.wrong.empty() ? "" : checks.wrong.front();
    INFO(first_wrong);
    CHECK(checks.wrong.empty());
    CHECK(checks.conditions > 200);
}
