// SPDX-License-Identifier: Apache-2.0
// The constant pool of a class file, checked as a whole when it is read. Next: class_file.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// JVMS table 4.4-A, by number; `none` is entry 0 and the unusable entry after a long or a double.
enum class PoolTag : std::uint8_t
{
    none = 0,
    utf8 = 1,
    integer = 3,
    single_float = 4,
    long_integer = 5,
    double_float = 6,
    class_ref = 7,
    string = 8,
    field = 9,
    method = 10,
    interface_method = 11,
    name_and_type = 12,
    method_handle = 15,
    method_type = 16,
    dynamic = 17,
    invoke_dynamic = 18,
    module = 19,
    package = 20
};

[[nodiscard]] constexpr bool is_member(PoolTag tag)
{
    return tag == PoolTag::field || tag == PoolTag::method || tag == PoolTag::interface_method;
}

/// A field or a method, or (without owner) the name and type of a dynamic constant or call site.
struct MemberRef
{
    /// Internal name, or the descriptor of an array (`[I.clone`).
    std::string owner;
    std::string name;
    std::string descriptor;
    bool is_interface = false;
    /// For dynamic constants and call sites: index in ClassFile::bootstrap_methods.
    std::uint16_t bootstrap_method = 0;

    friend bool operator==(const MemberRef&, const MemberRef&) = default;
};

/// JVMS table 5.4.3.5-A.
enum class HandleKind : std::uint8_t
{
    get_field = 1,
    get_static = 2,
    put_field = 3,
    put_static = 4,
    invoke_virtual = 5,
    invoke_static = 6,
    invoke_special = 7,
    new_invoke_special = 8,
    invoke_interface = 9
};

/// Entries by index. Texts are UTF-8: characters beyond the basic plane and NUL are encoded as in
/// standard UTF-8; half of a surrogate pair, which UTF-8 cannot encode, is U+FFFD.
///
/// An accessor's precondition is that the entry has a tag that it names.
class ClassConstants
{
public:
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }
    /// `none` also for an index after the end.
    [[nodiscard]] PoolTag tag(std::size_t index) const
    {
        return index < m_entries.size() ? m_entries[index].tag : PoolTag::none;
    }
    /// The text of utf8, class_ref (an internal name, or the descriptor of an array), string,
    /// method_type, module, package.
    [[nodiscard]] const std::string& text(std::size_t index) const
    {
        return m_texts[m_entries[index].place];
    }
    /// The member that field, method, interface_method, dynamic, invoke_dynamic and name_and_type
    /// name, or the target of a method_handle.
    [[nodiscard]] const MemberRef& member(std::size_t index) const
    {
        return m_members[m_entries[index].place];
    }
    [[nodiscard]] HandleKind handle_kind(std::size_t index) const
    {
        return static_cast<HandleKind>(m_entries[index].first);
    }
    [[nodiscard]] std::int32_t integer(std::size_t index) const;
    [[nodiscard]] std::int64_t long_integer(std::size_t index) const;
    [[nodiscard]] float single_float(std::size_t index) const;
    [[nodiscard]] double double_float(std::size_t index) const;

private:
    friend class PoolReader;

    struct Entry
    {
        PoolTag tag = PoolTag::none;
        /// References to other entries, or the kind of a handle and its target.
        std::uint16_t first = 0;
        std::uint16_t second = 0;
        /// In `m_texts`, `m_members` or `m_numbers`.
        std::uint32_t place = 0;
    };

    std::vector<Entry> m_entries;
    std::vector<std::string> m_texts;
    std::vector<MemberRef> m_members;
    std::vector<std::uint64_t> m_numbers;
};

}  // namespace sbst::jvm
