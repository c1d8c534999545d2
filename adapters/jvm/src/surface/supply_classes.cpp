// SPDX-License-Identifier: Apache-2.0
// Producers of class objects.
#include "known_types.hpp"
#include "surface_builder.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

/// A class of the JDK with public fields that can be written.
constexpr const char* class_with_fields = "java/awt/Point";
/// Classes that the code under test names.
constexpr std::size_t max_named_classes = 32;

/// A class of the JDK that answers a question of java.lang.Class otherwise than most.
struct KnownKind
{
    std::string_view asked_by;
    std::string_view descriptor;
};
constexpr std::array<KnownKind, 30> known_kinds{{
    {"isPrimitive", "J"},
    {"isPrimitive", "Z"},
    {"isPrimitive", "V"},
    {"isArray", "[I"},
    {"isArray", "[Ljava/lang/String;"},
    {"getComponentType", "[I"},
    {"getComponentType", "[Ljava/lang/String;"},
    {"componentType", "[I"},
    {"componentType", "[Ljava/lang/String;"},
    {"isEnum", "Ljava/util/concurrent/TimeUnit;"},
    {"getEnumConstants", "Ljava/util/concurrent/TimeUnit;"},
    {"isAnnotation", "Ljava/lang/Deprecated;"},
    {"isInterface", "Ljava/util/List;"},
    {"getInterfaces", "Ljava/util/List;"},
    {"getInterfaces", "Ljava/util/ArrayList;"},
    {"getSuperclass", "Ljava/util/ArrayList;"},
    {"isAssignableFrom", "Ljava/util/ArrayList;"},
    {"getModifiers", "Ljava/io/InputStream;"},
    {"getEnclosingClass", "Ljava/util/Map$Entry;"},
    {"getDeclaringClass", "Ljava/util/Map$Entry;"},
    {"isMemberClass", "Ljava/util/Map$Entry;"},
    {"getSimpleName", "Ljava/util/Map$Entry;"},
    {"getCanonicalName", "[Ljava/lang/String;"},
    {"getMethod", "Ljava/util/List;"},
    {"getMethods", "Ljava/util/Date;"},
    {"getDeclaredMethods", "Ljava/util/Date;"},
    {"getConstructor", "Ljava/util/ArrayList;"},
    {"getDeclaredConstructor", "Ljava/lang/Number;"},
    {"newInstance", "Ljava/util/ArrayList;"},
    {"getPackage", "I"},
}};

/// A method of java.lang.Class, or one of another class that takes a class object.
bool is_about_class(const MemberKey& method)
{
    return method.owner == "java/lang/Class" ||
           method.descriptor.find("Ljava/lang/Class;") < method.descriptor.find(')');
}

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
        supply_classes_of_kinds(wanted);
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

/// Adds some usual classes, those under test, those that their code names, and one of each kind
/// that it asks for.
void SurfaceBuilder::supply_classes_of_kinds(const Wanted& wanted)
{
    for (const char* descriptor :
        {"Ljava/lang/String;", "Ljava/lang/Integer;", "Ljava/lang/Object;", "I"})
    {
        add_class_literal(descriptor, wanted.type);
    }
    const std::size_t most = m_callables.size() + max_named_classes;
    for (const std::string& name : m_under_test)
    {
        add_class_literal("L" + name + ";", wanted.type);
        for (const std::string& descriptor : facts_of(*m_hierarchy.find(name)).class_objects)
        {
            if (m_callables.size() < most)
            {
                add_class_literal(descriptor, wanted.type);
                add_class_below(descriptor, wanted.type);
            }
        }
    }
    const std::set<MemberKey>& called = called_methods();
    for (const KnownKind& kind : known_kinds)
    {
        if (std::any_of(called.begin(), called.end(), [&kind](const MemberKey& method) {
                return method.name == kind.asked_by && is_about_class(method);
            }))
        {
            add_class_literal(std::string(kind.descriptor), wanted.type);
        }
    }
}

/// Adds a class below one that the code names, if it asks `Map.class.isAssignableFrom(type)`.
void SurfaceBuilder::add_class_below(const std::string& descriptor, const GroundType& type)
{
    const ClassFile* const file =
        descriptor.starts_with('L') ?
            m_hierarchy.find(descriptor.substr(1, descriptor.size() - 2)) :
            nullptr;
    const std::set<MemberKey>& called = called_methods();
    const bool asks = std::any_of(called.begin(), called.end(), [](const MemberKey& method) {
        return method.name == "isAssignableFrom" && is_about_class(method);
    });
    if (!asks || file == nullptr || !(file->access.is_abstract() || file->access.is_interface()))
    {
        return;
    }
    const auto known = known_implementations(file->name);
    const std::vector<std::string> below = known.empty() ?
                                               m_hierarchy.concrete_subclasses(file->name) :
                                               std::vector<std::string>{std::string(known.front())};
    const auto first = std::find_if(below.begin(), below.end(), [this](const std::string& name) {
        const ClassFile* const found = m_hierarchy.find(name);
        return found != nullptr && m_hierarchy.is_nameable(*found);
    });
    if (first != below.end())
    {
        add_class_literal("L" + *first + ";", type);
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
    // The class itself, or that of an array's elements.
    const std::size_t begin = descriptor.find_first_not_of('[');
    const bool is_class = descriptor[begin] == 'L';
    const ClassFile* file =
        is_class ? m_hierarchy.find(descriptor.substr(begin + 1, descriptor.size() - begin - 2)) :
                   nullptr;
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

}  // namespace sbst::jvm::detail
