// SPDX-License-Identifier: Apache-2.0
// What keys, members, counts and makers get in templates.
#include "core/construction/game.hpp"

#include <algorithm>
#include <cstdint>

using namespace sbst;

TEST_CASE("template builder: a key in a box has the same number", "[core][construction]")
{
    Game game;
    const TypeId box = game.types.add(object_type("Box"));
    game.make("box", box);
    const CallableId in_box = game.catalogue.add({.kind = CallableKind::function,
                                                     .name = "boxOf",
                                                     .parameters = {{"value", game.integer}},
                                                     .result = box,
                                                     .is_under_test = false},
        game.types);
    const CallableId put = game.method("put", game.game, {{"key", box}, {"player", game.player}});
    TemplatePlan plan = game.plan_of_check();
    plan.nodes[Game::node(plan, "[]").index()].writers = {
        {.callable = put, .owner = 0, .values = {2}, .keys = {1}}};
    TemplateBuilder builder(game.operators, {.repeat_prob = 0.0});
    Rng rng(12);
    for (int i = 0; i < 50; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, game.catalogue, game.types));
        REQUIRE(find_defect(test, game.catalogue, game.types).empty());
        const auto written = std::find_if(test.calls.begin(), test.calls.end(),
            [put](const Call& call) { return call.callable == put; });
        REQUIRE(written != test.calls.end());
        const Call& key = test.calls[result_at(written->arguments[1])];
        CHECK(key.callable == in_box);
        CHECK(key.arguments[0] == test.calls.back().arguments[1]);
    }
}

TEST_CASE("template builder: a key that the code fixes", "[core][construction]")
{
    Game game;
    TemplatePlan plan = game.plan_of_check();
    PlannedNode& element = plan.nodes[Game::node(plan, "[]").index()];
    element.key.reset();
    element.fixed_keys = {Value(7)};
    TemplateBuilder builder(game.operators);
    Rng rng(13);
    for (int i = 0; i < 50; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, game.catalogue, game.types));
        for (const Call& call : test.calls)
        {
            CHECK((call.callable != game.join || call.arguments[1] == Argument(Value(7))));
        }
        CHECK(std::count_if(test.calls.begin(), test.calls.end(),
                  [&](const Call& call) { return call.callable == game.join; }) == 1);
    }
}

TEST_CASE(
    "template builder: a collection gets as many elements as code asks for", "[core][construction]")
{
    Game game;
    const auto wanted = GENERATE(as<std::int64_t>{}, -1, 0, 3, 1000);
    TemplatePlan plan;
    plan.graph = ConstructionGraph::distilled(
        std::vector<SliceValue>{{.kind = SliceKind::input, .subject = 0, .name = "this"},
            {.kind = SliceKind::field, .subject = 3, .name = "players", .operands = {0}},
            {.kind = SliceKind::field,
                .subject = 9,
                .name = "length",
                .operands = {1},
                .compared = {Value(wanted)}}});
    plan.nodes.resize(3);
    Game::set_writer(
        plan, "length", "this", {.callable = game.join, .owner = 0, .values = {2}, .keys = {1}});
    plan.nodes[Game::node(plan, "length").index()].is_count = true;
    plan.calls = {game.check};
    TemplateBuilder builder(game.operators, {.compared_prob = 1.0, .max_count = 5});
    Rng rng(14);
    const TestCase test = *builder.build(plan, rng);
    INFO(to_text(test, game.catalogue, game.types));
    CHECK(std::count_if(test.calls.begin(), test.calls.end(), [&](const Call& call) {
        return call.callable == game.join;
    }) == (wanted < 0 ? 1 : std::min<std::int64_t>(wanted, 5)));
    // The wanted number is no element.
    for (const Call& call : test.calls)
    {
        CHECK((call.callable != game.join || call.arguments[2] != Argument(Value(wanted))));
    }
}

TEST_CASE("template builder: an index needs the elements before it", "[core][construction]")
{
    Game game;
    const CallableId add = game.method("add", game.game, {{"level", game.integer}});
    TemplatePlan plan;
    plan.graph = ConstructionGraph::distilled(
        std::vector<SliceValue>{{.kind = SliceKind::input, .subject = 0, .name = "this"},
            {.kind = SliceKind::field, .subject = 3, .name = "levels", .operands = {0}},
            {.kind = SliceKind::element,
                .subject = 1,
                .name = "[2]",
                .operands = {1},
                .compared = {Value(51)}},
            {.kind = SliceKind::field,
                .subject = 9,
                .name = "length",
                .operands = {1},
                .compared = {Value(4)}}});
    plan.nodes.resize(4);
    const StateWriter writer{.callable = add, .owner = 0, .values = {1}, .keys = {1}};
    Game::set_writer(plan, "[2]", "this", writer);
    Game::set_writer(plan, "length", "this", writer);
    plan.nodes[Game::node(plan, "[2]").index()].fixed_keys = {Value(2)};
    plan.nodes[Game::node(plan, "length").index()].is_count = true;
    plan.nodes[Game::node(plan, "length").index()].after = {Game::node(plan, "[2]")};
    plan.calls = {game.check};
    TemplateBuilder builder(game.operators, {.compared_prob = 1.0, .equal_prob = 0.0});
    Rng rng(16);
    for (int i = 0; i < 20; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, game.catalogue, game.types));
        std::vector<Argument> levels;
        for (const Call& call : test.calls)
        {
            if (call.callable == add)
            {
                levels.push_back(call.arguments[1]);
            }
        }
        // Three for the index, with what it is compared with and not the index; one more.
        REQUIRE(levels.size() == 4);
        CHECK(levels[2] == Argument(Value(51)));
    }
}

