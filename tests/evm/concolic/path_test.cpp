// SPDX-License-Identifier: Apache-2.0
// Paths of contracts: every recorded condition is what it was in the run.
#include "path_checks.hpp"
#include "problem/subjects.hpp"
#include "support/catch.hpp"

#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/symbolic/literal.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
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

/// Records the paths of tests and checks them.
PathChecks check_paths(
    ContractProblem& problem, const std::vector<TestCase>& tests, std::vector<Trace>& traces)
{
    std::vector<Request<TestCase>> requests;
    for (const TestCase& test : tests)
    {
        requests.push_back(
            {.test = &test, .record = Record::coverage | Record::distances | Record::path});
    }
    traces.resize(tests.size());
    problem.execute(requests, traces, {});
    PathChecks checks;
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        check_path(traces[i], problem.render(tests[i]), checks);
    }
    return checks;
}

void check_none_wrong(const PathChecks& checks)
{
    const std::string first = checks.wrong.empty() ? "" : checks.wrong.front();
    INFO(first);
    CHECK(checks.wrong.empty());
}

/// Takes the last earlier result of its type for each argument.
void connect(TestCase& test, const Catalogue& catalogue)
{
    for (std::size_t i = 0; i < test.length(); ++i)
    {
        const std::vector<Parameter>& parameters = catalogue[test.calls[i].callable].parameters;
        for (std::size_t j = 0; j < parameters.size(); ++j)
        {
            for (std::size_t earlier = 0; earlier < i; ++earlier)
            {
                if (catalogue[test.calls[earlier].callable].result == parameters[j].type)
                {
                    test.calls[i].arguments[j] = ResultRef{static_cast<std::uint32_t>(earlier)};
                }
            }
        }
    }
}

/// The calls whose literals an expression hangs on.
void add_calls(const symbolic::ExpressionGraph& graph, symbolic::ExpressionId id,
    std::set<std::uint32_t>& calls)
{
    if (graph[id].op == symbolic::Op::variable)
    {
        calls.insert(graph[symbolic::VariableId(graph[id].a)].address.call);
    }
    for (const symbolic::ExpressionId operand : graph.operands(id))
    {
        add_calls(graph, operand, calls);
    }
}

}  // namespace

TEST_CASE("paths: results that are arguments hang on the literals of the calls that returned them",
    "[evm][concolic]")
{
    ContractProblem problem(load_artifact(SBST_CONCOLIC_FIXTURES "/Receipts.json"), {});
    Rng rng(5);
    std::vector<TestCase> tests = some_tests(problem, 400, rng);
    for (TestCase& test : tests)
    {
        connect(test, problem.catalogue());
        REQUIRE(find_defect(test, problem.catalogue(), problem.types()).empty());
    }
    std::vector<Trace> traces;
    const PathChecks checks = check_paths(problem, tests, traces);
    check_none_wrong(checks);
    // Those of the functions that take a number of two words, a signed one, a truth value, a text,
    // a list of known length and one of any length.
    std::set<std::string> takers;
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        for (const PathCondition& condition : traces[i].path.entries())
        {
            std::set<std::uint32_t> calls;
            if (condition.condition.is_valid())
            {
                add_calls(traces[i].symbolic->graph, condition.condition, calls);
            }
            if (!calls.empty() && *calls.begin() < condition.call)
            {
                takers.insert(problem.catalogue()[tests[i].calls[condition.call].callable].name);
            }
        }
    }
    CHECK(takers == std::set<std::string>{
                        "count", "lower", "name", "raise", "read", "redeem", "settle", "sum"});
}

TEST_CASE("paths: each condition is what it was, under the literals of the test",
    "[evm][concolic][property]")
{
    const std::string name = GENERATE("Auction", "Token", "MultiSigWallet", "DateLibrary");
    const auto problem = example(name);
    Rng rng(11);
    const std::vector<TestCase> tests = some_tests(*problem, 150, rng);
    std::vector<Trace> traces;
    const PathChecks checks = check_paths(*problem, tests, traces);
    INFO(name);
    check_none_wrong(checks);
    CHECK(checks.conditions > 200);
}

