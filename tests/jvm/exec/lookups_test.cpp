// SPDX-License-Identifier: Apache-2.0
// How far a lookup in a collection was from finding something.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <sbst/numeric/string_distance.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

using Texts = std::vector<std::u16string>;

/// What a method says about one text: the only predicate, and the result.
struct Looked
{
    PredicateTrace predicate;
    std::int64_t result = 0;
};

Looked read(const Ran& ran)
{
    REQUIRE(ran.trace.predicates.size() == 1);
    REQUIRE(ran.detail.results.size() == 1);
    return {ran.trace.predicates.front(), static_cast<std::int32_t>(ran.detail.results[0].bits)};
}

Looked look(Fixture& fixture, const std::string& method, const std::u16string& text)
{
    return read(fixture.call("p/Sought." + method, "(Ljava/lang/String;)I",
        [&](TestWriter& writer) { writer.add_string(std::u16string_view(text)); }));
}

Looked look(Fixture& fixture, const std::string& method, std::int32_t number)
{
    return read(fixture.call(
        "p/Sought." + method, "(I)I", [&](TestWriter& writer) { writer.add_integer(number); }));
}

Distance nearest(const std::u16string& text, const Texts& there)
{
    const CodeUnits<char16_t> sought = text;
    std::vector<Distance> distances;
    for (const std::u16string& one : there)
    {
        distances.push_back(
            compare_strings(Relation::eq, sought, CodeUnits<char16_t>(one)).to_true);
    }
    return *std::min_element(distances.begin(), distances.end());
}

const Distance one_step{U256{1}};

/// javac jumps over a branch when nothing was found.
void check_jump_if_missed(const Looked& looked, bool is_found, const Distance& to_found)
{
    const BranchHits& all = looked.predicate.all;
    CHECK(all.hits_true == (is_found ? 0 : 1));
    CHECK(all.hits_false == (is_found ? 1 : 0));
    CHECK((is_found ? all.least_true : all.least_false) == (is_found ? one_step : to_found));
}

}  // namespace

TEST_CASE(
    "lookups: a text that is not there is as far as from the nearest one", "[jvm][exec][lookups]")
{
    Fixture fixture;
    const Texts words{u"abstract", u"boolean", u"transient"};
    const Texts keys{u"one", u"twenty", u"nothing"};
    for (const std::u16string& text : Texts{u"", u"a", u"boolean", u"transit", u"one", u"zero"})
    {
        const bool is_word = std::find(words.begin(), words.end(), text) != words.end();
        check_jump_if_missed(look(fixture, "word", text), is_word, nearest(text, words));
        const bool is_key = std::find(keys.begin(), keys.end(), text) != keys.end();
        check_jump_if_missed(look(fixture, "key", text), is_key, nearest(text, keys));
        check_jump_if_missed(look(fixture, "setting", text), false, nearest(text, {u"port"}));
    }
    CHECK(look(fixture, "setting", u"port").result == 1);
}

TEST_CASE("lookups: a value that a variable holds is known by its key", "[jvm][exec][lookups]")
{
    Fixture fixture;
    // This one jumps when something was found.
    const Looked missed = look(fixture, "code", u"twelve");
    CHECK(missed.result == 2);
    CHECK(missed.predicate.all.hits_false == 1);
    CHECK(missed.predicate.all.least_true == nearest(u"twelve", {u"one", u"twenty", u"nothing"}));
    const Looked found = look(fixture, "code", u"twenty");
    CHECK(found.result == 20);
    CHECK(found.predicate.all.hits_true == 1);
    CHECK(found.predicate.all.least_false == one_step);
    // A key without a value: nothing was found, and no text is nearer.
    const Looked empty = look(fixture, "code", u"nothing");
    CHECK(empty.result == 2);
    CHECK(empty.predicate.all.least_true > Distance{});
    CHECK(empty.predicate.all.least_true < one_step);
}

TEST_CASE("lookups: a number is compared with those of its class", "[jvm][exec][lookups]")
{
    Fixture fixture;
    check_jump_if_missed(look(fixture, "number", 100), true, {});
    check_jump_if_missed(look(fixture, "number", 93), false, Distance{U256{7}});
    check_jump_if_missed(look(fixture, "number", 500), false, Distance{U256{400}});
    check_jump_if_missed(look(fixture, "value", 20), true, {});
    check_jump_if_missed(look(fixture, "value", -3), false, Distance{U256{4}});
}

TEST_CASE("lookups: what is empty, large or the subject's own", "[jvm][exec][lookups]")
{
    Fixture fixture;
    // Further away than from any text.
    check_jump_if_missed(look(fixture, "nothing", u"abc"), false, Distance{U256{4}});
    check_jump_if_missed(look(fixture, "many", u"abc"), false, one_step);
    check_jump_if_missed(look(fixture, "word", std::u16string(1001, u'a')), false, one_step);
    check_jump_if_missed(
        look(fixture, "nothing", std::u16string(1000, u'a')), false, Distance{U256{1001}});
    check_jump_if_missed(look(fixture, "many", u"word7"), true, {});
    const Looked own = look(fixture, "own", u"there");
    check_jump_if_missed(own, true, {});
    const Looked missed = look(fixture, "own", u"elsewhere");
    check_jump_if_missed(missed, false, one_step);
    // ArrayList.contains needs no iterator, so nothing else asked for one.
    CHECK(missed.result == 0);
    CHECK(own.result == 0);
}

TEST_CASE("lookups: what the superclass or the values have", "[jvm][exec][lookups]")
{
    Fixture fixture;
    // Both calls of the map ask the map above it.
    CHECK(look(fixture, "folded", u"there").result == 7);
    CHECK(look(fixture, "folded", u"elsewhere").result == -1);
    check_jump_if_missed(look(fixture, "held", u"value"), true, {});
    check_jump_if_missed(look(fixture, "held", u"key"), false, nearest(u"key", {u"value"}));
}

TEST_CASE("lookups: an assignment within a condition", "[jvm][exec][lookups]")
{
    Fixture fixture;
    // It leaves the loop when nothing was found.
    const Looked walked = look(fixture, "walked", u"one");
    CHECK(walked.result == 1);
    CHECK(walked.predicate.all.hits_true == 1);
    CHECK(walked.predicate.all.hits_false == 1);
    const Looked left = look(fixture, "walked", u"zero");
    CHECK(left.result == 0);
    CHECK(left.predicate.all.least_false == nearest(u"zero", {u"one", u"twenty", u"nothing"}));
}

TEST_CASE("lookups: nothing to ask is an error of the subject", "[jvm][exec][lookups]")
{
    Fixture fixture;
    const Ran ran = fixture.call("p/Sought.missing", "(Ljava/lang/String;)I",
        [&](TestWriter& writer) { writer.add_string("any"); });
    REQUIRE(ran.detail.thrown);
    CHECK(ran.detail.thrown->class_name == "java.lang.NullPointerException");
    CHECK(ran.detail.thrown->frame_class == "p.Sought");
}
