// SPDX-License-Identifier: Apache-2.0
// Help of the command that has the most options.
#include "options/command.hpp"
#include "program/help.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <string>

using namespace sbst::cli;

TEST_CASE("brief help: usage, examples and the common options", "[cli][help]")
{
    const std::string page = brief_help(*find_command("evm generate"));
    for (const char* part :
        {"Usage: sbst evm generate ARTIFACT", "Examples:\n  sbst evm generate", "--seed N",
            "--budget-executions N", "--out DIR", "--show CLASS", "See 'sbst evm generate --help'"})
    {
        INFO(part);
        CHECK(page.find(part) != std::string::npos);
    }
    CHECK(page.find("--rank-bias") == std::string::npos);
    CHECK(std::count(page.begin(), page.end(), '\n') < 50);
    // A command of few options has one help.
    CHECK(brief_help(*find_command("help")) == command_help(*find_command("help")));
}
