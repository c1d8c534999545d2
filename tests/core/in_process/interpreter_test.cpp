// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "support/oo_adapter.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/in_process/interpreter.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace sbst
{

namespace
{

/// Counters: make(start) -> counter or null, add(counter, n) -> sum, fail() throws.
struct Counters
{
    using Object = std::shared_ptr<std::int64_t>;

    Counters()
    {
        nothing = types.add(Type{});
        number = types.add(integer_type(64, true));
        counter = types.add(object_type("Counter"));
        make =
            catalogue.add({CallableKind::constructor, "make", {{"start", number}}, counter}, types);
        add = catalogue.add(
            {CallableKind::method, "add", {{"this", counter}, {"n", number}}, number}, types);
        fail = catalogue.add({CallableKind::function, "fail", {}, number}, types);
    }

    CallResult<Object> call(CallableId id, const Arguments<Object>& arguments)
    {
        calls.push_back(id);
        if (id == make)
        {
            const std::int64_t start = arguments.integer(0);
            return start < 0 ? CallResult<Object>() :
                               CallResult<Object>(std::make_shared<std::int64_t>(start));
        }
        if (id == add)
        {
            std::int64_t& sum = *arguments.object(0);
            sum += arguments.integer(1);
            sums.push_back(sum);
            CallResult<Object> result{Value(sum)};
            result.steps = 3;
            result.weight = sum > 0 ? 2 : 1;
            return result;
        }
        return CallResult<Object>::threw(ExceptionId(7));
    }
    [[nodiscard]] ExceptionId null_receiver() const { return ExceptionId(9); }

    TypeUniverse types;
    Catalogue catalogue;
    TypeId nothing, number, counter;
    CallableId make, add, fail;
    std::vector<CallableId> calls;
    std::vector<std::int64_t> sums;
};

static_assert(Executor<Counters>);

std::vector<OutcomeKind> kinds(const Trace& trace)
{
    std::vector<OutcomeKind> result;
    for (const CallOutcome& outcome : trace.calls)
    {
        result.push_back(outcome.kind);
    }
    return result;
}

using K = OutcomeKind;

}  // namespace

TEST_CASE("interpreter: references give results and earlier arguments", "[core][interpreter]")
{
    Counters subject;
    // v0 = make(5); v1 = add(v0, v0.0); v2 = add(v0, v1); v3 = add(v0, v1.1)
    const TestCase test{
        {{subject.make, {Value(5)}}, {subject.add, {ResultRef{0}, ArgumentRef{0, 0}}},
            {subject.add, {ResultRef{0}, ResultRef{1}}},
            {subject.add, {ResultRef{0}, ArgumentRef{1, 1}}}}};
    REQUIRE(find_defect(test, subject.catalogue, subject.types).empty());
    Interpreter<Counters::Object> interpreter;
    Trace trace;
    interpreter.run(test, subject.catalogue, subject, trace);
    CHECK(kinds(trace) == std::vector{K::returned, K::returned, K::returned, K::returned});
    CHECK(subject.calls.size() == 4);
    // 5 + 5, + 10, + 5: the last call gets what the second one's argument referred to.
    CHECK(subject.sums == std::vector<std::int64_t>{10, 20, 25});
}

TEST_CASE("interpreter: costs given by an adapter are kept per call", "[core][interpreter]")
{
    Counters subject;
    const TestCase test{{{subject.make, {Value(5)}}, {subject.add, {ResultRef{0}, Value(-9)}},
        {subject.add, {ResultRef{0}, Value(9)}}}};
    Interpreter<Counters::Object> interpreter;
    Trace trace;
    interpreter.run(test, subject.catalogue, subject, trace);
    CHECK(trace.calls[0].steps == 1);
    CHECK(trace.calls[0].weight == 0);
    CHECK(trace.calls[1].steps == 3);
    CHECK(trace.calls[1].weight == 1);
    CHECK(trace.calls[2].weight == 2);
}

TEST_CASE("interpreter: a call on null throws and the rest is not reached", "[core][interpreter]")
{
    Counters subject;
    const TestCase test{{{subject.make, {Value(-1)}}, {subject.add, {ResultRef{0}, Value(1)}},
        {subject.make, {Value(1)}}}};
    Interpreter<Counters::Object> interpreter;
    Trace trace;
    interpreter.run(test, subject.catalogue, subject, trace);
    CHECK(kinds(trace) == std::vector{K::returned, K::threw, K::not_reached});
    CHECK(trace.calls[1].exception == ExceptionId(9));
    CHECK(subject.calls.size() == 1);
}

TEST_CASE("interpreter: continues after a failure if the adapter wants it", "[core][interpreter]")
{
    Counters subject;
    const TestCase test{
        {{subject.fail, {}}, {subject.make, {ResultRef{0}}}, {subject.make, {Value(1)}}}};
    Trace trace;
    Interpreter<Counters::Object> stops;
    stops.run(test, subject.catalogue, subject, trace);
    CHECK(kinds(trace) == std::vector{K::threw, K::not_reached, K::not_reached});
    CHECK(trace.calls[0].exception == ExceptionId(7));

    Interpreter<Counters::Object> goes_on(InterpreterOptions{.goes_on_after_failure = true});
    goes_on.run(test, subject.catalogue, subject, trace);
    // The second needs the first one's result; the third does not.
    CHECK(kinds(trace) == std::vector{K::threw, K::not_reached, K::returned});
}

TEST_CASE("oo_adapter: random tests are well formed and touch most goals", "[core][oo_adapter]")
{
    test_support::OoAdapter problem;
    Rng rng(1);
    std::set<std::string> covered;
    for (int i = 0; i < 300; ++i)
    {
        const TestCase test = problem.generate(rng);
        REQUIRE(find_defect(test, problem.catalogue(), problem.types()).empty());
        const Request<TestCase> request{&test};
        std::array<Trace, 1> traces;
        problem.execute({&request, 1}, traces, StopToken{});
        REQUIRE(traces[0].was_run);
        for (const PredicateTrace& predicate : traces[0].predicates)
        {
            for (const bool outcome : {false, true})
            {
                if (predicate.all.hits(outcome) > 0)
                {
                    covered.insert(
                        problem.goals()[*find_branch(problem.goals(), predicate.predicate, outcome)]
                            .label);
                }
            }
        }
    }
    INFO("covered " << covered.size() << " of " << 2 * predicate_count(problem.goals()));
    CHECK(covered.size() >= 25);
    CHECK(problem.exceptions().size() >= 4);
}

TEST_CASE("oo_adapter: a requested path has every evaluation in order", "[core][oo_adapter]")
{
    test_support::OoAdapter problem;
    Rng rng(3);
    std::size_t evaluations = 0;
    for (int i = 0; i < 50; ++i)
    {
        const TestCase test = problem.generate(rng);
        const std::array requests{
            Request<TestCase>{.test = &test, .record = Record::path}, Request<TestCase>{&test}};
        std::array<Trace, 2> traces;
        problem.execute(requests, traces, StopToken{});
        CHECK(traces[1].path.entries().empty());
        const std::vector<PathCondition>& path = traces[0].path.entries();
        CHECK(std::is_sorted(path.begin(), path.end(),
            [](const PathCondition& a, const PathCondition& b) { return a.call < b.call; }));
        for (const PredicateTrace& predicate : traces[0].predicates)
        {
            for (const bool outcome : {false, true})
            {
                const auto count =
                    std::count_if(path.begin(), path.end(), [&](const PathCondition& condition) {
                        return condition.predicate == predicate.predicate &&
                               condition.outcome == outcome;
                    });
                CHECK(count == predicate.all.hits(outcome));
            }
        }
        evaluations += path.size();
    }
    CHECK(evaluations > 50);
}

TEST_CASE("oo_adapter: execution depends on the test alone", "[core][oo_adapter]")
{
    test_support::OoAdapter problem;
    Rng rng(2);
    std::vector<TestCase> tests;
    std::vector<Request<TestCase>> requests;
    for (int i = 0; i < 40; ++i)
    {
        tests.push_back(problem.generate(rng));
    }
    for (const TestCase& test : tests)
    {
        requests.push_back({&test});
    }
    std::vector<Trace> forwards(tests.size());
    std::vector<Trace> backwards(tests.size());
    problem.execute(requests, forwards, StopToken{});
    std::reverse(requests.begin(), requests.end());
    problem.execute(requests, backwards, StopToken{});
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        const Trace& a = forwards[i];
        const Trace& b = backwards[tests.size() - 1 - i];
        CHECK(kinds(a) == kinds(b));
        REQUIRE(a.predicates.size() == b.predicates.size());
        for (std::size_t p = 0; p < a.predicates.size(); ++p)
        {
            CHECK(a.predicates[p].predicate == b.predicates[p].predicate);
            CHECK(a.predicates[p].all.least_true == b.predicates[p].all.least_true);
            CHECK(a.predicates[p].all.hits_false == b.predicates[p].all.hits_false);
        }
    }
}

}  // namespace sbst
