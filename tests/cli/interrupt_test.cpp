// SPDX-License-Identifier: Apache-2.0
// Ctrl-C loses nothing: the files are whole and can be replayed.
#include "program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <iterator>
#include <pty.h>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace
{

/// Waits until the search has begun: it reports progress.
bool wait_for_progress(const Program& program)
{
    for (int i = 0; i < 600; ++i)
    {
        if (program.read(".stderr").find("executions") != std::string::npos)
        {
            return true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
}

/// Without `sbst`, and with the whole path of the contract.
std::vector<std::string> words_of_command(const std::string& command)
{
    std::istringstream text(command);
    std::vector<std::string> words{
        std::istream_iterator<std::string>(text), std::istream_iterator<std::string>()};
    words.erase(words.begin());
    std::replace(words.begin(), words.end(), std::string("Token.json"), example("Token"));
    return words;
}

}  // namespace

TEST_CASE("interrupt: the first signal ends the run, writes it and exits with its code", "[cli]")
{
    const auto [signal, code] =
        GENERATE(std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}, std::pair{SIGHUP, 129});
    const bool is_for_group = GENERATE(false, true);
    const Program program;
    const pid_t process = program.start({"evm", "generate", example("Token"), "--keep-going",
        "--budget-executions", "100000000", "--budget-seconds", "60"});
    REQUIRE(wait_for_progress(program));
    REQUIRE(::kill(is_for_group ? -process : process, signal) == 0);
    // `timeout` sends it to its child and then to the group of both.
    static_cast<void>(::kill(-process, signal));
    const Outcome outcome = program.finish(process);
    INFO(outcome.err);
    CHECK(outcome.code == code);
    CHECK(outcome.err.find("interrupted") != std::string::npos);
    CHECK(outcome.out.find("sbst evm generate") != std::string::npos);
    CHECK(program.files("sbst-out") ==
          std::vector<std::string>{"report.json", "suite.json", "suite.txt"});
    const auto report = nlohmann::json::parse(program.read("sbst-out/report.json"));
    CHECK(report.at("stopped_by") == "interrupted");
    CHECK(program.run({"evm", "replay", "sbst-out/suite.json", "--expect", "sbst-out/report.json"})
              .code == 0);
    // Its command makes the same suite again, which was not minimised.
    const std::string suite = program.read("sbst-out/suite.json");
    const std::vector<std::string> words =
        words_of_command(nlohmann::json::parse(suite).at("origin").at("command"));
    CHECK(std::find(words.begin(), words.end(), "--no-minimise") != words.end());
    CHECK(program.run(words).code == 0);
    CHECK(program.read("sbst-out/suite.json") == suite);
}

TEST_CASE("interrupt: a terminal that is closed costs nothing", "[cli]")
{
    const Program program;
    const std::string artifact = example("Token");
    int terminal = -1;
    const pid_t process = ::forkpty(&terminal, nullptr, nullptr, nullptr);
    if (process == 0)
    {
        static_cast<void>(std::signal(SIGHUP, SIG_DFL));
        if (::chdir(program.path("").c_str()) == 0)
        {
            ::execl(SBST_PROGRAM, "sbst", "evm", "generate", artifact.c_str(), "--keep-going",
                "--budget-executions", "100000000", "--budget-seconds", "60", nullptr);
        }
        ::_exit(127);
    }
    REQUIRE(process > 0);
    // It shows progress there.
    std::string shown;
    std::array<char, 256> part{};
    while (shown.find("executions") == std::string::npos)
    {
        const ssize_t count = ::read(terminal, part.data(), part.size());
        REQUIRE(count > 0);
        shown.append(part.data(), static_cast<std::size_t>(count));
    }
    REQUIRE(::close(terminal) == 0);
    int status = 0;
    REQUIRE(::waitpid(process, &status, 0) == process);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 129);
    CHECK(program.files("sbst-out") ==
          std::vector<std::string>{"report.json", "suite.json", "suite.txt"});
    CHECK(program.run({"evm", "replay", "sbst-out/suite.json", "--expect", "sbst-out/report.json"})
              .code == 0);
}

TEST_CASE("interrupt: before anything is found nothing is written, and older files stay", "[cli]")
{
    const Program program;
    const std::vector<std::string> words{
        "evm", "generate", example("Token"), "--budget-executions", "300"};
    REQUIRE(program.run(words).code == 0);
    const std::string before = program.read("sbst-out/report.json");
    // It comes at once: while the contract is loaded, or before there is anybody to note it.
    const pid_t process = program.start(words);
    REQUIRE(::kill(process, SIGTERM) == 0);
    const Outcome outcome = program.finish(process);
    INFO(outcome.err);
    CHECK(outcome.code == 143);
    CHECK(program.read("sbst-out/report.json") == before);
    CHECK(program.files("sbst-out") ==
          std::vector<std::string>{"report.json", "suite.json", "suite.txt"});
}

TEST_CASE("interrupt: a closed pipe costs no file", "[cli]")
{
    const Program program;
    SECTION("of the summary: the program ends as others do")
    {
        const int status = program.run_piped(
            {"evm", "generate", example("Token"), "--budget-executions", "300"}, Piped::output);
        CHECK(status == 128 + SIGPIPE);
    }
    SECTION("of the progress: it does not matter")
    {
        const int status = program.run_piped({"evm", "generate", example("Token"), "-v",
                                                 "--progress=always", "--budget-executions", "300"},
            Piped::errors);
        CHECK(status == 0);
    }
    CHECK(program.files("sbst-out") ==
          std::vector<std::string>{"report.json", "suite.json", "suite.txt"});
    CHECK(program.run({"evm", "replay", "sbst-out/suite.json", "--expect", "sbst-out/report.json"})
              .code == 0);
}
