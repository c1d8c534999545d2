// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/construction/template_builder.hpp>
#include <sbst/error.hpp>
#include <sbst/search/construction_seeding.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

using namespace sbst;

namespace
{

/// A game that players join in one phase, each at one level: a branch of `check` needs a player.
struct Game
{
    TypeUniverse types;
    TypeId integer = types.add(integer_type(32, true, "int"));
    TypeId nothing = types.add({});
    TypeId game = types.add(object_type("Game"));
    TypeId player = types.add(object_type("Player"));
    Catalogue catalogue;
    CallableId new_game = make("Game", game);
    CallableId new_player = make("Player", player);
    CallableId set_phase = method("setPhase", game, {{"phase", integer}});
    CallableId set_level = method("setLevel", player, {{"level", integer}});
    CallableId set_action = method("setAction", player, {{"action", integer}});
    CallableId join = method("join", game, {{"id", integer}, {"player", player}});
    CallableId get_player = method("player", game, {{"id", integer}}, player);
    CallableId check = method("check", game, {{"id", integer}}, integer, true);
    ConstantPool pool;
    SequenceOperators operators{types, catalogue, pool};

    CallableId make(const std::string& name, TypeId type)
    {
        return catalogue.add({.kind = CallableKind::constructor,
                                 .name = name,
                                 .result = type,
                                 .is_under_test = false},
            types);
    }
    CallableId method(const std::string& name, TypeId receiver, std::vector<Parameter> parameters,
        std::optional<TypeId> result = {}, bool is_under_test = false)
    {
        parameters.insert(parameters.begin(), {"receiver", receiver});
        return catalogue.add({.kind = CallableKind::method,
                                 .name = name,
                                 .parameters = std::move(parameters),
                                 .result = result.value_or(nothing),
                                 .is_under_test = is_under_test},
            types);
    }

    /// `game.phase` and `player.level` decide whether join() writes.
    [[nodiscard]] std::shared_ptr<const TemplatePlan> guards_of_join() const
    {
        auto plan = std::make_shared<TemplatePlan>();
        plan->graph = ConstructionGraph::distilled(
            std::vector<SliceValue>{{.kind = SliceKind::input, .subject = 0, .name = "this"},
                {.kind = SliceKind::input, .subject = 2, .name = "player"},
                {.kind = SliceKind::field, .subject = 1, .name = "phase", .operands = {0}},
                {.kind = SliceKind::field, .subject = 2, .name = "level", .operands = {1}}});
        plan->nodes.resize(4);
        set_writer(*plan, "phase", "this", {.callable = set_phase, .owner = 0, .values = {1}});
        set_writer(*plan, "level", "player", {.callable = set_level, .owner = 0, .values = {1}});
        plan->calls = {join};
        return plan;
    }

    /// `this.players[id].action`.
    [[nodiscard]] TemplatePlan plan_of_check() const
    {
        TemplatePlan plan;
        plan.graph = ConstructionGraph::distilled(
            std::vector<SliceValue>{{.kind = SliceKind::input, .subject = 0, .name = "this"},
                {.kind = SliceKind::input, .subject = 1, .name = "id"},
                {.kind = SliceKind::field, .subject = 3, .name = "players", .operands = {0}},
                {.kind = SliceKind::element, .name = "[]", .operands = {2, 1}},
                {.kind = SliceKind::field, .subject = 4, .name = "action", .operands = {3}}});
        plan.nodes.resize(5);
        set_writer(plan, "[]", "this",
            {.callable = join, .owner = 0, .values = {2}, .keys = {1}, .guards = guards_of_join()});
        plan.nodes[node(plan, "[]").index()].key = node(plan, "id");
        set_writer(plan, "action", "[]", {.callable = set_action, .owner = 0, .values = {1}});
        plan.calls = {check};
        return plan;
    }

    static ConstructionId node(const TemplatePlan& plan, const std::string& name)
    {
        for (std::size_t i = 0; i < plan.graph.nodes().size(); ++i)
        {
            if (plan.graph.nodes()[i].name == name)
            {
                return ConstructionId(i);
            }
        }
        FAIL("no node " << name);
        return {};
    }
    static void set_writer(
        TemplatePlan& plan, const std::string& name, const std::string& owner, StateWriter writer)
    {
        PlannedNode& planned = plan.nodes[node(plan, name).index()];
        planned.owner = node(plan, owner);
        planned.writers = {std::move(writer)};
    }
};

/// The last call before `end` of a callable whose argument is that result.
std::optional<std::size_t> call_on(
    const TestCase& test, CallableId callable, std::size_t result, std::size_t end)
{
    for (std::size_t i = end; i-- > 0;)
    {
        const Call& call = test.calls[i];
        if (call.callable == callable &&
            call.arguments[0] == Argument(ResultRef{static_cast<std::uint32_t>(result)}))
        {
            return i;
        }
    }
    return std::nullopt;
}

std::size_t result_at(const Argument& argument)
{
    return std::get<ResultRef>(argument).call;
}

}  // namespace

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
    element.fixed_key = Value(7);
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
    plan.nodes[Game::node(plan, "[2]").index()].fixed_key = Value(2);
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

TEST_CASE("construction seeding: a mean number of templates", "[core][construction]")
{
    Game game;
    const TemplatePlan plan = game.plan_of_check();
    const Archive<TestCase> archive;
    const std::vector<GoalId> goals{GoalId(0), GoalId(1)};
    const SearchState<TestCase> state{archive, goals, {}};
    const auto plan_of = [&plan](GoalId goal) { return goal == GoalId(0) ? &plan : nullptr; };
    const auto templates_of = [&](double rate) {
        ConstructionSeeding seeding(game.operators, plan_of, {.templates_per_generation = rate});
        Rng rng(6);
        std::size_t count = 0;
        for (int i = 0; i < 400; ++i)
        {
            count += seeding.refine(state, rng).size();
        }
        CHECK(seeding.templates() == count);
        return count;
    };
    CHECK(templates_of(0.0) == 0);
    const std::size_t third = templates_of(0.3);
    CHECK(third > 80);
    CHECK(third < 160);
    // One goal has no plan: of five draws one in 32 meets it only.
    CHECK(templates_of(2.0) > 740);

    Rng untouched(7);
    Rng same(7);
    ConstructionSeeding off(game.operators, plan_of);
    CHECK(off.refine(state, untouched).empty());
    CHECK(untouched.below(1'000'000) == same.below(1'000'000));
    for (const double bad : {-0.1, 1000.5, std::numeric_limits<double>::quiet_NaN()})
    {
        CHECK_THROWS_AS(
            ConstructionSeeding(game.operators, plan_of, {.templates_per_generation = bad}),
            ConfigError);
    }
}
