// SPDX-License-Identifier: Apache-2.0
#include "program/help.hpp"

#include "console/text_layout.hpp"
#include "options/command.hpp"
#include "options/option_table.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

using namespace sbst::cli;

TEST_CASE("help: lists every option of every command with its help text", "[cli][help]")
{
    for (const std::string_view path : command_paths())
    {
        const Command& command = *find_command(path);
        const std::string page = command_help(command);
        INFO(path);
        CHECK_FALSE(command.summary.empty());
        CHECK_FALSE(command.examples.empty());
        CHECK(page.find(std::string(command.summary)) != std::string::npos);
        for (const Option& option : command.options())
        {
            INFO(option.naming.name);
            CHECK(option.naming.help.size() > 10);
            CHECK(page.find(std::string(option.naming.name)) != std::string::npos);
            const std::string first_word =
                std::string(option.naming.help.substr(0, option.naming.help.find(' ')));
            CHECK(page.find(first_word) != std::string::npos);
            CHECK((option.is_switch() || !option.expects.empty()));
        }
    }
}

TEST_CASE("help: stays within 80 columns", "[cli][help]")
{
    std::string text = overview() + exit_code_help();
    for (const std::string_view path : command_paths())
    {
        text += command_help(*find_command(path)) + brief_help(*find_command(path));
    }
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
    {
        INFO(line);
        CHECK(line.size() <= page_width);
    }
}

TEST_CASE("options: names and letters are unique within a command", "[cli][help]")
{
    for (const std::string_view path : command_paths())
    {
        std::set<std::string_view> names;
        std::set<char> letters;
        for (const Option& option : find_command(path)->options())
        {
            INFO(path << " --" << option.naming.name);
            CHECK(names.insert(option.naming.name).second);
            CHECK((option.naming.letter == '\0' || letters.insert(option.naming.letter).second));
        }
    }
}

// The page is that of a program with every adapter.
#ifdef SBST_REFERENCE
TEST_CASE("reference: the page in the tree is the one that the program prints", "[cli][help]")
{
    std::ifstream stream(SBST_REFERENCE, std::ios::binary);
    const std::string page{std::istreambuf_iterator<char>(stream), {}};
    CHECK(page == reference_page());
}
#endif
