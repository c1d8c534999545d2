// SPDX-License-Identifier: Apache-2.0
// Files of a folder that many processes share: they appear whole or not at all, and the name of a
// leftover draft tells the process that made it. Next: store.cpp, which uses them.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::study
{

/// Whether a file is flushed to disk before it gets its name.
enum class Flush
{
    no,
    yes
};

/// Writes a file whole, unless its name is taken. Tells whether it was the first.
/// @throws IoError when it cannot be written; then no draft is left.
[[nodiscard]] bool write_if_first(
    const std::filesystem::path& file, std::string_view content, Flush flush);

/// Writes a file whole, replacing an old one. @throws IoError when it cannot be written.
void write_over(const std::filesystem::path& file, std::string_view content);

/// The name of a draft of this process.
[[nodiscard]] std::filesystem::path draft_of(const std::filesystem::path& file);
[[nodiscard]] bool is_draft(const std::string& name);
/// Tells whether a draft's process is known to have ended.
[[nodiscard]] bool is_orphan_draft(const std::string& name);

/// Flushes a folder, and thereby the names in it. @throws IoError when that fails.
void flush_folder(const std::filesystem::path& folder);

/// The content of a file; nothing when it cannot be read. @throws ParseError when it is not a
/// regular file: reading a pipe, for example, might never end.
[[nodiscard]] std::optional<std::string> content_of(const std::filesystem::path& file);

/// Names of the entries of a folder, sorted; empty when there is no folder.
[[nodiscard]] std::vector<std::string> names_in(const std::filesystem::path& folder);

/// Time since a file was last written or touched; nothing when there is no such file.
[[nodiscard]] std::optional<std::chrono::milliseconds> age(const std::filesystem::path& file);

void remove_if_there(const std::filesystem::path& file) noexcept;

}  // namespace sbst::study
