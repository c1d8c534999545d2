// SPDX-License-Identifier: Apache-2.0
#include "draft.hpp"
#include "process_id.hpp"

#include <sbst/base/json_field.hpp>
#include <sbst/base/whole_file.hpp>
#include <sbst/error.hpp>
#include <sbst/study/store.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace sbst::study
{

namespace
{

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::size_t key_size = 64;

bool is_key(const std::string& text)
{
    return text.size() == key_size &&
           text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Tells whether a claim is no longer valid: its process has ended, or nothing is known about the
/// process and the claim was not touched for long.
bool is_stale(const fs::path& file, milliseconds stale_after)
{
    const std::optional<milliseconds> untouched = age(file);
    if (!untouched)
    {
        return false;
    }
    const auto owner = parse_process(content_of(file).value_or(""));
    // A living process may be silent because it is not scheduled; that does not make its claim
    // stale.
    if (owner && is_alive(*owner))
    {
        return false;
    }
    // A claim from the future would be held for ever: such a difference of clocks is treated as
    // stale.
    return *untouched > stale_after || *untouched < -stale_after || (owner && is_gone(*owner));
}

/// The keys among names; `suffix` is removed.
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
    try
    {
        // A process that believed this one dead may have placed its own claim there.
        const auto owner = parse_process(content_of(m_file).value_or(""));
        if (!m_file.empty() && owner == this_process())
        {
            remove_if_there(m_file);
        }
    }
    // NOLINTNEXTLINE(bugprone-empty-catch): without memory the claim stays, and becomes stale
    catch (const std::exception&)
    {}
    m_file.clear();
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
            throw IoError(fmt::format(
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
    if (fs::create_directories(file.parent_path(), error))
    {
        flush_folder(file.parent_path().parent_path());
    }
    const bool is_first = write_if_first(file, write_record(stored), Flush::yes);
    flush_folder(file.parent_path());
    return is_first;
}

std::optional<Claim> Store::claim(const std::string& key, milliseconds stale_after)
{
    const fs::path file = claim_file(key);
    for (int attempt = 0; attempt < 2; ++attempt)
    {
        if (write_if_first(file, to_text(this_process()) + "\n", Flush::no))
        {
            return Claim(file, key);
        }
        if (!is_stale(file, stale_after))
        {
            return std::nullopt;
        }
        // When several processes see the old claim, only one can move it away. If a fresh claim is
        // moved by mistake, its cell is run twice, which does no harm.
        const fs::path old = draft_of(file);
        if (::rename(file.c_str(), old.c_str()) == 0)
        {
            remove_if_there(old);
        }
    }
    return std::nullopt;
}

std::vector<std::string> Store::set_unreadable_aside(const std::vector<std::string>& keys)
{
    std::vector<std::string> names;
    for (const std::string& key : keys)
    {
        try
        {
            static_cast<void>(read(key));
        }
        catch (const ParseError&)
        {
            const fs::path file = result_file(key);
            const fs::path aside = file.string() + ".unreadable";
            if (::rename(file.c_str(), aside.c_str()) != 0)
            {
                fail_writing(aside.string(), errno);
            }
            names.push_back(aside.string());
        }
    }
    return names;
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

std::vector<Holder> Store::holders(milliseconds stale_after) const
{
    std::vector<Holder> result;
    for (const std::string& key : claimed())
    {
        if (!is_held(key, stale_after))
        {
            continue;
        }
        Holder holder{.key = key, .host = {}, .process = 0};
        if (const auto process = parse_process(content_of(claim_file(key)).value_or("")))
        {
            holder.host = process->host;
            holder.process = process->pid;
        }
        result.push_back(std::move(holder));
    }
    return result;
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
    const auto document = parse_json<OrderedJson>(*text, file.string());
    const OrderedJsonField root(document, file.string(), "");
    return Failure{.key = key,
        .cell = root.at("cell").text(),
        .reason = root.at("reason").text(),
        .attempts = static_cast<std::size_t>(root.at("attempts").count())};
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
            const auto untouched = age(folder / name);
            if (is_draft(name) &&
                (is_orphan_draft(name) || (untouched && *untouched > stale_after)))
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
    write_over(file, content);
    flush_folder(file.parent_path());
}

std::optional<std::string> Store::read_file(const std::string& name) const
{
    return content_of(m_folder / name);
}

}  // namespace sbst::study
