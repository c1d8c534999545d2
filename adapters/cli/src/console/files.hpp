// SPDX-License-Identifier: Apache-2.0
// Files: read whole, written whole or not at all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// Tells whether a name stands for what is read once: `-`, which is standard input, a pipe, a
/// device.
[[nodiscard]] bool is_stream(const std::string& name);
/// What messages call an input: `standard input` for `-`.
[[nodiscard]] std::string shown_input(const std::string& name);

/// Reads a whole file, or a pipe to its end, or standard input for `-`. @throws ParseError when
/// there is none of that name, it is larger than 64 MiB, or is a pipe that nobody writes to;
/// IoError when the system refuses.
[[nodiscard]] std::string read_file(const std::string& name);

/// Writes a file under another name, flushes it to disk and renames it: a reader sees the old file
/// or the new one, never a part. Symbolic links stay and are followed; what is there and is no
/// regular file (a device, a pipe) is written to. @throws IoError naming the file and the reason.
void write_file(const std::string& name, std::string_view content);

/// A file that is to be written.
struct TextFile
{
    std::string name;
    std::string content;
};

/// The same for files that belong together: none is put in its place before all are on disk.
void write_files(const std::vector<TextFile>& files);

/// Tells whether a folder, or one below it, has a file whose name ends so, such as `.json`.
[[nodiscard]] bool holds_files(const std::string& folder, std::string_view ending);

/// Makes the directories that a file stands in. @throws IoError naming them and the reason.
void make_parent_directories(const std::string& name);

/// Makes a directory (with its parents) and proves that files can be written there, and that none
/// of these, which are named as in it, is a directory.
/// @throws IoError naming the directory and the reason.
void make_output_directory(const std::string& name, const std::vector<std::string>& files = {});

}  // namespace sbst::cli
