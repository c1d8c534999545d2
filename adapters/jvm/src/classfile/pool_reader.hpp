// SPDX-License-Identifier: Apache-2.0
// Reads and checks a constant pool, and resolves references of other readers. Next:
// code_reader.hpp.
#pragma once

#include "byte_reader.hpp"

#include <sbst/jvm/classfile/class_constants.hpp>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace sbst::jvm
{

class PoolReader
{
public:
    /// Reads the pool at the reader's position.
    /// @throws ParseError
    static ClassConstants read(ByteReader& reader);

private:
    PoolReader(ClassConstants& pool, ByteReader& reader) : m_pool(&pool), m_reader(&reader) {}

    void read_entries();
    ClassConstants::Entry read_entry(PoolTag tag);
    void resolve(std::size_t index);
    void resolve_text(std::size_t index);
    void resolve_name_and_type(std::size_t index);
    void resolve_member(std::size_t index);
    void resolve_handle(std::size_t index);
    std::uint32_t add(MemberRef member);
    void check_reference(std::size_t from, std::size_t to, PoolTag wanted) const;
    [[noreturn]] void fail(std::size_t index, const std::string& problem) const;

    ClassConstants* m_pool;
    ByteReader* m_reader;
};

/// References into the pool from attributes and members: the reader gives the number and the place
/// for messages.
/// @throws ParseError when the entry has none of the tags; `what` names the thing being read.
std::uint16_t read_pool_index(ByteReader& reader, const ClassConstants& pool,
    std::initializer_list<PoolTag> tags, std::string_view what);
/// The text of a utf8 entry.
const std::string& read_utf8(ByteReader& reader, const ClassConstants& pool, std::string_view what);
/// The internal name of a class entry.
const std::string& read_class(
    ByteReader& reader, const ClassConstants& pool, std::string_view what);
/// The same; 0 gives an empty text.
std::string read_optional_utf8(
    ByteReader& reader, const ClassConstants& pool, std::string_view what);
std::string read_optional_class(
    ByteReader& reader, const ClassConstants& pool, std::string_view what);

/// `a string`, `a class`: for messages.
[[nodiscard]] std::string_view describe(PoolTag tag);

}  // namespace sbst::jvm
