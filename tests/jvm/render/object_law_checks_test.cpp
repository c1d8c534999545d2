// SPDX-License-Identifier: Apache-2.0
#include "dsl.hpp"
#include "proof.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/render/object_law_checks.hpp>

#include <string>
#include <vector>

using namespace sbst::jvm;

namespace
{

/// One violation of each law by a class with the constructor (int).
std::vector<LawViolation> violations_of(const std::string& owner)
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
    using Law = ObjectLaw;
    return {{Law::equals_is_reflexive, object(0), 0, 0, 0, 0, "", "returned false"},
        {Law::equals_is_symmetric, objects(1, 2), 0, 1, 1, 0, "", "returned true and false"},
        {Law::equals_null_is_false, object(1), 0, 0, 0, 0, "", "returned true"},
        {Law::hash_code_is_stable, object(1), 0, 0, 0, 0, "", "two different numbers"},
        {Law::hash_code_follows_equals, objects(3, 3), 0, 1, 0, 0, "", "different numbers"},
        {Law::compare_to_is_antisymmetric, objects(1, 2), 0, 1, 1, 1, "", "signs 1 and 1"},
        {Law::to_string_returns, object(1), 0, 0, 0, 0, "java/lang/IllegalStateException",
            "threw java.lang.IllegalStateException"}};
}

JavaSuite suite_for(const std::string& owner, int junit)
{
    JavaSuite suite = ratio_suite({}, junit);
    suite.class_under_test = owner;
    for (const LawViolation& violation : violations_of(owner))
    {
        suite.tests.push_back(law_test(violation));
    }
    return suite;
}

}  // namespace

TEST_CASE("checks of object laws are written like other tests", "[jvm]")
{
    check_golden("object_laws5", render_suite(suite_for("shop/Crooked", 5)).text);
    check_golden("object_laws4", render_suite(suite_for("shop/Crooked", 4)).text);
}

TEST_CASE("checks of object laws pass for a class that breaks them, each time", "[jvm]")
{
    check_proven(render_suite(suite_for("shop/Crooked", 5)), 5);
    check_proven(render_suite(suite_for("shop/Crooked", 4)), 4);
}

TEST_CASE("checks of object laws fail for a class that keeps them", "[jvm]")
{
    const RefereeReport report = judged(render_suite(suite_for("shop/Straight", 5)), 5);
    REQUIRE(report.tests.size() == 7);
    for (const RefereeRunReport& run : report.runs)
    {
        for (std::size_t test = 0; test < report.tests.size(); ++test)
        {
            INFO(report.tests[test].method);
            CHECK(run.outcomes[test].verdict == TestVerdict::failed);
        }
    }
}
