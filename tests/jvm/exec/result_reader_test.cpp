// SPDX-License-Identifier: Apache-2.0
// A worker may be broken by what it ran: whatever it writes is read without harm.
#include "../../../adapters/jvm/src/exec/result_reader.hpp"

#include "support/catch.hpp"

#include <sbst/random/rng.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

constexpr IdLimits limits{.predicates = 10,
    .methods = 4,
    .lines = 8,
    .mutants = 6,
    .static_fields = 3};

/// The result of a test of two calls, the second of which threw, with a bit of everything.
std::vector<std::byte> good_result(bool has_outputs = false)
{
    std::vector<std::byte> bytes;
    put(bytes, std::uint32_t{0});
    put(bytes, std::uint8_t{0});
    put(bytes, std::uint8_t{0});
    put(bytes, std::uint16_t{2});
    put(bytes, std::uint8_t{0});
    put(bytes, std::uint32_t{17});
    if (has_outputs)
    {
        // An object with three observers: -3, no answer, 0.5.
        put(bytes, std::uint8_t{5});
        put(bytes, std::uint8_t{3});
        put(bytes, std::uint8_t{1});
        put(bytes, std::int64_t{-3});
        put(bytes, std::uint8_t{0});
        put(bytes, std::uint8_t{2});
        put(bytes, 0.5);
    }
    put(bytes, std::uint8_t{2});
    put(bytes, std::uint32_t{3});
    put(bytes, std::uint32_t{0});
    put_name(bytes, "java.lang.Error");
    // Predicates: one with an integer distance, one with a fraction, hit both ways when called.
    put(bytes, std::uint32_t{2});
    put(bytes, std::uint32_t{9});
    put(bytes, std::uint8_t{0x80 | 1});
    put(bytes, std::uint32_t{1});
    put(bytes, std::uint32_t{0});
    put(bytes, std::uint64_t{5});
    put(bytes, std::uint32_t{3});
    put(bytes, std::uint8_t{0x40 | 2U << 3U});
    put(bytes, std::uint32_t{1});
    put(bytes, std::uint32_t{4});
    put(bytes, std::uint32_t{0});
    put(bytes, std::uint32_t{2});
    put(bytes, std::uint64_t{1});
    put(bytes, std::uint64_t{2});
    put(bytes, std::uint32_t{1});
    for (const std::uint32_t number : {3U, 2U, 1U, 1U, 0U})
    {
        put(bytes, number);
    }
    put(bytes, std::uint32_t{1});
    put(bytes, std::uint32_t{7});
    // Mutants: an infected one, and one that was 2.5 from it.
    put(bytes, std::uint32_t{1});
    put(bytes, std::uint16_t{5});
    put(bytes, std::uint32_t{1});
    put(bytes, std::uint16_t{0});
    put(bytes, 2.5);
    // The log.
    put(bytes, std::uint8_t{0});
    put(bytes, std::uint32_t{1});
    put(bytes, std::uint32_t{1});
    put(bytes, std::uint32_t{9});
    put(bytes, std::uint8_t{1});
    put(bytes, std::int64_t{-4});
    put(bytes, std::int64_t{4});
    // An object that the first call returned.
    put(bytes, std::uint32_t{1});
    put(bytes, std::uint32_t{0});
    put_name(bytes, "p.Node");
    put(bytes, std::uint64_t{77});
    // Details: an array of a string, the exception without a message, no observer, and a list that
    // the second call changed.
    put(bytes, std::uint8_t{1});
    put(bytes, 'A');
    put_name(bytes, "[Ljava.lang.String;");
    put(bytes, std::uint32_t{1});
    put(bytes, std::uint32_t{1});
    put(bytes, 'T');
    put(bytes, std::uint32_t{1});
    put(bytes, std::uint32_t{1});
    put(bytes, char16_t{0xD800});
    put(bytes, std::uint8_t{0});
    put(bytes, std::uint8_t{2});
    put(bytes, std::uint8_t{0});
    put(bytes, std::uint32_t{0});
    put(bytes, std::uint32_t{1});
    for (const std::uint32_t number : {0U, 0xffffffffU, 1U, 1U})
    {
        put(bytes, number);
    }
    put(bytes, 'K');
    put_name(bytes, "java.util.ArrayList");
    put(bytes, 'l');
    put(bytes, std::uint32_t{2});
    put(bytes, std::uint32_t{1});
    put(bytes, 'N');
    // A static field, and a printed text.
    put(bytes, std::uint32_t{1});
    put(bytes, std::uint32_t{2});
    put(bytes, StaticContent::map);
    put(bytes, std::int64_t{-5});
    put(bytes, std::uint32_t{1});
    put(bytes, std::uint32_t{1});
    put(bytes, u'x');
    const auto size = static_cast<std::uint32_t>(bytes.size() - sizeof(std::uint32_t));
    std::memcpy(bytes.data(), &size, sizeof(size));
    return bytes;
}

