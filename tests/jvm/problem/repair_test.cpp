// SPDX-License-Identifier: Apache-2.0
// Tests that javac refuses as they are written first: they are repaired, and none is lost.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

Call call_of(const JavaProblem& problem, std::string_view name, std::vector<Argument> arguments)
{
    return {.callable = callable_named(problem, name), .arguments = std::move(arguments)};
}

ProvenSuite proven(JavaProblem& problem, RunResult& result, int junit = 5)
{
    ProvenSuite made = prove_suite(problem, result,
        {.tools = referee_tools(), .junit = junit, .limit = std::chrono::minutes(10)});
    check_all_passed(made.referee);
    for (const DroppedTest& dropped : made.dropped)
    {
        FAIL_CHECK(dropped.test << ": " << dropped.reason);
    }
    return made;
}

bool is_covered(const JavaProblem& problem, const RunResult& result, std::string_view function)
{
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        if (has(problem.goals()[GoalId(i)].label, std::string(function)) &&
            result.answers[i].status == GoalStatus::covered)
        {
            return true;
        }
    }
    return false;
}

}  // namespace

TEST_CASE("a variable of a class that no test can name has the type above it", "[jvm][repair]")
{
    JavaProblem problem(options_of("repair.Secret"));
    RunResult result;
    result.suite.push_back({.calls = {call_of(problem, "keep", {Value(std::string("ab"))}),
                                call_of(problem, "lengthOf", {ResultRef{.call = 0}})}});
    const ProvenSuite suite = proven(problem, result);
    const std::string& text = suite.main.source.text;
    INFO(text);
    CHECK(has(text, "Supplier "));
    CHECK(has(text, "assertEquals(3, Secret.lengthOf("));
    CHECK_FALSE(has(text, "Kept"));
    CHECK(suite.repaired.empty());
}

TEST_CASE(
    "what a method returns is cast to the class of the object where its own type does not fit",
    "[jvm][repair]")
{
    JavaProblem problem(options_of("repair.Bounds"));
    const std::string maker = GENERATE("open", "closed");
    RunResult result;
    result.suite.push_back(
        {.calls = {call_of(problem, maker, {}), call_of(problem, "use", {ResultRef{.call = 0}})}});
    result.suite.push_back({.calls = {call_of(problem, "twice", {Value(4)})}});
    const ProvenSuite suite = proven(problem, result);
    const std::string& text = suite.main.source.text;
    INFO(text);
    REQUIRE(suite.repaired.size() == 1);
    CHECK(has(text, "assertEquals(7, Bounds.use((Bounds.Both) Bounds." + maker + "()));"));
    CHECK(suite.repaired.front().repairs.back() == "variables of narrower types");
    CHECK(has(text, "Bounds.twice(4)"));
    CHECK(suite.main.suite.tests.size() == 2);
}

TEST_CASE("a call that cannot be written costs itself and its goals, not its test", "[jvm][repair]")
{
    JavaProblem problem(options_of("repair.Alone"));
    RunResult result;
    result.suite.push_back(
        {.calls = {call_of(problem, "hidden", {}), call_of(problem, "use", {ResultRef{.call = 0}}),
             call_of(problem, "twice", {Value(4)})}});
    const ProvenSuite suite = proven(problem, result);
    const std::string& text = suite.main.source.text;
    INFO(text);
    REQUIRE(suite.repaired.size() == 1);
    CHECK(suite.repaired.front().test == 0);
    CHECK(suite.repaired.front().repairs.back() == "a statement less");
    CHECK_FALSE(suite.repaired.front().reason.empty());
    CHECK_FALSE(has(text, "Alone.use("));
    CHECK(has(text, "assertEquals(8, Alone.twice(4));"));
    REQUIRE(result.suite.size() == 1);
    CHECK(result.suite.front().length() == 2);
    CHECK(is_covered(problem, result, "twice"));
    CHECK_FALSE(is_covered(problem, result, "use"));
}

namespace
{

/// A call of the first callable of that name in the catalogue.
Call offered(const JavaProblem& problem, std::string_view name, std::vector<Argument> arguments)
{
    std::size_t index = 0;
    while (
        index < problem.catalogue().size() && problem.catalogue()[CallableId(index)].name != name)
    {
        ++index;
    }
    REQUIRE(index < problem.catalogue().size());
    return {.callable = CallableId(index), .arguments = std::move(arguments)};
}

}  // namespace

TEST_CASE(
    "a lambda that gets what type arguments forbid is cast, and its test stays", "[jvm][repair]")
{
    JavaProblem problem(options_of("repair.Inferred"));
    RunResult result;
    result.suite.push_back(
        {.calls = {offered(problem, "object", {Value(std::string("a"))}),
             offered(problem, "lambda", {Value(-1)}),
             call_of(problem, "of", {ResultRef{.call = 0}, ResultRef{.call = 1}}),
             call_of(problem, "isBelow", {ResultRef{.call = 2}, ResultRef{.call = 2}})}});
    const ProvenSuite suite = proven(problem, result);
    const std::string& text = suite.main.source.text;
    INFO(text);
    CHECK(has(text, "(Comparator) (x, y) -> -1"));
    CHECK(has(text, "assertTrue(inferred.isBelow("));
    REQUIRE(suite.repaired.size() == 1);
    CHECK(suite.repaired.front().repairs == std::vector<std::string>{"casts"});
    CHECK(has(suite.repaired.front().reason, "cannot be cast to class java.lang.String"));
}

