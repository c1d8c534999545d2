// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/guided/sequence_slice.hpp>

#include <vector>

using namespace sbst;

namespace
{

/// Boxes with numbers: `make(number)`, `put(box, number)`, `look(box)`, `move(from, to)`.
struct Boxes
{
    TypeUniverse types;
    Catalogue catalogue;
    TypeId nothing = types.add(Type{});
    TypeId number = types.add(integer_type(64, true, "long"));
    TypeId box = types.add(object_type("Box"));
    CallableId make =
        catalogue.add({CallableKind::constructor, "make", {{"n", number}}, box}, types);
    CallableId put =
        catalogue.add({CallableKind::method, "put", {{"box", box}, {"n", number}}, nothing}, types);
    CallableId look = catalogue.add({CallableKind::method, "look", {{"box", box}}, number}, types);
    CallableId move = catalogue.add(
        {CallableKind::function, "move", {{"from", box}, {"to", box}}, nothing}, types);

    [[nodiscard]] bool may_write(CallableId callable, std::size_t parameter) const
    {
        return callable == put || (callable == move && parameter == 1);
    }
    /// 0 make, 1 make, 2 put on 0, 3 look at 0, 4 move 0 to 1, 5 put on 1, 6 put on 0 with the
    /// number of call 2.
    [[nodiscard]] TestCase test() const
    {
        return {{{make, {Value(1)}}, {make, {Value(2)}}, {put, {ResultRef{0}, Value(3)}},
            {look, {ResultRef{0}}}, {move, {ResultRef{0}, ResultRef{1}}},
            {put, {ResultRef{1}, Value(4)}}, {put, {ResultRef{0}, ArgumentRef{2, 1}}}}};
    }
    [[nodiscard]] std::vector<std::size_t> behind(std::size_t call, std::size_t end) const
    {
        return calls_behind(test(), call, end,
            [this](CallableId callable, std::size_t p) { return may_write(callable, p); });
    }
};

}  // namespace

TEST_CASE("calls_behind: what made an object, and what wrote to it", "[core][guided][unit]")
{
    const Boxes boxes;
    CHECK(boxes.behind(0, 7) == std::vector<std::size_t>{0, 2, 6});
    CHECK(boxes.behind(0, 4) == std::vector<std::size_t>{0, 2});
    CHECK(boxes.behind(0, 1) == std::vector<std::size_t>{0});
    // What was moved into the second box comes from the first one, with all that was put there.
    CHECK(boxes.behind(1, 7) == std::vector<std::size_t>{0, 1, 2, 4, 5, 6});
    CHECK(boxes.behind(3, 4) == std::vector<std::size_t>{0, 2, 3});
}

TEST_CASE("part_of: calls alone are a well-formed test", "[core][guided][unit]")
{
    const Boxes boxes;
    const TestCase whole = boxes.test();
    const std::vector<std::size_t> calls{1, 5};
    CHECK(part_of(whole, calls) ==
          TestCase{{{boxes.make, {Value(2)}}, {boxes.put, {ResultRef{0}, Value(4)}}}});
    // The argument of a call that is left out becomes a literal again.
    const std::vector<std::size_t> later{0, 6};
    const TestCase part = part_of(whole, later);
    CHECK(part == TestCase{{{boxes.make, {Value(1)}}, {boxes.put, {ResultRef{0}, Value(3)}}}});
    CHECK(find_defect(part, boxes.catalogue, boxes.types).empty());
    const std::vector<std::size_t> both{0, 2, 6};
    CHECK(part_of(whole, both).calls[2].arguments[1] == Argument(ArgumentRef{1, 1}));
}

TEST_CASE("append_sequence: references move with the calls", "[core][guided][unit]")
{
    const Boxes boxes;
    TestCase test{{{boxes.make, {Value(9)}}}};
    const std::size_t output = append_sequence(test, boxes.test(), 1, boxes.catalogue);
    CHECK(output == 2);
    REQUIRE(test.length() == 8);
    CHECK(test.calls[5].arguments == std::vector<Argument>{ResultRef{1}, ResultRef{2}});
    CHECK(test.calls[7].arguments[1] == Argument(ArgumentRef{3, 1}));
    CHECK(find_defect(test, boxes.catalogue, boxes.types).empty());
}

TEST_CASE("append_sequence: the opening of a sequence is that of the test", "[core][guided][unit]")
{
    Boxes boxes;
    const CallableId open = boxes.catalogue.add_opening(
        {CallableKind::constructor, "open", {}, boxes.box}, boxes.types);
    const TestCase sequence{
        {{open, {}}, {boxes.make, {Value(1)}}, {boxes.move, {ResultRef{0}, ResultRef{1}}}}};
    TestCase test{{{open, {}}, {boxes.look, {ResultRef{0}}}}};
    CHECK(append_sequence(test, sequence, 1, boxes.catalogue) == 2);
    REQUIRE(test.length() == 4);
    CHECK(test.calls[3].arguments == std::vector<Argument>{ResultRef{0}, ResultRef{2}});
    CHECK(find_defect(test, boxes.catalogue, boxes.types).empty());
    TestCase fresh;
    CHECK(append_sequence(fresh, sequence, 1, boxes.catalogue) == 1);
    CHECK(fresh == sequence);
}
