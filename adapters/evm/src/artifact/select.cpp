// SPDX-License-Identifier: Apache-2.0
#include "select.hpp"

#include "code_reader.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
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

/// Names, with their source if they are not unique.
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

/// A folder with other people's code: `node_modules`, Foundry's `lib` and `dependencies`, Remix'
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
        {
            return true;
        }
    }
    return false;
}

bool can_be_deployed(const ContractRecord& contract)
{
    return has_code(contract.creation) && !is_library(contract.runtime);
}

/// Deployable contracts first, the user's own before imports; otherwise in the order of the
/// document.
std::vector<ContractRecord*> by_interest(std::vector<ContractRecord*> contracts)
{
    const auto rank = [](const ContractRecord* contract) {
        return std::pair(!can_be_deployed(*contract), is_of_others(contract->source_name));
    };
    std::stable_sort(contracts.begin(), contracts.end(),
        [&](const ContractRecord* a, const ContractRecord* b) { return rank(a) < rank(b); });
    return contracts;
}

/// Lists deployable contracts and counts the rest; lists all when none is deployable.
std::string list_contracts(const std::vector<ContractRecord*>& contracts)
{
    const std::vector<ContractRecord*> ordered = by_interest(contracts);
    const auto behind = std::find_if(ordered.begin(), ordered.end(),
        [](const ContractRecord* contract) { return !can_be_deployed(*contract); });
    const std::vector<std::string> names = names_of(ordered);
    const auto count = static_cast<std::size_t>(behind - ordered.begin());
    if (count == 0 || count == names.size())
    {
        return list_names(names);
    }
    return fmt::format("{}; {} more cannot be deployed (interfaces, abstract contracts, libraries)",
        list_names({names.begin(), names.begin() + (behind - ordered.begin())}),
        names.size() - count);
}

[[noreturn]] void fail_unknown(
    const std::vector<ContractRecord*>& contracts, std::string_view wanted, const std::string& file)
{
    const std::vector<std::string> names = names_of(by_interest(contracts));
    const std::vector<std::string_view> words(names.begin(), names.end());
    std::string hint = suggestion(wanted, words);
    if (hint.empty())
    {
        hint = fmt::format("; it has: {}", list_contracts(contracts));
    }
    throw ConfigError(
        fmt::format("{}: there is no contract '{}'{}", file, wanted.substr(0, 80), hint));
}

ContractRecord& select_deployable(
    const std::vector<ContractRecord*>& contracts, const std::string& file)
{
    std::vector<ContractRecord*> deployable;
    std::copy_if(contracts.begin(), contracts.end(), std::back_inserter(deployable),
        [](const ContractRecord* contract) { return has_code(contract->creation); });
    if (deployable.empty())
    {
        throw ParseError(file, "",
            fmt::format("no contract has bytecode, only interfaces and abstract contracts: {}",
                list_names(names_of(contracts))));
    }
    const auto proper = std::stable_partition(deployable.begin(), deployable.end(),
        [](const ContractRecord* contract) { return !is_library(contract->runtime); });
    const auto count = proper - deployable.begin();
    if (count == 1 || deployable.size() == 1)
    {
        return *deployable.front();
    }
    if (count > 1)
    {
        deployable.erase(proper, deployable.end());
    }
    throw ConfigError(fmt::format("{}: {} contracts can be deployed; name one of: {}", file,
        deployable.size(), list_names(names_of(by_interest(deployable)))));
}

}  // namespace

ContractRecord& select_contract(
    Document& document, std::string_view wanted, const std::string& file)
{
    std::vector<ContractRecord*> contracts;
    for (ContractRecord& contract : document.contracts)
    {
        contracts.push_back(&contract);
    }
    if (contracts.empty())
    {
        throw ParseError(file, "contracts", "there is no contract");
    }
    // A layout with one contract: errors are reported for its fields.
    if (contracts.size() == 1 && (wanted.empty() || contracts.front()->name.empty()))
    {
        return *contracts.front();
    }
    if (wanted.empty())
    {
        return select_deployable(contracts, file);
    }

    std::vector<ContractRecord*> matches;
    std::copy_if(contracts.begin(), contracts.end(), std::back_inserter(matches),
        [&](const ContractRecord* contract) { return is_name(*contract, wanted); });
    if (matches.empty())
    {
        fail_unknown(contracts, wanted, file);
    }
    if (matches.size() > 1)
    {
        throw ConfigError(fmt::format("{}: several contracts are called '{}'; name one of: {}",
            file, wanted, list_names(names_of(by_interest(matches)))));
    }
    return *matches.front();
}

}  // namespace sbst::evm::detail
