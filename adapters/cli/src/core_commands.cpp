// SPDX-License-Identifier: Apache-2.0
// Commands that belong to no group, and the tables of groups and adapters.
#include "command.hpp"
#include "completion.hpp"
#include "help.hpp"
#include "json_page.hpp"
#include "option_table.hpp"
#include "print.hpp"
#include "version.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>

namespace sbst::cli
{

namespace
{

using Json = nlohmann::ordered_json;

struct Entry
{
    std::string_view name;
    std::string_view summary;
};

using Entries = std::vector<Entry>;

Entries algorithm_entries()
{
    Entries entries;
    for (const AlgorithmRow& row : algorithm_rows)
    {
        entries.push_back({row.name, row.summary});
    }
    return entries;
}

Entries adapter_entries()
{
    Entries entries;
    for (const Adapter& adapter : adapters())
    {
        entries.push_back({adapter.name, adapter.summary});
    }
    return entries;
}

Entries class_entries()
{
    constexpr std::array<std::string_view, evm::goal_class_count> summaries{
        "a decision that the author wrote (shown by default)",
        "overflow, division, array bounds and other checks of the compiler (shown by default)",
        "choice of the function by its selector", "refusal of ether by what is not payable",
        "decoding and validation of call data", "inside the getter of a public state variable",
        "a fallback or receive that does nothing", "copying of strings and arrays"};
    Entries entries;
    const std::vector<std::string_view> names = goal_class_names();
    entries.reserve(names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        entries.push_back({names[i], summaries.at(i)});
    }
    return entries;
}

struct Listing
{
    std::string_view name;
    Entries (*entries)();
};

constexpr std::array<Listing, 3> listings{
    {{"algorithms", algorithm_entries}, {"adapters", adapter_entries}, {"classes", class_entries}}};

ExitCode list(const Settings& settings)
{
    std::vector<std::string_view> names;
    names.reserve(listings.size());
    for (const Listing& listing : listings)
    {
        names.push_back(listing.name);
    }
    const std::string wanted = settings.operands.empty() ? "" : settings.operands.front();
    if (!wanted.empty() && std::find(names.begin(), names.end(), wanted) == names.end())
    {
        throw ConfigError(fmt::format("unknown list '{}'{}", wanted, suggestion(wanted, names)));
    }
    Json json{{"schema", 1}};
    for (const Listing& listing : listings)
    {
        if (!wanted.empty() && listing.name != wanted)
        {
            continue;
        }
        std::string text = fmt::format("{}:\n", listing.name);
        Json rows = Json::array();
        for (const Entry& entry : listing.entries())
        {
            text += fmt::format("  {:<16}{}\n", entry.name, entry.summary);
            rows.push_back({{"name", entry.name}, {"summary", entry.summary}});
        }
        json[std::string(listing.name)] = std::move(rows);
        print_result(settings.json ? Text() : Text(text));
    }
    print_result(settings.json ? json_page(json) : Text());
    return ExitCode::ok;
}

ExitCode print_version(const Settings& settings)
{
    if (settings.json)
    {
        const Json json{{"schema", 1}, {"name", "sbst"}, {"version", version()},
            {"commit", commit()}, {"is_dirty", is_dirty()}, {"compiler", compiler()}};
        print_result(json_page(json));
    }
    else
    {
        print_result("sbst {}\n", version());
    }
    return ExitCode::ok;
}

ExitCode print_help(const Settings& settings)
{
    std::string topic;
    for (const std::string& word : settings.operands)
    {
        topic += (topic.empty() ? "" : " ") + word;
    }
    std::vector<std::string_view> known{"exit-codes", "configuration", "reference"};
    const std::array<std::string (*)(), 3> pages{
        exit_code_help, configuration_help, reference_page};
    for (std::size_t i = 0; i < pages.size(); ++i)
    {
        if (topic == known[i])
        {
            print_result(Text(pages.at(i)()));
            return ExitCode::ok;
        }
    }
    for (const CommandGroup& group : command_groups())
    {
        known.push_back(group.name);
        if (topic == group.name)
        {
            print_result(Text(group_help(group)));
            return ExitCode::ok;
        }
    }
    if (const Command* const command = find_command(topic))
    {
        print_result(Text(command_help(*command)));
        return ExitCode::ok;
    }
    if (!topic.empty())
    {
        const std::vector<std::string_view> paths = command_paths();
        known.insert(known.end(), paths.begin(), paths.end());
        throw ConfigError(fmt::format("no help on '{}'{}", topic, suggestion(topic, known)));
    }
    print_result(Text(overview()));
    return ExitCode::ok;
}

ExitCode print_completion(const Settings& settings)
{
    const std::string& shell = settings.operands.front();
    const auto shells = completion_shells();
    if (std::find(shells.begin(), shells.end(), shell) == shells.end())
    {
        throw ConfigError(fmt::format("no completion for '{}': expected one of {}{}", shell,
            fmt::join(shells, ", "), suggestion(shell, shells)));
    }
    print_result(Text(completion_script(shell)));
    return ExitCode::ok;
}

std::vector<Option> listing_options()
{
    return joined(json_options(), information_options());
}

std::vector<Option> help_options()
{
    return information_options();
}

constexpr std::array<Command, 4> core_table{{
    {"list", "Lists algorithms, adapters and classes of goals", "[WHAT]",
        "algorithms, adapters or classes; all of them without it", 0, 1, "sbst list classes\n",
        listing_options, list},
    {"help", "Explains a command or a topic", "[TOPIC]",
        "a command, exit-codes, configuration, or reference (everything as Markdown)", 0, 2,
        "sbst help evm generate\nsbst help exit-codes\n", help_options, print_help},
    {"completion", "Writes a completion script for a shell", "SHELL", "bash, zsh or fish", 1, 1,
        "source <(sbst completion bash)\nsbst completion fish | source\n", help_options,
        print_completion},
    {"version", "Prints the version", "", "", 0, 0, "sbst version --json\n", listing_options,
        print_version},
}};

}  // namespace

std::span<const Command> core_commands()
{
    return core_table;
}

std::span<const Adapter> adapters()
{
    static constexpr std::array<Adapter, 2> table{
        {{"evm", "Tests for smart contracts (EVM bytecode)", make_evm_laboratory},
            {"jvm", "Tests for Java classes (JVM bytecode)", make_jvm_laboratory}}};
    return table;
}

std::span<const CommandGroup> command_groups()
{
    static const std::array<CommandGroup, 3> table{
        {{adapters()[0].name, adapters()[0].summary, evm_commands()},
            {adapters()[1].name, adapters()[1].summary, jvm_commands()},
            {"study", "Comparisons of algorithms over many runs", study_commands()}}};
    return table;
}

const Command* find_command(std::string_view path)
{
    for (const CommandGroup& group : command_groups())
    {
        for (const Command& command : group.commands)
        {
            if (command.path == path)
            {
                return &command;
            }
        }
    }
    const auto* const found = std::find_if(core_table.begin(), core_table.end(),
        [path](const Command& command) { return command.path == path; });
    return found == core_table.end() ? nullptr : found;
}

std::vector<std::string_view> command_paths()
{
    std::vector<std::string_view> paths;
    for (const CommandGroup& group : command_groups())
    {
        for (const Command& command : group.commands)
        {
            paths.push_back(command.path);
        }
    }
    for (const Command& command : core_table)
    {
        paths.push_back(command.path);
    }
    return paths;
}

}  // namespace sbst::cli
