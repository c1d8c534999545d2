// SPDX-License-Identifier: Apache-2.0
#include "pool_reader.hpp"

#include "modified_utf8.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace sbst::jvm
{

namespace
{

bool has_text(PoolTag tag)
{
    return tag == PoolTag::class_ref || tag == PoolTag::string || tag == PoolTag::method_type ||
           tag == PoolTag::module || tag == PoolTag::package;
}

/// Tells whether handles of that kind may name such an entry (JVMS 4.4.8).
bool fits_handle(HandleKind kind, PoolTag target)
{
    switch (kind)
    {
        case HandleKind::get_field:
        case HandleKind::get_static:
        case HandleKind::put_field:
        case HandleKind::put_static:
            return target == PoolTag::field;
        case HandleKind::invoke_virtual:
        case HandleKind::new_invoke_special:
            return target == PoolTag::method;
        case HandleKind::invoke_static:
        case HandleKind::invoke_special:
            return target == PoolTag::method || target == PoolTag::interface_method;
        case HandleKind::invoke_interface:
            return target == PoolTag::interface_method;
    }
    return false;
}

}  // namespace

std::string_view describe(PoolTag tag)
{
    switch (tag)
    {
        case PoolTag::none:
            return "no constant";
        case PoolTag::utf8:
            return "a text";
        case PoolTag::integer:
            return "an int";
        case PoolTag::single_float:
            return "a float";
        case PoolTag::long_integer:
            return "a long";
        case PoolTag::double_float:
            return "a double";
        case PoolTag::class_ref:
            return "a class";
        case PoolTag::string:
            return "a string";
        case PoolTag::field:
            return "a field";
        case PoolTag::method:
            return "a method";
        case PoolTag::interface_method:
            return "an interface method";
        case PoolTag::name_and_type:
            return "a name and type";
        case PoolTag::method_handle:
            return "a method handle";
        case PoolTag::method_type:
            return "a method type";
        case PoolTag::dynamic:
            return "a dynamic constant";
        case PoolTag::invoke_dynamic:
            return "a dynamic call site";
        case PoolTag::module:
            return "a module";
        case PoolTag::package:
            return "a package";
    }
    return "no constant";
}

std::int32_t ClassConstants::integer(std::size_t index) const
{
    return static_cast<std::int32_t>(m_numbers[m_entries[index].place]);
}

std::int64_t ClassConstants::long_integer(std::size_t index) const
{
    return static_cast<std::int64_t>(m_numbers[m_entries[index].place]);
}

float ClassConstants::single_float(std::size_t index) const
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(m_numbers[m_entries[index].place]));
}

double ClassConstants::double_float(std::size_t index) const
{
    return std::bit_cast<double>(m_numbers[m_entries[index].place]);
}

ClassConstants PoolReader::read(ByteReader& reader)
{
    ClassConstants pool;
    PoolReader self{pool, reader};
    self.read_entries();
    // Entries to which others refer come first: texts, then names and types, members, handles.
    const auto resolve_all = [&](auto is_wanted) {
        for (std::size_t i = 1; i < pool.size(); ++i)
        {
            if (is_wanted(pool.tag(i)))
            {
                self.resolve(i);
            }
        }
    };
    resolve_all(has_text);
    resolve_all([](PoolTag tag) { return tag == PoolTag::name_and_type; });
    resolve_all([](PoolTag tag) {
        return is_member(tag) || tag == PoolTag::dynamic || tag == PoolTag::invoke_dynamic;
    });
    resolve_all([](PoolTag tag) { return tag == PoolTag::method_handle; });
    return pool;
}

