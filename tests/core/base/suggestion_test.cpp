// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/base/suggestion.hpp>

#include <array>
#include <string>
#include <string_view>

using namespace sbst;

TEST_CASE("suggestion: the nearest word, or none when all are far", "[core][suggestion]")
{
    constexpr std::array<std::string_view, 4> words{"dynamosa", "mosa", "random", "seed"};
    CHECK(suggestion("dynamossa", words) == " (did you mean 'dynamosa'?)");
    CHECK(suggestion("msoa", words) == " (did you mean 'mosa'?)");
    CHECK(suggestion("MOSA", words) == " (did you mean 'mosa'?)");
    CHECK(suggestion("xylophone", words).empty());
    CHECK(suggestion("", words).empty());
    CHECK(suggestion("--", words).empty());
    CHECK(suggestion(std::string(100'000, 'a'), words).empty());
    CHECK(suggestion("mosa", {}).empty());
}

TEST_CASE("suggestion: beginnings and parts of words count", "[core][suggestion]")
{
    constexpr std::array<std::string_view, 5> words{
        "--seed", "--budget-executions", "--budget-seconds", "--seeding-prob", "--show"};
    CHECK(suggestion("--see", words) == " (did you mean '--seed'?)");
    CHECK(suggestion("--budget", words) ==
          " (did you mean '--budget-executions' or '--budget-seconds'?)");
    CHECK(suggestion("--executions", words) == " (did you mean '--budget-executions'?)");
    CHECK(suggestion("executions", words) == " (did you mean '--budget-executions'?)");
    constexpr std::array<std::string_view, 2> verbs{"generate", "analyze"};
    CHECK(suggestion("g", verbs) == " (did you mean 'generate'?)");
    CHECK(suggestion("generates-tests", verbs) == " (did you mean 'generate'?)");
}

TEST_CASE("nearest_words: three at most, each once", "[core][suggestion]")
{
    constexpr std::array<std::string_view, 6> words{"aa1", "aa2", "aa2", "aa3", "aa4", "b"};
    CHECK(nearest_words("aa", words).size() == 3);
    CHECK(nearest_words("aa2", words).size() == 1);
}