struct Read
{
    StopCause cause = StopCause::none;
    bool is_broken = false;
    Trace trace;
    RunDetail detail;
};

Read read(std::span<const std::byte> bytes, bool has_outputs = false)
{
    Read result;
    WireReader reader(bytes);
    ExceptionNames names;
    IdLimits known = limits;
    known.has_outputs = has_outputs;
    result.cause = read_result(reader, known, names, result.trace, &result.detail);
    result.is_broken = reader.is_broken();
    return result;
}

}  // namespace

TEST_CASE("result_reader: everything that a result says is read", "[jvm][result_reader][once]")
{
    const Read good = read(good_result());
    REQUIRE_FALSE(good.is_broken);
    REQUIRE(good.trace.calls.size() == 2);
    CHECK(good.trace.calls[0].steps == 17);
    CHECK(good.trace.calls[1].kind == OutcomeKind::threw);
    REQUIRE(good.trace.predicates.size() == 2);
    CHECK(good.trace.predicates[0].all.least_false == Distance{U256{5}});
    CHECK(good.trace.predicates[0].direct.least_false == Distance{U256{5}});
    CHECK(is_zero(good.trace.predicates[1].all.least_true));
    CHECK(good.trace.predicates[1].direct.least_true == Distance(U256{1}, 2));
    CHECK(good.trace.lines == std::vector<LineId>{LineId{7}});
    REQUIRE(good.detail.results.size() == 1);
    CHECK(good.detail.first_with == std::vector<std::size_t>{0});
    CHECK(good.detail.results[0].elements.at(0).text == std::u16string{0xD800});
    REQUIRE(good.detail.contents.size() == 1);
    const ContentDetail& content = good.detail.contents[0];
    CHECK_FALSE(content.argument);
    CHECK(content.changed_by == std::vector<std::uint32_t>{1});
    CHECK(content.value.content == JavaContentKind::list);
    CHECK(content.value.is_truncated);
    CHECK(content.value.elements.size() == 1);
    REQUIRE(good.detail.produced.size() == 1);
    CHECK(good.detail.produced[0].call == 0);
    CHECK(good.detail.produced[0].class_name == "p.Node");
    CHECK(good.detail.produced[0].state == 77);
    CHECK(good.detail.filled_statics ==
          std::vector<FilledStatic>{{.field = 2, .content = StaticContent::map, .first = -5}});
    CHECK(good.detail.printed == u"x");
    REQUIRE(good.detail.thrown);
    CHECK(good.detail.thrown->class_name == "java.lang.Error");
    CHECK(good.detail.thrown->is_explicit);
}

TEST_CASE("result_reader: an Optional has one value or none", "[jvm][result_reader][once]")
{
    const std::vector<std::byte> good = good_result();
    const std::string name = "java.util.ArrayList";
    const auto kind = std::search(good.begin(), good.end(), name.begin(), name.end(),
                          [](std::byte byte, char sign) { return byte == std::byte(sign); }) -
                      good.begin() + static_cast<std::ptrdiff_t>(name.size());
    const auto at = static_cast<std::size_t>(kind);
    REQUIRE(good[at] == std::byte{'l'});
    // Two of which one is given, one that is given, none of which one is given.
    for (const std::uint32_t size : {2U, 1U, 0U})
    {
        CAPTURE(size);
        std::vector<std::byte> changed = good;
        changed[at] = std::byte{'o'};
        std::memcpy(&changed[at + 1], &size, sizeof(size));
        const Read optional = read(changed);
        CHECK(optional.is_broken == (size != 1));
        if (size == 1)
        {
            CHECK(optional.detail.contents.at(0).value.content == JavaContentKind::optional);
        }
    }
}

