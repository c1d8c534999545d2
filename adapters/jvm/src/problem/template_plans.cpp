// SPDX-License-Identifier: Apache-2.0
#include "template_plans.hpp"

#include "../construction/compared_values.hpp"
#include "literals.hpp"

#include <sbst/criteria/branch.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>

namespace sbst::jvm::detail
{

namespace
{

/// Where the slicer puts lengths of arrays and numbers of elements.
bool is_length(const FieldLocation& field)
{
    return field.owner == "[";
}

/// The owner of a node, if it has one.
std::optional<ConstructionId> parent_at(const ConstructionNode& node, std::size_t role)
{
    for (const ConstructionParent& parent : node.parents)
    {
        if (parent.role == role)
        {
            return parent.node;
        }
    }
    return std::nullopt;
}

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

/// A constructor has no object before its call: its own parameters are numbered from 0.
void count_without_receiver(std::vector<SliceValue>& slice)
{
    for (SliceValue& value : slice)
    {
        if (value.kind == SliceKind::input && value.subject == 0)
        {
            value.kind = SliceKind::constant;
        }
        else if (value.kind == SliceKind::input)
        {
            --value.subject;
        }
    }
}

/// Only the receiver is known where another method makes the call.
void keep_receiver_only(std::vector<SliceValue>& slice)
{
    for (SliceValue& value : slice)
    {
        if (value.kind == SliceKind::input && value.subject != 0)
        {
            value.kind = SliceKind::constant;
        }
    }
}

/// Elements of one collection by their indices; the number of all elements comes last.
void order_elements(TemplatePlan& plan)
{
    const auto is_before = [&plan](std::size_t a, std::size_t b) {
        const PlannedNode& one = plan.nodes[a];
        const PlannedNode& other = plan.nodes[b];
        const bool is_element = plan.graph[ConstructionId(a)].kind == SliceKind::element;
        const bool has_indices = one.fixed_key && other.fixed_key && one.fixed_key->is_word() &&
                                 other.fixed_key->is_word();
        const auto holder = parent_at(plan.graph[ConstructionId(a)], 0);
        return is_element && holder && holder == parent_at(plan.graph[ConstructionId(b)], 0) &&
               (other.is_count || (has_indices && one.fixed_key->word() < other.fixed_key->word()));
    };
    for (std::size_t i = 0; i < plan.nodes.size(); ++i)
    {
        for (std::size_t k = 0; k < plan.nodes.size(); ++k)
        {
            if (i != k && is_before(k, i))
            {
                plan.nodes[i].after.push_back(ConstructionId(k));
            }
        }
    }
}

}  // namespace

TemplatePlans::TemplatePlans(
    const ClassPath& path, JavaSurface& surface, const ClassGoals& goals, Reach reach)
  : m_path(&path), m_surface(&surface), m_goals(&goals), m_reach(std::move(reach)), m_slicer(path)
{}

const TemplatePlan* TemplatePlans::of(GoalId goal)
{
    const auto known = m_plans.find(goal.index());
    m_new_guards = 0;
    return known != m_plans.end() ?
               known->second.get() :
               m_plans.emplace(goal.index(), plan_of(goal)).first->second.get();
}

TemplatePlans::Plan TemplatePlans::plan_of(GoalId goal)
{
    const std::optional<MethodId> id = m_goals->method_of(goal);
    if (!id || m_goals->graph[goal].criterion != BranchCriterion::id)
    {
        return nullptr;
    }
    const GoalMethod& goal_method = m_goals->methods[id->index()];
    const Method& method = *goal_method.method;
    const Goal& wanted = m_goals->graph[goal];
    const auto position = static_cast<std::uint32_t>(wanted.place.position);
    const bool is_jump = is_conditional_jump(method.code->instructions[position].opcode);
    std::vector<SliceValue> slice = m_slicer.slice(*goal_method.owner, method, position,
        is_jump ? std::optional(wanted.index % 2 == 1) : std::nullopt);
    std::vector<CallableId> calls = calls_of(goal_method);
    if (method.is_constructor())
    {
        count_without_receiver(slice);
    }
    if (calls.empty() && !method.access.is_static() && !method.is_constructor())
    {
        keep_receiver_only(slice);
        for (const CallableId callable : m_surface->catalogue().under_test())
        {
            const JavaCallable& java = m_surface->callable(callable);
            if (java.owner == goal_method.owner->name &&
                java.kind == JavaCallableKind::instance_method && m_reach(callable, *id))
            {
                calls.push_back(callable);
            }
        }
    }
    return calls.empty() ? nullptr : made_of(std::move(slice), std::move(calls), 0);
}

TemplatePlans::Plan TemplatePlans::made_of(
    std::vector<SliceValue> slice, std::vector<CallableId> calls, std::size_t nested)
{
    auto plan = std::make_shared<TemplatePlan>();
    plan->graph = ConstructionGraph::distilled(slice);
    const std::size_t count = plan->graph.nodes().size();
    if (count == 0 || count > max_nodes)
    {
        return nullptr;
    }
    plan->calls = std::move(calls);
    plan->constants = constants_of(m_slicer.methods());
    plan->nodes.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        plan_node(*plan, ConstructionId(i), nested);
    }
    order_elements(*plan);
    order_by_guards(*plan);
    return plan;
}

