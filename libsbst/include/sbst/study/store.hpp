// SPDX-License-Identifier: Apache-2.0
// The folder of a study: results that appear whole or not at all, claims on cells that run, marks
// of those that failed. Any number of processes and machines may use one folder. Next: worker.hpp.
#pragma once

#include <sbst/study/record.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sbst::study
{

/// Why a cell has no result.
struct Failure
{
    std::string key;
    /// For people: `Casino, dynamosa, run 3`.
    std::string cell;
    /// What went wrong: an error's text, or how the worker died.
    std::string reason;
    std::size_t attempts = 0;
};

/// The process that runs a cell.
struct Holder
{
    std::string key;
    /// Empty and 0 when the claim does not tell.
    std::string host;
    long process = 0;
};

/// A claim on a cell that a process runs. The holder touches it regularly and removes it at the
/// end; a claim that has not been touched for long may be taken over.
class Claim
{
public:
    Claim(std::filesystem::path file, std::string key)
      : m_file(std::move(file)), m_key(std::move(key))
    {}
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;
    Claim(Claim&& other) noexcept : m_file(std::move(other.m_file)), m_key(std::move(other.m_key))
    {
        other.m_file.clear();
    }
    Claim& operator=(Claim&&) = delete;
    ~Claim() { release(); }

    [[nodiscard]] const std::string& key() const { return m_key; }
    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }
    void release() noexcept;

private:
    std::filesystem::path m_file;
    std::string m_key;
};

/// Shows that a claim is alive; called from a separate thread. Never throws.
void touch(const std::filesystem::path& claim) noexcept;

/// The folder:
///
///     manifest.json        what the study is, and the digest of each finished cell
///     runs/ab/abcdef.json  a result, named by its key
///     claims/abcdef        who runs it: host, boot, process, when it began
///     failed/abcdef.json   why there is no result, after how many attempts
///
/// A result is written under another name, flushed to disk, and linked to its own name; the first
/// one stays, because equal keys have equal results.
class Store
{
public:
    /// Makes the folders. @throws IoError naming the folder and the reason.
    explicit Store(std::filesystem::path folder);

    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }

    [[nodiscard]] bool has(const std::string& key) const;
    /// Keys of all results, sorted.
    [[nodiscard]] std::vector<std::string> finished() const;
    /// The result of that key; nothing when there is none.
    /// @throws ParseError naming the file when it is not a result, or that of another cell.
    [[nodiscard]] std::optional<StoredRecord> read(const std::string& key) const;
    /// Publishes a result; returns false when there was one already, which is kept.
    /// @throws IoError when it cannot be written.
    bool publish(const StoredRecord& stored);

    /// Claims a cell that is free, or whose claim is older than `stale_after` or belongs to a
    /// process of this machine that has ended; nothing when another process holds it.
    [[nodiscard]] std::optional<Claim> claim(
        const std::string& key, std::chrono::milliseconds stale_after);
    /// Keys of all claims, sorted.
    [[nodiscard]] std::vector<std::string> claimed() const;
    /// Renames results of these cells that cannot be read (damaged by a disk or an editor) to
    /// `KEY.json.unreadable`, so that they are made again. Returns their names.
    std::vector<std::string> set_unreadable_aside(const std::vector<std::string>& keys);
    /// Tells whether a process holds a valid claim.
    [[nodiscard]] bool is_held(const std::string& key, std::chrono::milliseconds stale_after) const;
    /// All valid claims, sorted by key.
    [[nodiscard]] std::vector<Holder> holders(std::chrono::milliseconds stale_after) const;

    /// Adds a failed attempt; returns the number of attempts so far.
    std::size_t add_failure(const Failure& failure);
    [[nodiscard]] std::optional<Failure> failure(const std::string& key) const;
    /// All failures, sorted by key.
    [[nodiscard]] std::vector<Failure> failures() const;
    void forget_failure(const std::string& key);

    /// Removes leftovers of killed processes: drafts and claims older than `stale_after`, or of
    /// processes of this machine that have ended. Returns their number.
    std::size_t remove_leftovers(std::chrono::milliseconds stale_after);

    /// Writes a file of the folder whole or not at all. @throws IoError when it cannot be written.
    void write_file(const std::string& name, const std::string& content);
    /// A file of the folder; nothing when there is no such file.
    [[nodiscard]] std::optional<std::string> read_file(const std::string& name) const;

private:
    [[nodiscard]] std::filesystem::path result_file(const std::string& key) const;
    [[nodiscard]] std::filesystem::path claim_file(const std::string& key) const;
    [[nodiscard]] std::filesystem::path failure_file(const std::string& key) const;

    std::filesystem::path m_folder;
};

}  // namespace sbst::study
