// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/test/fingerprint.hpp>

#include <map>
#include <string>
#include <utility>

using namespace sbst;

TEST_CASE("fingerprint: differs where tests differ", "[core][test][unit]")
{
    const CallableId make{3};
    const auto of = [&](Argument argument) {
        return fingerprint(TestCase{{{make, {std::move(argument)}}}});
    };
    std::map<std::uint64_t, int> seen;
    for (int i = 0; i < 1000; ++i)
    {
        ++seen[of(Value(i))];
        ++seen[of(ResultRef{static_cast<std::uint32_t>(i)})];
        ++seen[of(ArgumentRef{0, static_cast<std::uint32_t>(i)})];
        ++seen[of(Value(static_cast<double>(i)))];
        ++seen[of(Value(std::to_string(i)))];
        ++seen[of(Value(Value::List{Value(i)}))];
    }
    ++seen[of(Value())];
    CHECK(seen.size() == 6001);
    CHECK(of(Value(5)) == of(Value(5)));
}

TEST_CASE("prefix_fingerprints: each is that of the test cut there", "[core][test][unit]")
{
    const CallableId make{3};
    const TestCase test{{{make, {Value(1)}}, {make, {ResultRef{0}}}, {make, {Value(2)}}}};
    const auto prefixes = prefix_fingerprints(test);
    REQUIRE(prefixes.size() == 3);
    TestCase cut = test;
    for (std::size_t length = 3; length > 0; --length)
    {
        cut.calls.resize(length);
        CHECK(prefixes[length - 1] == fingerprint(cut));
    }
}
