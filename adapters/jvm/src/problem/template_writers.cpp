// SPDX-License-Identifier: Apache-2.0
// Part of template_plans.hpp: the calls that write and read the state of nodes.
#include "../construction/compared_values.hpp"
#include "template_plans.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Tells whether a method returns a field of its receiver and does nothing else.
bool is_getter(const ClassFile& file, const Method& method, const std::string& field)
{
    if (!method.code || method.access.is_static() || !method.descriptor.starts_with("()"))
    {
        return false;
    }
    const std::vector<Instruction>& code = method.code->instructions;
    return code.size() == 3 && code[1].opcode == Opcode::getfield &&
           file.pool.member(static_cast<std::size_t>(code[1].operand)).name == field;
}

/// Tells whether a call of the writer leaves what its guards do not let through again.
bool undoes_guards(const StateWriter& writer)
{
    const std::vector<PlannedNode> none;
    const std::vector<PlannedNode>& nodes = writer.guards ? writer.guards->nodes : none;
    return std::any_of(nodes.begin(), nodes.end(), [&writer](const PlannedNode& node) {
        return std::any_of(
            node.writers.begin(), node.writers.end(), [&writer](const StateWriter& other) {
                return other.callable == writer.callable && other.score <= 0.0;
            });
    });
}

/// Without score and guards.
StateWriter writer_of(const WriteDetail& detail, const Method& method, CallableId callable)
{
    const std::size_t first = method.access.is_static() || method.is_constructor() ? 0 : 1;
    StateWriter writer{.callable = callable, .is_constant = detail.constant.has_value()};
    writer.owner = first == 1 ? std::optional<std::size_t>(0) : std::nullopt;
    for (const std::uint32_t place : detail.values)
    {
        writer.values.push_back(place + first);
    }
    for (const std::uint32_t place : detail.keys)
    {
        writer.keys.push_back(place + first);
    }
    return writer;
}

struct ScoredPath
{
    std::size_t path = 0;
    /// See StateWriter::score.
    double score = 0.0;
};

/// The best first. What writes a constant counts less the less of what is asked that has; what adds
/// an element counts nothing where none is to be there.
std::vector<ScoredPath> best_paths(
    const FieldWriters& found, const std::vector<AskedRelation>& asked, bool are_added)
{
    const AskedRelation absent{Relation::eq, Value(std::string(null_name))};
    const bool is_absent =
        are_added && std::find(asked.begin(), asked.end(), absent) != asked.end();
    std::vector<ScoredPath> best;
    for (std::size_t i = 0; i < found.paths.size(); ++i)
    {
        const double score = score_of(found.paths[i]);
        const auto& constant = found.details[i].constant;
        const double share = constant ? share_held(asked, *constant) : (is_absent ? 0.0 : 1.0);
        if (score > 0.0)
        {
            best.push_back({i, score * share * share});
        }
    }
    std::stable_sort(best.begin(), best.end(),
        [](const ScoredPath& a, const ScoredPath& b) { return a.score > b.score; });
    return best;
}

}  // namespace

void TemplatePlans::plan_state(
    TemplatePlan& plan, ConstructionId node, const WrittenState& state, std::size_t nested)
{
    const ClassFile* const file = find_on_path(state.field.owner);
    if (file == nullptr)
    {
        return;
    }
    PlannedNode& planned = plan.nodes[node.index()];
    add_writers(
        plan, node, {*file, writers_of(*file, state.field.name, state.part), state.part}, nested);
    // The narrowest class wins: code sees the object as several.
    PlannedNode& owner = plan.nodes[planned.owner->index()];
    const std::optional<TypeId> type = m_surface->find_class(file->name);
    if (type && (!owner.made_as || m_surface->types().is_assignable(*type, *owner.made_as)))
    {
        owner.made_as = type;
    }
    if (state.part == WrittenPart::value)
    {
        add_readers(planned, *file, state.field);
        add_field_access(planned, *file, state.field);
    }
}

void TemplatePlans::add_writers(
    TemplatePlan& plan, ConstructionId node, const FoundWriters& found, std::size_t nested)
{
    PlannedNode& planned = plan.nodes[node.index()];
    PlannedNode& owner = plan.nodes[planned.owner->index()];
    const std::vector<AskedRelation>& asked = plan.graph[node].asked;
    const FieldWriters& writers = found.writers;
    planned.holds_at_first = !asked.empty() && writers.first && surely_holds(asked, *writers.first);
    bool counts = found.part == WrittenPart::value;
    bool adds_one = false;
    std::set<std::size_t> seen;
    const bool are_added =
        found.part == WrittenPart::element && plan.graph[node].kind == SliceKind::element;
    for (const ScoredPath& scored : best_paths(writers, asked, are_added))
    {
        const WriteDetail& detail = writers.details[scored.path];
        const std::size_t number = writers.paths[scored.path].method;
        const Method& method = *writers.methods[number];
        const bool makes = method.is_constructor() || detail.is_factory;
        const bool is_wanted = scored.score > 0.0;
        if (seen.contains(number) || (is_wanted ? seen.size() >= max_writers : makes))
        {
            continue;
        }
        const std::vector<CallableId> callables = callables_of(found.file, method);
        if (!callables.empty())
        {
            seen.insert(number);
        }
        for (const CallableId callable : callables)
        {
            StateWriter writer = writer_of(detail, method, callable);
            writer.score = scored.score;
            writer.guards =
                is_wanted ? guards_of(found.file, method, detail.instruction, callable, nested) :
                            nullptr;
            writer.is_once = undoes_guards(writer);
            if (makes)
            {
                writer.owner.reset();
                writer.state = node;
                owner.makers.push_back(std::move(writer));
                counts = counts && detail.constant;
                continue;
            }
            counts = counts && (detail.adds_one || !is_wanted);
            adds_one = adds_one || (detail.adds_one && is_wanted);
            planned.writers.push_back(std::move(writer));
        }
    }
    planned.is_count = planned.is_count || (counts && adds_one);
}

void TemplatePlans::add_readers(
    PlannedNode& planned, const ClassFile& file, const FieldLocation& field)
{
    for (const Method& method : file.methods)
    {
        if (!is_getter(file, method, field.name))
        {
            continue;
        }
        for (const CallableId callable : callables_of(file, method))
        {
            planned.readers.push_back({.callable = callable, .owner = 0});
        }
    }
}

/// What tests read and write by its name.
void TemplatePlans::add_field_access(
    PlannedNode& planned, const ClassFile& file, const FieldLocation& field)
{
    const Field* const declared = file.find_field(field.name);
    if (declared == nullptr || declared->access.is_static())
    {
        return;
    }
    m_surface->add_access(file, *declared, true);
    m_surface->add_access(file, *declared, false);
    for (const CallableId callable : known(file.name, field.name, field.descriptor))
    {
        const JavaCallableKind kind = m_surface->callable(callable).kind;
        if (kind == JavaCallableKind::field_write)
        {
            // As a setter without conditions.
            planned.writers.push_back(
                {.callable = callable, .owner = 0, .values = {1}, .score = 2.0});
            planned.is_count = false;
        }
        else if (kind == JavaCallableKind::field_read)
        {
            planned.readers.push_back({.callable = callable, .owner = 0});
        }
    }
}

const FieldWriters& TemplatePlans::writers_of(
    const ClassFile& file, const std::string& field, WrittenPart part)
{
    const FieldKey key{file.name, field, part};
    const auto known = m_writers.find(key);
    return known != m_writers.end() ?
               known->second :
               m_writers.emplace(key, find_writers(file, field, part)).first->second;
}

}  // namespace sbst::jvm::detail
