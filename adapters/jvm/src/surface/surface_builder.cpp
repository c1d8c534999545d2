// SPDX-License-Identifier: Apache-2.0
#include "surface_builder.hpp"

#include "known_types.hpp"

#include <sbst/jvm/analysis/class_facts.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Longer chains of superclasses are cut: broken class files may extend each other.
constexpr std::size_t max_superclasses = 64;
constexpr double first_place_prob = 0.8;

/// Names of the parameters, if the class file has them.
std::vector<std::string> names_of_parameters(
    const Method& method, const std::vector<GroundType>& types)
{
    std::vector<std::string> names(types.size());
    if (method.parameters.size() == types.size())
    {
        for (std::size_t i = 0; i < types.size(); ++i)
        {
            names[i] = method.parameters[i].name;
        }
        return names;
    }
    if (!method.code)
    {
        return names;
    }
    std::uint32_t slot = method.access.is_static() ? 0U : 1U;
    for (std::size_t i = 0; i < types.size(); ++i)
    {
        for (const LocalVariable& variable : method.code->variables)
        {
            if (variable.slot == slot && variable.start == 0)
            {
                names[i] = variable.name;
            }
        }
        slot += types[i].name == "J" || types[i].name == "D" ? 2U : 1U;
    }
    return names;
}

/// A factory `<T> Box<T> of(T)` makes a `Box<String>` of a string.
void bind_to_result(const MethodSignature& signature, const GroundType& wanted, Bindings& bindings)
{
    const TypeSignature& result = signature.result;
    if (result.kind != TypeSignature::Kind::class_type || result.name != wanted.name ||
        result.arguments.size() != wanted.arguments.size())
    {
        return;
    }
    for (const TypeParameter& parameter : signature.type_parameters)
    {
        for (std::size_t i = 0; i < result.arguments.size(); ++i)
        {
            const TypeSignature& argument = result.arguments[i];
            if (argument.kind == TypeSignature::Kind::variable && argument.name == parameter.name)
            {
                bindings[parameter.name] = wanted.arguments[i];
            }
        }
    }
}

CallableKind core_kind(const ClassFile& owner, const Method& method)
{
    if (is_inner_constructor(owner, method))
    {
        // `outer.new Inner()`: the outer object is like a receiver and never null.
        return CallableKind::method;
    }
    if (method.is_constructor())
    {
        return CallableKind::constructor;
    }
    return method.access.is_static() ? CallableKind::function : CallableKind::method;
}

JavaCallableKind java_kind(const Method& method)
{
    if (method.is_constructor())
    {
        return JavaCallableKind::constructor;
    }
    return method.access.is_static() ? JavaCallableKind::static_method :
                                       JavaCallableKind::instance_method;
}

/// Tells whether the compiler made a method only because its original class is not public: it calls
/// no other method of its class, so it hides nothing.
bool is_visibility_bridge(const ClassFile& file, const Method& method)
{
    return method.access.is_bridge() &&
           std::none_of(file.methods.begin(), file.methods.end(), [&method](const Method& other) {
               return other.name == method.name && !other.access.is_bridge();
           });
}

}  // namespace

SurfaceBuilder::SurfaceBuilder(
    const ClassPath& path, std::vector<std::string> under_test, SurfaceOptions options)
  : m_options(std::move(options)),
    m_hierarchy(path, m_options.package),
    m_table(m_hierarchy),
    m_under_test(std::move(under_test))
{}

TypeId SurfaceBuilder::want(const GroundType& type, std::size_t depth)
{
    const TypeId id = m_table.value_of(type);
    return m_table.is_literal(id) ? id : want_object(type, depth);
}

TypeId SurfaceBuilder::want_object(const GroundType& type, std::size_t depth)
{
    const TypeId id = m_table.object_of(type);
    if (depth <= m_options.max_depth)
    {
        m_wanted.push_back({type, depth});
    }
    return id;
}

void SurfaceBuilder::add(Callable callable, JavaCallable java)
{
    std::string key = std::to_string(static_cast<int>(java.kind)) + java.owner + "." + java.name +
                      java.descriptor + ":" + std::to_string(callable.result.index());
    for (const Parameter& parameter : callable.parameters)
    {
        key += ":" + std::to_string(parameter.type.index());
    }
    // What random choice may call counts for both.
    const bool is_known = m_known_calls.contains(key);
    key += callable.is_on_demand ? " on demand" : "";
    if (!is_known && m_known_calls.insert(key).second)
    {
        m_catalogue.add(std::move(callable), m_table.types());
        m_callables.push_back(std::move(java));
    }
}

