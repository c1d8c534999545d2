// SPDX-License-Identifier: Apache-2.0
// Reads and writes files whole or not at all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// Tells whether a name is an input that can be read only once: `-` (standard input), a pipe, a
/// device.
[[nodiscard]] bool is_stream(const std::string& name);
/// Tells whether a name is that of standard output: opening the device would give a second,
/// independent position in the same file.
[[nodiscard]] bool is_standard_output(const std::string& name);
/// The name of an input in messages: `standard input` for `-`.
[[nodiscard]] std::string shown_input(const std::string& name);

/// Reads a whole file, or a pipe to its end, or standard input for `-`. @throws ParseError when
/// there is no such file, it is larger than 64 MiB, or it is a pipe without a writer; IoError when
/// the system refuses.
[[nodiscard]] std::string read_file(const std::string& name);

/// Writes a file under another name, flushes it to disk and renames it: a reader sees the old file
/// or the new one, never a part. Symbolic links are kept and followed; an existing file that is not
/// regular (a device, a pipe) is written to directly. @throws IoError naming the file and the
/// reason.
void write_file(const std::string& name, std::string_view content);

/// A file to write.
struct TextFile
{
    std::string name;
    std::string content;
};

/// The same for files that belong together: all are on disk before the first is put in its place.
void write_files(const std::vector<TextFile>& files);

/// Tells whether a folder, or one below it, has a file whose name ends with a suffix such as
/// `.json`.
[[nodiscard]] bool holds_files(const std::string& folder, std::string_view ending);

/// Makes the directories of a file. @throws IoError naming them and the reason.
void make_parent_directories(const std::string& name);

/// Makes a directory (with its parents) and checks that files can be written there, and that none
/// of the given names in it is a directory.
/// @throws IoError naming the directory and the reason.
void make_output_directory(const std::string& name, const std::vector<std::string>& files = {});

}  // namespace sbst::cli
