// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/in_process/in_process_problem.hpp>
#include <sbst/numeric/korel.hpp>
#include <sbst/search/algorithms/list.hpp>
#include <sbst/search/evaluator.hpp>
#include <sbst/search/hook_chain.hpp>
#include <sbst/search/local_search.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;

namespace
{

/// A function with one parameter, of the last of the types, and a condition on it; goal 1 is that
/// the condition holds. Another function, with a word, decides nothing.
class Condition : public InProcessProblem<std::shared_ptr<int>>
{
public:
    using Holds = std::function<bool(TraceRecorder&, PredicateId, const Value&)>;

    Condition(std::vector<Type> types, Holds holds)
      : InProcessProblem({}, {}), m_holds(std::move(holds))
    {
        const PredicateId predicate = add_branch("wanted");
        const TypeId word = universe().add(integer_type(256, false));
        // An array's element type comes before it.
        TypeId last;
        for (Type& type : types)
        {
            last = universe().add(std::move(type));
        }
        add({CallableKind::function, "other", {{.name = "y", .type = word}}, nothing()},
            [](const auto&) { return Result(); });
        add({CallableKind::function, "wanted", {{.name = "x", .type = last}}, nothing()},
            [this, predicate](const auto& arguments) {
                seen.push_back(arguments.value(0));
                m_holds(recorder(), predicate, arguments.value(0));
                return Result();
            });
    }

    [[nodiscard]] TestCase test(const Value& x) const
    {
        TestCase test;
        test.calls.push_back({CallableId(0), {Value(U256{7})}});
        test.calls.push_back({CallableId(1), {x}});
        return test;
    }

    std::vector<Value> seen;

private:
    Holds m_holds;
};

/// Starts at one test and lets only a hook run others, round after round.
struct Start
{
    Condition& problem;
    Value value;
    std::uint64_t executions = 500;

    struct Outcome
    {
        bool is_covered = false;
        std::uint64_t executions = 0;
        std::vector<Value> seen;
    };

    [[nodiscard]] Outcome run(LocalSearch& local, std::uint64_t seed = 1) const
    {
        Rng rng(seed);
        BudgetMeter meter(Budget{.max_executions = executions});
        Evaluator<Condition, LocalSearch> evaluator(problem, meter, all_targets, local);
        problem.seen.clear();
        Batch<TestCase> batch;
        batch.push_back(make_fresh(problem.test(value)));
        evaluator.run(batch);
        for (int round = 0; round < 40 && !evaluator.archive().is_covered(GoalId(1)); ++round)
        {
            evaluator.explore({}, rng);
        }
        return {evaluator.archive().is_covered(GoalId(1)), meter.executions(), problem.seen};
    }
    [[nodiscard]] Outcome run(std::uint64_t seed = 1) const
    {
        LocalSearch local(problem.operators(), [](GoalId, CallableId) { return true; },
            {.interval = 1, .tests_per_goal = 500, .max_share = 1.0});
        return run(local, seed);
    }
};

/// How many random changes of the last literal, each kept if it is not worse, would be needed: a
/// search without local search, for comparison. 0 = not reached.
std::uint64_t executions_of_random_changes(Condition& problem, const Value& start)
{
    constexpr std::uint64_t most = 1000;
    Rng rng(1);
    BudgetMeter meter(Budget{.max_executions = most});
    NoHooks none;
    Evaluator<Condition, NoHooks> evaluator(problem, meter, all_targets, none);
    Batch<TestCase> batch;
    batch.push_back(make_fresh(problem.test(start)));
    evaluator.run(batch);
    while (!evaluator.archive().is_covered(GoalId(1)) && !evaluator.stop_reason())
    {
        TestCase test = *evaluator.archive().nearest(GoalId(1))->test;
        problem.operators().change_argument(test, 1, 0, rng);
        Batch<TestCase> next;
        next.push_back(make_fresh(std::move(test)));
        evaluator.run(next);
    }
    return evaluator.archive().is_covered(GoalId(1)) ? meter.executions() : 0;
}

Condition::Holds equals_word(const U256& wanted)
{
    return [wanted](TraceRecorder& recorder, PredicateId predicate, const Value& x) {
        return recorder.branch(predicate, compare_unsigned(Relation::eq, x.word(), wanted));
    };
}

Condition::Holds is_between(double low, double high)
{
    return [low, high](TraceRecorder& recorder, PredicateId predicate, const Value& x) {
        return recorder.branch(
            predicate, logical_and(compare_numbers(Relation::gt, x.number(), low),
                           compare_numbers(Relation::lt, x.number(), high)));
    };
}

Condition::Holds equals_text(const std::string& wanted)
{
    return [wanted](TraceRecorder& recorder, PredicateId predicate, const Value& x) {
        return recorder.equal(predicate, x.text(), wanted);
    };
}

/// No distance tells anything.
bool never(TraceRecorder& recorder, PredicateId predicate, const Value& /*x*/)
{
    return recorder.is_true(predicate, false);
}

LocalSearch search_of(Condition& problem, const LocalSearchOptions& options)
{
    return {problem.operators(), [](GoalId, CallableId) { return true; }, options};
}

}  // namespace

