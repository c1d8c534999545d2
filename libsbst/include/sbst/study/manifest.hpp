// SPDX-License-Identifier: Apache-2.0
// manifest.json: what a study is, what made its results, and what each of them must be. Next:
// verify.hpp.
#pragma once

#include <sbst/study/plan.hpp>
#include <sbst/study/store.hpp>

#include <cstddef>
#include <map>
#include <string>

namespace sbst::study
{

inline constexpr const char* manifest_name = "manifest.json";

/// What a finished cell was when it was entered.
struct Entry
{
    /// Of what the run gave.
    std::string digest;
    /// SHA-256, in hex, of the whole file.
    std::string file_hash;

    friend bool operator==(const Entry&, const Entry&) = default;
};

/// By key, in order.
using Entries = std::map<std::string, Entry>;

/// Entries of the folder's manifest; none where there is no manifest.
/// @throws ParseError naming the file and the field when it is none.
[[nodiscard]] Entries read_entries(const Store& store);

/// Writes the manifest anew: the study as it is planned now, and an entry for each result of the
/// folder. Entries that were there stay as they were, so that a result that was changed afterwards
/// does not become right by another run; those whose results are gone are dropped, so that a bad
/// result can be deleted and made again. Returns how many entries there are.
std::size_t write_manifest(const Plan& plan, Store& store, const BuildInfo& build);

/// The entry of a result as it is now; empty fields where there is none.
/// @throws ParseError when the file is no result.
[[nodiscard]] Entry entry_of(const Store& store, const std::string& key);

}  // namespace sbst::study
