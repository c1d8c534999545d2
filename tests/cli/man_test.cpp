// SPDX-License-Identifier: Apache-2.0
// Manual pages; tests/install has man and mandoc read them.
#include "program/man.hpp"

#include "options/command.hpp"
#include "program/help.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace sbst::cli;

namespace
{

/// The page of a command, or the first.
std::string page_of(const std::string& name)
{
    const std::vector<ManPage> pages = man_pages();
    const auto found = std::find_if(
        pages.begin(), pages.end(), [&name](const ManPage& page) { return page.name == name; });
    REQUIRE(found != pages.end());
    return found->text;
}

}  // namespace

TEST_CASE("man: each option of each command is on its page as in the help", "[cli][man]")
{
    const std::vector<ManPage> pages = man_pages();
    const std::vector<std::string_view> paths = command_paths();
    REQUIRE(pages.size() == paths.size() + 1);
    CHECK(pages.front().name == "sbst");
    for (std::size_t i = 0; i < paths.size(); ++i)
    {
        const ManPage& page = pages[i + 1];
        INFO(page.name);
        for (const HelpTopic& topic : help_topics(*find_command(paths[i])))
        {
            CHECK(
                page.text.find("\n.SS " + std::string(topic.heading) + "\n") != std::string::npos);
            for (const HelpRow& row : topic.rows)
            {
                INFO(row.term);
                CHECK(page.text.find("\n.TP\n.B " + roff_text(row.term) + '\n' +
                                     roff_text(row.text) + '\n') != std::string::npos);
            }
        }
        // The overview refers to it.
        CHECK(pages.front().text.find(".BR " + roff_text(page.name) + " (1)") != std::string::npos);
    }
}

TEST_CASE("man: a page has the parts of a page of section 1", "[cli][man]")
{
    const std::string page = page_of("sbst-study-run");
    CHECK(page.starts_with(".TH SBST\\-STUDY\\-RUN 1 "));
    for (const char* const part :
        {"\n.SH NAME\nsbst\\-study\\-run \\- runs the missing runs of a study; "
         "can be started again\n",
            "\n.SH SYNOPSIS\n.B sbst study run STUDY", "\n.SH DESCRIPTION\n", "\n.SH EXAMPLES\n",
            "\n.SH OPTIONS\n", "\n.SH EXIT STATUS\n", "\n.SH SEE ALSO\n"})
    {
        INFO(part);
        CHECK(page.find(part) != std::string::npos);
    }
    CHECK(page_of("sbst").find("SBST_BUDGET_EXECUTIONS") != std::string::npos);
}

TEST_CASE("man: text is printed literally", "[cli][man]")
{
    CHECK(roff_text("--seed N") == "\\-\\-seed N");
    CHECK(roff_text(".dot first\n'quote first\nnot .here") ==
          "\\&.dot first\n\\&\\(aqquote first\nnot .here");
    CHECK(roff_text("a\\b") == "a\\eb");
    CHECK(roff_text("").empty());
}
