// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/jvm/referee/report.hpp>

using namespace sbst::jvm;

TEST_CASE("a test is proven when all runs agree that it passes", "[jvm]")
{
    RefereeReport report;
    report.tests = {{"p.ATest", "a"}};
    report.runs = {
        {"one", {{.verdict = TestVerdict::passed}}}, {"two", {{.verdict = TestVerdict::passed}}}};
    CHECK_FALSE(why_unproven(report, 0));
    SECTION("failing once is enough")
    {
        report.runs[1].outcomes[0] = {TestVerdict::failed, "p.Bad", "no", 12};
        CHECK(why_unproven(report, 0) == "failed in run 'two': p.Bad: no (line 12)");
    }
    SECTION("skipped once is no proof")
    {
        report.runs[1].outcomes[0].verdict = TestVerdict::skipped;
        CHECK(why_unproven(report, 0) == "passed in run 'one', skipped in run 'two'");
    }
    SECTION("not run is no proof")
    {
        report.runs[0].outcomes[0].verdict = TestVerdict::not_run;
        CHECK(why_unproven(report, 0) == "not_run in run 'one'");
    }
}
