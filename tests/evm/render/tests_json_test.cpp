// SPDX-License-Identifier: Apache-2.0
#include "render/tests_json.hpp"

#include "support/catch.hpp"
#include "surface.hpp"

#include <sbst/error.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/variation/operators.hpp>

#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::evm::detail;

namespace
{

SortedJson written(const std::vector<TestCase>& tests, const Surface& surface)
{
    return parse_json<SortedJson>(
        to_json_text(tests_to_json(tests, surface.catalogue, surface.types)), "f");
}

std::vector<TestCase> read(const SortedJson& json, const Surface& surface)
{
    return tests_from_json(JsonField(json, "f", "tests"), surface.catalogue, surface.types);
}

Value word(std::uint64_t number)
{
    return Value(U256{number});
}

TestCase sample(const Surface& surface)
{
    Call deploy{surface.constructor, {word(1000), word(1)}};
    Call all{surface.everything,
        {word(2), Value(U256::max()), Value(-U256{128}), word(1), Value(std::string("caf\xc3\xa9")),
            Value(std::string("\0\xff", 2)), Value(std::string("\x12\x34\x56\x78")),
            Value(Value::List{word(1), word(2)}),
            Value(Value::List{Value(-U256{1}), Value(Value::List{})}), word(0), word(90), word(0)}};
    Call pay{surface.pay, {ResultRef{1}, ArgumentRef{1, 1}, word(0), word(7)}};
    return {{deploy, all, pay}};
}

}  // namespace

TEST_CASE("tests_to_json: names, decimal integers, actors, hex and references", "[evm][suite_json]")
{
    const Surface surface;
    const SortedJson json = written({sample(surface)}, surface);
    const SortedJson expected = SortedJson::parse(R"([{"test": 1, "calls": [
        {"call": "constructor", "arguments": {"supply": "1000"}, "sender": "bob"},
        {"call": "everything", "arguments": {"who": "nobody",
            "word": "115792089237316195423570985008687907853269984665640564039457584007913129639935",
            "small": "-128", "flag": true, "text": "café", "data": "0x00ff", "hash": "0x12345678",
            "words": ["1", "2"], "pair": ["-1", []]},
         "sender": "alice", "wait_seconds": "90"},
        {"call": "pay", "arguments": {"#0": {"result_of": 1}, "#1": {"argument_of": [1, 1]}},
         "sender": "alice", "value": "7"}]}])");
    CHECK(json == expected);
    CHECK(read(json, surface) == std::vector<TestCase>{sample(surface)});
}

TEST_CASE("tests_from_json: a string that is no UTF-8 comes back", "[evm][suite_json]")
{
    const Surface surface;
    TestCase test = sample(surface);
    test.calls[1].arguments[4] = Value(std::string("a\xff\x80\0z", 5));
    const SortedJson json = written({test}, surface);
    CHECK(json[0]["calls"][1]["arguments"]["text"] == SortedJson{{"hex", "0x61ff80007a"}});
    CHECK(read(json, surface) == std::vector<TestCase>{test});
}

TEST_CASE("tests_from_json: reads back every random test", "[evm][suite_json][property]")
{
    const Surface surface;
    const ConstantPool pool;
    SequenceOperators operators(surface.types, surface.catalogue, pool, {});
    std::vector<TestCase> tests;
    Rng rng(5);
    for (int i = 0; i < 60; ++i)
    {
        tests.push_back(operators.random_test(rng));
        static_cast<void>(operators.mutate(tests.back(), rng));
    }
    CHECK(read(written(tests, surface), surface) == tests);
}

TEST_CASE("tests_from_json: people may write integers as numbers or in hex", "[evm][suite_json]")
{
    const Surface surface;
    SortedJson json = written({sample(surface)}, surface);
    auto& arguments = json[0]["calls"][1]["arguments"];
    arguments["word"] = "0xff";
    arguments["small"] = -5;
    const TestCase test = read(json, surface).front();
    CHECK(std::get<Value>(test.calls[1].arguments[1]).word() == U256{255});
    CHECK(std::get<Value>(test.calls[1].arguments[2]).word() == -U256{5});
}

namespace
{

struct Damage
{
    const char* pointer;
    const char* value;
    const char* place;
    const char* problem;
};

}  // namespace

