// SPDX-License-Identifier: Apache-2.0
#include "type_table.hpp"

#include "../language/names.hpp"

#include <array>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

using Kind = TypeSignature::Kind;

struct Primitive
{
    char descriptor;
    JavaTypeKind kind;
    const char* name;
};

constexpr std::array<Primitive, 9> primitives{{
    {'V', JavaTypeKind::nothing, "void"},
    {'Z', JavaTypeKind::boolean, "boolean"},
    {'B', JavaTypeKind::byte, "byte"},
    {'S', JavaTypeKind::short_integer, "short"},
    {'C', JavaTypeKind::character, "char"},
    {'I', JavaTypeKind::integer, "int"},
    {'J', JavaTypeKind::long_integer, "long"},
    {'F', JavaTypeKind::single_float, "float"},
    {'D', JavaTypeKind::double_float, "double"},
}};

const Primitive& primitive_of(const GroundType& type)
{
    for (const Primitive& primitive : primitives)
    {
        if (primitive.descriptor == type.name.front())
        {
            return primitive;
        }
    }
    return primitives.front();
}

Type core_type(JavaTypeKind kind)
{
    switch (kind)
    {
        case JavaTypeKind::boolean:
            return boolean_type();
        case JavaTypeKind::byte:
            return integer_type(8, true);
        case JavaTypeKind::short_integer:
            return integer_type(16, true);
        case JavaTypeKind::character:
            return integer_type(16, false);
        case JavaTypeKind::integer:
            return integer_type(32, true);
        case JavaTypeKind::long_integer:
            return integer_type(64, true);
        case JavaTypeKind::single_float:
            return floating_type(32);
        case JavaTypeKind::double_float:
            return floating_type(64);
        default:
            return Type{};
    }
}

}  // namespace

std::string TypeTable::source_name(const GroundType& type, bool with_arguments) const
{
    if (type.kind == Kind::primitive)
    {
        return primitive_of(type).name;
    }
    if (type.kind == Kind::array)
    {
        return source_name(type.arguments.front(), with_arguments) + "[]";
    }
    std::string name = m_hierarchy->source_name(type.name);
    if (with_arguments && !type.arguments.empty())
    {
        std::string list;
        for (const GroundType& argument : type.arguments)
        {
            list += (list.empty() ? "" : ", ") + source_name(argument, true);
        }
        name += "<" + list + ">";
    }
    return name;
}

TypeId TypeTable::add(Type type, JavaTypeKind kind, const GroundType& ground)
{
    JavaType java{kind, erasure(ground), source_name(ground, false), source_name(ground, true),
        key_of(ground)};
    type.name = java.generic_name;
    const TypeId id = m_types.add(std::move(type));
    m_java_types.push_back(std::move(java));
    return id;
}

std::vector<std::string> TypeTable::constants_of(const std::string& name) const
{
    std::vector<std::string> names;
    const ClassFile* file = m_hierarchy->find(name);
    if (file == nullptr || !file->access.is_enum() || !m_hierarchy->is_nameable(*file))
    {
        return names;
    }
    for (const Field& field : file->fields)
    {
        if (field.access.is_enum() && field.access.is_static() && is_identifier(field.name))
        {
            names.push_back(field.name);
        }
    }
    return names;
}

std::optional<TypeId> TypeTable::add_array(const GroundType& type)
{
    const GroundType& element = type.arguments.front();
    const TypeId inner = value_of(element);
    if (!is_literal(inner))
    {
        return std::nullopt;
    }
    Type array = array_type(inner, {});
    array.nullable = true;
    return add(std::move(array), JavaTypeKind::array, type);
}

std::optional<TypeId> TypeTable::add_literal(const GroundType& type)
{
    if (type.kind == Kind::primitive)
    {
        const JavaTypeKind kind = primitive_of(type).kind;
        return add(core_type(kind), kind, type);
    }
    if (type.kind == Kind::array)
    {
        return add_array(type);
    }
    if (type.name == "java/lang/String")
    {
        Type text = string_type();
        text.is_unicode = true;
        text.nullable = true;
        return add(std::move(text), JavaTypeKind::string, type);
    }
    if (auto constants = constants_of(type.name); !constants.empty())
    {
        Type enumeration = enumeration_type({}, std::move(constants));
        enumeration.nullable = true;
        return add(std::move(enumeration), JavaTypeKind::enumeration, type);
    }
    return std::nullopt;
}

TypeId TypeTable::value_of(const GroundType& type)
{
    const std::string key = key_of(type);
    if (const auto known = m_values.find(key); known != m_values.end())
    {
        return known->second;
    }
    const auto literal = add_literal(type);
    const TypeId id = literal ? *literal : object_of(type);
    m_values.emplace(key, id);
    return id;
}

TypeId TypeTable::count(std::size_t least, std::size_t most)
{
    const auto known = m_counts.find({least, most});
    if (known != m_counts.end())
    {
        return known->second;
    }
    Type count = integer_type(32, true);
    count.minimum = U256{least};
    count.maximum = U256{most};
    return m_counts
        .emplace(std::pair{least, most},
            add(std::move(count), JavaTypeKind::integer, from_descriptor("I")))
        .first->second;
}

TypeId TypeTable::hash()
{
    if (!m_hash)
    {
        m_hash = add(integer_type(32, true), JavaTypeKind::integer, from_descriptor("I"));
    }
    return *m_hash;
}

TypeId TypeTable::object_of(const GroundType& type)
{
    const std::string key = key_of(type);
    if (const auto known = m_objects.find(key); known != m_objects.end())
    {
        return known->second;
    }
    std::vector<TypeId> supertypes;
    // Broken class files may extend each other.
    if (m_open.insert(key).second)
    {
        for (const GroundType& super : m_hierarchy->direct_supertypes(type))
        {
            supertypes.push_back(object_of(super));
        }
        m_open.erase(key);
        if (const auto known = m_objects.find(key); known != m_objects.end())
        {
            return known->second;
        }
    }
    const TypeId id = add(object_type({}, std::move(supertypes)), JavaTypeKind::reference, type);
    m_objects.emplace(key, id);
    return id;
}

std::optional<TypeId> TypeTable::find_object(const std::string& key) const
{
    const auto found = m_objects.find(key);
    return found == m_objects.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace sbst::jvm::detail
