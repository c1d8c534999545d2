// SPDX-License-Identifier: Apache-2.0
#include "json_field.hpp"
#include "process_id.hpp"

#include <sbst/error.hpp>
#include <sbst/study/store.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
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
constexpr std::size_t key_size = 64;
constexpr mode_t mode = 0666;  // the umask decides

[[noreturn]] void fail_writing(const fs::path& file, int error)
{
    throw ConfigError(fmt::format(
        "cannot write '{}': {}", file.string(), std::generic_category().message(error)));
}

void check_written(bool is_good, const fs::path& file)
{
    if (!is_good)
    {
        fail_writing(file, errno);
    }
}

/// An open file that is closed at the end.
class Descriptor
{
public:
    Descriptor(const fs::path& file, int flags)
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg,hicpp-vararg): POSIX has no other open
      : m_number(::open(file.c_str(), flags | O_CLOEXEC, mode))
    {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor(Descriptor&&) = delete;
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor()
    {
        if (m_number >= 0)
        {
            ::close(m_number);
        }
    }

    [[nodiscard]] int number() const { return m_number; }

private:
    int m_number;
};

void write_all(int file, std::string_view content, const fs::path& name)
{
    while (!content.empty())
    {
        const ssize_t count = ::write(file, content.data(), content.size());
        if (count < 0 && errno == EINTR)
        {
            continue;
        }
        check_written(count >= 0, name);
        content.remove_prefix(static_cast<std::size_t>(count));
    }
}

/// The name of a draft tells whose it is.
fs::path draft_of(const fs::path& file)
{
    std::string owner = to_text(this_process());
    std::replace(owner.begin(), owner.end(), '/', '~');
    return file.string() + std::string(draft_mark) + owner;
}

/// Whether a draft is on disk before it gets its name.
enum class Flush
{
    no,
    yes
};

/// Writes a draft; returns its name.
fs::path write_draft(const fs::path& file, std::string_view content, Flush flush)
{
    fs::path draft = draft_of(file);
    const Descriptor descriptor(draft, O_WRONLY | O_CREAT | O_TRUNC);
    check_written(descriptor.number() >= 0, file);
    write_all(descriptor.number(), content, file);
    check_written(flush == Flush::no || ::fsync(descriptor.number()) == 0, file);
    return draft;
}

/// Gives a draft its name unless that is taken, and takes the draft's away.
/// @throws ConfigError when neither can be.
bool link_draft(const fs::path& draft, const fs::path& file)
{
    const bool is_first = ::link(draft.c_str(), file.c_str()) == 0;
    const int reason = errno;
    ::unlink(draft.c_str());
    if (!is_first && reason != EEXIST)
    {
        fail_writing(file, reason);
    }
    return is_first;
}

/// A name is on disk when its folder is.
void flush_folder(const fs::path& folder)
{
    const Descriptor descriptor(folder, O_RDONLY | O_DIRECTORY);
    check_written(descriptor.number() >= 0 && ::fsync(descriptor.number()) == 0, folder);
}

std::optional<std::string> content_of(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
    {
        return std::nullopt;
    }
    return std::string{std::istreambuf_iterator<char>(stream), {}};
}

bool is_key(const std::string& text)
{
    return text.size() == key_size &&
           text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Names of the entries of a folder; none where it is not there.
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

/// Time since a file was last written or touched; nothing where it is not there.
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

/// Tells whether a claim counts no more: its process is gone, or nobody has touched it for long.
bool is_stale(const fs::path& file, milliseconds stale_after)
{
    const std::optional<milliseconds> untouched = age(file);
    if (!untouched)
    {
        return false;
    }
    const auto owner = parse_process(content_of(file).value_or(""));
    return *untouched > stale_after || (owner && is_gone(*owner));
}

void remove_if_there(const fs::path& file) noexcept
{
    ::unlink(file.c_str());
}

/// Keys among names, of which `suffix` is taken off.
std::vector<std::string> keys_among(const std::vector<std::string>& names, std::string_view suffix)
{
    std::vector<std::string> keys;
    for (const std::string& name : names)
    {
        const std::string key =
            name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : "";
        if (is_key(key))
        {
            keys.push_back(key);
        }
    }
    return keys;
}
}  // namespace

void Claim::release() noexcept
{
    if (!m_file.empty())
    {
        remove_if_there(m_file);
        m_file.clear();
    }
}

void touch(const fs::path& claim) noexcept
{
    ::utimensat(AT_FDCWD, claim.c_str(), nullptr, 0);
}

Store::Store(fs::path folder) : m_folder(std::move(folder))
{
    for (const char* const name : {"runs", "claims", "failed"})
    {
        std::error_code error;
        fs::create_directories(m_folder / name, error);
        if (error)
        {
            throw ConfigError(fmt::format(
                "cannot make folder '{}': {}", (m_folder / name).string(), error.message()));
        }
    }
}

fs::path Store::result_file(const std::string& key) const
{
    return m_folder / "runs" / key.substr(0, 2) / (key + ".json");
}

fs::path Store::claim_file(const std::string& key) const
{
    return m_folder / "claims" / key;
}

fs::path Store::failure_file(const std::string& key) const
{
    return m_folder / "failed" / (key + ".json");
}

