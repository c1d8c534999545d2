// SPDX-License-Identifier: Apache-2.0
// What calls of a template agree on: arguments of the opening, calls that are not made twice,
// parameters of which only constants are asked.
#include "support/catch.hpp"

#include <sbst/construction/template_builder.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace sbst;

namespace
{

/// A desk that is deployed by an account: the owner, or one of its partners, opens orders.
struct Desk
{
    TypeUniverse types;
    TypeId account = types.add(enumeration_type("account", {"a", "b", "c", "d", "e", "f", "g"}));
    TypeId accounts = types.add(array_type(account, "accounts"));
    TypeId number = types.add(integer_type(64, false, "number"));
    TypeId nothing = types.add({});
    Catalogue catalogue;
    CallableId deploy = catalogue.add_opening(
        {.name = "Desk",
            .parameters = {{"partners", accounts}, {"limit", number}, {"sender", account}},
            .result = nothing},
        types);
    CallableId open = function("open", {{"order", number}, {"price", number}, {"sender", account}});
    CallableId pay = function("pay", {{"order", number}, {"value", number}, {"sender", account}});
    ConstantPool pool;
    SequenceOperators operators{types, catalogue, pool};

    CallableId function(const std::string& name, std::vector<Parameter> parameters)
    {
        return catalogue.add(
            {.name = name, .parameters = std::move(parameters), .result = nothing}, types);
    }

    /// A place of the desk that equals an input of a call, which is one parameter of it.
    static TemplatePlan plan_of(CallableId callable, std::size_t parameter, StateWriter writer)
    {
        TemplatePlan plan;
        plan.graph = ConstructionGraph::distilled(
            std::vector<SliceValue>{{.kind = SliceKind::input, .subject = SIZE_MAX, .name = "desk"},
                {.kind = SliceKind::input, .subject = parameter, .name = "input"},
                {.kind = SliceKind::field, .subject = 1, .name = "place", .operands = {0, 1}}});
        plan.nodes.resize(3);
        writer.shared.push_back({writer.values.empty() ? 2 : writer.values.front(),
            ConstructionId(plan.graph[ConstructionId(0)].name == "input" ? 0 : 1)});
        plan.nodes[2].writers = {std::move(writer)};
        plan.calls = {callable};
        return plan;
    }
};

/// The value of an argument.
Value value_at(const TestCase& test, std::size_t call, std::size_t argument)
{
    return std::get<Value>(resolve(test, test.calls[call].arguments[argument]));
}

}  // namespace

TEST_CASE(
    "template builder: an input is what an argument of the opening is", "[core][construction]")
{
    Desk desk;
    const TemplatePlan plan = Desk::plan_of(desk.open, 2, {.callable = desk.deploy});
    TemplateBuilder builder(desk.operators);
    Rng rng(1);
    for (int i = 0; i < 30; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, desk.catalogue, desk.types));
        REQUIRE(find_defect(test, desk.catalogue, desk.types).empty());
        REQUIRE(test.length() == 2);
        CHECK(value_at(test, 1, 2) == value_at(test, 0, 2));
        // Evolution changes both.
        CHECK(std::holds_alternative<ArgumentRef>(test.calls[1].arguments[2]));
    }
}

TEST_CASE(
    "template builder: an input is an element of an array of the opening", "[core][construction]")
{
    Desk desk;
    TemplatePlan plan = Desk::plan_of(desk.open, 2, {.callable = desk.deploy});
    plan.nodes[2].writers[0].shared[0].parameter = 0;
    TemplateBuilder builder(desk.operators);
    Rng rng(2);
    std::size_t with_partners = 0;
    for (int i = 0; i < 30; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, desk.catalogue, desk.types));
        const Value all = value_at(test, 0, 0);
        const auto& partners = all.list();
        with_partners += partners.empty() ? 0U : 1U;
        CHECK((partners.empty() || std::find(partners.begin(), partners.end(),
                                       value_at(test, 1, 2)) != partners.end()));
    }
    CHECK(with_partners > 0);
}

TEST_CASE("template builder: a call that wrote is not made again", "[core][construction]")
{
    // Two places that open() writes: one equals the sender of pay(), one its value.
    Desk desk;
    const bool is_once = GENERATE(true, false);
    TemplatePlan plan;
    plan.graph = ConstructionGraph::distilled(
        std::vector<SliceValue>{{.kind = SliceKind::input, .subject = 0, .name = "order"},
            {.kind = SliceKind::input, .subject = 1, .name = "value"},
            {.kind = SliceKind::input, .subject = 2, .name = "sender"},
            {.kind = SliceKind::element, .subject = 1, .name = "buyer", .operands = {0, 0, 2}},
            {.kind = SliceKind::element, .subject = 2, .name = "price", .operands = {0, 0, 1}}});
    plan.nodes.resize(5);
    plan.calls = {desk.pay};
    plan.writes_once = is_once;
    const auto node = [&plan](const std::string& name) {
        std::size_t i = 0;
        while (plan.graph[ConstructionId(i)].name != name)
        {
            ++i;
        }
        return ConstructionId(i);
    };
    const SharedParameter order{0, node("order")};
    plan.nodes[node("buyer").index()].writers = {
        {.callable = desk.open, .keys = {0}, .shared = {order, {2, node("sender")}}}};
    plan.nodes[node("price").index()].writers = {
        {.callable = desk.open, .values = {1}, .keys = {0}, .shared = {order, {1, node("value")}}}};
    TemplateBuilder builder(desk.operators, {.repeat_prob = 0.0});
    Rng rng(3);
    for (int i = 0; i < 30; ++i)
    {
        const TestCase test = *builder.build(plan, rng);
        INFO(to_text(test, desk.catalogue, desk.types));
        REQUIRE(find_defect(test, desk.catalogue, desk.types).empty());
        REQUIRE(test.length() == (is_once ? 3 : 4));
        const std::size_t last = test.length() - 1;
        CHECK(value_at(test, last, 0) == value_at(test, 1, 0));
        if (is_once)
        {
            CHECK(value_at(test, last, 1) == value_at(test, 1, 1));
            CHECK(value_at(test, last, 2) == value_at(test, 1, 2));
        }
    }
}

TEST_CASE("template builder: a parameter of which constants are asked", "[core][construction]")
{
    Desk desk;
    TemplatePlan plan = Desk::plan_of(desk.open, 2, {.callable = desk.deploy});
    plan.asked = {{.parameter = 1, .values = {Value(100), Value(200)}}};
    TemplateBuilder builder(desk.operators, {.compared_prob = 1.0});
    Rng rng(4);
    std::vector<Value> seen;
    for (int i = 0; i < 30; ++i)
    {
        seen.push_back(value_at(*builder.build(plan, rng), 1, 1));
    }
    CHECK(std::count(seen.begin(), seen.end(), Value(100)) > 0);
    CHECK(std::count(seen.begin(), seen.end(), Value(200)) > 0);
    CHECK(std::all_of(seen.begin(), seen.end(),
        [](const Value& value) { return value == Value(100) || value == Value(200); }));
}