void TemplatePlans::plan_node(TemplatePlan& plan, ConstructionId node, std::size_t nested)
{
    const ConstructionNode& here = plan.graph[node];
    if (here.kind == SliceKind::call)
    {
        plan_call(plan.nodes[node.index()], m_slicer.calls()[here.subject]);
        return;
    }
    const std::optional<ConstructionId> owner = parent_at(here, 0);
    if (!owner || (here.kind != SliceKind::field && here.kind != SliceKind::element))
    {
        return;
    }
    const bool is_part =
        here.kind == SliceKind::element || is_length(m_slicer.fields()[here.subject]);
    if (!is_part)
    {
        const FieldLocation field = m_slicer.fields()[here.subject];
        plan.nodes[node.index()].owner = *owner;
        plan_state(plan, node, field, WrittenPart::value, nested);
        return;
    }
    // Methods of the object whose field holds the array or the collection write its elements.
    const ConstructionNode& holder = plan.graph[*owner];
    const std::optional<ConstructionId> object = parent_at(holder, 0);
    if (holder.kind == SliceKind::field && object && !is_length(m_slicer.fields()[holder.subject]))
    {
        const FieldLocation field = m_slicer.fields()[holder.subject];
        plan.nodes[node.index()].owner = *object;
        plan.nodes[node.index()].key =
            here.kind == SliceKind::element ? parent_at(here, 1) : std::nullopt;
        plan.nodes[node.index()].equal =
            here.kind == SliceKind::element ? parent_at(here, 2) : std::nullopt;
        if (here.kind == SliceKind::element && here.subject > 0)
        {
            plan.nodes[node.index()].fixed_key =
                value_of_constant(m_slicer.keys()[here.subject - 1]);
        }
        plan.nodes[node.index()].is_count =
            here.kind == SliceKind::field && !field.descriptor.starts_with("[");
        plan_state(plan, node, field, WrittenPart::element, nested);
    }
}

/// The method that the code names, if it is one of the path.
void TemplatePlans::plan_call(PlannedNode& planned, const SlicedCall& call)
{
    const Instruction& instruction = call.method->code->instructions[call.instruction];
    if (instruction.opcode == Opcode::invokedynamic)
    {
        return;
    }
    const MemberRef& named = call.file->pool.member(static_cast<std::size_t>(instruction.operand));
    const ClassFile* const file =
        m_path->is_on_path(named.owner) ? m_path->find(named.owner) : nullptr;
    const Method* const method =
        file != nullptr ? file->find_method(named.name, named.descriptor) : nullptr;
    if (method == nullptr)
    {
        return;
    }
    for (const CallableId callable : callables_of(*file, *method))
    {
        planned.readers.push_back({.callable = callable});
    }
}