std::vector<GroundType> SurfaceBuilder::parameters_of(
    const Method& method, const GroundType& receiver, Bindings& bindings) const
{
    const auto descriptor = parse_method_descriptor(method.descriptor);
    const auto signature = parse_method_signature(method.signature);
    std::vector<GroundType> types;
    if (!descriptor)
    {
        return types;
    }
    if (signature)
    {
        bind_to_bounds(signature->type_parameters, bindings);
        bind_to_result(*signature, receiver, bindings);
    }
    for (std::size_t i = 0; i < descriptor->parameters.size(); ++i)
    {
        const bool is_told =
            signature && signature->parameters.size() == descriptor->parameters.size();
        types.push_back(is_told ? grounded(signature->parameters[i], bindings) :
                                  from_descriptor(descriptor->parameters[i]));
    }
    return types;
}

void SurfaceBuilder::add_method(const ClassFile& owner, const Method& method,
    const GroundType& receiver, const Purpose& purpose)
{
    Bindings bindings = Hierarchy::bindings_of(
        owner, purpose.inherited_from != nullptr ? *purpose.inherited_from : receiver);
    const std::vector<GroundType> types = parameters_of(method, receiver, bindings);
    const std::vector<std::string> names = names_of_parameters(method, types);
    Callable callable;
    callable.kind = core_kind(owner, method);
    callable.name = method.is_constructor() ? m_hierarchy.source_name(owner.name) : method.name;
    callable.is_under_test = purpose.is_under_test;
    callable.is_on_demand = purpose.is_on_demand;
    if (callable.kind == CallableKind::method && !method.is_constructor())
    {
        // A callable that changes an object needs an existing one: nothing more is made for it.
        const bool is_wanted = (purpose.is_under_test && !purpose.is_made) || purpose.is_for_result;
        const std::size_t depth = purpose.depth + (purpose.is_for_result ? 1U : 0U);
        const TypeId type = is_wanted ? want_object(receiver, depth) : m_table.object_of(receiver);
        callable.parameters.push_back({.name = "receiver", .type = type});
    }
    const bool is_inner = is_inner_constructor(owner, method);
    for (std::size_t i = 0; i < types.size(); ++i)
    {
        // What an inner object belongs to is an object, also where its class has literals (enum).
        const TypeId type = is_inner && i == 0 ? want_object(types[i], purpose.depth + 1) :
                                                 want(types[i], purpose.depth + 1);
        callable.parameters.push_back({.name = names[i], .type = type});
        if (purpose.opens_result && types[i].name == "I")
        {
            callable.parameters.back().usual = Value(std::int64_t{0});
            callable.parameters.back().usual_prob = first_place_prob;
        }
    }
    if (method.is_constructor())
    {
        callable.result = m_table.object_of(receiver);
    }
    else
    {
        const auto signature = parse_method_signature(method.signature);
        const auto descriptor = parse_method_descriptor(method.descriptor);
        const GroundType result =
            signature ? grounded(signature->result, bindings) : from_descriptor(descriptor->result);
        // Signatures do not distinguish a raw type from one with Objects; the receiver does.
        const bool is_receivers = key_of(result) == key_of(grounded(receiver, {}));
        const bool is_hash = method.name == "hashCode" && method.descriptor.ends_with(")I");
        callable.result =
            is_hash ? m_table.hash() : m_table.value_of(is_receivers ? receiver : result);
        if (purpose.is_under_test && result.kind == TypeSignature::Kind::class_type)
        {
            m_results.push_back(result);
        }
    }
    const ClassFile& named = purpose.called_by != nullptr ? *purpose.called_by : owner;
    add(std::move(callable), {.kind = java_kind(method),
                                 .owner = named.name,
                                 .name = method.name,
                                 .descriptor = method.descriptor,
                                 .is_owner_interface = owner.access.is_interface(),
                                 .is_inner = is_inner,
                                 .is_varargs = method.access.is_varargs(),
                                 .declared_exceptions = method.exceptions,
                                 .opens_result = purpose.opens_result});
}

