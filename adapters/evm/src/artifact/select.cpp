// SPDX-License-Identifier: Apache-2.0
#include "select.hpp"

#include "code_reader.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace sbst::evm::detail
{
namespace
{
constexpr std::size_t max_listed = 20;

std::string qualified_name(const ContractRecord& contract)
{
    return contract.source_name.empty() ? contract.name :
                                          contract.source_name + ":" + contract.name;
}

bool is_name(const ContractRecord& contract, std::string_view wanted)
{
    return contract.name == wanted || qualified_name(contract) == wanted;
}

std::string list_names(const std::vector<std::string>& names)
{
    const auto listed =
        names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), max_listed));
    return fmt::format(
        "{}{}", fmt::join(names.begin(), listed, ", "), names.size() > max_listed ? ", ..." : "");
}

/// Names where they are unique, otherwise with their source.
std::vector<std::string> names_of(const std::vector<ContractRecord*>& contracts)
{
    std::vector<std::string> names;
    for (const ContractRecord* contract : contracts)
    {
        const auto uses = std::count_if(contracts.begin(), contracts.end(),
            [&](const ContractRecord* other) { return other->name == contract->name; });
        names.push_back(uses > 1 ? qualified_name(*contract) : contract->name);
    }
    return names;
}

/// A folder of what others wrote: `node_modules`, Foundry's `lib` and `dependencies`, Remix'
/// `.deps`, Hardhat's `npm`, and packages with a scope, `@openzeppelin`.
bool is_of_others(std::string_view source_name)
{
    constexpr std::array<std::string_view, 5> folders{
        "node_modules", "lib", "dependencies", ".deps", "npm"};
    for (std::size_t end = 0; (end = source_name.find_first_of("/\\")) != std::string_view::npos;
         source_name.remove_prefix(end + 1))
    {
        const std::string_view folder = source_name.substr(0, end);
        if (folder.starts_with('@') ||
            std::find(folders.begin(), folders.end(), folder) != folders.end())
            return true;
    }
    return false;
}

bool can_be_deployed(const ContractRecord& contract)
{
    return has_code(contract.creation) && !is_library(contract.runtime);
}

/// What can be deployed first, the user's own before imports; else as in the document.
std::vector<ContractRecord*> by_interest(std::vector<ContractRecord*> contracts)
{
    const auto rank = [](const ContractRecord* contract) {
        return std::pair(!can_be_deployed(*contract), is_of_others(contract->source_name));
    };
    std::stable_sort(contracts.begin(), contracts.end(),
        [&](const ContractRecord* a, const ContractRecord* b) { return rank(a) < rank(b); });
    return contracts;
}

/// Lists what can be deployed, and counts the rest; all where nothing can be.
std::string list_contracts(const std::vector<ContractRecord*>& contracts)
{
    const std::vector<ContractRecord*> ordered = by_interest(contracts);
    const auto behind = std::find_if(ordered.begin(), ordered.end(),
        [](const ContractRecord* contract) { return !can_be_deployed(*contract); });
    const std::vector<std::string> names = names_of(ordered);
    const auto count = static_cast<std::size_t>(behind - ordered.begin());
    if (count == 0 || count == names.size())
        return list_names(names);
    return fmt::format("{}; {} more cannot be deployed (interfaces, abstract contracts, libraries)",
        list_names({names.begin(), names.begin() + (behind - ordered.begin())}),
        names.size() - count);
}

bool begins_with(std::string_view name, std::string_view wanted)
{
    constexpr std::size_t shortest = 2;
    return wanted.size() >= shortest && name.size() > wanted.size() &&
           std::equal(wanted.begin(), wanted.end(), name.begin(), [](char a, char b) {
               return std::tolower(static_cast<unsigned char>(a)) ==
                      std::tolower(static_cast<unsigned char>(b));
           });
}

std::size_t edit_distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j)
        {
            const bool same = std::tolower(static_cast<unsigned char>(a[i])) ==
                              std::tolower(static_cast<unsigned char>(b[j]));
            const std::size_t replaced = diagonal + (same ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

[[noreturn]] void fail_unknown(
    const std::vector<ContractRecord*>& contracts, std::string_view wanted, const std::string& file)
{
    const std::vector<std::string> near = nearest_names(wanted, names_of(by_interest(contracts)));
    const std::string hint = near.empty() ?
                                 fmt::format("it has: {}", list_contracts(contracts)) :
                                 fmt::format("did you mean {}?", fmt::join(near, " or "));
    throw ConfigError(
        fmt::format("{}: there is no contract '{}'; {}", file, wanted.substr(0, 80), hint));
}

ContractRecord& select_deployable(
    const std::vector<ContractRecord*>& contracts, const std::string& file)
{
    std::vector<ContractRecord*> deployable;
    std::copy_if(contracts.begin(), contracts.end(), std::back_inserter(deployable),
        [](const ContractRecord* contract) { return has_code(contract->creation); });
    if (deployable.empty())
        throw ParseError(file, "",
            fmt::format("no contract has bytecode, only interfaces and abstract contracts: {}",
                list_names(names_of(contracts))));
    const auto proper = std::stable_partition(deployable.begin(), deployable.end(),
        [](const ContractRecord* contract) { return !is_library(contract->runtime); });
    const auto count = proper - deployable.begin();
    if (count == 1 || deployable.size() == 1)
        return *deployable.front();
    if (count > 1)
        deployable.erase(proper, deployable.end());
    throw ConfigError(fmt::format("{}: {} contracts can be deployed; name one of: {}", file,
        deployable.size(), list_names(names_of(by_interest(deployable)))));
}
}  // namespace

ContractRecord& select_contract(
    Document& document, std::string_view wanted, const std::string& file)
{
    std::vector<ContractRecord*> contracts;
    for (ContractRecord& contract : document.contracts)
        contracts.push_back(&contract);
    if (contracts.empty())
        throw ParseError(file, "contracts", "there is no contract");
    // A layout of one contract: its faults are told by the fields themselves.
    if (contracts.size() == 1 && (wanted.empty() || contracts.front()->name.empty()))
        return *contracts.front();
    if (wanted.empty())
        return select_deployable(contracts, file);

    std::vector<ContractRecord*> matches;
    std::copy_if(contracts.begin(), contracts.end(), std::back_inserter(matches),
        [&](const ContractRecord* contract) { return is_name(*contract, wanted); });
    if (matches.empty())
        fail_unknown(contracts, wanted, file);
    if (matches.size() > 1)
        throw ConfigError(fmt::format("{}: several contracts are called '{}'; name one of: {}",
            file, wanted, list_names(names_of(by_interest(matches)))));
    return *matches.front();
}

std::vector<std::string> nearest_names(
    std::string_view wanted, const std::vector<std::string>& names)
{
    constexpr std::size_t max_compared = 200;
    wanted = wanted.substr(0, max_compared);
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const std::string& name : names)
    {
        const std::string_view compared = std::string_view(name).substr(0, max_compared);
        const std::size_t distance =
            begins_with(compared, wanted) ? 0 : edit_distance(wanted, compared);
        if (distance <= std::max<std::size_t>(2, wanted.size() / 3))
            ranked.emplace_back(distance, name);
    }
    // Those equally near stay in their order.
    std::stable_sort(ranked.begin(), ranked.end(),
        [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> nearest;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, ranked.size()); ++i)
        nearest.push_back(ranked[i].second);
    return nearest;
}
}  // namespace sbst::evm::detail
