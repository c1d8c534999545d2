// SPDX-License-Identifier: Apache-2.0
#include "sample_suite.hpp"
#include "support/catch.hpp"

#include <sbst/output/text.hpp>

#include <string>

using namespace sbst;

TEST_CASE("write_text: a page with head, tests and what is missing", "[core][output][golden]")
{
    CHECK(write_text(sbst::test::sample_suite()) ==
          "Tests for Stack\n"
          "===============\n"
          "\n"
          "Source    stack.x, compiler 1\n"
          "Goals     5 shown: 3 covered, 1 infeasible, 1 open\n"
          "Suite     2 tests with 3 calls\n"
          "Found by  dynamosa, seed 1, 50 executions (stopped by: all-covered)\n"
          "Again     again\n"
          "\n"
          "First note.\n"
          "\n"
          "Second note.\n"
          "\n"
          "Test 1: 2 calls, 3 new goals\n"
          "----------------------------\n"
          "   1  v0 = Stack()\n"
          "      wait\n"
          "   2  push(v0, 1)\n"
          "        throws Full\n"
          "        a note\n"
          "  covers for the first time\n"
          "    push\n"
          "      entered\n"
          "      line 7    true and false  if (full)\n"
          "\n"
          "Test 2: 1 call, 0 new goals\n"
          "---------------------------\n"
          "   1  v0 = Stack()\n"
          "  covers nothing new\n"
          "\n"
          "Open: neither covered nor proved infeasible\n"
          "  push, line 9: true - never came near; nothing that leads to it was reached\n"
          "\n"
          "Infeasible: no test can cover these\n"
          "  push, line 9: false - a proof\n");
}

TEST_CASE("write_text: one reason for many goals stands once", "[core][output]")
{
    ExecutedSuite suite = sbst::test::sample_suite();
    suite.lost_because = "it is closed, and so nothing reaches";
    suite.goals[3].is_lost = true;
    suite.goals[5].is_lost = true;
    const std::string text = write_text(suite);
    CHECK(text.find("\nOpen: it is closed, and so nothing reaches 1 goal\n") != std::string::npos);
    CHECK(text.find("line 9: true") == std::string::npos);
}

TEST_CASE("write_text: goals without a place stand one by one, other classes are marked",
    "[core][output]")
{
    ExecutedSuite suite = sbst::test::sample_suite();
    suite.goals[0].goal.place.name.clear();
    suite.goals[1].goal.place.name.clear();
    suite.goals[3].goal.goal_class = "check";
    const std::string text = write_text(suite);
    CHECK(text.find("      entered\n      false\n      true\n") != std::string::npos);
    CHECK(text.find("push, line 9: true (check) - ") != std::string::npos);
}

TEST_CASE(
    "write_text: nothing of a subject reaches a terminal as it is", "[core][output][terminal]")
{
    const std::string hostile = "\x1b[31mred\nOpen: \xe2\x80\xae";
    ExecutedSuite suite = sbst::test::sample_suite();
    suite.subject = hostile;
    suite.origin = {hostile};
    suite.tests[0].calls[0].story = {hostile, hostile, hostile, {hostile}};
    suite.goals[0].goal.place.source = hostile;
    suite.goals[2].goal.place.function = hostile;
    suite.goals[3].text = hostile;
    suite.goals[3].answer.reason = hostile;
    const std::string text = write_text(suite);
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find("\xe2\x80\xae") == std::string::npos);
    CHECK(text.find("\nOpen: \\u202e") == std::string::npos);
}
