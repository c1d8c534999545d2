// SPDX-License-Identifier: Apache-2.0
// Files of a folder that many processes share: they appear whole or not at all, and what a process
// leaves behind tells whose it was. Next: store.cpp, which says what they are for.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::study
{

/// Whether a file is on disk before it gets its name.
enum class Flush
{
    no,
    yes
};

/// Writes a file whole, unless its name is taken. Tells whether it was the first.
/// @throws IoError when it cannot be written; nothing is left then.
[[nodiscard]] bool write_if_first(
    const std::filesystem::path& file, std::string_view content, Flush flush);

/// Writes a file whole, whatever had its name before. @throws IoError when it cannot be written.
void write_over(const std::filesystem::path& file, std::string_view content);

/// The name that a draft of this process has.
[[nodiscard]] std::filesystem::path draft_of(const std::filesystem::path& file);
[[nodiscard]] bool is_draft(const std::string& name);
/// Tells whether a draft's process is known to be gone.
[[nodiscard]] bool is_orphan_draft(const std::string& name);

/// A name is on disk when its folder is. @throws IoError when it cannot be.
void flush_folder(const std::filesystem::path& folder);

/// Nothing where no such file can be read. @throws ParseError when it is there and no file: reading
/// a pipe, say, would never end.
[[nodiscard]] std::optional<std::string> content_of(const std::filesystem::path& file);

/// Names of the entries of a folder, sorted; none where it is not there.
[[nodiscard]] std::vector<std::string> names_in(const std::filesystem::path& folder);

/// Time since a file was last written or touched; nothing where it is not there.
[[nodiscard]] std::optional<std::chrono::milliseconds> age(const std::filesystem::path& file);

void remove_if_there(const std::filesystem::path& file) noexcept;

}  // namespace sbst::study
