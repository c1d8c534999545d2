// SPDX-License-Identifier: Apache-2.0
// Which tests go for a complaint that is about none of them.
#include "suite/mending.hpp"

#include "support/catch.hpp"

#include <sbst/jvm/language/java_callable.hpp>
#include <sbst/jvm/referee/report.hpp>
#include <sbst/jvm/render/java_suite.hpp>

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace sbst::jvm;
using sbst::jvm::detail::DraftTest;
using sbst::jvm::detail::Mending;
using sbst::jvm::detail::RenderedDraft;
using sbst::jvm::detail::SuiteDraft;

namespace
{

using Places = std::vector<std::size_t>;

JavaStep call_of(JavaCallableKind kind)
{
    JavaCall call;
    call.callable.kind = kind;
    call.callable.owner = "p/A";
    return call;
}

/// Three tests, the second of which also makes a call of that kind.
SuiteDraft draft_with(JavaCallableKind kind)
{
    SuiteDraft draft;
    for (std::size_t i = 0; i < 3; ++i)
    {
        DraftTest test;
        test.origin = i;
        test.test.steps.push_back(call_of(JavaCallableKind::constructor));
        if (i == 1)
        {
            test.test.steps.push_back(call_of(kind));
        }
        test.test.steps.push_back(call_of(JavaCallableKind::instance_method));
        draft.tests.push_back(std::move(test));
    }
    return draft;
}

/// A message of javac about a line that no test has.
RefereeReport report_of(const std::string& message)
{
    RefereeReport report;
    report.problems.push_back({.file = "p/ATest.java", .line = 9, .message = "a warning"});
    report.problems.push_back(
        {.is_error = true, .file = "p/ATest.java", .line = 7, .message = message});
    return report;
}

Places origins(const std::vector<DraftTest>& tests)
{
    Places found;
    for (const DraftTest& test : tests)
    {
        found.push_back(test.origin);
    }
    return found;
}

/// The draft after the complaint.
SuiteDraft mended(SuiteDraft draft, const RefereeReport& report)
{
    Mending mending;
    CHECK(mending.blame(report, RenderedDraft(), draft, false));
    CHECK(mending.drops_any());
    mending.apply(draft);
    return draft;
}

}  // namespace

TEST_CASE("mending: an error outside of all tests costs those with members of the test class",
    "[jvm][mending]")
{
    const JavaCallableKind kind = GENERATE(JavaCallableKind::static_field_write,
        JavaCallableKind::stand_in, JavaCallableKind::serial_copy, JavaCallableKind::bean);
    CAPTURE(static_cast<int>(kind));
    const SuiteDraft draft = mended(draft_with(kind), report_of("class A is abstract"));
    CHECK(origins(draft.tests) == Places{0, 2});
    REQUIRE(draft.dropped.size() == 1);
    CHECK(draft.dropped[0].origin == 1);
    CHECK(draft.dropped[0].reason ==
          "the suite does not compile, and no test is to blame: p/ATest.java:7: class A is "
          "abstract");
    CHECK(draft.unproven.empty());
}

TEST_CASE("mending: an error outside of all tests costs all where none has such a member",
    "[jvm][mending]")
{
    const SuiteDraft draft =
        mended(draft_with(JavaCallableKind::static_method), report_of("not found"));
    CHECK(draft.tests.empty());
    CHECK(draft.dropped.size() == 3);
}

TEST_CASE("mending: a suite that compiles and passes has nothing to mend", "[jvm][mending]")
{
    SuiteDraft draft = draft_with(JavaCallableKind::bean);
    RefereeReport report;
    report.is_compiled = true;
    Mending mending;
    CHECK_FALSE(mending.blame(report, RenderedDraft(), draft, false));
    mending.apply(draft);
    CHECK(origins(draft.tests) == Places{0, 1, 2});
    CHECK(draft.dropped.empty());
}

