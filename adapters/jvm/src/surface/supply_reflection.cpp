// SPDX-License-Identifier: Apache-2.0
// Producers of class objects, annotations, and objects of members.
#include "known_types.hpp"
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
/// A class of the JDK with public fields that can be written.
constexpr const char* class_with_fields = "java/awt/Point";
/// Members of one class under test.
constexpr std::size_t max_own_members = 4;

}  // namespace

void SurfaceBuilder::supply_class_with_fields(const Wanted& wanted)
{
    const std::set<MemberKey>& called = called_methods();
    const bool reads_fields =
        std::any_of(called.begin(), called.end(), [](const MemberKey& method) {
            return method.owner == "java/lang/reflect/Field" ||
                   (method.owner == "java/lang/Class" &&
                       method.name.find("Field") != std::string::npos);
        });
    if (reads_fields && m_hierarchy.find(class_with_fields) != nullptr)
    {
        add_class_literal("L" + std::string(class_with_fields) + ";", wanted.type);
        want_object(class_type(class_with_fields), wanted.depth + 1);
    }
}

void SurfaceBuilder::supply_class_literals(const Wanted& wanted)
{
    const bool is_of_any =
        wanted.type.arguments.empty() || wanted.type.arguments.front().name == "java/lang/Object";
    if (is_of_any)
    {
        supply_class_with_fields(wanted);
    }
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
    if (bound.name == "java/lang/Enum")
    {
        supply_enum_literals(wanted);
        return;
    }
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

/// Enum itself has no constants.
void SurfaceBuilder::supply_enum_literals(const Wanted& wanted)
{
    std::vector<std::string> names = m_hierarchy.enums();
    names.resize(std::min(names.size(), m_options.max_subtypes));
    if (names.empty())
    {
        names.emplace_back("java/util/concurrent/TimeUnit");
    }
    for (const std::string& name : names)
    {
        add_class_literal("L" + name + ";", wanted.type);
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
