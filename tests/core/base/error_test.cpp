// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/error.hpp>

#include <stdexcept>
#include <string>

namespace
{

using namespace sbst;

TEST_CASE(
    "ParseError: says file, place and problem, and keeps the first two", "[core][error][unit]")
{
    const ParseError error{"a.json", "contracts[0].abi", "expected an array"};
    CHECK(std::string{error.what()} == "a.json: contracts[0].abi: expected an array");
    CHECK(error.file == "a.json");
    CHECK(error.place == "contracts[0].abi");
}

TEST_CASE("ParseError: leaves out what is not known", "[core][error][unit]")
{
    CHECK(std::string{ParseError("a.json", "", "empty").what()} == "a.json: empty");
    CHECK(std::string{ParseError("", "line 3", "empty").what()} == "line 3: empty");
    CHECK(std::string{ParseError("", "", "empty").what()} == "empty");
}

TEST_CASE("Errors: one catch clause takes all of ours", "[core][error][unit]")
{
    CHECK_THROWS_AS(throw ConfigError{"x"}, Error);
    CHECK_THROWS_AS(throw ParseError("", "", "x"), Error);
    CHECK_THROWS_AS(throw AdapterError{"x"}, Error);
    CHECK_THROWS_AS(throw ConfigError{"x"}, std::runtime_error);
}

}  // namespace
