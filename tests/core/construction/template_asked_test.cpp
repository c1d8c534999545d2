// SPDX-License-Identifier: Apache-2.0
// What templates know of state: what is asked of it, what is there already, what undoes it.
#include "core/construction/game.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <variant>

using namespace sbst;

namespace
{

/// A door that is opened, shut and locked with one number; a check looks at its state.
struct Door
{
    Game game;
    TypeId door = game.types.add(object_type("Door"));
    CallableId new_door = game.make("Door", door);
    CallableId open = game.method("open", door, {{"pin", game.integer}});
    CallableId shut = game.method("shut", door, {});
    CallableId enter = game.method(
        "enter", game.game, {{"door", door}, {"pin", game.integer}}, game.integer, true);
    Value is_open{1};
    Value is_shut{0};

    /// `door.isOpen == wanted`.
    [[nodiscard]] TemplatePlan plan_of(
        const Value& wanted, const CallableId& call, std::size_t parameter, bool has_pin) const
    {
        TemplatePlan plan;
        std::vector<SliceValue> slice{
            {.kind = SliceKind::input, .subject = parameter, .name = "door"},
            {.kind = SliceKind::field,
                .subject = 1,
                .name = "isOpen",
                .operands = {0},
                .compared = {wanted},
                .asked = {{Relation::eq, wanted}}}};
        if (has_pin)
        {
            slice.push_back({.kind = SliceKind::input, .subject = 2, .name = "pin", .equals = {3}});
            slice.push_back({.kind = SliceKind::field,
                .subject = 2,
                .name = "pinOfDoor",
                .operands = {0},
                .equals = {2}});
        }
        plan.graph = ConstructionGraph::distilled(slice);
        plan.nodes.resize(plan.graph.nodes().size());
        Game::set_writer(plan, "isOpen", "door", {.callable = open, .owner = 0});
        PlannedNode& state = plan.nodes[Game::node(plan, "isOpen").index()];
        state.writers.push_back({.callable = shut, .owner = 0});
        for (StateWriter& writer : state.writers)
        {
            const Value& written = writer.callable == open ? is_open : is_shut;
            writer.is_constant = true;
            writer.score = written == wanted ? 1.0 : 0.0;
        }
        state.holds_at_first = wanted == is_shut;
        plan.calls = {call};
        return plan;
    }

    /// A door is opened where it is shut, by a number over 9 that it keeps.
    [[nodiscard]] TemplatePlan plan_of_enter() const
    {
        TemplatePlan plan = plan_of(is_open, enter, 1, true);
        auto guards = std::make_shared<TemplatePlan>(plan_of(is_shut, open, 0, false));
        guards->asked = {{1, {Value(10)}}};
        StateWriter& opener = plan.nodes[Game::node(plan, "isOpen").index()].writers[0];
        opener.guards = guards;
        opener.is_once = true;
        StateWriter pin = opener;
        pin.is_constant = false;
        pin.values = {1};
        Game::set_writer(plan, "pinOfDoor", "door", std::move(pin));
        return plan;
    }
};

std::size_t count_of(const TestCase& test, CallableId callable)
{
    return static_cast<std::size_t>(std::count_if(test.calls.begin(), test.calls.end(),
        [callable](const Call& call) { return call.callable == callable; }));
}

}  // namespace

TEST_CASE("template builder: what undoes the wanted state is not called", "[core][construction]")
{
    Door door;
    TemplatePlan plan = door.plan_of(door.is_open, door.enter, 1, false);
    TemplateBuilder builder(door.game.operators);
    Rng rng(1);
    for (int i = 0; i < 50; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, door.game.catalogue, door.game.types));
        CHECK(count_of(test, door.open) == 1);
        CHECK(count_of(test, door.shut) == 0);
    }
}

TEST_CASE("template builder: what a new object has is mostly left", "[core][construction]")
{
    Door door;
    TemplatePlan plan = door.plan_of(door.is_shut, door.enter, 1, false);
    TemplateBuilder builder(door.game.operators);
    Rng rng(2);
    std::size_t written = 0;
    constexpr std::size_t templates = 200;
    for (std::size_t i = 0; i < templates; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        CHECK(count_of(test, door.open) == 0);
        written += count_of(test, door.shut);
    }
    // TemplateOptions::kept_prob is 0.9.
    CHECK(written > 5);
    CHECK(written < templates / 5);
}

TEST_CASE(
    "template builder: one call gives all state that it can give only once", "[core][construction]")
{
    Door door;
    TemplatePlan plan = door.plan_of_enter();
    TemplateBuilder builder(door.game.operators, {.compared_prob = 1.0,
                                                     .strict_guard_prob = 1.0,
                                                     .equal_prob = 0.0,
                                                     .wanted_equal_prob = 1.0,
                                                     .kept_prob = 1.0});
    Rng rng(3);
    for (int i = 0; i < 50; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, door.game.catalogue, door.game.types));
        REQUIRE(find_defect(test, door.game.catalogue, door.game.types).empty());
        REQUIRE(count_of(test, door.open) == 1);
        const auto opened = std::find_if(test.calls.begin(), test.calls.end(),
            [&](const Call& call) { return call.callable == door.open; });
        // What the guard asks for; and the reader takes the same, also after a mutation.
        CHECK(resolve(test, opened->arguments[1]) == Argument(Value(10)));
        CHECK(resolve(test, test.calls.back().arguments[2]) == Argument(Value(10)));
        CHECK(std::holds_alternative<ArgumentRef>(test.calls.back().arguments[2]));
    }
}

