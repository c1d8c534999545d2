// SPDX-License-Identifier: Apache-2.0
// Which methods of an object give one of its fields a value, by which calls within each other, and
// of how many of their arguments. Next: sbst/construction/setter_score.hpp, which scores them.
#pragma once

#include <sbst/construction/setter_score.hpp>
#include <sbst/jvm/classfile/class_file.hpp>
#include <sbst/test/value.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// What is known of a path beside its score.
struct WriteDetail
{
    /// Where its first method writes, or calls the next one.
    std::uint32_t instruction = 0;
    /// Parameters of the first method on which the written value depends, and those on which the
    /// index or key of an element does; ascending, the receiver not counted.
    std::vector<std::uint32_t> values{};
    std::vector<std::uint32_t> keys{};
    /// What is written whatever the arguments are: a number, or the name of null (`null`) or of the
    /// static field (`shop/State.PAID`) that it is read from.
    std::optional<Value> constant{};
    /// The number in the field becomes one more.
    bool adds_one = false;
    /// The first method makes the object, and is no constructor.
    bool is_factory = false;
};

struct FieldWriters
{
    /// All methods with code of the class, in its order.
    std::vector<const Method*> methods;
    /// WritePath::method is an index in `methods`.
    std::vector<WritePath> paths;
    /// By path.
    std::vector<WriteDetail> details;
    /// What a field of a new object holds whatever made it, as WriteDetail::constant; null for the
    /// elements of a collection.
    std::optional<Value> first{};
};

/// What of a field is written.
enum class WrittenPart
{
    /// The field itself.
    value,
    /// An element of the array or the collection (java.util) in the field.
    element
};

/// The paths through methods of the class that call each other on the same object and end with a
/// write of a field of that object, or of a static field; constructors are methods too, and static
/// methods that call one begin paths of their own. A path has each method once, and at most
/// `max_write_path`; private methods begin none. At most `max_paths_of_method` paths begin with the
/// same method, and there are at most `max_write_paths`. Source: EvoObj, section 3.2.2.
inline constexpr std::size_t max_write_path = 5;
inline constexpr std::size_t max_paths_of_method = 20;
inline constexpr std::size_t max_write_paths = 1000;
[[nodiscard]] FieldWriters find_writers(
    const ClassFile& file, std::string_view field, WrittenPart part = WrittenPart::value);

}  // namespace sbst::jvm