TEST_CASE("template builder: a maker gets all state that it writes", "[core][construction]")
{
    Game game;
    const TypeId bag = game.types.add(object_type("Bag"));
    const CallableId new_bag = game.make("Bag", bag);
    const CallableId with_both = game.catalogue.add(
        {.kind = CallableKind::constructor,
            .name = "Player",
            .parameters = {{"level", game.integer}, {"bag", bag}, {"action", game.integer}},
            .result = game.player,
            .is_under_test = false},
        game.types);
    const CallableId fill = game.method("fill", bag, {{"weight", game.integer}});
    const CallableId meet =
        game.method("meet", game.game, {{"player", game.player}}, game.integer, true);
    TemplatePlan plan;
    plan.graph = ConstructionGraph::distilled(
        std::vector<SliceValue>{{.kind = SliceKind::input, .subject = 1, .name = "player"},
            {.kind = SliceKind::field,
                .subject = 1,
                .name = "level",
                .operands = {0},
                .compared = {Value(11)}},
            {.kind = SliceKind::field,
                .subject = 2,
                .name = "action",
                .operands = {0},
                .compared = {Value(22)}},
            {.kind = SliceKind::field, .subject = 3, .name = "bag", .operands = {0}},
            {.kind = SliceKind::field,
                .subject = 4,
                .name = "weight",
                .operands = {3},
                .compared = {Value(33)}}});
    plan.nodes.resize(5);
    const ConstructionId player = Game::node(plan, "player");
    const ConstructionId held = Game::node(plan, "bag");
    for (const char* name : {"level", "action", "bag"})
    {
        plan.nodes[Game::node(plan, name).index()].owner = player;
    }
    plan.nodes[player.index()].makers = {
        {.callable = with_both, .values = {0}, .state = Game::node(plan, "level")},
        {.callable = with_both, .values = {1}, .state = held},
        {.callable = with_both, .values = {2}, .state = Game::node(plan, "action")}};
    Game::set_writer(plan, "weight", "bag", {.callable = fill, .owner = 0, .values = {1}});
    plan.calls = {meet};
    TemplateBuilder builder(game.operators, {.compared_prob = 1.0, .equal_prob = 0.0});
    Rng rng(15);
    for (int i = 0; i < 50; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, game.catalogue, game.types));
        const Call& made = test.calls[result_at(test.calls.back().arguments[1])];
        REQUIRE(made.callable == with_both);
        CHECK(made.arguments[0] == Argument(Value(11)));
        CHECK(made.arguments[2] == Argument(Value(22)));
        const std::size_t inner = result_at(made.arguments[1]);
        CHECK(test.calls[inner].callable == new_bag);
        const auto filled = call_on(test, fill, inner, test.length());
        REQUIRE(filled);
        CHECK(test.calls[*filled].arguments[1] == Argument(Value(33)));
    }
}

TEST_CASE("template builder: a member of a set is what is asked for", "[core][construction]")
{
    Game game;
    const CallableId add = game.method("add", game.game, {{"id", game.integer}});
    TemplatePlan plan;
    plan.graph = ConstructionGraph::distilled(
        std::vector<SliceValue>{{.kind = SliceKind::input, .subject = 0, .name = "this"},
            {.kind = SliceKind::input, .subject = 1, .name = "id"},
            {.kind = SliceKind::field, .subject = 3, .name = "ids", .operands = {0}},
            {.kind = SliceKind::constant},
            {.kind = SliceKind::element, .name = "[]", .operands = {2, 3, 1}}});
    plan.nodes.resize(4);
    Game::set_writer(plan, "[]", "this", {.callable = add, .owner = 0, .values = {1}, .keys = {1}});
    plan.nodes[Game::node(plan, "[]").index()].equal = Game::node(plan, "id");
    plan.calls = {game.check};
    TemplateBuilder builder(game.operators, {.repeat_prob = 0.0});
    Rng rng(17);
    for (int i = 0; i < 20; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, game.catalogue, game.types));
        const auto added =
            call_on(test, add, result_at(test.calls.back().arguments[0]), test.length() - 1);
        REQUIRE(added);
        // Evolution changes both at once.
        CHECK(test.calls.back().arguments[1] ==
              Argument(ArgumentRef{static_cast<std::uint32_t>(*added), 1}));
    }
}