TEST_CASE("tests_from_json: every defect is named with its place", "[evm][suite_json]")
{
    const auto damage = GENERATE(
        Damage{"/0/calls/1/arguments/who", "\"carol\"", "tests[0].calls[1].arguments.who",
            "known are alice, bob, nobody"},
        Damage{
            "/0/calls/1/arguments/word", "\"-1\"", "arguments.word", "no integer of type uint256"},
        Damage{"/0/calls/1/arguments/word", "\"1e3\"", "arguments.word", "no integer"},
        Damage{"/0/calls/1/arguments/word", "1.5", "arguments.word", "no integer"},
        Damage{"/0/calls/1/arguments/small", "\"128\"", "arguments.small", "int8"},
        Damage{"/0/calls/1/arguments/small",
            "\"115792089237316195423570985008687907853269984665640564039457584007913129639935\"",
            "arguments.small", "int8"},
        Damage{"/0/calls/1/arguments/flag", "1", "arguments.flag", "true or false"},
        Damage{"/0/calls/1/arguments/data", "\"0x0\"", "arguments.data", "hexadecimal"},
        Damage{"/0/calls/1/arguments/data", "\"00\"", "arguments.data", "hexadecimal"},
        Damage{"/0/calls/1/arguments/hash", "\"0x1234\"", "arguments.hash", "range"},
        Damage{"/0/calls/1/arguments/words", "\"1\"", "arguments.words", "array"},
        Damage{"/0/calls/1/arguments/words/1", "[]", "arguments.words[1]", "no integer"},
        Damage{"/0/calls/1/arguments/pair", "[\"1\"]", "arguments.pair", "2 members"},
        Damage{"/0/calls/1/arguments/text", "7", "arguments.text", "string"},
        Damage{"/0/calls/1/arguments/extra", "7", "tests[0].calls[1].arguments", "'extra'"},
        Damage{"/0/calls/1/wait_seconds", "\"1001\"", "wait_seconds", "range"},
        Damage{"/0/calls/1/value", "\"1\"", "tests[0].calls[1]", "'value'"},
        Damage{"/0/calls/1/sender", "\"nobody\"", "calls[1].sender", "known are alice, bob"},
        Damage{"/0/calls/1/call", "\"nothing\"", "calls[1].call", "'nothing'"},
        Damage{"/0/calls/1/call", "\"constructor\"", "calls[1].call", "'constructor'"},
        Damage{"/0/calls/0/call", "\"everything\"", "calls[0].call", "constructor"},
        Damage{"/0/calls/2/arguments/#0", "{\"result_of\": 2}", "tests[0].calls", ""},
        Damage{"/0/calls/2/arguments/#0", "{\"result_of\": 4294967296}", "result_of", "no index"},
        Damage{
            "/0/calls/2/arguments/#0", "{\"argument_of\": [1]}", "argument_of", "[call, argument]"},
        Damage{"/0/calls/2/arguments/#0", "{\"argument_of\": [1, 0]}", "tests[0].calls", ""},
        Damage{"/0/calls/2/arguments/#0", "{\"argument_of\": [1, 99]}", "tests[0].calls", ""},
        Damage{"/0/extra", "1", "tests[0]", "'extra'"}, Damage{"/0/calls", "{}", "calls", "array"},
        Damage{"/0/calls", "[]", "calls", ""}, Damage{"/0", "3", "tests[0]", "object"},
        Damage{"", "{}", "tests", "array"});
    const Surface surface;
    SortedJson json = written({sample(surface)}, surface);
    json[SortedJson::json_pointer(damage.pointer)] = SortedJson::parse(damage.value);
    INFO(damage.pointer << " = " << damage.value);
    try
    {
        static_cast<void>(read(json, surface));
        FAIL("nothing was noticed");
    }
    catch (const ParseError& error)
    {
        INFO(error.what());
        CHECK(error.place.find(damage.place) != std::string::npos);
        CHECK(std::string(error.what()).find(damage.problem) != std::string::npos);
    }
}

TEST_CASE("tests_from_json: a missing argument, sender or call is named", "[evm][suite_json]")
{
    const Surface surface;
    const auto* name = GENERATE("/0/calls/1/arguments/who", "/0/calls/1/sender", "/0/calls/1/call",
        "/0/calls/1/arguments", "/0/calls");
    const SortedJson::json_pointer pointer(name);
    SortedJson json = written({sample(surface)}, surface);
    json[pointer.parent_pointer()].erase(pointer.back());
    CHECK_THROWS_AS(read(json, surface), ParseError);
}
