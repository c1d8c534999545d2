// SPDX-License-Identifier: Apache-2.0
#include "core/conformance/broken_adapters.hpp"
#include "support/catch.hpp"
#include "support/oo_adapter.hpp"

#include <sbst/testing/conformance.hpp>

#include <algorithm>

using namespace sbst;
using namespace sbst::testing_support;

namespace
{

template <class Adapter>
std::vector<Finding> check(std::size_t test_count = 12)
{
    const ConformanceOptions options{.test_count = test_count, .round_count = 2};
    return check_conformance([] { return Adapter(); }, options);
}

bool has_finding(const std::vector<Finding>& findings, ConformanceCheck check)
{
    return std::any_of(findings.begin(), findings.end(),
        [&](const Finding& finding) { return finding.check == check && !finding.message.empty(); });
}

// Each finding can be read at a glance, with the name of its rule.
void expect_readable(const std::vector<Finding>& findings)
{
    for (const Finding& finding : findings)
    {
        const std::string text = to_text({finding});
        INFO(text);
        CHECK(std::count(text.begin(), text.end(), '\n') <= 20);
    }
}

// The adapter breaks this rule and the suite says so.
template <class Adapter>
void expect(ConformanceCheck rule)
{
    const std::vector<Finding> findings = check<Adapter>();
    INFO(to_text(findings));
    CHECK(has_finding(findings, rule));
    expect_readable(findings);
}

}  // namespace

TEST_CASE("conformance: adapters that keep the rules have no findings", "[core][conformance][unit]")
{
    CHECK(to_text(check<LockProblem>(30)).empty());
    CHECK(to_text(check<AccountProblem>(30)).empty());
    CHECK(to_text(check<test_support::OoAdapter>(30)).empty());
}

TEST_CASE("conformance: an unseeded adapter is found", "[core][conformance][unit]")
{
    std::size_t instances = 0;
    const auto findings = check_conformance([&] { return UnseededLock(++instances); });
    CHECK(has_finding(findings, ConformanceCheck::same_seed_same_bytes));
}

TEST_CASE("conformance: execution that remembers is found", "[core][conformance][unit]")
{
    expect<StatefulLock>(ConformanceCheck::execution_is_repeatable);
    expect<OrderDependentLock>(ConformanceCheck::order_does_not_matter);
    expect<BatchDependentLock>(ConformanceCheck::batches_do_not_matter);
    expect<UnclearedLock>(ConformanceCheck::traces_are_cleared);
    expect<RecordDependentLock>(ConformanceCheck::record_does_not_matter);
}

TEST_CASE("conformance: an adapter that changes its inputs is found", "[core][conformance][unit]")
{
    expect<MeddlingLock>(ConformanceCheck::execution_keeps_tests);
}

TEST_CASE("conformance: distances that contradict coverage are found", "[core][conformance][unit]")
{
    expect<ZeroUntakenLock>(ConformanceCheck::distance_zero_is_taken);
    expect<TakenAtDistanceLock>(ConformanceCheck::distance_zero_is_taken);
    expect<SpoiledLock<ZeroUnreturned>>(ConformanceCheck::distance_zero_is_taken);
    expect<SpoiledLock<ReturnedAtDistance>>(ConformanceCheck::distance_zero_is_taken);
}

TEST_CASE("conformance: a stop token that is not honoured is found", "[core][conformance][unit]")
{
    expect<DeafLock>(ConformanceCheck::stop_token_is_honoured);
    expect<LazyLock>(ConformanceCheck::stop_token_is_honoured);
}

TEST_CASE("conformance: traces that are not sound are found", "[core][conformance][unit]")
{
    expect<DuplicatingLock>(ConformanceCheck::ids_are_sound);
    expect<SpoiledLock<TwiceMutated>>(ConformanceCheck::ids_are_sound);
    expect<SpoiledLock<NamelessMutant>>(ConformanceCheck::ids_are_sound);
    expect<SpoiledLock<TwiceReturned>>(ConformanceCheck::ids_are_sound);
    expect<ForgetfulLock>(ConformanceCheck::outcomes_are_complete);
    expect<NamelessLock>(ConformanceCheck::outcomes_are_complete);
}

