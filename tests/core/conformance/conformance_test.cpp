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

// The adapter breaks this rule and the suite says so.
template <class Adapter>
void expect(ConformanceCheck rule)
{
    const std::vector<Finding> findings = check<Adapter>();
    INFO(to_text(findings));
    CHECK(has_finding(findings, rule));
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
    expect<PrefixBelievingLock>(ConformanceCheck::prefix_does_not_matter);
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
}

TEST_CASE("conformance: a stop token that is not honoured is found", "[core][conformance][unit]")
{
    expect<DeafLock>(ConformanceCheck::stop_token_is_honoured);
    expect<LazyLock>(ConformanceCheck::stop_token_is_honoured);
}

TEST_CASE("conformance: traces that are not sound are found", "[core][conformance][unit]")
{
    expect<DuplicatingLock>(ConformanceCheck::ids_are_sound);
    expect<ForgetfulLock>(ConformanceCheck::outcomes_are_complete);
    expect<NamelessLock>(ConformanceCheck::outcomes_are_complete);
}

TEST_CASE("conformance: changes that are not told are found", "[core][conformance][unit]")
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