TEST_CASE(
    "template builder: what undoes a guard comes behind what it guards", "[core][construction]")
{
    // The number is set while the door is shut, and the branch wants it open.
    Door door;
    const CallableId set = door.game.method("set", door.door, {{"pin", door.game.integer}});
    TemplatePlan plan = door.plan_of(door.is_open, door.enter, 1, true);
    Game::set_writer(plan, "pinOfDoor", "door",
        {.callable = set,
            .owner = 0,
            .values = {1},
            .guards = std::make_shared<TemplatePlan>(door.plan_of(door.is_shut, set, 0, false))});
    order_by_guards(plan);
    TemplateBuilder builder(door.game.operators, {.kept_prob = 1.0});
    Rng rng(4);
    for (int i = 0; i < 50; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, door.game.catalogue, door.game.types));
        REQUIRE(count_of(test, door.open) == 1);
        const auto opened = std::find_if(test.calls.begin(), test.calls.end(),
            [&](const Call& call) { return call.callable == door.open; });
        const bool is_set_before = std::any_of(
            test.calls.begin(), opened, [set](const Call& call) { return call.callable == set; });
        CHECK(is_set_before);
        CHECK(count_of(test, door.shut) == 0);
    }
}

TEST_CASE("template builder: a parameter that should equal another one", "[core][construction]")
{
    Game game;
    const CallableId range =
        game.catalogue.add({.kind = CallableKind::constructor,
                               .name = "Player",
                               .parameters = {{"low", game.integer}, {"high", game.integer}},
                               .result = game.player,
                               .is_under_test = false},
            game.types);
    const CallableId meet =
        game.method("meet", game.game, {{"player", game.player}}, game.integer, true);
    auto guards = std::make_shared<TemplatePlan>();
    guards->calls = {range};
    guards->asked = {{.parameter = 1, .same_as = 0}};
    TemplatePlan plan;
    plan.graph = ConstructionGraph::distilled(std::vector<SliceValue>{
        {.kind = SliceKind::input, .subject = 1, .name = "player"}, {.kind = SliceKind::field,
                                                                        .subject = 1,
                                                                        .name = "low",
                                                                        .operands = {0},
                                                                        .compared = {Value(77)}}});
    plan.nodes.resize(2);
    plan.nodes[1].owner = Game::node(plan, "player");
    plan.nodes[0].makers = {
        {.callable = range, .values = {0}, .state = Game::node(plan, "low"), .guards = guards}};
    plan.calls = {meet};
    TemplateBuilder builder(game.operators, {.compared_prob = 1.0, .wanted_equal_prob = 1.0});
    Rng rng(5);
    for (int i = 0; i < 20; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, game.catalogue, game.types));
        const Call& made = test.calls[result_at(test.calls.back().arguments[1])];
        REQUIRE(made.callable == range);
        CHECK(made.arguments[0] == Argument(Value(77)));
        CHECK(resolve(test, made.arguments[1]) == Argument(Value(77)));
    }
}

TEST_CASE("template builder: a list has the length and the elements that code asks for",
    "[core][construction]")
{
    Game game;
    const TypeId list = game.types.add(array_type(game.integer, "int[]"));
    const CallableId sum = game.method("sum", game.game, {{"numbers", list}}, game.integer, true);
    TemplatePlan plan;
    plan.graph = ConstructionGraph::distilled(
        std::vector<SliceValue>{{.kind = SliceKind::input, .subject = 1, .name = "numbers"},
            {.kind = SliceKind::field,
                .subject = 1,
                .name = "length",
                .operands = {0},
                .compared = {Value(7)}},
            {.kind = SliceKind::element,
                .subject = 3,
                .name = "[2]",
                .operands = {0},
                .compared = {Value(42)}}});
    plan.nodes.resize(3);
    plan.nodes[Game::node(plan, "length").index()].is_count = true;
    plan.nodes[Game::node(plan, "[2]").index()].fixed_keys = {Value(2)};
    plan.calls = {sum};
    TemplateBuilder builder(game.operators, {.compared_prob = 1.0});
    Rng rng(6);
    for (int i = 0; i < 50; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, game.catalogue, game.types));
        REQUIRE(find_defect(test, game.catalogue, game.types).empty());
        const auto& numbers = std::get<Value>(test.calls.back().arguments[1]).list();
        REQUIRE(numbers.size() == 7);
        CHECK(numbers[2] == Value(42));
    }
}

TEST_CASE("template builder: an input that is no node is often an object of its own",
    "[core][construction]")
{
    Game game;
    const CallableId compare = game.method(
        "compare", game.game, {{"one", game.player}, {"other", game.player}}, game.integer, true);
    TemplatePlan plan;
    plan.graph = ConstructionGraph::distilled(
        std::vector<SliceValue>{{.kind = SliceKind::input, .subject = 1, .name = "one"},
            {.kind = SliceKind::field, .subject = 1, .name = "level", .operands = {0}}});
    plan.nodes.resize(2);
    Game::set_writer(plan, "level", "one", {.callable = game.set_level, .owner = 0, .values = {1}});
    plan.calls = {compare};
    TemplateBuilder builder(game.operators);
    Rng rng(7);
    std::size_t different = 0;
    constexpr std::size_t templates = 100;
    for (std::size_t i = 0; i < templates; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        REQUIRE(find_defect(test, game.catalogue, game.types).empty());
        const Call& last = test.calls.back();
        different += last.arguments[1] == last.arguments[2] ? 0U : 1U;
    }
    // TemplateOptions::new_input_prob is 0.5.
    CHECK(different > templates / 4);
    CHECK(different < templates);
}