TEST_CASE("conformance: changes that are not reported are found", "[core][conformance][unit]")
{
    expect<SilentLock>(ConformanceCheck::change_is_exact);
    expect<LateAccount>(ConformanceCheck::change_is_exact);
}

TEST_CASE("conformance: ill-formed tests are found", "[core][conformance][unit]")
{
    expect<DanglingAccount>(ConformanceCheck::tests_are_well_formed);
}

TEST_CASE("conformance: text that is empty or changes is found", "[core][conformance][unit]")
{
    expect<MuteLock>(ConformanceCheck::rendering_is_stable);
    expect<CountingLock>(ConformanceCheck::rendering_is_stable);
}

TEST_CASE("conformance: goals that change, share a name or are wrongly proved are found",
    "[core][conformance][unit]")
{
    expect<ShiftingLock>(ConformanceCheck::goals_are_append_only);
    expect<TwinLock>(ConformanceCheck::goals_are_append_only);
    expect<WishfulLock>(ConformanceCheck::infeasible_is_uncovered);
    expect<UnorderedLock>(ConformanceCheck::batches_do_not_matter);
}

TEST_CASE("conformance: findings of one rule are limited and named", "[core][conformance][unit]")
{
    const auto findings = check_conformance(
        [] { return ForgetfulLock(); }, {.test_count = 20, .max_findings_a_check = 2});
    const auto count = std::count_if(findings.begin(), findings.end(),
        [](const Finding& f) { return f.check == ConformanceCheck::outcomes_are_complete; });
    CHECK(count == 2);
    CHECK_THAT(to_text(findings), Catch::Matchers::Contains("outcomes-are-complete: "));
}

namespace
{

// The finding of that rule with the shortest test.
template <class Adapter>
std::string told_by(ConformanceCheck rule)
{
    for (const Finding& finding : check<Adapter>())
    {
        if (finding.check == rule)
        {
            return finding.message;
        }
    }
    return "nothing";
}

}  // namespace

TEST_CASE("conformance: a difference is shown by the label of its goal, both values and the test",
    "[core][conformance][unit]")
{
    using Catch::Matchers::Contains;
    CHECK_THAT(told_by<StatefulLock>(ConformanceCheck::execution_is_repeatable),
        Contains("a test that was run twice did something else the second time\n"
                 "  goal 'digit 0 missed': first taken ") &&
            Contains(" times, then taken ") && Contains("\ntest:\n  enter "));
    CHECK_THAT(told_by<OrderDependentLock>(ConformanceCheck::order_does_not_matter),
        Contains("a test did something else in a batch of the opposite order") &&
            Contains("\n  steps of call 0: first "));
    CHECK_THAT(told_by<BatchDependentLock>(ConformanceCheck::batches_do_not_matter),
        Contains("(first: in a batch of 12, then: alone)\n"
                 "  weight of call 0: first 12, then 1\n"));
    CHECK_THAT(told_by<UnclearedLock>(ConformanceCheck::traces_are_cleared),
        Contains(
            "\n  condition of 'digit 0 hit': first evaluated, then evaluated and evaluated\n"));
    CHECK_THAT(told_by<RecordDependentLock>(ConformanceCheck::record_does_not_matter),
        Contains("then: coverage alone)\n"
                 "  condition of 'digit 0 hit': first evaluated, then not at all\ntest:\n"));
}

