// SPDX-License-Identifier: Apache-2.0
#include "run/progress.hpp"

#include "run/run_course.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::cli;
using Duration = ProgressPrinter::Duration;

namespace
{

struct Screen
{
    std::vector<std::string> texts;

    ProgressPrinter::Sink sink()
    {
        return [this](std::string_view text) { texts.emplace_back(text); };
    }
};

RunProgress at(std::uint64_t executions)
{
    return {.executions = executions, .covered = 3, .sought = 9};
}

}  // namespace

TEST_CASE("progress: a live line is rewritten at most ten times a second", "[cli][progress]")
{
    Screen screen;
    ProgressPrinter printer(ProgressForm::live, 1000, screen.sink());
    for (int i = 0; i < 100; ++i)
    {
        printer.update(at(static_cast<std::uint64_t>(i)), Duration(0.01 * i));
    }
    CHECK(screen.texts.size() >= 9);
    CHECK(screen.texts.size() <= 11);
    CHECK(screen.texts.back().starts_with("\r"));
    CHECK(screen.texts.back().ends_with("\033[K"));
    printer.finish();
    CHECK(screen.texts.back() == "\r\033[K");
}

TEST_CASE("progress: lines come at each tenth of the budget", "[cli][progress]")
{
    Screen screen;
    ProgressPrinter printer(ProgressForm::lines, 1000, screen.sink());
    for (std::uint64_t i = 1; i <= 1000; ++i)
    {
        printer.update(at(i), Duration(0.001 * static_cast<double>(i)));
    }
    printer.finish();
    CHECK(screen.texts.size() == 11);
    CHECK(screen.texts.back() == "searching: 1000/1000 executions, 3/9 goals, 1000/s, 1 s\n");
    for (const std::string& text : screen.texts)
    {
        CHECK(text.find_first_of("\r\033") == std::string::npos);
    }
}

TEST_CASE(
    "progress: without a budget of executions a line comes every 30 seconds", "[cli][progress]")
{
    Screen screen;
    ProgressPrinter printer(ProgressForm::lines, std::nullopt, screen.sink());
    for (int second = 0; second <= 95; ++second)
    {
        printer.update(at(static_cast<std::uint64_t>(second)), Duration(second));
    }
    CHECK(screen.texts.size() == 4);
}

TEST_CASE(
    "progress: each phase begins a line, and later lines only show new text", "[cli][progress]")
{
    Screen screen;
    ProgressPrinter printer(ProgressForm::lines, 1000, screen.sink());
    printer.update(at(1000), Duration(0.1));
    // Counts of another phase are no part of the budget.
    for (std::uint64_t i = 0; i <= 1000; ++i)
    {
        printer.update({.phase = RunPhase::minimising, .executions = i, .tests = 4},
            Duration(0.0001 * static_cast<double>(i)));
    }
    printer.tell(RunPhase::proving, "compiling", Duration(0.0));
    printer.tell(RunPhase::proving, "run 1 of 4", Duration(1.0));
    printer.tell(RunPhase::proving, "run 2 of 4", Duration(6.0));
    printer.tell(RunPhase::proving, "run 2 of 4", Duration(20.0));
    printer.tell(RunPhase::proving, "run 2 of 4", Duration(36.0));
    printer.tell(RunPhase::reporting, "", Duration(0.0));
    printer.finish();
    CHECK(screen.texts ==
          std::vector<std::string>{"searching: 1000/1000 executions, 3/9 goals, 10000/s\n",
              "minimising: 4 tests, 0 executions\n", "proving: compiling\n",
              "proving: run 2 of 4, 6 s\n", "proving: run 2 of 4, 36 s\n", "reporting\n"});
}

TEST_CASE("progress: a live line is cut to the terminal and cleared once", "[cli][progress]")
{
    Screen screen;
    ProgressPrinter printer(ProgressForm::live, 1000, screen.sink(), 20);
    printer.tell(RunPhase::starting, "", Duration(0.0));
    printer.update(at(1), Duration(0.0));
    printer.finish();
    printer.finish();
    CHECK(screen.texts ==
          std::vector<std::string>{"\rstarting\033[K", "\rsearching: 1/1000 e\033[K", "\r\033[K"});
}

TEST_CASE("times: the whole first, then each phase", "[cli][progress]")
{
    CHECK(times_text({{RunPhase::starting, 2.125}, {RunPhase::searching, 0.75},
              {RunPhase::proving, 16.25}}) == "19.1 s: 2.1 starting, 0.8 searching, 16.2 proving");
    CHECK(times_text({{RunPhase::searching, 0.25}, {RunPhase::reporting, 0.5}}) ==
          "0.75 s: 0.25 searching, 0.50 reporting");
}

TEST_CASE("progress: the form none prints nothing", "[cli][progress]")
{
    Screen screen;
    ProgressPrinter printer(ProgressForm::none, 10, screen.sink());
    printer.update(at(10), Duration(100.0));
    printer.tell(RunPhase::reporting, "all", Duration(100.0));
    printer.finish();
    CHECK(screen.texts.empty());
}
