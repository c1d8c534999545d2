// SPDX-License-Identifier: Apache-2.0
// Types of parameters and results. The universe of types is append-only, so an adapter may add
// types while the search runs. Next: value.hpp, then catalogue.hpp.
#pragma once

#include <sbst/id.hpp>
#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sbst
{

struct TypeTag;
/// Names a type of one TypeUniverse; dense from 0 in the order of definition.
using TypeId = StrongId<TypeTag>;

/// The families of types that values, operators and pools distinguish.
enum class TypeKind
{
    void_type,
    boolean,
    integer,
    floating,
    string,
    bytes,
    array,
    tuple,
    enumeration,
    object
};

/// One type. Only the members whose comment names its kind are read.
struct Type
{
    TypeKind kind = TypeKind::void_type;
    /// Its name in the language: `uint256`, `String`, `Node`.
    std::string name;

    /// integer: width in bits, 1 to 256. floating: 32 or 64.
    unsigned bits = 0;
    /// integer: two's complement; the value is stored sign-extended to 256 bits.
    bool is_signed = false;
    /// integer: inclusive bounds (in the integer's own order); absent = the bounds of the width.
    std::optional<U256> minimum;
    std::optional<U256> maximum;

    /// bytes: exact size; array: exact number of elements; absent = dynamic.
    std::optional<std::size_t> fixed_size;
    /// bytes, string, dynamic array: lengths that operators choose, inclusive; absent = those of
    /// the options.
    std::optional<std::size_t> min_length;
    std::optional<std::size_t> max_length;
    /// string: a sequence of Unicode characters, in UTF-8, of which operators choose all sorts;
    /// otherwise one of bytes, of which they choose printable ASCII.
    bool is_unicode = false;
    /// array: one element type; tuple: one type per member.
    std::vector<TypeId> elements;

    /// enumeration: names of the members; a value is an index into them. May grow.
    /// tuple: names of the members (may be empty strings).
    std::vector<std::string> members;

    /// object: direct supertypes; an object of this type may be used as one of them.
    std::vector<TypeId> supertypes;
    /// object, string, bytes, array, enumeration: null is a legal value.
    bool nullable = false;
};

/// The append-only set of types of one adapter.
class TypeUniverse
{
public:
    /// Defines a type and returns its id.
    /// @throws ConfigError when the description is not usable (width out of 1..256, unknown element
    /// type, minimum above maximum, a supertype that is not an object type, no members, elements
    /// without literals).
    TypeId add(Type type);

    /// Adds a member to an enumeration and returns its index.
    std::size_t add_member(TypeId enumeration, std::string name);

    /// Adds a direct supertype to an object type; repeated ones are dropped.
    /// @throws ConfigError when one of them is not an object type or the types would form a cycle.
    void add_supertype(TypeId object, TypeId supertype);

    [[nodiscard]] const Type& operator[](TypeId id) const { return m_types[id.index()]; }
    [[nodiscard]] std::size_t size() const { return m_types.size(); }

    /// Tells whether a value of `from` may be used as a `to`: the types are equal, or `to` is a
    /// direct or indirect supertype of `from`. O(log of the number of supertypes).
    [[nodiscard]] bool is_assignable(TypeId from, TypeId to) const;

    /// Direct and indirect supertypes, in order of definition, without the type itself.
    [[nodiscard]] std::span<const TypeId> ancestors(TypeId id) const
    {
        return m_ancestors[id.index()];
    }

    /// The first type of that name, if any.
    [[nodiscard]] std::optional<TypeId> find(const std::string& name) const;

    /// Grows with each addition, so that data derived from the universe can be kept until it
    /// changes.
    [[nodiscard]] std::uint64_t revision() const { return m_revision; }

private:
    void add_ancestors(std::size_t object, TypeId supertype);

    std::vector<Type> m_types;
    /// Direct and indirect supertypes of each type, sorted.
    std::vector<std::vector<TypeId>> m_ancestors;
    std::uint64_t m_revision = 0;
};

/// Smallest and largest value of an integer type, in the type's own order (sign-extended words).
[[nodiscard]] U256 integer_minimum(const Type& type);
[[nodiscard]] U256 integer_maximum(const Type& type);

/// Tells whether types of that kind may be nullable.
[[nodiscard]] bool can_be_null(TypeKind kind);

// Short ways to describe the common types.
[[nodiscard]] Type boolean_type();
[[nodiscard]] Type integer_type(unsigned bits, bool is_signed, std::string name = {});
[[nodiscard]] Type floating_type(unsigned bits);
[[nodiscard]] Type string_type();
[[nodiscard]] Type bytes_type(std::optional<std::size_t> fixed_size = std::nullopt);
[[nodiscard]] Type array_type(
    TypeId element, std::string name, std::optional<std::size_t> fixed_size = std::nullopt);
[[nodiscard]] Type tuple_type(
    std::vector<TypeId> members, std::string name, std::vector<std::string> member_names = {});
[[nodiscard]] Type enumeration_type(std::string name, std::vector<std::string> members);
/// An object that may be null.
[[nodiscard]] Type object_type(std::string name, std::vector<TypeId> supertypes = {});

}  // namespace sbst
