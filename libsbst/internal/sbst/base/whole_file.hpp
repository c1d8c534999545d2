// SPDX-License-Identifier: Apache-2.0
// Files that appear whole or not at all: written under another name, then given their own.
#pragma once

#include <sbst/base/descriptor.hpp>

#include <string>
#include <string_view>

namespace sbst
{

/// @throws IoError `cannot write 'FILE': REASON`, for the system's number of an error.
[[noreturn]] void fail_writing(const std::string& file, int error);

/// A file that is open for writing, in which every step is checked.
class OutputFile
{
public:
    /// Opens `name` for writing; `shown` is what messages call it.
    /// @throws IoError when that fails; so do the members.
    OutputFile(const std::string& name, std::string shown, int flags);

    void write(std::string_view content) const;
    /// Puts what was written on the disk.
    void flush() const;
    void close();

private:
    void check(bool is_good) const;

    std::string m_shown;
    Descriptor m_file;
};

/// A regular file under construction; removed unless it was put in its place.
class FileDraft
{
public:
    /// Opens the draft, called `name`, of `target`; what had that name before is overwritten.
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

    /// Gives it its name, whatever had that before.
    void place();
    /// Gives it its name unless that is taken. Tells whether it was the first.
    [[nodiscard]] bool place_as_first() const;

private:
    std::string m_target;
    std::string m_name;
    OutputFile m_file;
    bool m_is_placed = false;
};

}  // namespace sbst
