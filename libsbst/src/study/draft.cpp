// SPDX-License-Identifier: Apache-2.0
#include "draft.hpp"

#include "process_id.hpp"

#include <sbst/base/whole_file.hpp>
#include <sbst/error.hpp>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace sbst::study
{

namespace
{

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::string_view draft_mark = ".draft.";

}  // namespace

fs::path draft_of(const fs::path& file)
{
    std::string owner = to_text(this_process());
    std::replace(owner.begin(), owner.end(), '/', '~');
    return file.string() + std::string(draft_mark) + owner;
}

bool write_if_first(const fs::path& file, std::string_view content, Flush flush)
{
    const FileDraft draft(file.string(), draft_of(file).string());
    draft.write(content);
    if (flush == Flush::yes)
    {
        draft.flush();
    }
    return draft.place_as_first();
}

void write_over(const fs::path& file, std::string_view content)
{
    FileDraft draft(file.string(), draft_of(file).string());
    draft.write(content);
    draft.flush();
    draft.place();
}

bool is_draft(const std::string& name)
{
    return name.find(draft_mark) != std::string::npos;
}

bool is_orphan_draft(const std::string& name)
{
    const std::size_t mark = name.find(draft_mark);
    if (mark == std::string::npos)
    {
        return false;
    }
    std::string owner = name.substr(mark + draft_mark.size());
    std::replace(owner.begin(), owner.end(), '~', '/');
    const auto process = parse_process(owner);
    return process && is_gone(*process);
}

void flush_folder(const fs::path& folder)
{
    const Descriptor descriptor = open_file(folder.string(), O_RDONLY | O_DIRECTORY);
    if (!descriptor.is_open() || ::fsync(descriptor.get()) != 0)
    {
        fail_writing(folder.string(), errno);
    }
}

std::optional<std::string> content_of(const fs::path& file)
{
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
    {
        throw ParseError(file.string(), "", "expected a file");
    }
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
    {
        return std::nullopt;
    }
    return std::string{std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> names_in(const fs::path& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
    {
        names.push_back(entry->path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::optional<milliseconds> age(const fs::path& file)
{
    struct stat status
    {};
    timespec now{};
    if (::stat(file.c_str(), &status) != 0 || ::clock_gettime(CLOCK_REALTIME, &now) != 0)
    {
        return std::nullopt;
    }
    return std::chrono::duration_cast<milliseconds>(
        std::chrono::seconds(now.tv_sec - status.st_mtim.tv_sec) +
        std::chrono::nanoseconds(now.tv_nsec - status.st_mtim.tv_nsec));
}

void remove_if_there(const fs::path& file) noexcept
{
    ::unlink(file.c_str());
}

}  // namespace sbst::study
