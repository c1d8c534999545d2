// SPDX-License-Identifier: Apache-2.0
#include "sample_suite.hpp"
#include "support/catch.hpp"

#include <sbst/output/tests_json.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace sbst;
using Json = nlohmann::json;

TEST_CASE("write_tests_json: calls of each test with what came of them", "[core][output]")
{
    ExecutedSuite suite = sbst::test::sample_suite();
    ExecutedCall& push = suite.tests.at(0).calls.at(1);
    push.name = "push";
    push.arguments = {{.name = "stack", .value = {.type = "Stack", .text = "v0"}, .result_of = 0},
        {.name = "value", .role = "amount", .value = {.type = "int", .text = "1"}}};
    push.results = {{.type = "bool", .text = "true"}};
    suite.tests[0].observations = {
        {.call = 0, .member = "size", .value = {.type = "int", .text = "1"}}};
    suite.lines = {{"stack.x", 7}, {"stack.x", 9}};
    suite.tests[0].lines = {1};
    const Json json = Json::parse(write_tests_json(suite));
    CHECK(json.at("schema") == tests_json_schema);
    CHECK(json.at("subject") == "Stack");
    CHECK(json.at("command") == "again");
    CHECK(json.at("algorithm") == "dynamosa");
    REQUIRE(json.at("tests").size() == 2);
    const Json& test = json["tests"][0];
    const Json& call = test.at("calls").at(1);
    CHECK(call.at("action") == "push(v0, 1)");
    CHECK(call.at("outcome") == "threw");
    CHECK(call.at("failure") == "Full");
    CHECK(call.at("notes") == std::vector<std::string>{"a note"});
    CHECK(call.at("arguments").at(0).at("result_of") == 1);
    CHECK(call.at("arguments").at(1).at("result_of").is_null());
    CHECK(call.at("arguments").at(1).at("role") == "amount");
    CHECK(call.at("arguments").at(1).at("value") == "1");
    CHECK(call.at("results").at(0).at("type") == "bool");
    CHECK(test.at("observations").at(0).at("call") == 1);
    CHECK(test.at("observations").at(0).at("member") == "size");
    CHECK(test.at("goals") == suite.tests[0].goals);
    CHECK(test.at("lines").at(0).at("line") == 9);
    CHECK(json["tests"][1].at("calls").at(0).at("outcome") == "returned");
}

TEST_CASE("write_tests_json: bytes that are not UTF-8 cost only themselves", "[core][output]")
{
    ExecutedSuite suite = sbst::test::sample_suite();
    suite.tests.at(0).calls.at(1).failure =
        "a\xff"
        "b";
    const Json json = Json::parse(write_tests_json(suite));
    CHECK(json["tests"][0]["calls"][1].at("failure") ==
          "a\xef\xbf\xbd"
          "b");
}
