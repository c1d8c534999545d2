// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/guided/mined_constants.hpp>

#include <cmath>
#include <map>
#include <string>

using namespace sbst;

TEST_CASE("constant_weight: as computed by hand", "[core][guided][unit]")
{
    CHECK(constant_weight(3, 5, 1) == Approx(0.546965).epsilon(1e-5));
    CHECK(constant_weight(3, 5, 3) == Approx(2.079442).epsilon(1e-5));
    CHECK(constant_weight(4, 5, 5) == Approx(7.167038).epsilon(1e-5));
    CHECK(constant_weight(1, 1, 1) == Approx(0.693147).epsilon(1e-5));
}

namespace
{

struct Mine
{
    TypeUniverse types;
    TypeId number = types.add(integer_type(64, true, "long"));
    TypeId tiny = types.add(integer_type(8, true, "byte"));
    TypeId text = types.add(string_type());
    TypeId flag = types.add(boolean_type());
    MinedConstants constants;
};

}  // namespace

TEST_CASE("MinedConstants: weights count uses of a document, and of all", "[core][guided][unit]")
{
    Mine mine;
    const auto first = mine.constants.add_document();
    const auto second = mine.constants.add_document();
    mine.constants.add(first, Value(7), mine.number, mine.types, 2);
    mine.constants.add(first, Value(7), mine.number, mine.types);
    mine.constants.add(second, Value(7), mine.number, mine.types);
    mine.constants.add(second, Value(std::string("key")), mine.text, mine.types);
    CHECK(mine.constants.documents() == 2);
    CHECK(mine.constants.size() == 2);
    CHECK(mine.constants.weight(first, Value(7)) == Approx(constant_weight(3, 2, 2)));
    CHECK(mine.constants.weight(second, Value(7)) == Approx(constant_weight(1, 2, 2)));
    CHECK(mine.constants.weight(Value(7)) == Approx(constant_weight(4, 2, 2)));
    CHECK(mine.constants.weight(first, Value(std::string("key"))) == 0.0);
    CHECK(mine.constants.weight(second, Value(std::string("key"))) ==
          Approx(constant_weight(1, 2, 1)));
    CHECK(mine.constants.weight(Value(8)) == 0.0);
}

TEST_CASE("MinedConstants: constants are drawn in proportion to their weights",
    "[core][guided][property]")
{
    Mine mine;
    const auto document = mine.constants.add_document();
    mine.constants.add_document();
    mine.constants.add(document, Value(1), mine.number, mine.types, 30);
    mine.constants.add(document, Value(2), mine.number, mine.types, 10);
    Rng rng(1);
    std::map<std::uint64_t, int> drawn;
    for (int i = 0; i < 4000; ++i)
    {
        const auto value = mine.constants.draw(document, mine.number, mine.types, rng);
        REQUIRE(value);
        ++drawn[low64(value->word())];
    }
    CHECK(drawn.size() == 2);
    CHECK(drawn[1] > 2850);
    CHECK(drawn[1] < 3150);
}

TEST_CASE("MinedConstants: only what is a literal of the type is drawn", "[core][guided][unit]")
{
    Mine mine;
    const auto document = mine.constants.add_document();
    const auto other = mine.constants.add_document();
    mine.constants.add(document, Value(1000), mine.number, mine.types);
    mine.constants.add(other, Value(std::string("word")), mine.text, mine.types);
    Rng rng(1);
    const Rng before = rng;
    CHECK_FALSE(mine.constants.draw(document, mine.tiny, mine.types, rng));
    CHECK_FALSE(mine.constants.draw(document, mine.text, mine.types, rng));
    CHECK_FALSE(mine.constants.draw(document, mine.flag, mine.types, rng));
    CHECK(rng == before);
    CHECK(mine.constants.draw(document, mine.number, mine.types, rng) == Value(1000));
    CHECK(mine.constants.draw(mine.text, mine.types, rng) == Value(std::string("word")));
    // A constant that comes later is drawn, too.
    mine.constants.add(document, Value(-5), mine.number, mine.types);
    CHECK(mine.constants.draw(document, mine.tiny, mine.types, rng) == Value(-5));
}
