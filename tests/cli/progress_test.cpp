// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

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
    CHECK(screen.texts.back() == "1000/1000 executions, 3/9 goals, 1000/s, 1 s\n");
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

TEST_CASE("progress: none is none", "[cli][progress]")
{
    Screen screen;
    ProgressPrinter printer(ProgressForm::none, 10, screen.sink());
    printer.update(at(10), Duration(100.0));
    printer.finish();
    CHECK(screen.texts.empty());
}
