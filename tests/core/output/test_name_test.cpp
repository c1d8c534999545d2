// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/output/test_name.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace sbst;

namespace
{

ExecutedCall call(CallableKind kind, std::string name)
{
    return {.kind = kind, .name = std::move(name), .outcome = OutcomeKind::returned};
}

ExecutedCall returning(ExecutedValue value)
{
    ExecutedCall one = call(CallableKind::method, "find");
    one.results = {std::move(value)};
    return one;
}

std::string wish(std::vector<ExecutedCall> calls)
{
    return name_wish({.calls = std::move(calls)});
}

ExecutedValue value(ValueForm form, std::string content)
{
    return {.form = form, .content = std::move(content)};
}

}  // namespace

TEST_CASE("name_wish: says what the last call of the subject does", "[core][output][names]")
{
    ExecutedCall helper = call(CallableKind::method, "size");
    helper.is_under_test = false;
    ExecutedCall literal = call(CallableKind::cast, "box");
    literal.only_makes_value = true;
    const ExecutedCall push = call(CallableKind::method, "push");
    CHECK(wish({push, helper}) == "push");
    CHECK(wish({helper, literal}) == "size");
    CHECK(wish({push, literal}) == "push");
    CHECK(wish({literal}) == "test");
    CHECK(wish({}) == "test");
    CHECK(wish({call(CallableKind::constructor, "Stack")}) == "createsStack");
    CHECK(wish({call(CallableKind::field_read, "size")}) == "readsSize");
    CHECK(wish({call(CallableKind::field_write, "size")}) == "writesSize");
    CHECK(name_wish({.name = "an own name", .calls = {push}}) == "anOwnName");
}

TEST_CASE("name_wish: says how that call ends", "[core][output][names]")
{
    ExecutedCall failed = call(CallableKind::function, "withdraw");
    failed.failure_words = "throws Full";
    CHECK(wish({failed}) == "withdrawThrowsFull");
    failed = call(CallableKind::constructor, "Stack");
    failed.failure_words = "reverts";
    CHECK(wish({failed}) == "newStackReverts");

    using Form = ValueForm;
    CHECK(wish({returning(value(Form::null, ""))}) == "findReturnsNull");
    CHECK(wish({returning(value(Form::boolean, "true"))}) == "findReturnsTrue");
    CHECK(wish({returning(value(Form::integer, "0"))}) == "findReturnsZero");
    CHECK(wish({returning(value(Form::integer, "9999"))}) == "findReturns9999");
    CHECK(wish({returning(value(Form::integer, "-12"))}) == "findReturnsMinus12");
    CHECK(wish({returning(value(Form::integer, "10000"))}) == "findReturnsPositive");
    CHECK(wish({returning(value(Form::integer, "-10000"))}) == "findReturnsNegative");
    CHECK(wish({returning(value(Form::real, "-0"))}) == "findReturnsZero");
    CHECK(wish({returning(value(Form::real, "2"))}) == "findReturnsPositive");
    CHECK(wish({returning(value(Form::real, "1e-300"))}) == "findReturnsPositive");
    CHECK(wish({returning(value(Form::real, "-inf"))}) == "findReturnsNegative");
    CHECK(wish({returning(value(Form::real, "-nan"))}) == "findReturnsNaN");
    CHECK(wish({returning(value(Form::text, ""))}) == "findReturnsEmptyString");
    CHECK(wish({returning(value(Form::text, "word"))}) == "findReturnsWord");
    CHECK(wish({returning(value(Form::text, "two words"))}) == "find");
    CHECK(wish({returning(value(Form::text, "gr\xc3\xbc\xc3\x9f"))}) == "find");
    CHECK(wish({returning(value(Form::constant, "HALF_UP"))}) == "findReturnsHalfUp");
    CHECK(wish({returning(value(Form::list, ""))}) == "findReturnsEmptyArray");
    CHECK(wish({returning(value(Form::object, ""))}) == "find");
}

TEST_CASE("name_tests: no two tests have one name", "[core][output][names]")
{
    std::vector<ExecutedTest> tests(3);
    tests[0].calls = {call(CallableKind::method, "push")};
    tests[1].calls = {call(CallableKind::method, "push")};
    name_tests(tests, NameTable{});
    CHECK(tests[0].name == "push");
    CHECK(tests[1].name == "push2");
    CHECK(tests[2].name == "test");
}

TEST_CASE("variable_wish: by words, member or type", "[core][output][names]")
{
    const VariableFacts plain{.is_plain = true, .type_word = "integer"};
    const VariableFacts own{.type_word = "fraction"};
    CHECK(variable_wish(call(CallableKind::method, "getTotal"), plain) == "total");
    CHECK(variable_wish(call(CallableKind::method, "sum"), plain) == "result");
    CHECK(variable_wish(call(CallableKind::field_read, "Size"), plain) == "size");
    CHECK(variable_wish(call(CallableKind::cast, "box"), plain) == "integer");
    CHECK(variable_wish(call(CallableKind::method, "getTotal"), own) == "fraction");
    CHECK(variable_wish(call(CallableKind::cast, "box"), {}) == "value");
    CHECK(variable_wish(call(CallableKind::method, "sum"),
              {.words = "the other one", .type_word = "fraction"}) == "theOtherOne");
}
