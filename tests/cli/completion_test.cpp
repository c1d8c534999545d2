// SPDX-License-Identifier: Apache-2.0
// Completion as shells do it: bash loads the script and asks it.
#include "program.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace
{
using Words = std::vector<std::string>;

/// What bash offers for the last of these words.
Words offered(const Program& program, const std::string& words, int last)
{
    program.write("ask.sh", "source completion.sh\nCOMP_WORDS=(" + words +
                                ")\nCOMP_CWORD=" + std::to_string(last) +
                                "\n_sbst\nprintf '%s\\n' \"${COMPREPLY[@]}\" > answer\n");
    const std::string command =
        "cd " + program.path("") + " && bash -u ask.sh > /dev/null 2> complaints";
    CHECK(std::system(command.c_str()) == 0);
    CHECK(program.read("complaints").empty());
    std::istringstream lines(program.read("answer"));
    Words found;
    for (std::string line; std::getline(lines, line);)
    {
        found.push_back(line);
    }
    return found;
}

bool has(const Words& words, const char* word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}
}  // namespace

TEST_CASE("completion: bash completes commands, options and their words", "[cli][completion]")
{
    const Program program;
    program.write("completion.sh", program.run({"completion", "bash"}).out);
    CHECK(offered(program, "sbst ''", 1) ==
          Words{"evm", "jvm", "study", "list", "help", "completion", "version"});
    CHECK(offered(program, "sbst evm gen", 2) == Words{"generate"});
    CHECK(offered(program, "sbst evm generate --see", 3) == Words{"--seed", "--seeding-prob"});
    CHECK(offered(program, "sbst evm generate --no-min", 3) == Words{"--no-minimise"});
    CHECK(offered(program, "sbst evm generate --algorithm ''", 4) ==
          Words{"dynamosa", "mosa", "random"});
    CHECK(has(offered(program, "sbst evm replay --", 3), "--expect"));
    CHECK_FALSE(has(offered(program, "sbst evm replay --", 3), "--seed"));
    CHECK(offered(program, "sbst version --j", 2) == Words{"--json"});
    // Files are left to the shell.
    CHECK(offered(program, "sbst evm generate ./x", 3) == Words{""});
    CHECK(offered(program, "sbst evm generate --out ./x", 4) == Words{""});
}

TEST_CASE("completion: the scripts of the other shells name the same options", "[cli][completion]")
{
    const Program program;
    const std::string zsh = program.run({"completion", "zsh"}).out;
    CHECK(zsh.starts_with("#compdef sbst\n"));
    CHECK(zsh.find("'--algorithm=[Search algorithm]:NAME:(dynamosa mosa random)'") !=
          std::string::npos);
    CHECK(zsh.find("'*--show=[") != std::string::npos);
    const std::string fish = program.run({"completion", "fish"}).out;
    CHECK(fish.find(" -l algorithm -x -a 'dynamosa mosa random' -d 'Search algorithm'\n") !=
          std::string::npos);
    CHECK(fish.find("(commandline -opc)[3] = replay' -l expect -r -d ") != std::string::npos);
}

TEST_CASE("completion: an unknown shell is an error that names the known ones", "[cli][completion]")
{
    const Program program;
    const Outcome outcome = program.run({"completion", "bsah"});
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.find("bash, zsh, fish (did you mean 'bash'?)") != std::string::npos);
}

TEST_CASE("help: -h is the short form of --help", "[cli][help]")
{
    const Program program;
    const std::string brief = program.run({"evm", "generate", "-h"}).out;
    const std::string full = program.run({"evm", "generate", "--help"}).out;
    CHECK(brief.find("--rank-bias") == std::string::npos);
    CHECK(full.find("--rank-bias") != std::string::npos);
    CHECK(brief.size() * 2 < full.size());
    CHECK(program.run({"evm", "generate", "-qh"}).out == brief);
    CHECK(program.run({"evm", "analyze", "-qv", example("Token")}).code == 0);
    CHECK(program.run({"help", "evm", "generate"}).out == full);
}