TEST_CASE("paths: ether that the destruction of accounts moves is followed", "[evm][concolic]")
{
    // Before Cancun every account goes, since then only one that the transaction made.
    ProblemOptions options;
    options.fork = GENERATE(Fork::shanghai, Fork::cancun);
    ContractProblem problem(load_artifact(SBST_CONCOLIC_FIXTURES "/Legacies.json"), options);
    Rng rng(3);
    const std::vector<TestCase> tests = some_tests(problem, 1500, rng);
    std::vector<Trace> traces;
    const PathChecks checks = check_paths(problem, tests, traces);
    check_none_wrong(checks);
    // Since Cancun the contract stays: balances that it looks at hang on calls before it left its
    // ether. Before, it is gone, and there is nothing but the check above.
    std::size_t inherited = 0;
    const auto name_of = [&](const Call& one) { return problem.catalogue()[one.callable].name; };
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        for (const PathCondition& condition : traces[i].path.entries())
        {
            std::set<std::uint32_t> calls;
            if (condition.condition.is_valid())
            {
                add_calls(traces[i].symbolic->graph, condition.condition, calls);
            }
            if (calls.empty() || name_of(tests[i].calls[condition.call]) != "lookAt")
            {
                continue;
            }
            const auto first = tests[i].calls.begin() + *calls.begin();
            const auto last = tests[i].calls.begin() + condition.call;
            inherited += std::any_of(
                first, last, [&](const Call& between) { return name_of(between) == "leave"; });
        }
    }
    CHECK((inherited > 0) == (options.fork == Fork::cancun));
    // What an account keeps that is made where one was before is nothing but what it is paid now.
    std::size_t made_again = 0;
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        const auto is_passing = [&](const Call& one) { return name_of(one) == "passAway"; };
        const auto first = std::find_if(tests[i].calls.begin(), tests[i].calls.end(), is_passing);
        for (const PathCondition& condition : traces[i].path.entries())
        {
            if (!condition.condition.is_valid() || !condition.is_decision ||
                !is_passing(tests[i].calls[condition.call]) ||
                first - tests[i].calls.begin() == static_cast<std::ptrdiff_t>(condition.call))
            {
                continue;
            }
            const symbolic::ExpressionGraph& graph = traces[i].symbolic->graph;
            if (graph.to_text(condition.condition, 400).find("0x64") != std::string::npos)
            {
                std::set<std::uint32_t> calls;
                add_calls(graph, condition.condition, calls);
                CHECK(calls.size() == 1);  // the payment may be a literal of an earlier call
                ++made_again;
            }
        }
    }
    CHECK(made_again > 0);
}