TEST_CASE("an inner class is made by the class that has it, whatever a subclass calls so",
    "[jvm][repair]")
{
    JavaProblem problem(options_of("repair.Inferred"));
    RunResult result;
    result.suite.push_back(
        {.calls = {
             {.callable = constructor_of(problem, "repair/Inferred$Sub", "()V"), .arguments = {}},
             {.callable = constructor_of(
                  problem, "repair/Inferred$Base$Part", "(Lrepair/Inferred$Base;)V"),
                 .arguments = {ResultRef{.call = 0}}},
             call_of(problem, "sizeOf", {ResultRef{.call = 1}})}});
    const ProvenSuite suite = proven(problem, result);
    const std::string& text = suite.main.source.text;
    INFO(text);
    CHECK(has(text, "((Inferred.Base) "));
    CHECK(has(text, ".new Part()"));
    CHECK(has(text, "assertEquals(3, Inferred.sizeOf("));
}

TEST_CASE("what another package protects is called by the class that has it", "[jvm][repair]")
{
    JavaProblem problem(options_of("repair.base.Shelf"));
    const auto& callables = problem.surface().callables();
    const auto made = std::find_if(callables.begin(), callables.end(), [](const auto& callable) {
        return callable.kind == JavaCallableKind::constructor &&
               callable.owner == "repair/sub/TallShelf";
    });
    REQUIRE(made != callables.end());
    RunResult result;
    result.suite.push_back(
        {.calls = {{.callable = CallableId(static_cast<std::size_t>(made - callables.begin())),
                       .arguments = {}},
             call_of(problem, "removeAt", {ResultRef{.call = 0}, Value(4)})}});
    const ProvenSuite suite = proven(problem, result);
    const std::string& text = suite.main.source.text;
    INFO(text);
    CHECK(has(text, "assertEquals(11, ((Shelf) "));
}

namespace
{

/// A call of the callable of that owner, name and descriptor.
Call call_by_key(const JavaProblem& problem, std::string_view owner, std::string_view name,
    std::string_view descriptor, std::vector<Argument> arguments)
{
    const auto& callables = problem.surface().callables();
    const auto found = std::find_if(callables.begin(), callables.end(), [&](const auto& one) {
        return one.owner == owner && one.name == name && one.descriptor == descriptor;
    });
    REQUIRE(found != callables.end());
    return {.callable = CallableId(static_cast<std::size_t>(found - callables.begin())),
        .arguments = std::move(arguments)};
}

}  // namespace

TEST_CASE("entries of a map with a raw list are cast, and their test stays", "[jvm][repair]")
{
    JavaProblem problem(options_of("repair.Coded"));
    RunResult result;
    result.suite.push_back(
        {.calls = {call_by_key(problem, "java/lang/Object", "object", "I", {Value(0)}),
             call_by_key(problem, "java/lang/Object", "object", "Ljava/lang/String;",
                 {Value(std::string("a"))}),
             call_by_key(problem, "java/util/List", "of", "([Ljava/lang/Object;)Ljava/util/List;",
                 {Value(Value::List{Value(std::string("a")), Value(std::string("b"))})}),
             call_by_key(problem, "java/util/AbstractMap$SimpleEntry", "<init>",
                 "(Ljava/lang/Object;Ljava/lang/Object;)V",
                 {ResultRef{.call = 0}, ResultRef{.call = 2}}),
             call_by_key(problem, "java/lang/Object", "1", "[Ljava/util/Map$Entry;",
                 {ResultRef{.call = 3}}),
             call_by_key(problem, "java/util/Map", "ofEntries",
                 "([Ljava/util/Map$Entry;)Ljava/util/Map;", {ResultRef{.call = 4}}),
             call_by_key(problem, "repair/Coded", "<init>", "(Ljava/util/Map;)V",
                 {ResultRef{.call = 5}})}});
    const ProvenSuite suite = proven(problem, result);
    const std::string& text = suite.main.source.text;
    INFO(text);
    CHECK(has(text, "(Map) Map.ofEntries("));
    CHECK(has(text, "assertEquals(1, new Coded(map).size());"));
    REQUIRE(suite.repaired.size() == 1);
    CHECK(suite.repaired.front().repairs == std::vector<std::string>{"casts"});
}

TEST_CASE("no lambda stands where its types have no name", "[jvm][repair]")
{
    JavaProblem problem(options_of("repair.Loaded"));
    const auto& callables = problem.surface().callables();
    const auto is_lambda = [&](std::string_view owner) {
        return std::any_of(callables.begin(), callables.end(), [&](const auto& one) {
            return one.kind == JavaCallableKind::functional && one.owner == owner;
        });
    };
    CHECK(is_lambda("repair/base/Store$Named"));
    CHECK_FALSE(is_lambda("repair/base/Store$Guard"));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 1000};
    RunResult result = search_suite(problem, spec);
    const ProvenSuite suite = proven(problem, result);
    INFO(suite.main.source.text);
    CHECK(suite.repaired.empty());
    CHECK(is_covered(problem, result, "Loaded.length"));
}

TEST_CASE("type arguments are written where the compiler infers them", "[jvm][repair][jdk]")
{
    JavaProblem problem(options_of("repair.Generic"));
    RunResult result;
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 1500};
    result = search_suite(problem, spec);
    for (const int junit : {5, 4})
    {
        RunResult copy = result;
        const ProvenSuite suite = proven(problem, copy, junit);
        const std::string& text = suite.main.source.text;
        INFO(text);
        CHECK(has(text, "List<String> "));
        CHECK_FALSE(has(text, "(Object) \""));
        for (const RepairedTest& repaired : suite.repaired)
        {
            CAPTURE(repaired.reason);
            CHECK(repaired.repairs.back() != "a statement less");
        }
    }
}
