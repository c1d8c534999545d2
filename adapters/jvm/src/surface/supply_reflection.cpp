// SPDX-License-Identifier: Apache-2.0
// Producers of class objects and annotations.
#include "known_types.hpp"
#include "surface_builder.hpp"

#include <algorithm>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

GroundType class_of(const std::string& name)
{
    return {TypeSignature::Kind::class_type, "java/lang/Class", {class_type(name)}};
}

}  // namespace

void SurfaceBuilder::supply_class_literals(const Wanted& wanted)
{
    if (wanted.type.arguments.empty())
    {
        for (const char* descriptor :
            {"Ljava/lang/String;", "Ljava/lang/Integer;", "Ljava/lang/Object;", "I"})
        {
            add_class_literal(descriptor, wanted.type);
        }
        for (const std::string& name : m_under_test)
        {
            add_class_literal("L" + name + ";", wanted.type);
        }
        return;
    }
    // A wildcard means its bound here: `Class<? extends Number>` is the class of any number.
    const GroundType& bound = wanted.type.arguments.front();
    add_class_literal(erasure(bound), wanted.type);
    if (bound.kind != TypeSignature::Kind::class_type)
    {
        return;
    }
    std::vector<std::string> names;
    if (bound.name == annotation_interface)
    {
        for (ClassAnnotation& annotation : m_hierarchy.annotations(bound.name))
        {
            names.push_back(std::move(annotation.type));
        }
    }
    else
    {
        const auto known = known_implementations(bound.name);
        names.assign(known.begin(), known.end());
        const std::vector<std::string> own = m_hierarchy.concrete_subclasses(bound.name);
        names.insert(names.end(), own.begin(), own.end());
    }
    const std::size_t count = std::min(names.size(), m_options.max_subtypes);
    for (std::size_t i = 0; i < count; ++i)
    {
        add_class_literal("L" + names[i] + ";", wanted.type);
    }
}

void SurfaceBuilder::add_class_literal(const std::string& descriptor, const GroundType& type)
{
    const bool is_class = descriptor.starts_with('L');
    const ClassFile* file =
        is_class ? m_hierarchy.find(descriptor.substr(1, descriptor.size() - 2)) : nullptr;
    if (is_class && (file == nullptr || !m_hierarchy.is_nameable(*file)))
    {
        return;
    }
    Callable callable;
    callable.kind = CallableKind::function;
    callable.name = "class " + descriptor;
    callable.is_under_test = false;
    callable.result = m_table.object_of(type);
    add(std::move(callable), {.kind = JavaCallableKind::class_literal,
                                 .owner = "java/lang/Class",
                                 .name = "class",
                                 .descriptor = descriptor});
}

void SurfaceBuilder::supply_annotations(const Wanted& wanted)
{
    for (const ClassAnnotation& annotation : m_hierarchy.annotations(wanted.type.name))
    {
        const GroundType owner = class_of(annotation.owner);
        const GroundType type = class_of(annotation.type);
        add_class_literal("L" + annotation.owner + ";", owner);
        add_class_literal("L" + annotation.type + ";", type);
        Callable callable;
        callable.kind = CallableKind::method;
        callable.name = "getAnnotation";
        callable.is_under_test = false;
        callable.parameters = {{.name = "receiver", .type = m_table.object_of(owner)},
            {.name = "type", .type = m_table.object_of(type)}};
        callable.result = m_table.object_of(wanted.type);
        add(std::move(callable),
            {.kind = JavaCallableKind::instance_method,
                .owner = "java/lang/Class",
                .name = "getAnnotation",
                .descriptor = "(Ljava/lang/Class;)Ljava/lang/annotation/Annotation;"});
    }
}

}  // namespace sbst::jvm::detail
