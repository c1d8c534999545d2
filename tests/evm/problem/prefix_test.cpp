// SPDX-License-Identifier: Apache-2.0
// Kept prefixes change how long a test runs, never what it does.
#include "subjects.hpp"
#include "support/catch.hpp"

#include <sbst/testing/trace_facts.hpp>

#include <cstdint>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

/// Everything that a trace tells, beside what conformance compares.
void check_same(
    const Trace& restored, const Trace& run, const ContractProblem& problem, const TestCase& test)
{
    std::vector<std::string> calls;
    for (std::size_t call = 0; call < test.length(); ++call)
    {
        calls.push_back("call " + std::to_string(call));
    }
    const auto facts = [&](const Trace& trace) {
        return detail::facts_of(trace, problem.goals(), {problem.render(test), calls});
    };
    INFO(problem.render(test));
    CHECK(detail::differences(facts(run), facts(restored)).empty());
    REQUIRE(restored.produced.size() == run.produced.size());
    for (std::size_t i = 0; i < run.produced.size(); ++i)
    {
        CHECK(restored.produced[i].call == run.produced[i].call);
        CHECK(restored.produced[i].state == run.produced[i].state);
    }
}

/// Changes a test as a search does: most changes leave the beginning as it was.
TestCase varied(ContractProblem& problem, const std::vector<TestCase>& known, Rng& rng)
{
    TestCase test = known[rng.index(known.size())];
    if (rng.chance(0.3))
    {
        TestCase other = known[rng.index(known.size())];
        problem.crossover(test, other, rng);
    }
    if (rng.chance(0.3))
    {
        problem.operators().insert_random_call(test, rng);
        return test;
    }
    problem.mutate(test, rng);
    return test;
}

}  // namespace

TEST_CASE("prefixes: a test that begins like another one does what it does alone",
    "[evm][problem][property]")
{
    const std::string name = GENERATE("Auction", "Token", "MultiSigWallet", "DateLibrary");
    const bool has_outputs = GENERATE(false, true);
    ProblemOptions options;
    if (has_outputs)
    {
        options.criteria.sought.add(Coverage::output);
        options.criteria.sought.add(Coverage::exception);
        options.criteria.sought.add(Coverage::line);
    }
    const auto restoring = example(name, options);
    options.restores_prefixes = false;
    const auto running = example(name, options);
    Rng rng(7);
    std::vector<TestCase> known;
    const Record record = Record::coverage | Record::distances | Record::produced;
    while (known.size() < 20)
    {
        const TestCase test = running->generate(rng);
        // Both meet the same failures, which they number.
        run(*restoring, test);
        if (run(*running, test).calls[0].kind == OutcomeKind::returned)
        {
            known.push_back(test);
        }
    }
    for (int i = 0; i < 600; ++i)
    {
        const TestCase test = varied(*restoring, known, rng);
        known[rng.index(known.size())] = test;
        check_same(run(*restoring, test, record), run(*running, test, record), *running, test);
    }
    INFO(restoring->interpreted_calls() << " of " << running->interpreted_calls());
    CHECK(restoring->interpreted_calls() * 10 <= running->interpreted_calls() * 9);
}

TEST_CASE("prefixes: a chain of states costs its last call", "[evm][problem][unit]")
{
    const auto problem = example("Token");
    TestCase test;
    test.calls.push_back(call(*problem, "Token"));
    for (std::uint64_t amount = 1; amount <= 12; ++amount)
    {
        // The same beginning with one call more each time; three runs each: the second one keeps
        // the beginning, later ones start there.
        test.calls.push_back(call(*problem, "transfer", {Value(U256(2)), Value(U256(amount))}));
        for (std::uint64_t repeat = 0; repeat < 3; ++repeat)
        {
            TestCase longer = test;
            longer.calls.push_back(
                call(*problem, "transfer", {Value(U256(3)), Value(U256(repeat))}));
            const Trace trace =
                run(*problem, longer, Record::coverage | Record::distances | Record::produced);
            CHECK(trace.calls.size() == longer.length());
        }
    }
    // 36 tests of 14 calls at the end: 324 without the deployments.
    CHECK(problem->interpreted_calls() < 150);
}