TEST_CASE("local_search: a compared word of 256 bits is found, which random changes do not find",
    "[core][local_search]")
{
    Condition problem({integer_type(256, false)}, equals_word(123456789));
    const auto outcome = Start{problem, Value(7)}.run();
    CHECK(outcome.is_covered);
    CHECK(outcome.executions < 30);
    CHECK(executions_of_random_changes(problem, Value(7)) == 0);
}

TEST_CASE("local_search: a word is found from any place and with any slope", "[core][local_search]")
{
    const U256 wanted = GENERATE(U256{0}, U256{1}, U256{3}, U256::power_of_two(255), U256::max());
    const std::uint64_t factor = GENERATE(1U, 3U, 1000U);
    Condition problem({integer_type(256, false)},
        [&](TraceRecorder& recorder, PredicateId predicate, const Value& x) {
            BranchDistance distance = compare_unsigned(Relation::eq, x.word(), wanted);
            if (bit_width(distance.to_true.whole) < 200)
            {
                distance.to_true.whole = distance.to_true.whole * U256{factor};
            }
            return recorder.branch(predicate, distance);
        });
    for (const U256& start : {U256{0}, U256{1000}, U256::max(), U256::power_of_two(100)})
    {
        INFO(start.to_hex() << " to " << wanted.to_hex());
        const auto outcome = Start{problem, Value(start), 2000}.run();
        CHECK((outcome.is_covered || start == wanted));
        CHECK(outcome.executions < 600);
    }
}

TEST_CASE("local_search: a curved distance is followed too", "[core][local_search]")
{
    // Whether x * x is 2025 * 2025.
    Condition problem({integer_type(64, true)},
        [](TraceRecorder& recorder, PredicateId predicate, const Value& x) {
            return recorder.branch(predicate, compare_unsigned(Relation::eq, x.word() * x.word(),
                                                  U256{std::uint64_t{2025} * 2025}));
        });
    const auto outcome = Start{problem, Value(-3)}.run();
    CHECK(outcome.is_covered);
    CHECK(outcome.executions < 100);
}

