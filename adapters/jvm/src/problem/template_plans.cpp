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

/// What the code asks of parameters on which no state depends.
void add_asked(const std::vector<SliceValue>& slice, TemplatePlan& plan)
{
    const auto nodes = plan.graph.nodes();
    for (const SliceValue& value : slice)
    {
        const bool is_node =
            std::any_of(nodes.begin(), nodes.end(), [&value](const ConstructionNode& node) {
                return node.kind == SliceKind::input && node.subject == value.subject;
            });
        if (value.kind != SliceKind::input || is_node)
        {
            continue;
        }
        const auto same = std::find_if(value.equals.begin(), value.equals.end(),
            [&slice](std::size_t other) { return slice[other].kind == SliceKind::input; });
        const bool is_equal = same != value.equals.end();
        if (!value.compared.empty() || is_equal)
        {
            plan.asked.push_back({value.subject, value.compared,
                is_equal ? std::optional(slice[*same].subject) : std::nullopt});
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
        const bool has_indices = one.fixed_keys.size() == 1 && other.fixed_keys.size() == 1 &&
                                 one.fixed_keys[0].is_word() && other.fixed_keys[0].is_word();
        const auto holder = parent_at(plan.graph[ConstructionId(a)], 0);
        return is_element && holder && holder == parent_at(plan.graph[ConstructionId(b)], 0) &&
               (other.is_count ||
                   (has_indices && one.fixed_keys[0].word() < other.fixed_keys[0].word()));
    };
    for (std::size_t i = 0; i < plan.nodes.size(); ++i)
    {
        for (std::size_t k = 0; k < plan.nodes.size(); ++k)
        {
            if (i != k && is_before(k, i))
            {
                plan.nodes[i].after.emplace_back(k);
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
    add_asked(slice, *plan);
    if ((count == 0 && (plan->asked.empty() || nested == 0)) || count > max_nodes)
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
    if (add_members(slice))
    {
        plan->graph = ConstructionGraph::distilled(slice);
    }
    order_elements(*plan);
    order_by_guards(*plan);
    return plan;
}

/// Constants of enumerations that parameters of writers take are values of tests: where code asks
/// for one by its name, the number of the member is what it compares with.
/// @return whether there are any.
bool TemplatePlans::add_members(std::vector<SliceValue>& slice) const
{
    bool has_any = false;
    for (SliceValue& value : slice)
    {
        for (const AskedRelation& asked : value.asked)
        {
            const std::size_t dot =
                asked.constant.is_text() ? asked.constant.text().rfind('.') : std::string::npos;
            if (dot == std::string::npos)
            {
                continue;
            }
            const std::string name = asked.constant.text().substr(dot + 1);
            const std::vector<std::string>* const members =
                members_of("L" + asked.constant.text().substr(0, dot) + ";");
            for (std::size_t i = 0; members != nullptr && i < members->size(); ++i)
            {
                if (((*members)[i] == name) == (asked.relation == Relation::eq))
                {
                    value.compared.emplace_back(i);
                    has_any = true;
                }
            }
        }
    }
    return has_any;
}

/// The constants of an enumeration that some parameter takes; null where none does.
const std::vector<std::string>* TemplatePlans::members_of(const std::string& descriptor) const
{
    const TypeUniverse& types = m_surface->types();
    for (std::size_t i = 0; i < types.size(); ++i)
    {
        const Type& type = types[TypeId(i)];
        if (type.kind == TypeKind::enumeration &&
            m_surface->type(TypeId(i)).descriptor == descriptor)
        {
            return &type.members;
        }
    }
    return nullptr;
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
        if (!plan_held(plan, node, *owner, {field, WrittenPart::value}, nested))
        {
            plan_state(plan, node, {field, WrittenPart::value}, nested);
        }
        return;
    }
    PlannedNode& planned = plan.nodes[node.index()];
    planned.fixed_keys = fixed_keys_of(here);
    // Elements of elements belong to the outermost array or collection.
    const std::optional<ConstructionId> outer_key = parent_at(plan.graph[*owner], 1);
    ConstructionId outermost = *owner;
    while (plan.graph[outermost].kind == SliceKind::element && parent_at(plan.graph[outermost], 0))
    {
        const std::vector<Value> keys = fixed_keys_of(plan.graph[outermost]);
        planned.fixed_keys.insert(planned.fixed_keys.begin(), keys.begin(), keys.end());
        outermost = *parent_at(plan.graph[outermost], 0);
    }
    const ConstructionNode& holder = plan.graph[outermost];
    if (holder.kind == SliceKind::input)
    {
        // An array that is a literal: each list has its own keys.
        planned.is_count = here.kind == SliceKind::field;
        planned.fixed_keys = fixed_keys_of(here);
        return;
    }
    // Methods of the object whose field holds the array or the collection write its elements.
    const std::optional<ConstructionId> object = parent_at(holder, 0);
    if (holder.kind == SliceKind::field && object && !is_length(m_slicer.fields()[holder.subject]))
    {
        const FieldLocation field = m_slicer.fields()[holder.subject];
        planned.owner = *object;
        planned.key = here.kind != SliceKind::element ? std::nullopt :
                      outermost == *owner             ? parent_at(here, 1) :
                                                        outer_key;
        planned.equal = here.kind == SliceKind::element ? parent_at(here, 2) : std::nullopt;
        planned.is_count = here.kind == SliceKind::field && !field.descriptor.starts_with("[") &&
                           outermost == *owner;
        if (!plan_held(plan, node, *object, {field, WrittenPart::element}, nested))
        {
            plan_state(plan, node, {field, WrittenPart::element}, nested);
        }
    }
}

/// The keys or indices of an element that the code fixes.
std::vector<Value> TemplatePlans::fixed_keys_of(const ConstructionNode& element) const
{
    std::vector<Value> keys;
    if (element.kind == SliceKind::element && element.subject > 0)
    {
        for (const Constant& key : m_slicer.keys()[element.subject - 1])
        {
            keys.push_back(*value_of_constant(key));
        }
    }
    return keys;
}

/// State of an object that a collection of another one holds, and that only the holder's methods
/// make: they write it, under the same key.
/// @return false where tests can have the object itself.
bool TemplatePlans::plan_held(TemplatePlan& plan, ConstructionId node, ConstructionId element,
    const WrittenState& state, std::size_t nested)
{
    const ConstructionNode& held = plan.graph[element];
    const std::optional<ConstructionId> holder = parent_at(held, 0);
    const std::optional<ConstructionId> object =
        holder ? parent_at(plan.graph[*holder], 0) : std::nullopt;
    if (held.kind != SliceKind::element || !object || plan.graph[*holder].kind != SliceKind::field)
    {
        return false;
    }
    const FieldLocation holding = m_slicer.fields()[plan.graph[*holder].subject];
    const ClassFile* const file = find_on_path(holding.owner);
    const ClassFile* const element_file = find_on_path(state.field.owner);
    const auto& writers = plan.nodes[element.index()].writers;
    const bool takes_object =
        std::any_of(writers.begin(), writers.end(), [this](const StateWriter& writer) {
            const auto& parameters = m_surface->catalogue()[writer.callable].parameters;
            return std::any_of(writer.values.begin(), writer.values.end(), [&](std::size_t place) {
                return m_surface->types()[parameters[place].type].kind == TypeKind::object;
            });
        });
    if (file == nullptr || element_file == nullptr || is_length(holding) || takes_object)
    {
        return false;
    }
    const HeldKey key{file->name, holding.name, {element_file->name, state.field.name, state.part}};
    const auto known = m_held_writers.find(key);
    const FieldWriters& found =
        known != m_held_writers.end() ?
            known->second :
            m_held_writers
                .emplace(key, find_held_writers(*file,
                                  {holding.name, element_file, state.field.name, state.part}))
                .first->second;
    if (found.paths.empty())
    {
        return false;
    }
    PlannedNode& planned = plan.nodes[node.index()];
    planned.owner = *object;
    planned.key = parent_at(held, 1);
    planned.fixed_keys = plan.nodes[element.index()].fixed_keys;
    add_writers(plan, node, {*file, found, state.part}, nested);
    return true;
}

const ClassFile* TemplatePlans::find_on_path(const std::string& name) const
{
    return m_path->is_on_path(name) ? m_path->find(name) : nullptr;
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
        if (is_member(callable.kind))
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