void SurfaceBuilder::add_field(const ClassFile& owner, const Field& field,
    const GroundType& receiver, bool is_write, const Purpose& purpose)
{
    const Bindings bindings = Hierarchy::bindings_of(owner, receiver);
    const auto signature = parse_field_signature(field.signature);
    const GroundType type =
        signature ? grounded(*signature, bindings) : from_descriptor(field.descriptor);
    const bool is_static = field.access.is_static();
    Callable callable;
    callable.name = field.name;
    callable.is_under_test = false;
    callable.is_on_demand = purpose.is_on_demand;
    if (!is_static)
    {
        callable.parameters.push_back({.name = "receiver", .type = m_table.object_of(receiver)});
    }
    if (is_write)
    {
        callable.parameters.push_back({.name = field.name, .type = want(type, 1)});
        callable.kind = is_static ? CallableKind::function : CallableKind::field_write;
        callable.sets_surroundings = is_static;
        callable.result = m_table.value_of(from_descriptor("V"));
    }
    else
    {
        callable.kind = is_static ? CallableKind::function : CallableKind::field_read;
        callable.result = m_table.value_of(type);
    }
    const JavaCallableKind static_kind =
        is_write ? JavaCallableKind::static_field_write : JavaCallableKind::static_field_read;
    const JavaCallableKind object_kind =
        is_write ? JavaCallableKind::field_write : JavaCallableKind::field_read;
    add(std::move(callable), {.kind = is_static ? static_kind : object_kind,
                                 .owner = owner.name,
                                 .name = field.name,
                                 .descriptor = field.descriptor,
                                 .is_owner_interface = owner.access.is_interface()});
}

void SurfaceBuilder::add_under_test(const ClassFile& file)
{
    if (!m_hierarchy.is_nameable(file))
    {
        add_through_supertypes(file);
        return;
    }
    const GroundType receiver = class_type(file.name);
    for (const Method& method : file.methods)
    {
        const bool makes = method.is_constructor();
        if (!m_hierarchy.is_usable(file, method) || method.is_static_initialiser() ||
            (makes && (file.access.is_abstract() || file.access.is_enum())))
        {
            continue;
        }
        add_method(file, method, makes ? Hierarchy::with_bounds(file, receiver) : receiver,
            {.is_under_test = is_wanted(method)});
    }
    for (const Field& field : file.fields)
    {
        // What a static field held is kept in a variable of its type.
        const bool can_be_kept =
            !field.access.is_static() || m_hierarchy.has_name(field.descriptor);
        if (m_hierarchy.is_usable(file, field) && !field.access.is_final() && can_be_kept)
        {
            add_field(file, field, receiver, true, {});
        }
    }
    add_inherited(file);
}

void SurfaceBuilder::add_member_of(const ClassFile& file, const Method& method)
{
    const bool cannot_make =
        method.is_constructor() && (file.access.is_abstract() || file.access.is_enum());
    if (is_under_test(file) || !m_hierarchy.is_nameable(file) || cannot_make ||
        method.is_static_initialiser() || !m_hierarchy.is_usable(file, method))
    {
        return;
    }
    const GroundType type = Hierarchy::with_bounds(file, class_type(file.name));
    add_method(file, method, type, {.depth = 1, .is_on_demand = true});
    supply_all();
}

void SurfaceBuilder::add_access_to(const ClassFile& file, const Field& field, bool is_write)
{
    const bool is_usable = m_hierarchy.is_nameable(file) && m_hierarchy.is_usable(file, field) &&
                           !field.access.is_static() && !(is_write && field.access.is_final());
    // A read of a field under test would be a step of tests that nothing else makes.
    if (is_usable && !is_under_test(file))
    {
        add_field(file, field, Hierarchy::with_bounds(file, class_type(file.name)), is_write,
            {.is_on_demand = true});
        supply_all();
    }
}

void SurfaceBuilder::want_tested_types(const ClassFile& file)
{
    std::size_t wanted = 0;
    for (const std::string& name : find_class_facts(file).tested_types)
    {
        const std::string element = name.substr(std::min(name.find_first_not_of('['), name.size()));
        const bool is_array = element.size() < name.size();
        const bool is_class = !is_array || element.starts_with('L');
        const ClassFile* tested =
            is_class ? m_hierarchy.find(is_array ? element.substr(1, element.size() - 2) : name) :
                       nullptr;
        const bool can_be_made =
            !is_class || (tested != nullptr && m_hierarchy.is_nameable(*tested));
        if (can_be_made && wanted < m_options.max_tested_types)
        {
            want_object(is_array ? from_descriptor(name) : class_type(name), 1);
            ++wanted;
        }
    }
}