namespace
{

/// A run in which the first tests of three fail, with this exception.
RefereeReport failing(std::size_t failed, const TestOutcome& outcome)
{
    RefereeReport report;
    report.is_compiled = true;
    report.is_complete = true;
    report.tests.resize(3);
    RefereeRunReport run;
    for (std::size_t i = 0; i < 3; ++i)
    {
        run.outcomes.push_back(i < failed ? outcome : TestOutcome{TestVerdict::passed});
    }
    report.runs.push_back(run);
    return report;
}

const TestOutcome wrong{TestVerdict::failed, "org.opentest4j.AssertionFailedError", "no"};
const TestOutcome broken{
    TestVerdict::failed, "java.lang.NoClassDefFoundError", "Could not initialize class p.Board"};

}  // namespace

TEST_CASE(
    "mending: static fields are reset before anything is dropped, if that helps", "[jvm][mending]")
{
    SuiteDraft draft = draft_with(JavaCallableKind::static_method);
    draft.tests[0].filled_fields = {{"p/A", "instance", "Lp/A;"}};
    Mending mending;
    REQUIRE(mending.blame(failing(2, wrong), RenderedDraft(), draft, false));
    CHECK_FALSE(mending.drops_any());
    mending.apply(draft);
    CHECK(draft.resets_fields);
    const auto still_failing = GENERATE(as<std::size_t>{}, 0, 1, 2, 3);
    mending.blame(failing(still_failing, wrong), RenderedDraft(), draft, false);
    mending.apply(draft);
    CHECK(draft.resets_fields == (still_failing < 2));
    CHECK(draft.tests.size() == 3);
}

TEST_CASE("mending: nothing is reset where no test fails, nor what no test fills", "[jvm][mending]")
{
    SuiteDraft draft = draft_with(JavaCallableKind::static_method);
    Mending mending;
    mending.blame(failing(2, wrong), RenderedDraft(), draft, false);
    mending.apply(draft);
    CHECK_FALSE(draft.resets_fields);
    draft.tests[0].filled_fields = {{"p/A", "instance", "Lp/A;"}};
    CHECK_FALSE(mending.blame(failing(0, wrong), RenderedDraft(), draft, false));
    mending.apply(draft);
    CHECK_FALSE(draft.resets_fields);
}

TEST_CASE("mending: what was done for the static state goes if nothing else is to blame",
    "[jvm][mending]")
{
    SuiteDraft draft = draft_with(JavaCallableKind::bean);
    draft.tests[0].filled_fields = {{"p/A", "instance", "Lp/A;"}};
    Mending mending;
    REQUIRE(mending.blame(failing(2, wrong), RenderedDraft(), draft, false));
    mending.apply(draft);
    REQUIRE(draft.resets_fields);
    REQUIRE(mending.blame(report_of("not found"), RenderedDraft(), draft, false));
    CHECK_FALSE(mending.drops_any());
    mending.apply(draft);
    CHECK_FALSE(draft.resets_fields);
    CHECK(draft.tests.size() == 3);
}

TEST_CASE("mending: a class that the workers do not initialise is left alone", "[jvm][mending]")
{
    SuiteDraft draft = draft_with(JavaCallableKind::static_method);
    draft.initialised = {"p/A"};
    Mending mending;
    mending.blame(failing(3, broken), RenderedDraft(), draft, false);
    mending.apply(draft);
    CHECK(draft.first_classes.empty());
}

TEST_CASE(
    "mending: a class that could not be initialised goes first, if that helps", "[jvm][mending]")
{
    SuiteDraft draft = draft_with(JavaCallableKind::static_method);
    draft.initialised = {"p/A", "p/Board"};
    Mending mending;
    REQUIRE(mending.blame(failing(3, broken), RenderedDraft(), draft, false));
    mending.apply(draft);
    CHECK(draft.first_classes == std::set<std::string>{"p/Board"});
    const auto still_failing = GENERATE(as<std::size_t>{}, 0, 3);
    mending.blame(failing(still_failing, broken), RenderedDraft(), draft, false);
    mending.apply(draft);
    CHECK(draft.first_classes.empty() == (still_failing == 3));
}
