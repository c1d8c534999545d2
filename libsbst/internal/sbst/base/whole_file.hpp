// SPDX-License-Identifier: Apache-2.0
// Files that appear whole or not at all: written under a temporary name, then renamed.
#pragma once

#include <sbst/base/descriptor.hpp>

#include <string>
#include <string_view>

namespace sbst
{

/// @throws IoError `cannot write 'FILE': REASON`, with the reason of the system's error number.
[[noreturn]] void fail_writing(const std::string& file, int error);

/// A file open for writing; every step is checked.
class WritableFile
{
public:
    /// Opens `name` for writing; `shown` is its name in messages.
    /// @throws IoError when that fails; so do the members.
    WritableFile(const std::string& name, std::string shown, int flags);

    void write(std::string_view content) const;
    /// Flushes the contents to disk.
    void flush() const;
    void close();

private:
    void check(bool is_good) const;

    std::string m_shown;
    Descriptor m_file;
};

/// A regular file under construction; removed unless it was placed.
class FileDraft
{
public:
    /// Opens the draft of `target` under the name `name`; an old file of that name is overwritten.
    /// @throws IoError naming the target when that fails; so do the members.
    FileDraft(std::string target, std::string name);
    FileDraft(const FileDraft&) = delete;
    FileDraft& operator=(const FileDraft&) = delete;
    FileDraft(FileDraft&&) = delete;
    FileDraft& operator=(FileDraft&&) = delete;
    ~FileDraft();

    void write(std::string_view content) const { m_file.write(content); }
    void flush() const { m_file.flush(); }
    void close() { m_file.close(); }

    /// Renames the draft to its target, replacing an old file.
    void place();
    /// Renames the draft to its target unless that exists. Tells whether it was the first.
    [[nodiscard]] bool place_as_first() const;

private:
    std::string m_target;
    std::string m_name;
    WritableFile m_file;
    bool m_is_placed = false;
};

}  // namespace sbst
