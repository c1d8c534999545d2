// SPDX-License-Identifier: Apache-2.0
// Completion as shells do it: bash and fish load the script and ask it.
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

/// The algorithms that `sbst list` knows.
Words algorithm_names(const Program& program)
{
    Words names;
    std::istringstream lines(program.run({"list", "algorithms"}).out);
    for (std::string line; std::getline(lines, line);)
    {
        // A line that goes on says where the algorithm is from.
        if (line.starts_with("  ") && !line.starts_with("   "))
        {
            names.push_back(line.substr(2, line.find(' ', 2) - 2));
        }
    }
    CHECK(std::find(names.begin(), names.end(), "dynamosa") != names.end());
    return names;
}

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

/// What fish offers behind these words.
std::string offered_by_fish(const Program& program, const std::string& words)
{
    program.write("ask.fish", "source completion.fish\ncomplete -C '" + words + "'\n");
    const std::string command = "cd " + program.path("") + " && HOME=" + program.path("") +
                                " fish --no-config ask.fish > answer 2> complaints";
    CHECK(std::system(command.c_str()) == 0);
    CHECK(program.read("complaints").empty());
    return program.read("answer");
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
    Words first{"evm", "study", "list", "help", "completion", "version"};
#ifdef SBST_WITH_JVM
    first.insert(first.begin() + 1, "jvm");
#endif
    CHECK(offered(program, "sbst ''", 1) == first);
    CHECK(offered(program, "sbst evm gen", 2) == Words{"generate"});
    CHECK(offered(program, "sbst evm generate --see", 3) ==
          Words{"--seed", "--seed-pool", "--seeding-prob"});
    CHECK(offered(program, "sbst evm generate --no-min", 3) == Words{"--no-minimise"});
    CHECK(offered(program, "sbst evm generate --algorithm ''", 4) == algorithm_names(program));
    CHECK(has(offered(program, "sbst evm replay --", 3), "--expect"));
    CHECK_FALSE(has(offered(program, "sbst evm replay --", 3), "--seed"));
    CHECK(offered(program, "sbst version --j", 2) == Words{"--json"});
    // Files are left to the shell.
    CHECK(offered(program, "sbst evm generate ./x", 3) == Words{""});
    CHECK(offered(program, "sbst evm generate --out ./x", 4) == Words{""});
}

TEST_CASE("completion: bash finds the command after options", "[cli][completion]")
{
    const Program program;
    program.write("completion.sh", program.run({"completion", "bash"}).out);
    CHECK(offered(program, "sbst -q evm gen", 3) == Words{"generate"});
    CHECK(offered(program, "sbst --seed 1 evm gen", 4) == Words{"generate"});
    CHECK(offered(program, "sbst --seed = 1 evm gen", 5) == Words{"generate"});
    CHECK(offered(program, "sbst -j 2 evm gen", 4) == Words{"generate"});
    CHECK(offered(program, "sbst evm -q gen", 3) == Words{"generate"});
    CHECK(offered(program, "sbst -qj 2 evm generate --no-min", 5) == Words{"--no-minimise"});
    CHECK(has(offered(program, "sbst -q ''", 2), "evm"));
    CHECK(offered(program, "sbst --no-minimi", 1) == Words{"--no-minimise"});
    CHECK(offered(program, "sbst --algorithm mo", 2) == Words{"mosa"});
}

TEST_CASE("completion: bash completes the value after =", "[cli][completion]")
{
    const Program program;
    program.write("completion.sh", program.run({"completion", "bash"}).out);
    CHECK(offered(program, "sbst evm generate --algorithm =", 4) == algorithm_names(program));
    CHECK(offered(program, "sbst evm generate --algorithm = mo", 5) == Words{"mosa"});
    CHECK(offered(program, "sbst evm generate --out = x", 5) == Words{""});
    CHECK(offered(program, "sbst evm generate --algorithm = mosa --no-min", 6) ==
          Words{"--no-minimise"});
}

TEST_CASE("completion: operands that are words are offered", "[cli][completion]")
{
    const Program program;
    program.write("completion.sh", program.run({"completion", "bash"}).out);
    CHECK(offered(program, "sbst completion ''", 2) == Words{"bash", "zsh", "fish"});
    CHECK(offered(program, "sbst help ev", 2) == Words{"evm"});
    CHECK(offered(program, "sbst help evm gen", 3) == Words{"generate"});
    CHECK(offered(program, "sbst help exit", 2) == Words{"exit-codes"});
    CHECK(offered(program, "sbst list cl", 2) == Words{"classes"});
    // Each of these words is one that the commands know.
    for (const char* topic : {"exit-codes", "configuration", "reference"})
    {
        CHECK(program.run({"help", topic}).code == 0);
    }
    for (const char* listing : {"algorithms", "adapters", "criteria", "classes", "formats"})
    {
        CHECK(program.run({"list", listing}).code == 0);
    }
}

// Run by the test cli_program.fish, which CTest shows as disabled on a machine without fish.
TEST_CASE("completion: fish offers the same", "[cli][completion][apart][fish]")
{
    const Program program;
    program.write("completion.fish", program.run({"completion", "fish"}).out);
    CHECK(offered_by_fish(program, "sbst ev") == "evm\n");
    CHECK(offered_by_fish(program, "sbst -q evm gen") == "generate\n");
    CHECK(offered_by_fish(program, "sbst --seed 1 evm gen") == "generate\n");
    CHECK(offered_by_fish(program, "sbst --seed=1 evm gen") == "generate\n");
    CHECK(offered_by_fish(program, "sbst evm -q gen") == "generate\n");
    CHECK(offered_by_fish(program, "sbst completion ") == "bash\nfish\nzsh\n");
    CHECK(offered_by_fish(program, "sbst help ev") == "evm\n");
    CHECK(offered_by_fish(program, "sbst help evm gen") == "generate\n");
    CHECK(offered_by_fish(program, "sbst evm generate --algorithm mo").starts_with("mosa"));
    CHECK(offered_by_fish(program, "sbst evm generate --no-minimi").starts_with("--no-minimise\t"));
}

TEST_CASE("completion: the scripts of the other shells name the same options", "[cli][completion]")
{
    const Program program;
    const std::string zsh = program.run({"completion", "zsh"}).out;
    CHECK(zsh.starts_with("#compdef sbst\n"));
    std::string names;
    for (const std::string& name : algorithm_names(program))
    {
        names += (names.empty() ? "" : " ") + name;
    }
    CHECK(zsh.find("'--algorithm=[Search algorithm]:NAME:(" + names + ")'") != std::string::npos);
    CHECK(zsh.find("'*--show=[") != std::string::npos);
    const std::string fish = program.run({"completion", "fish"}).out;
    CHECK(fish.find(" -l algorithm -x -a '" + names + "' -d 'Search algorithm'\n") !=
          std::string::npos);
    CHECK(
        fish.find("'test (__sbst_path) = \\'evm replay\\'' -l expect -r -d ") != std::string::npos);
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
