// SPDX-License-Identifier: Apache-2.0
// A writer: one format that suites can be written in, as one row. The core's are in core_writers();
// an adapter adds those of its language. Next: text.hpp.
#pragma once

#include <sbst/output/executed_suite.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst
{

/// A file that a writer makes.
struct OutputFile
{
    /// Below the output folder, with slashes.
    std::string name;
    std::string text;
};

/// One format. `Suite` is ExecutedSuite, or what an adapter derives from it to tell its own writers
/// more.
template <class Suite = ExecutedSuite>
struct Writer
{
    /// What people choose it by.
    std::string_view name;
    /// What it writes, for help texts: `suite.txt`.
    std::string_view file;
    /// The same suite gives the same bytes; may be no file at all.
    std::function<std::vector<OutputFile>(const Suite&)> write;
};

/// The formats that every language has.
[[nodiscard]] std::span<const Writer<>> core_writers();

/// An adapter's own writers, then the core's.
template <class Suite>
[[nodiscard]] std::vector<Writer<Suite>> with_core_writers(std::vector<Writer<Suite>> own)
{
    for (const Writer<>& writer : core_writers())
    {
        own.push_back({writer.name, writer.file, writer.write});
    }
    return own;
}

namespace detail
{

/// The place of the name among the known ones.
/// @throws ConfigError with the known names, and the nearest one.
[[nodiscard]] std::size_t find_format(
    std::string_view name, std::span<const std::string_view> known);

}  // namespace detail

/// Writes a suite in each of these formats, in their order.
/// @throws ConfigError when there is no writer of such a name, before anything is written.
template <class Suite>
[[nodiscard]] std::vector<OutputFile> write_formats(const std::vector<Writer<Suite>>& writers,
    const std::vector<std::string>& names, const Suite& suite)
{
    std::vector<std::string_view> known;
    known.reserve(writers.size());
    for (const Writer<Suite>& writer : writers)
    {
        known.push_back(writer.name);
    }
    std::vector<const Writer<Suite>*> chosen;
    chosen.reserve(names.size());
    for (const std::string& name : names)
    {
        chosen.push_back(&writers[detail::find_format(name, known)]);
    }
    std::vector<OutputFile> files;
    for (const Writer<Suite>* const writer : chosen)
    {
        for (OutputFile& file : writer->write(suite))
        {
            files.push_back(std::move(file));
        }
    }
    return files;
}

}  // namespace sbst
