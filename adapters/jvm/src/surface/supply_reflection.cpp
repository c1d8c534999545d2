// SPDX-License-Identifier: Apache-2.0
// Producers of annotations, and of objects of members.
#include "surface_builder.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

GroundType class_of(const std::string& name)
{
    return {TypeSignature::Kind::class_type, "java/lang/Class", {class_type(name)}};
}

/// Members of the JDK of many kinds: with and without parameters and results, static or not, a
/// setter, getters, a method of an interface.
struct KnownMember
{
    std::string_view kind;
    std::string_view owner;
    std::string_view name;
    std::string_view descriptor;
};
constexpr std::array<KnownMember, 13> known_members{{
    {"Method", "java/lang/String", "length", "()I"},
    {"Method", "java/lang/String", "concat", "(Ljava/lang/String;)Ljava/lang/String;"},
    {"Method", "java/lang/String", "substring", "(II)Ljava/lang/String;"},
    {"Method", "java/lang/Integer", "parseInt", "(Ljava/lang/String;)I"},
    {"Method", "java/lang/Object", "equals", "(Ljava/lang/Object;)Z"},
    {"Method", "java/util/Date", "setTime", "(J)V"},
    {"Method", "java/lang/Runnable", "run", "()V"},
    {"Method", "java/util/List", "size", "()I"},
    {"Field", "java/lang/Integer", "MAX_VALUE", "I"},
    {"Field", "java/awt/Point", "x", "I"},
    {"Constructor", "java/lang/String", "<init>", "()V"},
    {"Constructor", "java/lang/StringBuilder", "<init>", "(I)V"},
    {"Constructor", "java/lang/Integer", "<init>", "(Ljava/lang/String;)V"},
}};
/// Members of one class under test.
constexpr std::size_t max_own_members = 4;

}  // namespace

bool SurfaceBuilder::supply_members(const Wanted& wanted)
{
    constexpr std::string_view package = "java/lang/reflect/";
    const std::string& name = wanted.type.name;
    const std::string kind = name.starts_with(package) ? name.substr(package.size()) : "";
    if (kind != "Method" && kind != "Field" && kind != "Constructor")
    {
        return false;
    }
    for (const std::string& under_test : m_under_test)
    {
        const ClassFile& file = *m_hierarchy.find(under_test);
        std::size_t added = 0;
        for (const Method& method : file.methods)
        {
            const bool is_wanted =
                method.is_constructor() ? kind == "Constructor" : kind == "Method";
            if (is_wanted && added < max_own_members && !method.is_static_initialiser())
            {
                added += add_member(wanted, file, method.name, method.descriptor) ? 1U : 0U;
            }
        }
        for (const Field& field : file.fields)
        {
            if (kind == "Field" && added < max_own_members)
            {
                added += add_member(wanted, file, field.name, field.descriptor) ? 1U : 0U;
            }
        }
    }
    for (const KnownMember& known : known_members)
    {
        const ClassFile* file =
            known.kind == kind ? m_hierarchy.find(std::string(known.owner)) : nullptr;
        if (file != nullptr)
        {
            add_member(wanted, *file, std::string(known.name), std::string(known.descriptor));
        }
    }
    return true;
}

bool SurfaceBuilder::add_member(const Wanted& wanted, const ClassFile& owner,
    const std::string& name, const std::string& descriptor)
{
    const bool is_field = !descriptor.starts_with('(');
    const auto method = is_field ? std::nullopt : parse_method_descriptor(descriptor);
    const auto has_name = [this](const std::string& type) { return m_hierarchy.has_name(type); };
    const Field* field = is_field ? owner.find_field(name) : nullptr;
    const Method* called = is_field ? nullptr : owner.find_method(name, descriptor);
    const bool is_usable =
        field != nullptr ?
            m_hierarchy.is_usable(owner, *field) :
            called != nullptr && m_hierarchy.is_usable(owner, *called) && method &&
                std::all_of(method->parameters.begin(), method->parameters.end(), has_name);
    if (!is_usable || !m_hierarchy.is_nameable(owner))
    {
        return false;
    }
    Callable callable;
    callable.kind = CallableKind::function;
    callable.name = "member " + name;
    callable.is_under_test = false;
    callable.result = m_table.object_of(wanted.type);
    add(std::move(callable),
        {.kind = JavaCallableKind::reflected_member,
            .owner = owner.name,
            .name = name,
            .descriptor = descriptor,
            .declared_exceptions = {
                is_field ? "java/lang/NoSuchFieldException" : "java/lang/NoSuchMethodException"}});
    return true;
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
