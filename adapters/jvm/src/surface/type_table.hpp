// SPDX-License-Identifier: Apache-2.0
// Gives each ground type its TypeId: a type with literals if values can be written, otherwise an
// object type. Next: surface_builder.hpp.
#pragma once

#include "hierarchy.hpp"

#include <sbst/jvm/language/java_callable.hpp>
#include <sbst/test/type.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

class TypeTable
{
public:
    explicit TypeTable(const Hierarchy& hierarchy) : m_hierarchy(&hierarchy) {}

    /// The type of a value: one with literals if the language has them, else object_of().
    TypeId value_of(const GroundType& type);
    /// The type of an object, also for strings, enumerations and arrays of literals: used where one
    /// of their supertypes is needed.
    TypeId object_of(const GroundType& type);

    /// Integers from one small number to another, which nothing but the surface itself uses.
    TypeId count(std::size_t least, std::size_t most);
    /// The type of hash codes: integers that are no argument, because that of an object without a
    /// hashCode of its own differs between JVMs, and with it what is made from it.
    TypeId hash();

    [[nodiscard]] bool is_literal(TypeId type) const
    {
        return m_types[type].kind != TypeKind::object;
    }
    [[nodiscard]] std::optional<TypeId> find_object(const std::string& key) const;
    /// Names of the constants of an enumeration that can be named; empty for other classes.
    [[nodiscard]] std::vector<std::string> constants_of(const std::string& name) const;

    [[nodiscard]] const TypeUniverse& types() const { return m_types; }
    [[nodiscard]] const std::vector<JavaType>& java_types() const { return m_java_types; }

private:
    TypeId add(Type type, JavaTypeKind kind, const GroundType& ground);
    std::optional<TypeId> add_literal(const GroundType& type);
    std::optional<TypeId> add_array(const GroundType& type);
    [[nodiscard]] std::string source_name(const GroundType& type, bool with_arguments) const;

    const Hierarchy* m_hierarchy;
    TypeUniverse m_types;
    std::vector<JavaType> m_java_types;
    /// By key_of().
    std::map<std::string, TypeId> m_values;
    std::map<std::pair<std::size_t, std::size_t>, TypeId> m_counts;
    std::optional<TypeId> m_hash;
    std::map<std::string, TypeId> m_objects;
    /// Objects whose supertypes are being found.
    std::set<std::string> m_open;
};

}  // namespace sbst::jvm::detail
