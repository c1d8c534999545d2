// SPDX-License-Identifier: Apache-2.0
#include "scratch_folder.hpp"
#include "support/catch.hpp"

#include <sbst/base/child_process.hpp>
#include <sbst/base/descriptor.hpp>
#include <sbst/base/read_text.hpp>
#include <sbst/error.hpp>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>

using namespace sbst;
using test_support::ScratchFolder;

namespace
{

Program shell(const std::string& script)
{
    return {.words = {"/bin/sh", "-c", script}, .environment = {"PATH=/usr/bin:/bin", "WORD=told"}};
}

ChildEnd end_of(const ChildProcess& process)
{
    while (true)
    {
        if (const auto end = process.end())
        {
            return *end;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace

TEST_CASE("ChildProcess: tells how the program ended, as often as it is asked", "[core][child]")
{
    ChildProcess process(shell("exit 7"), ChildFiles());
    CHECK(end_of(process).number == 7);
    CHECK_FALSE(end_of(process).by_signal);
    CHECK(process.is_there());
    const auto end = process.kill();
    REQUIRE(end);
    CHECK(end->number == 7);
    CHECK_FALSE(process.is_there());
    CHECK_FALSE(process.kill());

    const ChildProcess ended(shell("kill -9 $$"), ChildFiles());
    CHECK(end_of(ended).by_signal);
    CHECK(end_of(ended).number == SIGKILL);
}

TEST_CASE("ChildProcess: has the given files, and its own signals", "[core][child]")
{
    const ScratchFolder folder;
    Pipe input = make_pipe();
    ChildFiles files;
    files.enter(folder.file(""));
    files.give(input.reading.get(), STDIN_FILENO);
    files.open(STDOUT_FILENO, "out", O_WRONLY | O_CREAT | O_TRUNC);
    const ChildProcess process(
        shell("read line; echo $line $WORD $HOME; pwd; set -- $(cat /proc/$$/stat); test $5 = $$"),
        files);
    REQUIRE(write_all(input.writing.get(), "hello\n"));
    CHECK(end_of(process).number == 0);
    std::string here = folder.file("");
    here.pop_back();
    CHECK(read_text(folder.file("out")).text == "hello told\n" + here + "\n");
}

TEST_CASE("ChildProcess: the whole group goes with its owner", "[core][child]")
{
    const ScratchFolder folder;
    pid_t grandchild = 0;
    {
        ChildFiles files;
        files.enter(folder.file(""));
        files.open(STDOUT_FILENO, "out", O_WRONLY | O_CREAT | O_TRUNC);
        ChildProcess first(shell("sleep 1000 & echo $!; wait"), files);
        const ChildProcess process(std::move(first));
        CHECK_FALSE(
            first.is_there());  // NOLINT(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
        std::string text;
        while (text.empty() || text.back() != '\n')
        {
            text = read_text(folder.file("out")).text.value_or("");
        }
        grandchild = static_cast<pid_t>(std::strtol(text.c_str(), nullptr, 10));
        CHECK_FALSE(process.end());
        REQUIRE(::kill(grandchild, 0) == 0);
    }
    // It is dead at once, and gone when its new parent has noticed.
    const std::string state = "/proc/" + std::to_string(grandchild) + "/stat";
    std::string line;
    do
    {
        line = read_text(state).text.value_or("0 (sleep) Z");
    } while (line.find(") Z") == std::string::npos);
    SUCCEED("it runs no more");
}

TEST_CASE("ChildProcess: a program that cannot be started is named", "[core][child]")
{
    CHECK_THROWS_AS(ChildProcess({{"/nowhere/tool"}, {}}, ChildFiles()), AdapterError);
    CHECK_THROWS_WITH(ChildProcess({{"/nowhere/tool"}, {}}, ChildFiles()),
        Catch::Equals("cannot start /nowhere/tool: No such file or directory"));
}
