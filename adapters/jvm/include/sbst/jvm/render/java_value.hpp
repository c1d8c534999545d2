// SPDX-License-Identifier: Apache-2.0
// Values as tests write them: literals, null, arrays, and results of earlier steps. Next:
// java_suite.hpp.
#pragma once

#include <sbst/jvm/language/java_callable.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sbst::jvm
{

enum class JavaValueKind
{
    null,
    /// A value of a primitive type or a string, by `type`.
    literal,
    enumeration,
    class_literal,
    array,
    /// `List.of`, `Set.of`, `Map.of` (keys and values in turn): a list may have null, then it is
    /// `Arrays.asList`.
    list,
    set,
    map,
    /// `Optional.of` or `Optional.empty`, of the class of `descriptor`: Optional, OptionalInt, ...
    optional,
    /// The result of an earlier step.
    step
};

struct JavaValue
{
    JavaValueKind kind = JavaValueKind::null;
    /// A literal's type: boolean to double_float, or string.
    JavaTypeKind type = JavaTypeKind::nothing;
    /// The type of an enumeration, of an array (`[I`), of an Optional, or the one that a class
    /// literal names.
    std::string descriptor{};
    /// Booleans (0 or 1), characters, integers; bits of a float or a double.
    std::int64_t number = 0;
    /// A string, in UTF-16, any content.
    std::u16string text{};
    /// The name of an enumeration's constant.
    std::string name{};
    std::vector<JavaValue> elements{};
    /// Index of the step in its test.
    std::size_t step = 0;

    bool operator==(const JavaValue&) const = default;
};

[[nodiscard]] JavaValue java_null();
[[nodiscard]] JavaValue java_boolean(bool value);
/// @param type byte, short_integer, character, integer or long_integer.
[[nodiscard]] JavaValue java_number(JavaTypeKind type, std::int64_t value);
[[nodiscard]] JavaValue java_int(std::int32_t value);
[[nodiscard]] JavaValue java_float(float value);
[[nodiscard]] JavaValue java_double(double value);
[[nodiscard]] JavaValue java_string(std::u16string text);
[[nodiscard]] JavaValue java_enum(std::string descriptor, std::string name);
[[nodiscard]] JavaValue java_class(std::string descriptor);
[[nodiscard]] JavaValue java_array(std::string descriptor, std::vector<JavaValue> elements);
[[nodiscard]] JavaValue java_step(std::size_t step);

}  // namespace sbst::jvm
