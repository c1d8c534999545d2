// SPDX-License-Identifier: Apache-2.0
// manifest.json: describes a study, the program that made its results, and the digest of each
// result. Next: verify.hpp.
#pragma once

#include <sbst/study/plan.hpp>
#include <sbst/study/store.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace sbst::study
{

inline constexpr const char* manifest_name = "manifest.json";

/// A finished cell as it was when it was entered.
struct Entry
{
    /// Digest of the run's result.
    std::string digest;
    /// SHA-256, in hex, of the whole file.
    std::string file_hash;

    friend bool operator==(const Entry&, const Entry&) = default;
};

/// Ordered by key.
using Entries = std::map<std::string, Entry>;

/// Entries of the folder's manifest; empty when there is no manifest.
/// @throws ParseError naming the file and the field when it is not a manifest.
[[nodiscard]] Entries read_entries(const Store& store);

/// Rewrites the manifest: the study as planned now, and an entry for each result in the folder. Old
/// entries are kept, so that a result changed afterwards does not become valid by another run;
/// entries without a result are dropped, so that a bad result can be deleted and made again.
/// Returns the number of entries.
std::size_t write_manifest(const Plan& plan, Store& store, const BuildInfo& build);

/// Results in a folder that its plan of now does not have.
struct OtherResults
{
    std::size_t runs = 0;
    /// The file of the study says the same as when they were made; what it names does not: a
    /// subject, or what a run hangs on beside its settings (Laboratory::surroundings).
    bool has_same_text = false;
};

/// Those of a folder whose manifest has another plan; nothing when there are none.
/// @throws ParseError as read_entries.
[[nodiscard]] std::optional<OtherResults> find_other_results(const Plan& plan, const Store& store);

/// The entry of a result as it is now; with empty fields when there is no result.
/// @throws ParseError when the file is not a result.
[[nodiscard]] Entry entry_of(const Store& store, const std::string& key);

}  // namespace sbst::study
