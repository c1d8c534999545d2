// SPDX-License-Identifier: Apache-2.0
// Generic types of classes, methods and fields, as trees. Next: ../surface/java_surface.hpp, which
// turns them into types.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// A type in the attribute Signature, or a type argument.
struct TypeSignature
{
    enum class Kind
    {
        /// `name` is the descriptor: `I`; `V` for a method's result.
        primitive,
        /// `name` is the internal name, nested classes joined by `$`: `java/util/Map$Entry`;
        /// `arguments` are those of all classes in the name, the enclosing classes first.
        class_type,
        /// `name` is the variable's.
        variable,
        /// `arguments` holds only the element type.
        array,
        /// `?`
        any,
        /// `? extends`: `arguments` holds only the bound.
        extends,
        /// `? super`: the same.
        super
    };

    Kind kind = Kind::class_type;
    std::string name{};
    std::vector<TypeSignature> arguments{};

    friend bool operator==(const TypeSignature&, const TypeSignature&) = default;
};

/// `<T extends Number & Comparable<T>>`
struct TypeParameter
{
    std::string name;
    /// The class first, then interfaces; empty = java/lang/Object.
    std::vector<TypeSignature> bounds;

    friend bool operator==(const TypeParameter&, const TypeParameter&) = default;
};

struct ClassSignature
{
    std::vector<TypeParameter> type_parameters;
    TypeSignature superclass;
    std::vector<TypeSignature> interfaces;
};

struct MethodSignature
{
    std::vector<TypeParameter> type_parameters;
    /// Without the hidden parameters that a descriptor may have (an enum's name, an inner class's
    /// outer object): use the descriptor when the counts differ.
    std::vector<TypeSignature> parameters;
    TypeSignature result;
    std::vector<TypeSignature> exceptions;
};

/// The deepest nesting of types; the JVM has no bound, compilers stay far below.
inline constexpr std::size_t max_signature_depth = 64;

/// Nothing when the text is not such a signature or nests deeper than `max_signature_depth`: the
/// JVM still runs such classes, only their generic types are unknown. O(size).
///
/// Source: JVMS 4.7.9.1.
[[nodiscard]] std::optional<ClassSignature> parse_class_signature(std::string_view text);
[[nodiscard]] std::optional<MethodSignature> parse_method_signature(std::string_view text);
/// For a field, a record component or a local variable; every field descriptor is such a signature
/// too.
[[nodiscard]] std::optional<TypeSignature> parse_field_signature(std::string_view text);

}  // namespace sbst::jvm
