// SPDX-License-Identifier: Apache-2.0
#include "options/config_file.hpp"

#include "options/option_kinds.hpp"
#include "options/option_table.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::cli;

namespace
{

std::vector<std::pair<std::string, Texts>> read(const std::string& text)
{
    std::vector<Option> options = all_options();
    options.push_back(list_option({"words", "WORD,...", Topic::general, "A list that commas split"},
        "a word", [](auto& s) -> auto& { return s.operands; }));
    options.back().splits_commas = true;
    std::vector<std::pair<std::string, Texts>> pairs;
    for (const Assignment& assignment : parse_config(text, "f.yaml", options))
    {
        pairs.emplace_back(assignment.option->naming.name, assignment.values);
    }
    return pairs;
}

std::string complaint(const std::string& text)
{
    try
    {
        static_cast<void>(read(text));
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "nothing was noticed";
}

}  // namespace

TEST_CASE("parse_config: flat and nested keys are option names", "[cli][config]")
{
    using Pairs = std::vector<std::pair<std::string, Texts>>;
    CHECK(read("seed: 5\nbudget-executions: 10\n") ==
          Pairs{{"seed", {"5"}}, {"budget-executions", {"10"}}});
    CHECK(read("budget:\n  executions: 10\n  seconds: 2h\n") ==
          Pairs{{"budget-executions", {"10"}}, {"budget-seconds", {"2h"}}});
    CHECK(read("data: my folder\nkeep-going: true\n") ==
          Pairs{{"data", {"my folder"}}, {"keep-going", {"true"}}});
}

TEST_CASE("parse_config: lists in either spelling", "[cli][config]")
{
    using Pairs = std::vector<std::pair<std::string, Texts>>;
    CHECK(read("words: user,getter") == Pairs{{"words", {"user", "getter"}}});
    CHECK(read("words: [user, getter]") == Pairs{{"words", {"user", "getter"}}});
    CHECK(read("words: [\"kill()\", 'f(uint256,bool)']") ==
          Pairs{{"words", {"kill()", "f(uint256,bool)"}}});
}

TEST_CASE("parse_config: an empty file sets nothing", "[cli][config]")
{
    CHECK(read("").empty());
    CHECK(read("# only a comment\n").empty());
    CHECK(read("---\n").empty());
}

TEST_CASE("parse_config: every mistake is named with file and line", "[cli][config]")
{
    using Row = std::pair<const char*, const char*>;
    const auto row = GENERATE(
        Row{"seed: 1\nsede: 2\n", "f.yaml:2: unknown key 'sede' (did you mean 'seed'?)"},
        Row{"budget:\n  executoins: 1\n",
            "f.yaml:2: unknown key 'budget-executoins' (did you mean 'budget-executions'?)"},
        Row{"budget: 5\n", "f.yaml:1: unknown key 'budget'"},
        Row{"seed: [1, 2]\n", "f.yaml:1: seed: found a list, expected a whole number"},
        Row{"seed: {a: 1}\n", "f.yaml:1: seed: found keys and values"},
        Row{"jobs: 1\nseed:\nquiet: true\n",
            "f.yaml:2: seed: found nothing, expected a whole number"},
        Row{"seed: ~\n", "f.yaml:1: seed: found nothing"},
        Row{"words: [user, [getter]]\n", "f.yaml:1: words: found a list"},
        Row{"seed: 1\nseed: 2\n", "f.yaml:2: 'seed' is given twice"},
        Row{"budget-executions: 1\nbudget: {executions: 2}\n",
            "'budget-executions' is given twice"},
        Row{"help: true\n", "unknown key 'help'"}, Row{"config: x\n", "unknown key 'config'"},
        Row{"[1]: 2\n", "expected the name of an option as key"},
        Row{"- seed\n", "f.yaml:1: expected keys and values"},
        Row{"seed", "expected keys and values"}, Row{"seed: 1\n---\nseed: 2\n", "second document"},
        Row{"a: b: c\n", "f.yaml:1: no valid YAML"}, Row{"seed: *nowhere\n", "no valid YAML"},
        Row{"\tseed: 1\n", "no valid YAML"}, Row{"{seed: 1", "no valid YAML"});
    INFO(row.first);
    const std::string found = complaint(row.first);
    INFO(found);
    CHECK(found.find(row.second) != std::string::npos);
    CHECK(found.starts_with("f.yaml"));
}

TEST_CASE("parse_config: hostile files are errors too", "[cli][config]")
{
    CHECK(complaint(std::string(100'000, '[')).starts_with("f.yaml"));
    CHECK(complaint(std::string(100'000, '{')).starts_with("f.yaml"));
    CHECK(complaint(std::string("\0\1\2", 3)).starts_with("f.yaml"));
    CHECK(complaint(std::string("\xff\xfe\0", 3)).starts_with("f.yaml: holds a byte 0"));
    CHECK(complaint("\x80\x81").starts_with("f.yaml"));
}
