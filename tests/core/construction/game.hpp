// SPDX-License-Identifier: Apache-2.0
// The game of the tests of templates. Next: template_builder_test.cpp, template_state_test.cpp.
#pragma once

#include "support/catch.hpp"

#include <sbst/construction/template_builder.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sbst
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
inline std::optional<std::size_t> call_on(
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

inline std::size_t result_at(const Argument& argument)
{
    return std::get<ResultRef>(argument).call;
}

}  // namespace sbst
