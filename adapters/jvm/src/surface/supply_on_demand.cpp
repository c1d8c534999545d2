// SPDX-License-Identifier: Apache-2.0
// What a run asks for once it has met an object, or looks for one in vain.
#include "surface_builder.hpp"

#include <algorithm>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Types below one, and methods of other classes for each, that are added for one request.
constexpr std::size_t max_types_below = 24;
constexpr std::size_t max_makers = 24;

}  // namespace

std::optional<CallableId> SurfaceBuilder::add_cast(TypeId from, TypeId to)
{
    const auto known = m_casts.find({from, to});
    if (known != m_casts.end())
    {
        return known->second;
    }
    const JavaType& type = m_table.java_types()[to.index()];
    const bool is_plain_class = type.kind == JavaTypeKind::reference &&
                                type.descriptor.starts_with('L') &&
                                type.generic_name == type.source_name;
    if (!is_plain_class || !m_hierarchy.has_name(type.descriptor))
    {
        return std::nullopt;
    }
    Callable callable;
    callable.kind = CallableKind::cast;
    callable.name = "cast";
    callable.is_under_test = false;
    callable.is_on_demand = true;
    callable.parameters.push_back({.name = "object", .type = from});
    callable.result = to;
    add(std::move(callable), {.kind = JavaCallableKind::cast,
                                 .owner = type.descriptor.substr(1, type.descriptor.size() - 2),
                                 .name = "cast"});
    const CallableId id{m_callables.size() - 1};
    m_casts.emplace(std::pair{from, to}, id);
    return id;
}

bool SurfaceBuilder::add_producers(TypeId id)
{
    const JavaType java = m_table.java_types()[id.index()];
    const auto signature = parse_field_signature(java.signature);
    if (java.kind != JavaTypeKind::reference || !signature ||
        signature->kind != TypeSignature::Kind::class_type)
    {
        return false;
    }
    const std::size_t callables = m_callables.size();
    const GroundType wanted = grounded(*signature, {});
    want_object(wanted, 0);
    std::vector<std::string> names = m_hierarchy.concrete_subclasses(wanted.name);
    names.resize(std::min(names.size(), max_types_below));
    names.insert(names.begin(), wanted.name);
    for (const std::string& name : names)
    {
        const ClassFile* const file = m_hierarchy.find(name);
        if (file == nullptr)
        {
            continue;
        }
        if (const auto type = name == wanted.name ? std::nullopt : subtype_of(name, wanted))
        {
            want_object(*type, 1);
        }
        std::size_t added = 0;
        for (const Maker& maker : m_hierarchy.makers_elsewhere(name))
        {
            if (added < max_makers && !is_under_test(*maker.owner) &&
                !maker.method->access.is_private())
            {
                add_method(*maker.owner, *maker.method,
                    Hierarchy::with_bounds(*maker.owner, class_type(maker.owner->name)),
                    {.depth = 1, .is_for_result = true});
                ++added;
            }
        }
    }
    supply_all();
    return m_callables.size() > callables;
}

void SurfaceBuilder::add_class_objects(std::span<const std::string> names)
{
    const GroundType class_of_any = class_type("java/lang/Class");
    if (!m_table.find_object("Ljava/lang/Class;") && !m_table.find_object("Ljava/lang/Object;"))
    {
        return;
    }
    want_object(class_of_any, 1);
    for (const std::string& name : names)
    {
        const ClassFile* const file = m_hierarchy.find(name);
        if (file != nullptr && m_hierarchy.is_nameable(*file))
        {
            add_class_literal("L" + name + ";", class_of_any);
        }
    }
    supply_all();
}

}  // namespace sbst::jvm::detail
