// SPDX-License-Identifier: Apache-2.0
#include "annotation_reader.hpp"

#include "pool_reader.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sbst::jvm
{

namespace
{

constexpr std::size_t max_annotation_depth = 64;

void skip_element(ByteReader& reader, const ClassConstants& pool, std::size_t depth);

/// Reads one annotation and gives the descriptor of its type.
std::string read_annotation(ByteReader& reader, const ClassConstants& pool, std::size_t depth)
{
    if (depth > max_annotation_depth)
    {
        reader.fail(fmt::format("annotations within each other, more than {}", depth - 1));
    }
    std::string type = read_utf8(reader, pool, "the type of an annotation");
    if (!is_field_descriptor(type) || type.front() != 'L')
    {
        reader.fail(fmt::format("'{}' is not the type of an annotation", type));
    }
    const std::uint16_t count = reader.u2();
    for (std::uint16_t i = 0; i < count; ++i)
    {
        static_cast<void>(read_utf8(reader, pool, "the name of an element"));
        skip_element(reader, pool, depth);
    }
    return type;
}

void skip_element(ByteReader& reader, const ClassConstants& pool, std::size_t depth)
{
    const auto tag = static_cast<char>(reader.u1());
    switch (tag)
    {
        case 'e':
            reader.u2();
            reader.u2();
            return;
        case '@':
            static_cast<void>(read_annotation(reader, pool, depth + 1));
            return;
        case '[':
            break;
        default:
            if (std::string_view("BCDFIJSZsc").find(tag) == std::string_view::npos)
            {
                reader.fail(fmt::format("an element of an annotation has the tag {}",
                    static_cast<unsigned>(static_cast<unsigned char>(tag))));
            }
            reader.u2();
            return;
    }
    if (depth >= max_annotation_depth)
    {
        reader.fail(fmt::format("arrays in annotations within each other, more than {}", depth));
    }
    for (std::uint16_t left = reader.u2(); left > 0; --left)
    {
        skip_element(reader, pool, depth + 1);
    }
}

}  // namespace

std::vector<std::string> read_annotations(ByteReader& reader, const ClassConstants& pool)
{
    std::vector<std::string> names;
    for (std::uint16_t left = reader.u2(); left > 0; --left)
    {
        const std::string type = read_annotation(reader, pool, 0);
        reader.count_text(type.size());
        names.push_back(type.substr(1, type.size() - 2));
    }
    return names;
}

}  // namespace sbst::jvm