TEST_CASE("conformance: a finding about one trace is in words as well", "[core][conformance][unit]")
{
    using Catch::Matchers::Contains;
    CHECK_THAT(told_by<ZeroUntakenLock>(ConformanceCheck::distance_zero_is_taken),
        Contains("goal 'digit 0 hit': it was not taken, but its least distance is 0\ntest:\n"));
    CHECK_THAT(told_by<SpoiledLock<ZeroUnreturned>>(ConformanceCheck::distance_zero_is_taken),
        Contains("output number 3: it was not returned, but its least distance is 0\ntest:\n"));
    CHECK_THAT(told_by<SpoiledLock<TwiceMutated>>(ConformanceCheck::ids_are_sound),
        Contains("the mutant number 3 is in the trace more than once\n"));
    CHECK_THAT(told_by<DuplicatingLock>(ConformanceCheck::ids_are_sound),
        Contains("the condition of 'digit 0 hit' is in the trace more than once\n"));
    CHECK_THAT(told_by<NamelessLock>(ConformanceCheck::outcomes_are_complete),
        Contains(" threw, but names no exception\n"));
    CHECK_THAT(told_by<WishfulLock>(ConformanceCheck::infeasible_is_uncovered),
        Contains("goal 'digit 0 missed' was proved infeasible (wishful thinking), but a test "
                 "covers it\ntest:\n"));
}

TEST_CASE("conformance: goals that differ are shown by their labels", "[core][conformance][unit]")
{
    using Catch::Matchers::Contains;
    CHECK_THAT(told_by<UnorderedLock>(ConformanceCheck::batches_do_not_matter),
        Contains("lead to other goals than the same tests in one batch") &&
            Contains(": first 'length ") && Contains(", then 'length "));
    CHECK(told_by<TwinLock>(ConformanceCheck::goals_are_append_only) ==
          "two goals have one label: 'digit 0 hit', the outcome true of predicate 0; and 'digit 0 "
          "hit', the entry of method 0");
    CHECK_THAT(told_by<ShiftingLock>(ConformanceCheck::goals_are_append_only),
        Contains("goals changed while tests were executed\n") &&
            Contains("first 'digit 2 missed', the outcome false of predicate 2, then not at all"));
}

TEST_CASE(
    "conformance: a change by operators is shown by the changed line", "[core][conformance][unit]")
{
    using Catch::Matchers::Contains;
    CHECK_THAT(told_by<SilentLock>(ConformanceCheck::change_is_exact),
        Contains("mutate changed a test, but its Change is empty\n  line 1: first `enter ") &&
            Contains("`, then `enter "));
    CHECK_THAT(told_by<LateAccount>(ConformanceCheck::change_is_exact),
        Contains("mutate changed call ") && Contains(" as the first\n  line "));
    CHECK_THAT(told_by<MeddlingLock>(ConformanceCheck::execution_keeps_tests),
        Contains("execute changed a test that it was given\n  line 1: first `enter ") &&
            Contains(" 0`\ntest:\n"));
    CHECK_THAT(told_by<DanglingAccount>(ConformanceCheck::tests_are_well_formed),
        Contains("generate: call ") &&
            Contains("argument 0 (account): the reference is not to an earlier call"));
}

TEST_CASE("conformance: the shortest test that shows it is kept", "[core][conformance][unit]")
{
    const auto findings = check_conformance(
        [] { return ForgetfulLock(); }, {.test_count = 30, .max_findings_a_check = 1});
    const auto many = check_conformance(
        [] { return ForgetfulLock(); }, {.test_count = 30, .max_findings_a_check = 1000});
    REQUIRE_FALSE(findings.empty());
    const auto shortest = std::min_element(many.begin(), many.end(),
        [](const Finding& a, const Finding& b) { return a.test_length < b.test_length; });
    CHECK(findings.front().test_length == shortest->test_length);
    CHECK(many.size() > findings.size());
}

TEST_CASE("conformance: a long test is shown by the lines around the difference",
    "[core][conformance][unit]")
{
    std::string test;
    for (int i = 0; i < 100; ++i)
    {
        test += "call " + std::to_string(i) + "\n";
    }
    const std::vector<std::string> differing(50, "a difference");
    const std::string text = detail::told("what is wrong", differing, test, 60);
    CHECK(std::count(text.begin(), text.end(), '\n') == 19);
    CHECK_THAT(text, Catch::Matchers::Contains("\n  ... and 43 more\n") &&
                         Catch::Matchers::Contains("\n  call 60\n") &&
                         Catch::Matchers::Contains(" lines before)\n") &&
                         Catch::Matchers::Contains(" lines after)"));
    CHECK(detail::told("short", {}, std::string(1000, 'x')).size() < 200);
}