TEST_CASE("local_search: steps grow where the smallest make no difference", "[core][local_search]")
{
    Condition problem({integer_type(32, true)},
        [](TraceRecorder& recorder, PredicateId predicate, const Value& x) {
            return recorder.compare(
                predicate, static_cast<std::int64_t>(low64(x.word())) / 10'000, Relation::eq, 77);
        });
    const auto outcome = Start{problem, Value(5)}.run();
    CHECK(outcome.is_covered);
    CHECK(outcome.executions < 60);
}

TEST_CASE("local_search: a number is found in a narrow interval, which random changes do not find",
    "[core][local_search]")
{
    Condition problem({floating_type(64)}, is_between(0.1, 0.1000001));
    for (const double start : {5.0, -1e9, 0.0, 0.75})
    {
        INFO(start);
        const auto outcome = Start{problem, Value(start)}.run();
        CHECK(outcome.is_covered);
        CHECK(outcome.executions < 250);
        CHECK(executions_of_random_changes(problem, Value(start)) == 0);
    }
}

TEST_CASE("local_search: numbers of 32 bits stay numbers of 32 bits", "[core][local_search]")
{
    Condition problem({floating_type(32)}, is_between(0.1, 0.10001));
    const auto outcome = Start{problem, Value(3.5)}.run();
    CHECK(outcome.is_covered);
    for (const Value& value : outcome.seen)
    {
        CHECK(static_cast<double>(static_cast<float>(value.number())) == value.number());
    }
}

TEST_CASE("local_search: a compared text is found, which random changes do not find",
    "[core][local_search]")
{
    Type unicode = string_type();
    unicode.is_unicode = true;
    for (const Type& type : {string_type(), unicode, bytes_type()})
    {
        Condition problem({type}, equals_text("sbst-local"));
        for (const char* start : {"", "Hello, World!", "sbst"})
        {
            INFO(start);
            const auto outcome = Start{problem, Value(std::string(start))}.run();
            CHECK(outcome.is_covered);
            CHECK(outcome.executions < 400);
            CHECK(executions_of_random_changes(problem, Value(std::string(start))) == 0);
        }
    }
}

TEST_CASE("local_search: characters of several bytes are characters", "[core][local_search]")
{
    Type unicode = string_type();
    unicode.is_unicode = true;
    Condition problem(
        {unicode}, [](TraceRecorder& recorder, PredicateId predicate, const Value& x) {
            return recorder.compare(predicate, x.text().size(), Relation::eq, 12);
        });
    // The characters U+00E9 and U+20AC: two and three bytes.
    CHECK(Start{problem, Value(std::string("\xc3\xa9\xe2\x82\xac"))}.run().is_covered);
    for (const Value& value : problem.seen)
    {
        INFO(value.text());
        CHECK(value.text().find("\xc3\xa9\x82") == std::string::npos);
    }
}

TEST_CASE(
    "local_search: the length of an array is found, and an item of it", "[core][local_search]")
{
    const TypeId element(1);  // the first type of the problem after the words
    Condition problem({integer_type(8, false), array_type(TypeId(1), "uint8[]")},
        [](TraceRecorder& recorder, PredicateId predicate, const Value& x) {
            const Value::List& items = x.list();
            const std::int64_t last =
                items.empty() ? 1000 : static_cast<std::int64_t>(low64(items.back().word()));
            return recorder.branch(predicate,
                logical_and(
                    compare_integers(Relation::eq, static_cast<std::int64_t>(items.size()), 9),
                    compare_integers(Relation::eq, last, 200)));
        });
    REQUIRE(problem.types()[element].bits == 8);
    const auto outcome = Start{problem, Value(Value::List{})}.run();
    CHECK(outcome.is_covered);
    CHECK(outcome.executions < 150);
}

TEST_CASE(
    "local_search: flags, members and null are tried one after the other", "[core][local_search]")
{
    Condition flag(
        {boolean_type()}, [](TraceRecorder& recorder, PredicateId predicate, const Value& x) {
            return recorder.branch(predicate, compare_unsigned(Relation::eq, x.word(), 1));
        });
    CHECK(Start{flag, Value(U256{0})}.run().executions < 12);
    CHECK(Start{flag, Value(U256{0})}.run().is_covered);

    Condition member(
        {enumeration_type("Day", {"Mon", "Tue", "Wed", "Thu", "Fri"})}, equals_word(4));
    CHECK(Start{member, Value(U256{0})}.run().is_covered);

    Type text = string_type();
    text.nullable = true;
    Condition some({text}, [](TraceRecorder& recorder, PredicateId predicate, const Value& x) {
        return recorder.branch(predicate, flag_distance(!x.is_null()));
    });
    CHECK(Start{some, Value()}.run().is_covered);
}

TEST_CASE("local_search: values stay in the bounds of their type", "[core][local_search]")
{
    Type bounded = integer_type(32, true);
    bounded.minimum = -U256{20};
    bounded.maximum = U256{50};
    Condition problem(
        {bounded}, [](TraceRecorder& recorder, PredicateId predicate, const Value& x) {
            return recorder.branch(predicate, compare_signed(Relation::eq, x.word(), U256{51}));
        });
    const auto outcome = Start{problem, Value(3)}.run();
    CHECK_FALSE(outcome.is_covered);
    CHECK(outcome.executions < 60);
    bool reached_the_end = false;
    for (const Value& value : outcome.seen)
    {
        CHECK(is_well_formed(
            value, problem.catalogue()[CallableId(1)].parameters[0].type, problem.types()));
        reached_the_end = reached_the_end || value == Value(50);
    }
    CHECK(reached_the_end);
}

TEST_CASE("local_search: a goal that no literal moves costs the questions only, and only once",
    "[core][local_search]")
{
    Condition problem({integer_type(256, false)}, never);
    const auto outcome = Start{problem, Value(7)}.run();
    CHECK_FALSE(outcome.is_covered);
    // The test itself, and two changes of each of its two literals.
    CHECK(outcome.executions == 5);
}

TEST_CASE("local_search: literals that make no difference are left alone", "[core][local_search]")
{
    Condition problem({integer_type(256, false)}, equals_word(U256::power_of_two(200)));
    Rng rng(1);
    BudgetMeter meter(Budget{.max_executions = 500});
    struct Watcher
    {
        std::size_t changed = 0;
        void on_evaluated(const Evaluated<TestCase>& evaluated)
        {
            const auto& argument = evaluated.test.calls.at(0).arguments.at(0);
            changed += argument == Argument(Value(7)) ? 0U : 1U;
        }
    };
    Watcher watcher;
    LocalSearch local = search_of(problem, {.interval = 1, .max_share = 1.0});
    HookChain<TestCase, Watcher, LocalSearch> chain(watcher, local);
    Evaluator<Condition, decltype(chain)> evaluator(problem, meter, all_targets, chain);
    Batch<TestCase> batch;
    batch.push_back(make_fresh(problem.test(Value(7))));
    evaluator.run(batch);
    for (int round = 0; round < 3; ++round)
    {
        evaluator.explore({}, rng);
    }
    CHECK(evaluator.archive().is_covered(GoalId(1)));
    // Only the two random changes.
    CHECK(watcher.changed == 2);
}

TEST_CASE("local_search: the same seed runs the same tests", "[core][local_search][property]")
{
    Condition problem({string_type()}, equals_text("sbst-local"));
    const Start start{problem, Value(std::string("Hello"))};
    const auto first = start.run(3);
    const auto second = start.run(3);
    CHECK(first.seen == second.seen);
    CHECK(first.seen != start.run(4).seen);
}

TEST_CASE("local_search: it stops at the end of the budget", "[core][local_search]")
{
    Condition problem({string_type()}, equals_text("sbst-local"));
    for (const std::uint64_t executions : {1U, 2U, 3U, 20U, 33U})
    {
        const auto outcome = Start{problem, Value(std::string("Hello")), executions}.run();
        CHECK(outcome.executions == executions);
        CHECK_FALSE(outcome.is_covered);
    }
}

TEST_CASE("local_search: it keeps to its quota for a goal and to its share", "[core][local_search]")
{
    Condition problem({string_type()}, equals_text("sbst-local"));
    LocalSearch one_round =
        search_of(problem, {.interval = 40, .tests_per_goal = 10, .max_share = 1.0});
    // The first round only looks which goals are stalled.
    CHECK(Start{problem, Value(std::string("Hello"))}.run(one_round).executions == 1);

    LocalSearch little =
        search_of(problem, {.interval = 1, .tests_per_goal = 10, .max_share = 1.0});
    BudgetMeter meter(Budget{.max_executions = 500});
    Evaluator<Condition, LocalSearch> evaluator(problem, meter, all_targets, little);
    Rng rng(1);
    Batch<TestCase> batch;
    batch.push_back(make_fresh(problem.test(Value(std::string("Hello")))));
    evaluator.run(batch);
    // It sees that something was covered, and then which goals are stalled.
    evaluator.explore({}, rng);
    evaluator.explore({}, rng);
    CHECK(little.executions() == 0);
    evaluator.explore({}, rng);
    CHECK(little.executions() == 10);

    for (const double share : {0.0, 0.1, 0.5})
    {
        LocalSearch modest = search_of(problem, {.interval = 1, .max_share = share});
        BudgetMeter all(Budget{.max_executions = 2000, .keep_going = true});
        Rng seed(1);
        static_cast<void>(dynamosa(problem, {}, all, seed, modest));
        CHECK(static_cast<double>(modest.executions()) <= share * 2000);
        CHECK((modest.executions() > 0) == (share > 0.0));
    }
}

TEST_CASE("local_search: it waits as long as the search covers goals", "[core][local_search]")
{
    Condition problem({string_type()}, equals_text("sbst-local"));
    LocalSearch local = search_of(problem, {.interval = 3, .max_share = 1.0});
    BudgetMeter meter(Budget{.max_executions = 500});
    Evaluator<Condition, LocalSearch> evaluator(problem, meter, all_targets, local);
    Rng rng(1);
    Batch<TestCase> batch;
    batch.push_back(make_fresh(problem.test(Value(std::string("Hello")))));
    evaluator.run(batch);
    // The first generation saw a covered goal. Three without one make a round, in which goals are
    // seen for the first time, and three more the next round.
    std::size_t generations = 0;
    while (local.executions() == 0 && generations < 100)
    {
        evaluator.explore({}, rng);
        ++generations;
    }
    CHECK(generations == 1 + 3 + 3);
}

TEST_CASE("local_search: off, it changes nothing, and draws nothing", "[core][local_search]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    const auto run = [algorithm](auto&... hooks) {
        Condition problem({string_type()}, equals_text("sbst-local"));
        BudgetMeter meter(Budget{.max_executions = 1000});
        Rng rng(1);
        const auto result = with_algorithm(algorithm,
            [&]<class A>(A) { return search_with<A>(problem, {}, meter, rng, hooks...); });
        return std::pair(result.archive.suite(problem.goals()), rng);
    };
    Condition problem({string_type()}, never);
    LocalSearch off = search_of(problem, {.interval = 0});
    CHECK(run(off) == run());
}

TEST_CASE("local_search: every algorithm finds with it what it does not find alone",
    "[core][local_search]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    const auto run = [algorithm](std::size_t interval) {
        Condition problem({string_type()}, equals_text("sbst-local"));
        LocalSearch local = search_of(problem, {.interval = interval});
        BudgetMeter meter(Budget{.max_executions = 5000});
        Rng rng(1);
        const auto result = with_algorithm(
            algorithm, [&]<class A>(A) { return search_with<A>(problem, {}, meter, rng, local); });
        CHECK(result.log.counters.executions <= 5000);
        return result.archive.is_covered(GoalId(1));
    };
    CHECK(run(2));
    CHECK_FALSE(run(0));
}

TEST_CASE("local_search: refuses options out of range by name", "[core][local_search]")
{
    CHECK_THROWS_WITH(
        validate(LocalSearchOptions{.tests_per_goal = 0}), Catch::Contains("tests_per_goal"));
    CHECK_THROWS_WITH(validate(LocalSearchOptions{.max_share = 1.5}), Catch::Contains("max_share"));
    CHECK_THROWS_AS(validate(LocalSearchOptions{.max_share = -0.5}), ConfigError);
}