void SurfaceBuilder::add_through_supertypes(const ClassFile& file)
{
    std::deque<GroundType> waiting{class_type(file.name)};
    std::set<std::string> seen;
    while (!waiting.empty() && seen.size() < max_superclasses)
    {
        const GroundType type = std::move(waiting.front());
        waiting.pop_front();
        for (GroundType& super : m_hierarchy.direct_supertypes(type))
        {
            if (seen.insert(key_of(super)).second)
            {
                waiting.push_back(std::move(super));
            }
        }
        const ClassFile* above = m_hierarchy.find(type.name);
        if (above != nullptr && above != &file && above->name != "java/lang/Object" &&
            m_hierarchy.is_nameable(*above))
        {
            add_overridden(file, *above, type);
        }
    }
}

void SurfaceBuilder::add_overridden(
    const ClassFile& file, const ClassFile& above, const GroundType& receiver)
{
    for (const Method& method : above.methods)
    {
        const auto overrides = [&method](const Method& own) {
            return own.name == method.name && own.descriptor == method.descriptor && own.code &&
                   !own.access.is_static();
        };
        if (!method.access.is_static() && !method.is_constructor() && !method.access.is_private() &&
            !method.access.is_bridge() && m_hierarchy.is_usable(above, method) &&
            std::any_of(file.methods.begin(), file.methods.end(), overrides))
        {
            add_method(
                above, method, receiver, {.is_under_test = is_wanted(method), .is_made = true});
        }
    }
}

bool SurfaceBuilder::is_wanted(const Method& method) const
{
    return !m_options.method || method.name == *m_options.method;
}

void SurfaceBuilder::add_inherited(const ClassFile& file)
{
    std::set<std::string> own;
    for (const Method& method : file.methods)
    {
        if (!is_visibility_bridge(file, method))
        {
            own.insert(method.name + method.descriptor);
        }
    }
    GroundType type = m_hierarchy.superclass_of(class_type(file.name), file);
    const ClassFile* above = m_hierarchy.find(type.name);
    std::size_t added = 0;
    for (std::size_t i = 0;
         i < max_superclasses && above != nullptr && added < m_options.max_mutators; ++i)
    {
        if (!m_hierarchy.is_on_path(above->name))
        {
            return;
        }
        for (const Method& method : above->methods)
        {
            const bool is_hidden = is_visibility_bridge(*above, method) ||
                                   !own.insert(method.name + method.descriptor).second;
            // What a class that tests cannot name has for all, they call by the one that inherits.
            const bool is_lent = !m_hierarchy.is_nameable(*above);
            const bool is_offered =
                is_lent ? method.access.is_public() : !method.access.is_static();
            if (is_hidden || !is_offered || method.is_constructor() ||
                method.is_static_initialiser() || !m_hierarchy.is_usable(*above, method))
            {
                continue;
            }
            const bool is_sought = is_under_test(*above) && is_wanted(method);
            add_method(*above, method, class_type(file.name),
                {.is_under_test = is_sought,
                    .inherited_from = &type,
                    .called_by = is_lent ? &file : nullptr});
            added += is_lent && is_sought ? 0U : 1U;
            if (added >= m_options.max_mutators)
            {
                return;
            }
        }
        type = m_hierarchy.superclass_of(type, *above);
        above = m_hierarchy.find(type.name);
    }
}

void SurfaceBuilder::add_as_object(const GroundType& literal, const GroundType& object)
{
    Callable callable;
    callable.kind = CallableKind::function;
    callable.name = "object";
    callable.is_under_test = false;
    callable.parameters.push_back({.name = "value", .type = m_table.value_of(literal)});
    callable.result = m_table.object_of(object);
    add(std::move(callable), {.kind = JavaCallableKind::as_object,
                                 .owner = "java/lang/Object",
                                 .name = "object",
                                 .descriptor = erasure(literal)});
}

}  // namespace sbst::jvm::detail