bool Store::has(const std::string& key) const
{
    return ::access(result_file(key).c_str(), F_OK) == 0;
}

std::vector<std::string> Store::finished() const
{
    std::vector<std::string> keys;
    for (const std::string& folder : names_in(m_folder / "runs"))
    {
        const auto found = keys_among(names_in(m_folder / "runs" / folder), ".json");
        keys.insert(keys.end(), found.begin(), found.end());
    }
    return keys;
}

std::optional<StoredRecord> Store::read(const std::string& key) const
{
    const fs::path file = result_file(key);
    const auto text = content_of(file);
    if (!text)
    {
        return std::nullopt;
    }
    StoredRecord stored = read_record(*text, file.string());
    if (stored.key != key)
    {
        throw ParseError(file.string(), "key", fmt::format("is '{}', another cell's", stored.key));
    }
    return stored;
}

bool Store::publish(const StoredRecord& stored)
{
    const fs::path file = result_file(stored.key);
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    const bool is_first = link_draft(write_draft(file, write_record(stored), Flush::yes), file);
    flush_folder(file.parent_path());
    return is_first;
}

std::optional<Claim> Store::claim(const std::string& key, milliseconds stale_after)
{
    const fs::path file = claim_file(key);
    for (int attempt = 0; attempt < 2; ++attempt)
    {
        if (link_draft(write_draft(file, to_text(this_process()) + "\n", Flush::no), file))
        {
            return Claim(file, key);
        }
        if (!is_stale(file, stale_after))
        {
            return std::nullopt;
        }
        // Of several who see this one moves the old claim away. Should a fresh one be hit, its cell
        // is run twice, which harms nothing.
        const fs::path old = draft_of(file);
        if (::rename(file.c_str(), old.c_str()) == 0)
        {
            remove_if_there(old);
        }
    }
    return std::nullopt;
}

std::vector<std::string> Store::claimed() const
{
    return keys_among(names_in(m_folder / "claims"), "");
}

bool Store::is_held(const std::string& key, milliseconds stale_after) const
{
    const fs::path file = claim_file(key);
    return ::access(file.c_str(), F_OK) == 0 && !is_stale(file, stale_after);
}

std::size_t Store::add_failure(const Failure& failure)
{
    Failure more = failure;
    const auto before = this->failure(failure.key);
    more.attempts = (before ? before->attempts : 0) + 1;
    const OrderedJson json{{"schema", 1}, {"key", more.key}, {"cell", more.cell},
        {"reason", more.reason}, {"attempts", more.attempts}};
    write_file(fmt::format("failed/{}.json", more.key), to_json_text(json));
    return more.attempts;
}

std::optional<Failure> Store::failure(const std::string& key) const
{
    const fs::path file = failure_file(key);
    const auto text = content_of(file);
    if (!text)
    {
        return std::nullopt;
    }
    const OrderedJson document = parse_json(*text, file.string());
    const JsonField root(document, file.string(), "");
    return Failure{.key = key,
        .cell = root["cell"].text(),
        .reason = root["reason"].text(),
        .attempts = static_cast<std::size_t>(root["attempts"].whole())};
}

std::vector<Failure> Store::failures() const
{
    std::vector<Failure> result;
    for (const std::string& key : keys_among(names_in(m_folder / "failed"), ".json"))
    {
        if (auto found = failure(key))
        {
            result.push_back(std::move(*found));
        }
    }
    return result;
}

void Store::forget_failure(const std::string& key)
{
    remove_if_there(failure_file(key));
}

std::size_t Store::remove_leftovers(milliseconds stale_after)
{
    std::vector<fs::path> folders{m_folder, m_folder / "claims", m_folder / "failed"};
    for (const std::string& name : names_in(m_folder / "runs"))
    {
        folders.push_back(m_folder / "runs" / name);
    }
    std::size_t removed = 0;
    for (const fs::path& folder : folders)
    {
        for (const std::string& name : names_in(folder))
        {
            const std::size_t mark = name.find(draft_mark);
            if (mark == std::string::npos)
            {
                continue;
            }
            std::string owner = name.substr(mark + draft_mark.size());
            std::replace(owner.begin(), owner.end(), '~', '/');
            const auto process = parse_process(owner);
            const auto untouched = age(folder / name);
            if ((process && is_gone(*process)) || (untouched && *untouched > stale_after))
            {
                remove_if_there(folder / name);
                ++removed;
            }
        }
    }
    for (const std::string& key : claimed())
    {
        if (is_stale(claim_file(key), stale_after))
        {
            remove_if_there(claim_file(key));
            ++removed;
        }
    }
    return removed;
}

void Store::write_file(const std::string& name, const std::string& content)
{
    const fs::path file = m_folder / name;
    const fs::path draft = write_draft(file, content, Flush::yes);
    if (::rename(draft.c_str(), file.c_str()) != 0)
    {
        const int reason = errno;
        remove_if_there(draft);
        fail_writing(file, reason);
    }
    flush_folder(file.parent_path());
}

std::optional<std::string> Store::read_file(const std::string& name) const
{
    return content_of(m_folder / name);
}
}  // namespace sbst::study