void PoolReader::read_entries()
{
    const std::uint16_t count = m_reader->u2();
    if (count == 0)
    {
        m_reader->fail("the constant pool has no entry 0");
    }
    m_pool->m_entries.resize(count);
    for (std::size_t i = 1; i < count; ++i)
    {
        const auto tag = static_cast<PoolTag>(m_reader->u1());
        m_pool->m_entries[i] = read_entry(tag);
        if (tag == PoolTag::long_integer || tag == PoolTag::double_float)
        {
            ++i;
            if (i == count)
            {
                m_reader->fail("the constant pool ends in the middle of a long or a double");
            }
        }
    }
}

ClassConstants::Entry PoolReader::read_entry(PoolTag tag)
{
    ClassConstants::Entry entry{tag};
    const auto add_number = [&](std::uint64_t number) {
        entry.place = static_cast<std::uint32_t>(m_pool->m_numbers.size());
        m_pool->m_numbers.push_back(number);
    };
    switch (tag)
    {
        case PoolTag::utf8:
        {
            auto text = decode_modified_utf8(m_reader->take(m_reader->u2()));
            if (!text)
            {
                m_reader->fail("the previous text is not modified UTF-8");
            }
            entry.place = static_cast<std::uint32_t>(m_pool->m_texts.size());
            m_pool->m_texts.push_back(std::move(*text));
            return entry;
        }
        case PoolTag::integer:
        case PoolTag::single_float:
            add_number(m_reader->u4());
            return entry;
        case PoolTag::long_integer:
        case PoolTag::double_float:
            add_number(m_reader->u8());
            return entry;
        case PoolTag::class_ref:
        case PoolTag::string:
        case PoolTag::method_type:
        case PoolTag::module:
        case PoolTag::package:
            entry.first = m_reader->u2();
            return entry;
        case PoolTag::method_handle:
            entry.first = m_reader->u1();
            entry.second = m_reader->u2();
            return entry;
        case PoolTag::field:
        case PoolTag::method:
        case PoolTag::interface_method:
        case PoolTag::name_and_type:
        case PoolTag::dynamic:
        case PoolTag::invoke_dynamic:
            entry.first = m_reader->u2();
            entry.second = m_reader->u2();
            return entry;
        case PoolTag::none:
            break;
    }
    m_reader->fail(fmt::format("{} is not a kind of constant", static_cast<unsigned>(tag)));
}

void PoolReader::resolve(std::size_t index)
{
    const PoolTag tag = m_pool->tag(index);
    if (has_text(tag))
    {
        resolve_text(index);
    }
    else if (tag == PoolTag::name_and_type)
    {
        resolve_name_and_type(index);
    }
    else if (tag == PoolTag::method_handle)
    {
        resolve_handle(index);
    }
    else
    {
        resolve_member(index);
    }
}

void PoolReader::resolve_text(std::size_t index)
{
    ClassConstants::Entry& entry = m_pool->m_entries[index];
    check_reference(index, entry.first, PoolTag::utf8);
    entry.place = m_pool->m_entries[entry.first].place;
    const std::string& text = m_pool->text(index);
    if (entry.tag == PoolTag::class_ref &&
        (text.empty() || (text.front() == '[' && !is_field_descriptor(text))))
    {
        fail(index, fmt::format("'{}' is not the name of a class", text));
    }
    if (entry.tag == PoolTag::method_type && !parse_method_descriptor(text))
    {
        fail(index, fmt::format("'{}' is not the descriptor of a method", text));
    }
}

void PoolReader::resolve_name_and_type(std::size_t index)
{
    ClassConstants::Entry& entry = m_pool->m_entries[index];
    check_reference(index, entry.first, PoolTag::utf8);
    check_reference(index, entry.second, PoolTag::utf8);
    MemberRef member;
    member.name = m_pool->text(entry.first);
    member.descriptor = m_pool->text(entry.second);
    if (member.name.empty())
    {
        fail(index, "the name is empty");
    }
    entry.place = add(std::move(member));
}

