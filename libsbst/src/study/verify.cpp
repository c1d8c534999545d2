// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/study/manifest.hpp>
#include <sbst/study/verify.hpp>
#include <sbst/study/worker.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace sbst::study
{

namespace
{

/// The problem with a result; nothing when it matches its digests.
std::optional<std::string> problem_of(
    const Store& store, const std::string& key, const Entries& entries)
{
    const auto entry = entries.find(key);
    try
    {
        const auto stored = store.read(key);
        if (!stored)
        {
            return "the manifest has it, the folder has not";
        }
        if (digest(key, stored->record) != stored->digest)
        {
            return "its content does not match its digest";
        }
        if (entry == entries.end())
        {
            return std::nullopt;
        }
        if (stored->digest != entry->second.digest)
        {
            return "its digest is not the manifest's";
        }
        if (entry_of(store, key).file_hash != entry->second.file_hash)
        {
            return "its file was changed after it was entered in the manifest";
        }
        return std::nullopt;
    }
    catch (const ParseError& error)
    {
        return std::string(error.what());
    }
}

}  // namespace

Verification check_digests(const Plan& plan, const Store& store)
{
    const Entries entries = read_entries(store);
    std::map<std::string, std::string> names;
    for (const Cell& cell : plan.cells)
    {
        names.emplace(cell.key, plan.name(cell));
    }
    std::set<std::string> keys;
    for (const std::string& key : store.finished())
    {
        keys.insert(key);
    }
    for (const auto& [key, entry] : entries)
    {
        keys.insert(key);
    }
    Verification verification;
    if (!keys.empty() && !store.read_file(manifest_name))
    {
        verification.mismatches.push_back(
            {manifest_name, "does not exist: the expected results are unknown"});
    }
    for (const std::string& key : keys)
    {
        verification.checked += store.has(key) ? 1U : 0U;
        verification.in_manifest += entries.contains(key) ? 1U : 0U;
        if (const auto problem = problem_of(store, key, entries))
        {
            const auto name = names.find(key);
            verification.mismatches.push_back(
                {name == names.end() ? "cell " + key : name->second, *problem});
        }
    }
    return verification;
}

void check_by_running(const Plan& plan, const Store& store, Laboratory& laboratory,
    const RerunOptions& options, Verification& verification)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < plan.cells.size(); ++i)
    {
        order.push_back(i);
    }
    Rng rng(plan.spec.seed);
    rng.shuffle(std::span(order));
    for (const std::size_t index : order)
    {
        if (verification.executed >= options.count || options.stop.stop_requested())
        {
            return;
        }
        const Cell& cell = plan.cells[index];
        const std::string name = plan.name(cell);
        const bool is_known_bad =
            std::any_of(verification.mismatches.begin(), verification.mismatches.end(),
                [&name](const Mismatch& mismatch) { return mismatch.cell == name; });
        const auto stored = is_known_bad ? std::nullopt : store.read(cell.key);
        if (!stored)
        {
            continue;
        }
        if (!stored->record.is_reproducible)
        {
            ++verification.irreproducible;
            continue;
        }
        if (options.on_cell)
        {
            options.on_cell(name);
        }
        const StoredRecord again = run_cell(plan, cell, laboratory, {}, options.stop);
        if (options.stop.stop_requested())
        {
            return;
        }
        ++verification.executed;
        if (again.digest != stored->digest)
        {
            verification.mismatches.push_back({name, "another run gives another result"});
        }
    }
}

}  // namespace sbst::study