TEST_CASE(
    "paths: hashes of hashes and scattered places cost no more than the run", "[evm][concolic]")
{
    ContractProblem problem(load_artifact(SBST_CONCOLIC_FIXTURES "/Towers.json"), {});
    Rng rng(3);
    const std::vector<TestCase> tests = some_tests(problem, 60, rng);
    std::vector<Trace> traces;
    const PathChecks checks = check_paths(problem, tests, traces);
    check_none_wrong(checks);
    CHECK(checks.conditions > 0);
    const auto counted = [&checks](symbolic::Concretised kind) {
        return checks.concretised[static_cast<std::size_t>(kind)];
    };
    // The hash that nothing is known of, and readings that could be of any of 300 writes.
    CHECK(counted(symbolic::Concretised::hash) > 0);
    CHECK(counted(symbolic::Concretised::limit) > 0);
    for (const Trace& trace : traces)
    {
        CHECK(trace.symbolic->graph.size() < 110'000);
    }
}

TEST_CASE("paths: the size of call data hangs on the lengths of texts, equal texts on both",
    "[evm][concolic]")
{
    ContractProblem problem(load_artifact(SBST_CONCOLIC_FIXTURES "/Lengths.json"), {});
    Rng rng(3);
    std::vector<TestCase> tests = some_tests(problem, 600, rng);
    TestCase equal;
    equal.calls.push_back(tests.front().calls.front());  // the constructor
    equal.calls.push_back(
        call(problem, "same", {Value(std::string("agreed")), Value(std::string("agreed"))}));
    tests.push_back(equal);
    std::vector<Trace> traces;
    const PathChecks checks = check_paths(problem, tests, traces);
    check_none_wrong(checks);
    const auto compares = [](const PathCondition& condition) {
        return condition.condition.is_valid() && condition.is_decision;
    };
    // That the two texts are equal is a decision that can be turned.
    const Trace& met = traces.back();
    const auto texts = [&](const PathCondition& condition) {
        const std::string text = met.symbolic->graph.to_text(condition.condition, 400);
        return text.find("same.a") != std::string::npos && text.find("same.b") != std::string::npos;
    };
    const auto entries = met.path.entries();
    CHECK(std::any_of(entries.begin(), entries.end(), [&](const PathCondition& condition) {
        return compares(condition) && texts(condition) && condition.outcome;
    }));
}

TEST_CASE("paths: lengths of arrays and what is left of the gas are counted", "[evm][concolic]")
{
    using symbolic::Concretised;
    const auto counted = [](ContractProblem& problem, Concretised kind) {
        Rng rng(3);
        std::vector<Trace> traces;
        const PathChecks checks = check_paths(problem, some_tests(problem, 100, rng), traces);
        return checks.concretised[static_cast<std::size_t>(kind)];
    };
    // The constructor takes the list of owners; code asks for gas but to give it to a call.
    const auto wallet = example("MultiSigWallet");
    CHECK(counted(*wallet, Concretised::length) == 100);
    CHECK(counted(*wallet, Concretised::resource) == 0);
    ContractProblem brackets(load_artifact(SBST_CONCOLIC_FIXTURES "/Brackets.json"), {});
    CHECK(counted(brackets, Concretised::length) == 0);
    CHECK(counted(brackets, Concretised::resource) > 0);
}

TEST_CASE("paths: contracts of the same bytes hang on the literals of their own creations",
    "[evm][concolic]")
{
    ContractProblem problem(load_artifact(SBST_CONCOLIC_FIXTURES "/Twins.json"), {});
    Rng rng(3);
    TestCase equal;
    equal.calls.push_back(some_tests(problem, 4, rng).front().calls.front());  // the constructor
    equal.calls.push_back(call(problem, "make", {Value(U256{5}), Value(U256{5})}));
    equal.calls.push_back(call(problem, "meet", {}));
    std::vector<Trace> traces;
    const PathChecks checks = check_paths(problem, {equal}, traces);
    check_none_wrong(checks);
    // Each creation whose code hangs on literals is counted: its address is known only as a number.
    CHECK(checks.concretised[static_cast<std::size_t>(symbolic::Concretised::environment)] == 2);
    const auto turns = [&](std::string_view argument, std::string_view number) {
        const auto entries = traces.front().path.entries();
        return std::any_of(entries.begin(), entries.end(), [&](const PathCondition& condition) {
            if (!condition.condition.is_valid() || !condition.is_decision)
            {
                return false;
            }
            const std::string text =
                traces.front().symbolic->graph.to_text(condition.condition, 400);
            return text.find(argument) != std::string::npos &&
                   text.find(number) != std::string::npos;
        });
    };
    CHECK(turns("make.a", "0x4d"));
    CHECK(turns("make.b", "0x63"));
    CHECK_FALSE(turns("make.a", "0x63"));
    CHECK_FALSE(turns("make.b", "0x4d"));
}

TEST_CASE(
    "paths: the code of an account that is made again hangs on its own creation", "[evm][concolic]")
{
    ContractProblem problem(load_artifact(SBST_CONCOLIC_FIXTURES "/Twins.json"), {});
    Rng rng(3);
    TestCase test;
    test.calls.push_back(some_tests(problem, 4, rng).front().calls.front());  // the constructor
    test.calls.push_back(call(problem, "inherit", {Value(U256{5})}));
    test.calls.push_back(call(problem, "inheritFive", {}));
    std::vector<Trace> traces;
    check_none_wrong(check_paths(problem, {test}, traces));
    std::set<std::uint32_t> hanging;
    for (const PathCondition& condition : traces.front().path.entries())
    {
        if (condition.condition.is_valid() && condition.is_decision)
        {
            hanging.insert(condition.call);
        }
    }
    CHECK(hanging == std::set<std::uint32_t>{1});
}
