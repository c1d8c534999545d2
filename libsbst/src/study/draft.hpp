// SPDX-License-Identifier: Apache-2.0
// Files that appear whole or not at all: written under another name, flushed, then given their own.
// Next: store.cpp, which says what they are for.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::study
{
/// Whether a draft is on disk before it gets its name.
enum class Flush
{
    no,
    yes
};

/// Writes a draft of `file` and returns its name, which tells whose it is.
/// @throws ConfigError when it cannot be written; nothing is left then.
[[nodiscard]] std::filesystem::path write_draft(
    const std::filesystem::path& file, std::string_view content, Flush flush);

/// Gives a draft its name unless that is taken, and takes the draft's away. Tells whether it was
/// the first. @throws ConfigError when neither can be.
bool link_draft(const std::filesystem::path& draft, const std::filesystem::path& file);

/// Gives a draft its name, whatever had it before. @throws ConfigError when that cannot be.
void rename_draft(const std::filesystem::path& draft, const std::filesystem::path& file);

/// The name that a draft of this process has.
[[nodiscard]] std::filesystem::path draft_of(const std::filesystem::path& file);
[[nodiscard]] bool is_draft(const std::string& name);
/// Tells whether a draft's process is known to be gone.
[[nodiscard]] bool is_orphan_draft(const std::string& name);

/// A name is on disk when its folder is. @throws ConfigError when it cannot be.
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
