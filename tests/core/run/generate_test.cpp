// SPDX-License-Identifier: Apache-2.0
// A whole run on a stranger's adapter: examples/020_stack_calculator.cpp, and three mistakes in it.
#define SBST_STACK_CALCULATOR_WITHOUT_MAIN
// NOLINTNEXTLINE(bugprone-suspicious-include): an example is one file, and this tests it
#include "../../../examples/020_stack_calculator.cpp"
#include "support/catch.hpp"

#include <sbst/testing/conformance.hpp>

#include <algorithm>
#include <set>
#include <string>

using namespace sbst;
using Catch::Matchers::Contains;

namespace
{

RunSpec spec_of(std::uint64_t executions, std::uint64_t seed = 1)
{
    RunSpec spec;
    spec.seed = seed;
    spec.budget = {.max_executions = executions};
    return spec;
}

std::string to_text(const CalculatorProblem& problem, const RunResult& result)
{
    std::string text;
    for (const TestCase& test : result.suite)
    {
        text += problem.render(test) + "\n";
    }
    return text;
}

/// The calculator with a method whose body has a mistake.
struct MistakenProblem : CalculatorProblem
{
    explicit MistakenProblem(Body body)
    {
        const Parameter self{"calculator", *types().find("Calculator")};
        add_method(self, "square", {{"number", *types().find("number")}}, std::move(body));
    }
};
using Result = MistakenProblem::Result;
using Args = Arguments<std::shared_ptr<Calculator>>;

/// The error of a run with that body.
std::string said(MistakenProblem::Body body)
{
    MistakenProblem problem(std::move(body));
    try
    {
        const RunResult result = generate(problem, spec_of(500));
        return result.failure.empty() ? "found " + std::to_string(result.suite.size()) + " tests" :
                                        result.failure;
    }
    catch (const AdapterError& error)
    {
        return error.what();
    }
}

/// A body that does something else each time.
struct UnsteadyProblem : CalculatorProblem
{
    UnsteadyProblem()
    {
        const PredicateId odd = add_branch("shake: odd");
        add({CallableKind::function, "shake", {}, nothing()}, [=, this](const Args&) {
            if (recorder().compare(odd, ++m_calls % 2, Relation::eq, 1))
            {
                throw SubjectException("Shaken");
            }
            return Result();
        });
    }

private:
    int m_calls = 0;
};

}  // namespace

TEST_CASE(
    "generate: an in-process adapter has a suite and an answer for every goal", "[core][generate]")
{
    CalculatorProblem problem;
    const RunResult result = generate(problem, spec_of(5000));
    CHECK(result.stopped_by == StopReason::all_covered);
    REQUIRE(result.answers.size() == problem.goals().size());
    CHECK(result.answers.size() >= 16);
    for (const GoalAnswer& answer : result.answers)
    {
        CHECK(answer.status == GoalStatus::covered);
        CHECK(answer.test.value() < result.suite.size());
    }
    CHECK(result.covered_by_test.size() == result.suite.size());
    CHECK(result.log.timeline.back().covered == problem.goals().size());
}

TEST_CASE(
    "generate: open goals have a reason and the distance of the nearest test", "[core][generate]")
{
    CalculatorProblem problem;
    RunSpec spec = spec_of(60);
    spec.algorithm = Algorithm::random;
    const RunResult result = generate(problem, spec);
    CHECK(result.stopped_by == StopReason::executions);
    std::size_t open = 0;
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        const GoalAnswer& answer = result.answers[i];
        if (answer.status == GoalStatus::open)
        {
            ++open;
            INFO(problem.goals()[GoalId(i)].label << ": " << answer.reason);
            CHECK_THAT(answer.reason,
                Contains("the condition never held") || Contains("the condition never failed") ||
                    Contains("blocked by") || Contains("the call ended before it") ||
                    Contains("thrown by tests that are not in the suite"));
            CHECK(answer.nearest.has_value());
        }
    }
    CHECK(open > 0);
}

TEST_CASE(
    "generate: the same seed gives the same suite, whatever the algorithm", "[core][generate]")
{
    for (const Algorithm algorithm : all_algorithms)
    {
        RunSpec spec = spec_of(400, 7);
        spec.algorithm = algorithm;
        CalculatorProblem first;
        CalculatorProblem second;
        const RunResult a = generate(first, spec);
        const RunResult b = generate(second, spec);
        CHECK(to_text(first, a) == to_text(second, b));
        CHECK(a.executions == b.executions);
        CHECK(a.log.timeline == b.log.timeline);
    }
}

TEST_CASE("generate: directed mutation and dynamic seeding reach an in-process adapter",
    "[core][generate]")
{
    CalculatorProblem problem;
    RunSpec directed = spec_of(2000);
    directed.budget.keep_going = true;
    const RunResult with = generate(problem, directed);
    // Compared values are in the pool: 4242 is not a constant of the adapter.
    CHECK(problem.constants().static_size() == 0);
    CHECK(problem.constants().dynamic_size() > 0);

    CalculatorProblem other;
    RunSpec blind = directed;
    blind.directed.tests_per_generation = 0;
    const RunResult without = generate(other, blind);
    CHECK(with.executions == without.executions);
    CHECK(with.log.timeline != without.log.timeline);
}

TEST_CASE("generate: constants of the subject are arguments of tests", "[core][generate]")
{
    struct Seeded : CalculatorProblem
    {
        Seeded() { add_constant(Value(4242), *types().find("number")); }
    };
    Seeded problem;
    Rng rng(1);
    std::string tests;
    for (int i = 0; i < 50; ++i)
    {
        tests += problem.render(problem.generate(rng));
    }
    CHECK_THAT(tests, Contains("4242"));
}

