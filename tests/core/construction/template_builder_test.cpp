// SPDX-License-Identifier: Apache-2.0
#include "core/construction/game.hpp"

#include <sbst/construction/template_builder.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

using namespace sbst;

TEST_CASE("template builder: what a writer needs comes right before it", "[core][construction]")
{
    Game game;
    const TemplatePlan plan = game.plan_of_check();
    TemplateBuilder builder(game.operators);
    Rng rng(1);
    for (int i = 0; i < 200; ++i)
    {
        const std::optional<TestCase> test = builder.build(plan, rng);
        REQUIRE(test);
        INFO(to_text(*test, game.catalogue, game.types));
        REQUIRE(find_defect(*test, game.catalogue, game.types).empty());
        const std::size_t last = test->length() - 1;
        REQUIRE(test->calls[last].callable == game.check);
        const std::size_t receiver = result_at(test->calls[last].arguments[0]);

        const auto joined = call_on(*test, game.join, receiver, last);
        REQUIRE(joined);
        const std::size_t player = result_at(test->calls[*joined].arguments[2]);
        CHECK(call_on(*test, game.set_phase, receiver, *joined));
        CHECK(call_on(*test, game.set_level, player, *joined));
        // The leaf behind the element.
        CHECK(call_on(*test, game.set_action, player, last));
    }
}

TEST_CASE("template builder: a key is one value for writer and reader", "[core][construction]")
{
    Game game;
    const TemplatePlan plan = game.plan_of_check();
    TemplateBuilder builder(game.operators, {.repeat_prob = 0.0});
    Rng rng(2);
    std::set<std::string> keys;
    for (int i = 0; i < 50; ++i)
    {
        const std::optional<TestCase> test = builder.build(plan, rng);
        REQUIRE(test);
        INFO(to_text(*test, game.catalogue, game.types));
        const Call& check = test->calls.back();
        const auto joined =
            call_on(*test, game.join, result_at(check.arguments[0]), test->length() - 1);
        REQUIRE(joined);
        // Evolution changes both at once.
        CHECK(check.arguments[1] == Argument(ArgumentRef{static_cast<std::uint32_t>(*joined), 1}));
        keys.insert(
            to_text(std::get<Value>(test->calls[*joined].arguments[1]), game.integer, game.types));
    }
    CHECK(keys.size() > 10);
}

TEST_CASE("template builder: what is added to a list is no key", "[core][construction]")
{
    Game game;
    const CallableId add = game.method("add", game.game, {{"player", game.player}});
    TemplatePlan plan = game.plan_of_check();
    // As `players.get(id)` and `players.add(player)` are found.
    plan.nodes[Game::node(plan, "[]").index()].writers = {
        {.callable = add, .owner = 0, .values = {1}, .keys = {1}}};
    TemplateBuilder builder(game.operators);
    Rng rng(10);
    for (int i = 0; i < 50; ++i)
    {
        const std::optional<TestCase> test = builder.build(plan, rng);
        REQUIRE(test);
        INFO(to_text(*test, game.catalogue, game.types));
        CHECK(std::any_of(test->calls.begin(), test->calls.end(),
            [add](const Call& call) { return call.callable == add; }));
        CHECK(std::holds_alternative<Value>(test->calls.back().arguments[1]));
    }
}

TEST_CASE("template builder: a full test still ends with the target", "[core][construction]")
{
    Game game;
    TemplatePlan plan = game.plan_of_check();
    // Each of them guarded by the other, so that the calls double at each depth.
    auto inner = std::make_shared<TemplatePlan>(*game.guards_of_join());
    for (int depth = 0; depth < 12; ++depth)
    {
        auto outer = std::make_shared<TemplatePlan>(*game.guards_of_join());
        for (PlannedNode& node : outer->nodes)
        {
            for (StateWriter& writer : node.writers)
            {
                writer.guards = inner;
            }
        }
        inner = outer;
    }
    plan.nodes[Game::node(plan, "[]").index()].writers[0].guards = inner;
    TemplateBuilder builder(game.operators, {.max_depth = 12});
    Rng rng(11);
    const std::optional<TestCase> test = builder.build(plan, rng);
    REQUIRE(test);
    CHECK(test->length() <= game.operators.options().max_length);
    CHECK(test->calls.back().callable == game.check);
}

TEST_CASE("template builder: constants of the code fill leaves", "[core][construction]")
{
    Game game;
    TemplatePlan plan = game.plan_of_check();
    plan.constants.add(Value(123456), game.integer, game.types);
    Rng rng(3);
    const auto share_of_constant = [&](double prob) {
        TemplateBuilder builder(game.operators, {.constant_prob = prob, .equal_prob = 0.0});
        int found = 0;
        for (int i = 0; i < 100; ++i)
        {
            const TestCase test = *builder.build(plan, rng);
            found += std::any_of(test.calls.begin(), test.calls.end(), [&](const Call& call) {
                return call.callable == game.set_action &&
                       call.arguments[1] == Argument(Value(123456));
            });
        }
        return found;
    };
    CHECK(share_of_constant(0.0) == 0);
    CHECK(share_of_constant(1.0) == 100);
    const int half = share_of_constant(0.5);
    CHECK(half > 25);
    CHECK(half < 75);
}