void TemplatePlans::plan_state(TemplatePlan& plan, ConstructionId node, const FieldLocation& field,
    WrittenPart part, std::size_t nested)
{
    const ClassFile* const file =
        m_path->is_on_path(field.owner) ? m_path->find(field.owner) : nullptr;
    if (file == nullptr)
    {
        return;
    }
    PlannedNode& planned = plan.nodes[node.index()];
    PlannedNode& owner = plan.nodes[planned.owner->index()];
    const FieldWriters& found = writers_of(*file, field.name, part);
    std::set<std::size_t> seen;
    std::vector<std::size_t> best(found.paths.size());
    for (std::size_t i = 0; i < best.size(); ++i)
    {
        best[i] = i;
    }
    std::stable_sort(best.begin(), best.end(), [&found](std::size_t a, std::size_t b) {
        return score_of(found.paths[a]) > score_of(found.paths[b]);
    });
    for (const std::size_t i : best)
    {
        const WritePath& path = found.paths[i];
        const double score = score_of(path);
        if (seen.size() >= max_writers || score <= 0.0 || seen.contains(path.method))
        {
            continue;
        }
        const Method& method = *found.methods[path.method];
        const std::vector<CallableId> callables = callables_of(*file, method);
        if (!callables.empty())
        {
            seen.insert(path.method);
        }
        const std::size_t first = method.access.is_static() || method.is_constructor() ? 0 : 1;
        for (const CallableId callable : callables)
        {
            StateWriter writer{.callable = callable, .score = score};
            for (const std::uint32_t place : found.details[i].values)
            {
                writer.values.push_back(place + first);
            }
            for (const std::uint32_t place : found.details[i].keys)
            {
                writer.keys.push_back(place + first);
            }
            writer.guards =
                guards_of(*file, method, found.details[i].instruction, callable, nested);
            if (method.is_constructor())
            {
                writer.state = node;
                owner.makers.push_back(std::move(writer));
                continue;
            }
            writer.owner = first == 1 ? std::optional<std::size_t>(0) : std::nullopt;
            planned.writers.push_back(std::move(writer));
        }
    }
    // The narrowest class wins: code sees the object as several.
    const std::optional<TypeId> type = m_surface->find_class(file->name);
    if (type && (!owner.made_as || m_surface->types().is_assignable(*type, *owner.made_as)))
    {
        owner.made_as = type;
    }
    if (part == WrittenPart::value)
    {
        add_readers(planned, *file, field);
        add_field_access(planned, *file, field);
    }
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
        }
        else if (kind == JavaCallableKind::field_read)
        {
            planned.readers.push_back({.callable = callable, .owner = 0});
        }
    }
}

TemplatePlans::Plan TemplatePlans::guards_of(const ClassFile& file, const Method& method,
    std::uint32_t instruction, CallableId callable, std::size_t nested)
{
    if (nested >= max_nested)
    {
        return nullptr;
    }
    const GuardKey key{&method, instruction, nested};
    const auto known = m_guards.find(key);
    if (known != m_guards.end())
    {
        return known->second;
    }
    // A write that needs itself has no guards the second time.
    const std::pair<const Method*, std::uint32_t> write{&method, instruction};
    if (m_new_guards >= max_new_guards || !m_open.insert(write).second)
    {
        return nullptr;
    }
    ++m_new_guards;
    std::vector<SliceValue> slice = m_slicer.slice_of_way(file, method, instruction);
    if (method.is_constructor())
    {
        count_without_receiver(slice);
    }
    Plan plan = made_of(std::move(slice), {callable}, nested + 1);
    m_open.erase(write);
    return m_guards[key] = std::move(plan);
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

std::vector<CallableId> TemplatePlans::calls_of(const GoalMethod& method)
{
    std::vector<CallableId> calls;
    for (const CallableId callable :
        known(method.owner->name, method.method->name, method.method->descriptor))
    {
        if (m_surface->catalogue()[callable].is_under_test)
        {
            calls.push_back(callable);
        }
    }
    return calls;
}

std::vector<CallableId> TemplatePlans::callables_of(const ClassFile& file, const Method& method)
{
    m_surface->add_member(file, method);
    const auto found = known(file.name, method.name, method.descriptor);
    return {found.begin(), found.end()};
}

std::span<const CallableId> TemplatePlans::known(
    const std::string& owner, const std::string& name, const std::string& descriptor)
{
    const std::vector<JavaCallable>& callables = m_surface->callables();
    const auto is_member = [](JavaCallableKind kind) {
        return kind == JavaCallableKind::constructor || kind == JavaCallableKind::static_method ||
               kind == JavaCallableKind::instance_method || kind == JavaCallableKind::field_read ||
               kind == JavaCallableKind::field_write;
    };
    for (; m_seen_callables < callables.size(); ++m_seen_callables)
    {
        const JavaCallable& callable = callables[m_seen_callables];
        if (is_member(callable.kind) && !callable.is_inner)
        {
            m_callables[callable.owner + "." + callable.name + callable.descriptor].emplace_back(
                m_seen_callables);
        }
    }
    return m_callables[owner + "." + name + descriptor];
}

ConstantPool TemplatePlans::constants_of(std::span<const SlicedMethod> methods)
{
    ConstantPool pool;
    for (const SlicedMethod& sliced : methods)
    {
        const ClassFacts& facts = facts_of(*sliced.file);
        const auto index = static_cast<std::size_t>(sliced.method - sliced.file->methods.data());
        add_constants(facts.methods[index].constants, pool);
    }
    return pool;
}

const ClassFacts& TemplatePlans::facts_of(const ClassFile& file)
{
    const auto known = m_facts.find(file.name);
    return known != m_facts.end() ?
               known->second :
               m_facts.emplace(file.name, find_class_facts(file)).first->second;
}

}  // namespace sbst::jvm::detail