TEST_CASE("result_reader: a static field that is not there, or holds nothing known, is broken",
    "[jvm][result_reader]")
{
    const std::vector<std::byte> good = good_result(false);
    REQUIRE_FALSE(read(good, false).is_broken);
    // Before the printed text: its two sizes, and one unit.
    const std::size_t content =
        good.size() - 2 * sizeof(std::uint32_t) - sizeof(char16_t) - sizeof(std::int64_t) - 1;
    REQUIRE(good[content] == std::byte{1});
    std::vector<std::byte> changed = good;
    changed[content] = std::byte{6};
    CHECK_FALSE(read(changed, false).is_broken);
    changed[content] = std::byte{7};
    CHECK(read(changed, false).is_broken);
    changed = good;
    changed[content - sizeof(std::uint32_t)] = std::byte{3};
    CHECK(read(changed, false).is_broken);
}

TEST_CASE("result_reader: a result that ends early is broken", "[jvm][result_reader][once]")
{
    const bool has_outputs = GENERATE(false, true);
    const std::vector<std::byte> good = good_result(has_outputs);
    REQUIRE_FALSE(read(good, has_outputs).is_broken);
    for (std::size_t size = 0; size < good.size(); ++size)
    {
        INFO(size << " bytes");
        CHECK(read(std::span(good).first(size), has_outputs).is_broken);
    }
}

TEST_CASE(
    "result_reader: an object comes with what its observers told", "[jvm][result_reader][once]")
{
    const Read good = read(good_result(true), true);
    REQUIRE_FALSE(good.is_broken);
    REQUIRE(good.detail.returned.size() == 1);
    CHECK(good.detail.returned[0].kind == ReturnedKind::object);
    REQUIRE(good.detail.observed.size() == 3);
    for (std::size_t i = 0; i < 3; ++i)
    {
        CHECK(good.detail.observed[i].call == 0);
        CHECK(good.detail.observed[i].observer == i);
    }
    CHECK(good.detail.observed[0].value.kind == ReturnedKind::whole);
    CHECK(static_cast<std::int64_t>(good.detail.observed[0].value.bits) == -3);
    CHECK(good.detail.observed[1].value.kind == ReturnedKind::nothing);
    CHECK(good.detail.observed[2].value.real() == 0.5);
    // They tell numbers, and never texts or objects.
    std::vector<std::byte> bytes = good_result(true);
    constexpr std::size_t place_of_second = 24;
    REQUIRE(bytes[place_of_second] == std::byte{0});
    bytes[place_of_second] = std::byte{5};
    CHECK(read(bytes, true).is_broken);
}

TEST_CASE("result_reader: garbage never harms", "[jvm][result_reader][property][once]")
{
    const bool has_outputs = GENERATE(false, true);
    const std::vector<std::byte> good = good_result(has_outputs);
    std::size_t accepted = 0;
    for (std::uint64_t seed = 0; seed < 20'000; ++seed)
    {
        INFO("seed " << seed);
        Rng rng(seed);
        std::vector<std::byte> bytes = good;
        const std::size_t changes = 1 + rng.below(4);
        for (std::size_t i = 0; i < changes; ++i)
        {
            bytes[rng.below(bytes.size())] = static_cast<std::byte>(rng.below(256));
        }
        const Read result = read(bytes, has_outputs);
        if (result.is_broken)
        {
            continue;
        }
        ++accepted;
        for (const PredicateTrace& predicate : result.trace.predicates)
        {
            REQUIRE(predicate.predicate.index() < limits.predicates);
            REQUIRE(predicate.all.hits_true + predicate.all.hits_false > 0);
        }
        for (const LineId line : result.trace.lines)
        {
            REQUIRE(line.index() < limits.lines);
        }
        for (const ProducedDetail& object : result.detail.produced)
        {
            REQUIRE(object.call < result.trace.calls.size());
        }
    }
    // Some changes only change a number: the reader is not one that refuses everything.
    CHECK(accepted > 1000);
    CHECK(accepted < 19'000);
}