TEST_CASE("template builder: a leaf gets what it is compared with", "[core][construction]")
{
    Game game;
    TemplatePlan plan = game.plan_of_check();
    plan.graph = ConstructionGraph::distilled(
        std::vector<SliceValue>{{.kind = SliceKind::input, .subject = 0, .name = "this"},
            {.kind = SliceKind::field,
                .subject = 1,
                .name = "phase",
                .operands = {0},
                .compared = {Value(700), Value(701)}}});
    plan.nodes.assign(2, {});
    Game::set_writer(
        plan, "phase", "this", {.callable = game.set_phase, .owner = 0, .values = {1}});
    TemplateBuilder builder(game.operators, {.compared_prob = 1.0});
    Rng rng(8);
    std::map<U256, int> drawn;
    for (int i = 0; i < 400; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        const auto set = std::find_if(test.calls.begin(), test.calls.end(),
            [&](const Call& call) { return call.callable == game.set_phase; });
        REQUIRE(set != test.calls.end());
        ++drawn[std::get<Value>(set->arguments[1]).word()];
    }
    CHECK(drawn.size() == 2);
    CHECK(drawn[U256{700}] > 140);
    CHECK(drawn[U256{701}] > 140);
}

TEST_CASE("template builder: what guards change again comes behind them", "[core][construction]")
{
    Game game;
    TemplatePlan plan = game.plan_of_check();
    // The branch needs a phase of its own, and join() needs another one.
    plan.graph = ConstructionGraph::distilled(
        std::vector<SliceValue>{{.kind = SliceKind::input, .subject = 0, .name = "this"},
            {.kind = SliceKind::field, .subject = 3, .name = "players", .operands = {0}},
            {.kind = SliceKind::element, .name = "[]", .operands = {1}},
            {.kind = SliceKind::field, .subject = 1, .name = "phase", .operands = {0}}});
    plan.nodes.assign(4, {});
    Game::set_writer(plan, "[]", "this",
        {.callable = game.join, .owner = 0, .values = {2}, .guards = game.guards_of_join()});
    Game::set_writer(
        plan, "phase", "this", {.callable = game.set_phase, .owner = 0, .values = {1}});
    order_by_guards(plan);
    const ConstructionId phase = Game::node(plan, "phase");
    const ConstructionId element = Game::node(plan, "[]");
    CHECK(plan.nodes[phase.index()].after == std::vector<ConstructionId>{element});
    CHECK(plan.nodes[element.index()].after.empty());

    TemplateBuilder builder(game.operators);
    Rng rng(9);
    for (int i = 0; i < 100; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, game.catalogue, game.types));
        // The last call before the target.
        CHECK(test.calls[test.length() - 2].callable == game.set_phase);
    }
}

TEST_CASE("template builder: a reader serves an inner node", "[core][construction]")
{
    Game game;
    TemplatePlan plan = game.plan_of_check();
    PlannedNode& element = plan.nodes[Game::node(plan, "[]").index()];
    element.readers = {{.callable = game.get_player, .owner = 0}};
    element.writers.clear();
    TemplateBuilder builder(game.operators);
    Rng rng(4);
    const TestCase test = *builder.build(plan, rng);
    INFO(to_text(test, game.catalogue, game.types));
    const auto set = std::find_if(test.calls.begin(), test.calls.end(),
        [&](const Call& call) { return call.callable == game.set_action; });
    REQUIRE(set != test.calls.end());
    CHECK(test.calls[result_at(set->arguments[0])].callable == game.get_player);
}

TEST_CASE("template builder: what cannot be made is left out", "[core][construction]")
{
    Game game;
    Rng rng(5);
    TemplateBuilder builder(game.operators);
    SECTION("a node without calls, and what it leads to")
    {
        TemplatePlan plan = game.plan_of_check();
        plan.nodes[Game::node(plan, "[]").index()].writers.clear();
        const TestCase test = *builder.build(plan, rng);
        CHECK(test.calls.back().callable == game.check);
        CHECK(std::none_of(test.calls.begin(), test.calls.end(),
            [&](const Call& call) { return call.callable == game.set_action; }));
    }
    SECTION("a target whose objects cannot be had")
    {
        const TypeId ghost = game.types.add(object_type("Ghost"));
        TemplatePlan plan;
        plan.calls = {game.method("haunt", ghost, {}, {}, true)};
        CHECK_FALSE(builder.build(plan, rng));
    }
    SECTION("guards that need themselves end")
    {
        TemplatePlan plan = game.plan_of_check();
        auto guards = std::make_shared<TemplatePlan>(game.plan_of_check());
        guards->calls = {game.join};
        auto outer = std::make_shared<TemplatePlan>(*guards);
        outer->nodes[Game::node(*outer, "[]").index()].writers[0].guards = guards;
        plan.nodes[Game::node(plan, "[]").index()].writers[0].guards = outer;
        TemplateBuilder shallow(game.operators, {.repeat_prob = 0.0, .max_depth = 1});
        const TestCase test = *shallow.build(plan, rng);
        CHECK(std::count_if(test.calls.begin(), test.calls.end(),
                  [&](const Call& call) { return call.callable == game.join; }) == 2);
    }
}