TEST_CASE("generate: an adapter that knows which call decides is asked", "[core][generate]")
{
    struct Knowing : CalculatorProblem
    {
        [[nodiscard]] bool may_decide(CallableId callable, GoalId goal) const
        {
            asked.insert(goal);
            return catalogue()[callable].name == "top";
        }
        mutable std::set<GoalId> asked;
    };
    Knowing problem;
    CHECK(generate(problem, spec_of(1000)).executions > 0);
    CHECK_FALSE(problem.asked.empty());
}

namespace
{

/// A SequenceProblem that tells nothing more.
struct TacitProblem
{
    using Test = TestCase;

    [[nodiscard]] const GoalGraph& goals() const { return told.goals(); }
    [[nodiscard]] const TypeUniverse& types() const { return told.types(); }
    [[nodiscard]] const Catalogue& catalogue() const { return told.catalogue(); }
    TestCase generate(Rng& rng) { return told.generate(rng); }
    Change mutate(TestCase& test, Rng& rng) { return told.mutate(test, rng); }
    ChangePair crossover(TestCase& a, TestCase& b, Rng& rng) { return told.crossover(a, b, rng); }
    [[nodiscard]] static std::size_t length(const TestCase& test) { return test.length(); }
    [[nodiscard]] std::string render(const TestCase& test) const { return told.render(test); }
    void execute(
        std::span<const Request<TestCase>> requests, std::span<Trace> traces, const StopToken& stop)
    {
        told.execute(requests, traces, stop);
    }

    CalculatorProblem told;
};

static_assert(GeneratingProblem<TacitProblem> && !HasConstants<TacitProblem> &&
              !HasOperators<TacitProblem> && !KnowsDecidingCalls<TacitProblem>);

}  // namespace

TEST_CASE(
    "generate: an adapter need not tell more than goals, types and callables", "[core][generate]")
{
    TacitProblem tacit;
    const RunResult result = generate(tacit, spec_of(5000));
    CHECK(result.suite.size() > 3);
    CHECK(result.answers.size() == tacit.goals().size());
    // Nothing seeds the pool, and no test is recorded again for it.
    CalculatorProblem telling;
    CHECK(result.reruns < generate(telling, spec_of(5000)).reruns);
}

TEST_CASE("generate: a wrong argument index in a stranger's adapter is named with its test",
    "[core][generate]")
{
    const std::string text = said([](const Args& a) {
        a.object(0)->push(a.integer(2));
        return Result();
    });
    CHECK_THAT(
        text, Contains("the body of 'square' asks for argument 2, but it has 2 parameters: 0 "
                       "'calculator', 1 'number' (counted from 0)\n"
                       "in the last call of this test:\n") &&
                  Contains("\nsquare(v"));
}

TEST_CASE(
    "generate: a wrong type in a stranger's adapter is named with its test", "[core][generate]")
{
    const std::string text = said([](const Args& a) {
        a.object(0)->push(static_cast<std::int64_t>(a.text(1).size()));
        return Result();
    });
    CHECK_THAT(text,
        Contains("the body of 'square' reads argument 1 'number' as a text, but it is an integer\n"
                 "in the last call of this test:\n") &&
            Contains("\nsquare(v"));
}

TEST_CASE(
    "generate: an unsteady body in another adapter is shown by its differences", "[core][generate]")
{
    const auto findings =
        check_conformance([] { return UnsteadyProblem(); }, {.test_count = 12, .round_count = 2});
    const auto found = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.check == ConformanceCheck::execution_is_repeatable;
    });
    REQUIRE(found != findings.end());
    INFO(to_text(findings));
    CHECK_THAT(found->message,
        Contains("a test that was run twice did something else the second time\n") &&
            Contains("goal 'shake: odd false': first ") && Contains(" (shake): first ") &&
            Contains("threw (goal 'throws Shaken')") && Contains("\ntest:\n  ") &&
            Contains("  shake()"));
    CHECK(std::count(found->message.begin(), found->message.end(), '\n') < 20);
}

TEST_CASE("generate: a body that throws is data, one that throws no exception is a mistake",
    "[core][generate]")
{
    CHECK_THAT(said([](const Args&) -> Result { throw std::runtime_error("not yet"); }),
        Catch::Matchers::StartsWith("found "));
    CHECK_THAT(said([](const Args&) -> Result { throw "not yet"; }),
        Contains("the body of 'square' threw something that is not a std::exception") &&
            Contains("\nsquare(v"));
}

TEST_CASE("measure_suite: answers begin with the proofs, and a test that refutes one is an error",
    "[core][suite]")
{
    struct Proven : CalculatorProblem
    {
        explicit Proven(const std::string& label)
        {
            for (std::size_t i = 0; i < goals().size(); ++i)
            {
                if (goals()[GoalId(i)].label == label)
                {
                    graph().mark_infeasible(GoalId(i), "wishful thinking");
                }
            }
        }
    };
    CalculatorProblem problem;
    const RunResult found = generate(problem, spec_of(500));
    REQUIRE_FALSE(found.suite.empty());

    Proven refuted("top: the stack is empty true");
    CHECK_THROWS_WITH(measure_suite(refuted, found.suite),
        Contains(
            "goal 'top: the stack is empty true' was proved infeasible (wishful thinking), but "
            "a test covers it:\n") &&
            Contains("top"));

    Proven sound("push: the stack is full true");
    const RunResult empty = measure_suite(sound, {});
    std::size_t infeasible = 0;
    for (const GoalAnswer& answer : empty.answers)
    {
        infeasible += answer.status == GoalStatus::infeasible ? 1U : 0U;
        CHECK(answer.status != GoalStatus::covered);
        CHECK((answer.status == GoalStatus::infeasible) == (answer.reason == "wishful thinking"));
    }
    CHECK(infeasible == 1);
}