void PoolReader::resolve_member(std::size_t index)
{
    ClassConstants::Entry& entry = m_pool->m_entries[index];
    check_reference(index, entry.second, PoolTag::name_and_type);
    MemberRef member = m_pool->member(entry.second);
    if (is_member(entry.tag))
    {
        check_reference(index, entry.first, PoolTag::class_ref);
        member.owner = m_pool->text(entry.first);
        member.is_interface = entry.tag == PoolTag::interface_method;
    }
    else
    {
        member.bootstrap_method = entry.first;
    }
    const bool is_value = entry.tag == PoolTag::field || entry.tag == PoolTag::dynamic;
    if (is_value ? !is_field_descriptor(member.descriptor) :
                   !parse_method_descriptor(member.descriptor).has_value())
    {
        fail(index, fmt::format("'{}' is not the descriptor of {}", member.descriptor,
                        is_value ? "a field" : "a method"));
    }
    entry.place = add(std::move(member));
}

void PoolReader::resolve_handle(std::size_t index)
{
    ClassConstants::Entry& entry = m_pool->m_entries[index];
    const PoolTag target = m_pool->tag(entry.second);
    if (!fits_handle(static_cast<HandleKind>(entry.first), target))
    {
        fail(index,
            fmt::format("a method handle of kind {} names {}", entry.first, describe(target)));
    }
    entry.place = m_pool->m_entries[entry.second].place;
}

std::uint32_t PoolReader::add(MemberRef member)
{
    m_reader->count_text(member.owner.size() + member.name.size() + member.descriptor.size());
    m_pool->m_members.push_back(std::move(member));
    return static_cast<std::uint32_t>(m_pool->m_members.size() - 1);
}

void PoolReader::check_reference(std::size_t from, std::size_t to, PoolTag wanted) const
{
    if (const PoolTag found = m_pool->tag(to); found != wanted)
    {
        fail(from, fmt::format("it refers to constant {}, which is {}, expected {}", to,
                       describe(found), describe(wanted)));
    }
}

void PoolReader::fail(std::size_t index, const std::string& problem) const
{
    throw ParseError(m_reader->file(), fmt::format("constant {}", index), problem);
}

std::uint16_t read_pool_index(ByteReader& reader, const ClassConstants& pool,
    std::initializer_list<PoolTag> tags, std::string_view what)
{
    assert(tags.size() != 0);
    const std::uint16_t index = reader.u2();
    const PoolTag found = pool.tag(index);
    if (std::find(tags.begin(), tags.end(), found) == tags.end())
    {
        reader.fail(fmt::format("{} is constant {}, which is {}, expected {}", what, index,
            describe(found), describe(*tags.begin())));
    }
    return index;
}

namespace
{

const std::string& read_pool_text(
    ByteReader& reader, const ClassConstants& pool, PoolTag tag, std::string_view what)
{
    const std::string& text = pool.text(read_pool_index(reader, pool, {tag}, what));
    reader.count_text(text.size());
    return text;
}

std::string read_optional(
    ByteReader& reader, const ClassConstants& pool, PoolTag tag, std::string_view what)
{
    ByteReader ahead = reader;
    if (ahead.u2() == 0)
    {
        reader = ahead;
        return {};
    }
    return read_pool_text(reader, pool, tag, what);
}

}  // namespace

const std::string& read_utf8(ByteReader& reader, const ClassConstants& pool, std::string_view what)
{
    return read_pool_text(reader, pool, PoolTag::utf8, what);
}

const std::string& read_class(ByteReader& reader, const ClassConstants& pool, std::string_view what)
{
    return read_pool_text(reader, pool, PoolTag::class_ref, what);
}

std::string read_optional_utf8(
    ByteReader& reader, const ClassConstants& pool, std::string_view what)
{
    return read_optional(reader, pool, PoolTag::utf8, what);
}

std::string read_optional_class(
    ByteReader& reader, const ClassConstants& pool, std::string_view what)
{
    return read_optional(reader, pool, PoolTag::class_ref, what);
}

}  // namespace sbst::jvm
