// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/test/type.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace sbst
{

namespace
{

[[noreturn]] void reject(const Type& type, std::string_view problem)
{
    throw ConfigError(fmt::format("type '{}': {}", type.name, problem));
}

/// Compares bounds in the type's own order.
bool is_less(const Type& type, const U256& a, const U256& b)
{
    return type.is_signed ? signed_less(a, b) : a < b;
}

void check_integer(const Type& type)
{
    if (type.bits < 1 || type.bits > 256)
    {
        reject(type, fmt::format("width {} is not in 1..256 bits", type.bits));
    }
    Type plain = type;
    plain.minimum.reset();
    plain.maximum.reset();
    const U256 low = integer_minimum(plain);
    const U256 high = integer_maximum(plain);
    for (const auto& bound : {type.minimum, type.maximum})
    {
        if (bound && (is_less(type, *bound, low) || is_less(type, high, *bound)))
        {
            reject(type, fmt::format("bound {} does not fit {} bits", bound->to_hex(), type.bits));
        }
    }
    if (is_less(type, integer_maximum(type), integer_minimum(type)))
    {
        reject(type, "minimum is above maximum");
    }
}

void check_lengths(const Type& type)
{
    if (type.min_length && type.max_length && *type.min_length > *type.max_length)
    {
        reject(type, fmt::format("minimum length {} is above maximum length {}", *type.min_length,
                         *type.max_length));
    }
    if (type.fixed_size && (type.min_length || type.max_length))
    {
        reject(type, "a fixed size excludes a minimum and a maximum length");
    }
}

/// Checks the description by itself.
void check_kind(const Type& type)
{
    if (type.nullable && !can_be_null(type.kind))
    {
        reject(type, "numbers, tuples and nothing are never null");
    }
    switch (type.kind)
    {
        case TypeKind::integer:
            check_integer(type);
            break;
        case TypeKind::floating:
            if (type.bits != 32 && type.bits != 64)
            {
                reject(type, fmt::format("floating width {} is neither 32 nor 64", type.bits));
            }
            break;
        case TypeKind::string:
            if (type.fixed_size)
            {
                reject(type, "a string has no fixed size");
            }
            check_lengths(type);
            break;
        case TypeKind::bytes:
            check_lengths(type);
            break;
        case TypeKind::array:
            check_lengths(type);
            if (type.elements.size() != 1)
            {
                reject(
                    type, fmt::format("an array has 1 element type, not {}", type.elements.size()));
            }
            break;
        case TypeKind::tuple:
            if (type.members.size() > type.elements.size())
            {
                reject(type, "more member names than members");
            }
            break;
        case TypeKind::enumeration:
            if (type.members.empty())
            {
                reject(type, "an enumeration needs a member");
            }
            break;
        case TypeKind::void_type:
        case TypeKind::boolean:
        case TypeKind::object:
            break;
    }
}

/// Checks the types that the description refers to.
void check_references(const Type& type, const TypeUniverse& types)
{
    for (const TypeId element : type.elements)
    {
        if (element.index() >= types.size())
        {
            reject(type, "an element type is unknown");
        }
        const Type& inner = types[element];
        if (inner.kind == TypeKind::void_type ||
            (inner.kind == TypeKind::object && !inner.nullable))
        {
            reject(type, fmt::format("element type '{}' has no literal", inner.name));
        }
    }
    for (const TypeId supertype : type.supertypes)
    {
        if (type.kind != TypeKind::object || supertype.index() >= types.size() ||
            types[supertype].kind != TypeKind::object)
        {
            reject(type, "only an object has supertypes, and they are known objects");
        }
    }
}

}  // namespace

bool can_be_null(TypeKind kind)
{
    switch (kind)
    {
        case TypeKind::string:
        case TypeKind::bytes:
        case TypeKind::array:
        case TypeKind::enumeration:
        case TypeKind::object:
            return true;
        case TypeKind::void_type:
        case TypeKind::boolean:
        case TypeKind::integer:
        case TypeKind::floating:
        case TypeKind::tuple:
            break;
    }
    return false;
}

TypeId TypeUniverse::add(Type type)
{
    check_kind(type);
    check_references(type, *this);
    const std::vector<TypeId> supertypes = type.supertypes;
    m_types.push_back(std::move(type));
    m_ancestors.emplace_back();
    for (const TypeId supertype : supertypes)
    {
        add_ancestors(m_types.size() - 1, supertype);
    }
    ++m_revision;
    return TypeId{m_types.size() - 1};
}

std::size_t TypeUniverse::add_member(TypeId enumeration, std::string name)
{
    if (enumeration.index() >= m_types.size() || (*this)[enumeration].kind != TypeKind::enumeration)
    {
        throw ConfigError(fmt::format("member '{}' is added to no enumeration", name));
    }
    auto& members = m_types[enumeration.index()].members;
    members.push_back(std::move(name));
    ++m_revision;
    return members.size() - 1;
}

void TypeUniverse::add_supertype(TypeId object, TypeId supertype)
{
    for (const TypeId id : {object, supertype})
    {
        if (id.index() >= m_types.size() || (*this)[id].kind != TypeKind::object)
        {
            throw ConfigError("a supertype relation needs two known object types");
        }
    }
    Type& type = m_types[object.index()];
    if (is_assignable(supertype, object))
    {
        reject(type, fmt::format("supertype '{}' would close a cycle", (*this)[supertype].name));
    }
    if (std::find(type.supertypes.begin(), type.supertypes.end(), supertype) !=
        type.supertypes.end())
    {
        return;
    }
    type.supertypes.push_back(supertype);
    // Types that are already below `object` inherit the new ancestors too.
    for (std::size_t i = 0; i < m_types.size(); ++i)
    {
        if (is_assignable(TypeId{i}, object))
        {
            add_ancestors(i, supertype);
        }
    }
    ++m_revision;
}

void TypeUniverse::add_ancestors(std::size_t object, TypeId supertype)
{
    auto& ancestors = m_ancestors[object];
    const auto& above = m_ancestors[supertype.index()];
    ancestors.push_back(supertype);
    ancestors.insert(ancestors.end(), above.begin(), above.end());
    std::sort(ancestors.begin(), ancestors.end());
    ancestors.erase(std::unique(ancestors.begin(), ancestors.end()), ancestors.end());
}

bool TypeUniverse::is_assignable(TypeId from, TypeId to) const
{
    if (from == to)
    {
        return true;
    }
    const auto& ancestors = m_ancestors[from.index()];
    return std::binary_search(ancestors.begin(), ancestors.end(), to);
}

std::optional<TypeId> TypeUniverse::find(const std::string& name) const
{
    const auto found = std::find_if(
        m_types.begin(), m_types.end(), [&](const Type& type) { return type.name == name; });
    if (found == m_types.end())
    {
        return std::nullopt;
    }
    return TypeId{static_cast<std::size_t>(found - m_types.begin())};
}

U256 integer_minimum(const Type& type)
{
    if (type.minimum)
    {
        return *type.minimum;
    }
    return type.is_signed ? -U256::power_of_two(type.bits - 1) : U256{};
}

U256 integer_maximum(const Type& type)
{
    if (type.maximum)
    {
        return *type.maximum;
    }
    // 2^256 wraps to 0, so the result is right for the widest unsigned type.
    return U256::power_of_two(type.is_signed ? type.bits - 1 : type.bits) - U256{1};
}

Type boolean_type()
{
    Type type;
    type.kind = TypeKind::boolean;
    type.name = "bool";
    return type;
}

Type integer_type(unsigned bits, bool is_signed, std::string name)
{
    Type type;
    type.kind = TypeKind::integer;
    type.name =
        name.empty() ? fmt::format("{}{}", is_signed ? "int" : "uint", bits) : std::move(name);
    type.bits = bits;
    type.is_signed = is_signed;
    return type;
}

Type floating_type(unsigned bits)
{
    Type type;
    type.kind = TypeKind::floating;
    type.name = fmt::format("float{}", bits);
    type.bits = bits;
    return type;
}

Type string_type()
{
    Type type;
    type.kind = TypeKind::string;
    type.name = "string";
    return type;
}

Type bytes_type(std::optional<std::size_t> fixed_size)
{
    Type type;
    type.kind = TypeKind::bytes;
    type.name = fixed_size ? fmt::format("bytes{}", *fixed_size) : "bytes";
    type.fixed_size = fixed_size;
    return type;
}

Type array_type(TypeId element, std::string name, std::optional<std::size_t> fixed_size)
{
    Type type;
    type.kind = TypeKind::array;
    type.name = std::move(name);
    type.elements = {element};
    type.fixed_size = fixed_size;
    return type;
}

Type tuple_type(
    std::vector<TypeId> members, std::string name, std::vector<std::string> member_names)
{
    Type type;
    type.kind = TypeKind::tuple;
    type.name = std::move(name);
    type.elements = std::move(members);
    type.members = std::move(member_names);
    return type;
}

Type enumeration_type(std::string name, std::vector<std::string> members)
{
    Type type;
    type.kind = TypeKind::enumeration;
    type.name = std::move(name);
    type.members = std::move(members);
    return type;
}

Type object_type(std::string name, std::vector<TypeId> supertypes)
{
    Type type;
    type.kind = TypeKind::object;
    type.nullable = true;
    type.name = std::move(name);
    type.supertypes = std::move(supertypes);
    return type;
}

}  // namespace sbst
