// SPDX-License-Identifier: Apache-2.0
#include "dsl.hpp"
#include "proof.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/render/contract_checks.hpp>

#include <string>
#include <vector>

using namespace sbst::jvm;

namespace
{
/// One violation of each contract by a class with the constructor (int).
std::vector<ContractViolation> violations_of(const std::string& owner)
{
    const auto objects = [&owner](int x, int y) {
        Steps s;
        s.make(owner, "(I)V", {java_int(x)});
        s.make(owner, "(I)V", {java_int(y)});
        return s.test().steps;
    };
    const auto object = [&owner](int x) {
        Steps s;
        s.make(owner, "(I)V", {java_int(x)});
        return s.test().steps;
    };
    Steps division;
    const auto made = division.make(owner, "(I)V", {java_int(7)});
    division.of_kind(
        JavaCallableKind::instance_method, owner, "(I)I", {java_step(made), java_int(0)}, "divide");
    return {{JavaContract::equals_is_reflexive, object(0), 0, 0, "returned false"},
        {JavaContract::equals_is_symmetric, objects(1, 2), 0, 1, "returned true and false"},
        {JavaContract::equals_null_is_false, object(1), 0, 0, "returned true"},
        {JavaContract::hash_code_is_stable, object(1), 0, 0, "returned 2, then 3"},
        {JavaContract::hash_code_follows_equals, objects(3, 3), 0, 1, "returned 4 and 5"},
        {JavaContract::compare_to_is_antisymmetric, objects(1, 2), 0, 1, "returned 1 and 1"},
        {JavaContract::to_string_returns, object(1), 0, 0,
            "threw java.lang.IllegalStateException: no words for 1"},
        {JavaContract::exception_is_declared, division.test().steps, 0, 0,
            "threw java.lang.ArithmeticException: / by zero"}};
}

JavaSuite suite_for(const std::string& owner, int junit)
{
    JavaSuite suite = ratio_suite({}, junit);
    suite.class_under_test = owner;
    return contract_suite(std::move(suite), violations_of(owner));
}
}  // namespace

TEST_CASE("checks of contracts are written like other tests", "[jvm]")
{
    check_golden("contracts5", render_suite(suite_for("shop/Crooked", 5)).text);
    check_golden("contracts4", render_suite(suite_for("shop/Crooked", 4)).text);
}

TEST_CASE("checks of contracts fail for a class that breaks them, each time", "[jvm]")
{
    const RefereeReport report = judged(render_suite(suite_for("shop/Crooked", 5)), 5);
    REQUIRE(report.tests.size() == 8);
    for (const RefereeRunReport& run : report.runs)
    {
        for (std::size_t test = 0; test < 7; ++test)
        {
            INFO(report.tests[test].method);
            CHECK(run.outcomes[test].verdict == TestVerdict::failed);
        }
        CHECK(run.outcomes[7].verdict == TestVerdict::skipped);
        CHECK(run.outcomes[7].message ==
              "shop.Crooked.divide threw java.lang.ArithmeticException: / by zero");
    }
}

TEST_CASE("checks of contracts pass for a class that keeps them", "[jvm]")
{
    check_proven(render_suite(suite_for("shop/Straight", 5)), 5);
    check_proven(render_suite(suite_for("shop/Straight", 4)), 4);
}
