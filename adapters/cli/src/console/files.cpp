// SPDX-License-Identifier: Apache-2.0
#include "files.hpp"

#include "interrupt.hpp"

#include <sbst/base/read_failure.hpp>
#include <sbst/base/whole_file.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <deque>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sbst::cli
{

namespace
{

constexpr std::string_view standard_input = "-";

/// The name of this process's draft of a file.
std::string draft_name(const std::string& target)
{
    return fmt::format("{}.{}.tmp", target, ::getpid());
}

/// The target of symbolic links, whether it exists or not.
std::string followed(const std::string& name)
{
    constexpr int most_links = 40;
    std::filesystem::path path(name);
    std::error_code error;
    for (int i = 0; std::filesystem::is_symlink(path, error); ++i)
    {
        const std::filesystem::path next = std::filesystem::read_symlink(path, error);
        if (error || i == most_links)
        {
            fail_writing(name, error ? error.value() : ELOOP);
        }
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return path.string();
}

/// Tells whether it exists and is not a regular file: a device, a pipe, a directory.
bool is_special(const std::string& name)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(name, error);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

void make_directories(const std::filesystem::path& name)
{
    std::error_code error;
    std::filesystem::create_directories(name, error);
    if (error)
    {
        throw IoError(
            fmt::format("cannot make directory '{}': {}", name.string(), error.message()));
    }
}

}  // namespace

bool is_stream(const std::string& name)
{
    std::error_code error;
    const std::filesystem::file_type type = std::filesystem::status(name, error).type();
    return name == standard_input || type == std::filesystem::file_type::fifo ||
           type == std::filesystem::file_type::character ||
           type == std::filesystem::file_type::socket;
}

bool is_standard_output(const std::string& name)
{
    return name == "-" || name == "/dev/stdout";
}

std::string shown_input(const std::string& name)
{
    return name == standard_input ? "standard input" : name;
}

std::string read_file(const std::string& name)
{
    ReadText read = name == standard_input ? read_descriptor(STDIN_FILENO, false) : read_text(name);
    if (!read.text)
    {
        fail_reading(shown_input(name), read);
    }
    return *std::move(read.text);
}

void write_file(const std::string& name, std::string_view content)
{
    write_files({{name, std::string(content)}});
}

void write_files(const std::vector<TextFile>& files)
{
    std::vector<const TextFile*> regular;
    for (const TextFile& file : files)
    {
        if (is_special(file.name))
        {
            // It may wait for a reader; an interrupt is then intended.
            WritableFile special(file.name, file.name, 0);
            special.write(file.content);
            special.close();
            continue;
        }
        regular.push_back(&file);
    }
    const InterruptHold hold;
    std::deque<FileDraft> drafts;
    for (const TextFile* const file : regular)
    {
        const std::string target = followed(file->name);
        drafts.emplace_back(target, draft_name(target)).write(file->content);
    }
    for (FileDraft& draft : drafts)
    {
        draft.flush();
        draft.close();
    }
    for (FileDraft& draft : drafts)
    {
        draft.place();
    }
}

void make_parent_directories(const std::string& name)
{
    make_directories(std::filesystem::path(name).parent_path());
}

bool holds_files(const std::string& folder, std::string_view ending)
{
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator entry(folder, error), end;
         !error && entry != end; entry.increment(error))
    {
        if (entry->path().extension() == ending)
        {
            return true;
        }
    }
    return false;
}

void make_output_directory(const std::string& name, const std::vector<std::string>& files)
{
    make_directories(name);
    const InterruptHold hold;
    const std::string target = (std::filesystem::path(name) / "report.json").string();
    const FileDraft probe(target, draft_name(target));
    for (const std::string& file : files)
    {
        const std::filesystem::path path = std::filesystem::path(name) / file;
        std::error_code error;
        if (std::filesystem::is_directory(path, error))
        {
            fail_writing(path.string(), EISDIR);
        }
    }
}

}  // namespace sbst::cli
