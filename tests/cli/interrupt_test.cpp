// SPDX-License-Identifier: Apache-2.0
// Ctrl-C loses nothing: the files are whole and can be replayed.
#include "program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
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
}  // namespace

TEST_CASE("interrupt: the first signal ends the run, writes it and exits with its code", "[cli]")
{
    const auto [signal, code] = GENERATE(std::pair{SIGINT, 130}, std::pair{SIGTERM, 143});
    const Program program;
    const pid_t process = program.start({"evm", "generate", example("Token"), "--keep-going",
        "--budget-executions", "100000000", "--budget-seconds", "60"});
    REQUIRE(wait_for_progress(program));
    REQUIRE(::kill(process, signal) == 0);
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
}
