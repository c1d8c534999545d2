// SPDX-License-Identifier: Apache-2.0
// Bytes as a class file, and as the only class of a path: what the targets of the JVM adapter
// share. Next: class_file_fuzz.cpp.
#pragma once

#include "fuzz.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/classfile/class_file.hpp>
#include <sbst/jvm/classfile/class_path.hpp>

#include <optional>
#include <span>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace sbst::fuzz
{

using Bytes = std::vector<std::uint8_t>;

inline void append(Bytes& bytes, std::uint64_t number, std::size_t size)
{
    for (std::size_t i = 0; i < size; ++i)
    {
        bytes.push_back(i < 8 ? static_cast<std::uint8_t>(number >> (8 * i)) : std::uint8_t{0});
    }
}

template <class Range>
void append_all(Bytes& bytes, const Range& more)
{
    for (const auto byte : more)
    {
        bytes.push_back(static_cast<std::uint8_t>(byte));
    }
}

inline std::uint32_t crc32_of(const Bytes& bytes)
{
    std::uint32_t crc = ~std::uint32_t{0};
    for (const std::uint8_t byte : bytes)
    {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit)
        {
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
        }
    }
    return ~crc;
}

/// A jar with one entry, not compressed.
inline Bytes jar_of(const std::string& name, const Bytes& contents)
{
    Bytes common;
    append(common, 20, 2);
    append(common, 0, 8);
    append(common, crc32_of(contents), 4);
    append(common, contents.size(), 4);
    append(common, contents.size(), 4);
    append(common, name.size(), 2);
    append(common, 0, 2);
    Bytes jar;
    append(jar, 0x04034b50, 4);
    append_all(jar, common);
    append_all(jar, name);
    append_all(jar, contents);
    const std::size_t directory = jar.size();
    append(jar, 0x02014b50, 4);
    append(jar, 20, 2);
    append_all(jar, common);
    append(jar, 0, 14);
    append_all(jar, name);
    const std::size_t directory_size = jar.size() - directory;
    append(jar, 0x06054b50, 4);
    append(jar, 0, 4);
    append(jar, 1, 2);
    append(jar, 1, 2);
    append(jar, directory_size, 4);
    append(jar, directory, 4);
    append(jar, 0, 2);
    return jar;
}

/// Nothing where the reader refuses the bytes.
inline std::optional<jvm::ClassFile> read_class(const Bytes& bytes)
{
    try
    {
        return jvm::parse_class(std::as_bytes(std::span{bytes}), "fuzz.class");
    }
    catch (const ParseError& error)
    {
        require(error.file == "fuzz.class" && !error.place.empty(), "a ParseError names the place");
        return std::nullopt;
    }
}

/// Calls `check(path, file)` with the class in a jar; not where no jar can hold its name.
template <class Check>
void with_class_on_path(const jvm::ClassFile& file, const Bytes& bytes, const Check& check)
{
    if (file.name.size() > 1000 || file.name.find('\0') != std::string::npos)
    {
        return;
    }
    const Bytes jar = jar_of(file.name + ".class", bytes);
    const int memory = memfd_create("fuzz.jar", 0);
    require(
        memory >= 0 && write(memory, jar.data(), jar.size()) == static_cast<ssize_t>(jar.size()),
        "a file in memory can be made");
    {
        const jvm::ClassPath path{{"/proc/self/fd/" + std::to_string(memory)}};
        // META-INF and module-info are no classes.
        if (path.is_on_path(file.name))
        {
            check(path, path.at(file.name));
        }
    }
    close(memory);
}

}  // namespace sbst::fuzz
