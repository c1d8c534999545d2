// SPDX-License-Identifier: Apache-2.0
// Commands that belong to no group. Next: tables.cpp.
#include "../console/json_page.hpp"
#include "../console/print.hpp"
#include "../console/text_layout.hpp"
#include "../console/version.hpp"
#include "../options/command.hpp"
#include "../options/option_table.hpp"
#include "../options/plug.hpp"
#include "../options/solvers.hpp"
#include "completion.hpp"
#include "help.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>
#include <sbst/guided/components.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace sbst::cli
{

namespace
{

using Json = nlohmann::ordered_json;

struct Entry
{
    std::string_view name;
    std::string summary;
    /// The paper that an algorithm is from; empty for other entries.
    std::string_view source{};
    /// Whether the program that a solver runs was found; nothing for other entries.
    std::optional<bool> is_found{};
};

using Entries = std::vector<Entry>;

Entries algorithm_entries()
{
    Entries entries;
    for (const AlgorithmRow& row : algorithm_rows)
    {
        entries.push_back({row.name, std::string(row.summary), row.source});
    }
    return entries;
}

Entries adapter_entries()
{
    Entries entries;
    for (const Plug& plug : plugs())
    {
        entries.push_back({plug.name, std::string(plug.summary)});
    }
    return entries;
}

Entries criterion_entries()
{
    Entries entries;
    for (const Coverage coverage : all_coverages())
    {
        entries.push_back({to_string(coverage), std::string(summary_of(coverage))});
    }
    return entries;
}

Entries component_entries()
{
    Entries entries;
    for (const GuidedComponent& component : guided_components)
    {
        std::string summary(component.summary);
        for (const Plug& plug : plugs())
        {
            for (const ComponentNote& note : plug.component_notes)
            {
                if (note.component == component.name)
                {
                    summary += fmt::format("; no effect for {}: {}", plug.name, note.note);
                }
            }
        }
        entries.push_back({component.name, std::move(summary)});
    }
    return entries;
}

Entries solver_entries()
{
    Entries entries;
    for (const SolverRow& row : solver_rows())
    {
        const std::string_view state = row.is_missing ? "; it was not found in PATH" : "";
        entries.push_back({row.name, fmt::format("{}{}", row.summary, state)});
        if (!row.program.empty())
        {
            entries.back().is_found = !row.is_missing;
        }
    }
    return entries;
}

Entries class_entries(const Plug& plug)
{
    Entries entries;
    for (const GoalClassRow& row : plug.goal_classes())
    {
        entries.push_back({row.name, std::string(row.summary)});
    }
    return entries;
}

Entries format_entries(const Plug& plug)
{
    Entries entries;
    for (const FormatRow& row : plug.formats())
    {
        entries.push_back(
            {row.name, fmt::format("{}, {}", row.file,
                           row.is_usual ? "unless --format says otherwise" : "on request")});
    }
    return entries;
}

/// The entries under one name; several listings with one name are in one JSON array.
struct Listing
{
    std::string_view name;
    std::string heading;
    Entries entries;
    /// The adapter that has them; empty = no adapter.
    std::string_view adapter{};
};

std::vector<Listing> listings()
{
    std::vector<Listing> all{{"algorithms", "algorithms", algorithm_entries()},
        {"components", "components of guided-random", component_entries()},
        {"solvers", "solvers", solver_entries()}, {"adapters", "adapters", adapter_entries()},
        {"criteria", "criteria", criterion_entries()}};
    for (const Plug& plug : plugs())
    {
        all.push_back(
            {"classes", fmt::format("classes of {}", plug.name), class_entries(plug), plug.name});
    }
    for (const Plug& plug : plugs())
    {
        all.push_back(
            {"formats", fmt::format("formats of {}", plug.name), format_entries(plug), plug.name});
    }
    return all;
}

/// The column at which summaries begin.
std::size_t name_column(const Entries& entries)
{
    std::size_t column = 16;
    for (const Entry& entry : entries)
    {
        column = std::max(column, entry.name.size() + 2);
    }
    return column;
}

ExitCode list(const Settings& settings)
{
    constexpr std::array<std::string_view, 7> names{
        "algorithms", "components", "solvers", "adapters", "criteria", "classes", "formats"};
    const std::string wanted = settings.operands.empty() ? "" : settings.operands.front();
    if (!wanted.empty() && std::find(names.begin(), names.end(), wanted) == names.end())
    {
        throw ConfigError(fmt::format("unknown list '{}'{}; expected one of {}", wanted,
            suggestion(wanted, names), fmt::join(names, ", ")));
    }
    Json json{{"schema", 5}};
    for (const std::string_view name : names)
    {
        if (wanted.empty() || name == wanted)
        {
            json[std::string(name)] = Json::array();
        }
    }
    for (const Listing& listing : listings())
    {
        if (!wanted.empty() && listing.name != wanted)
        {
            continue;
        }
        std::string text = fmt::format("{}:\n", listing.heading);
        const std::size_t column = name_column(listing.entries);
        for (const Entry& entry : listing.entries)
        {
            text += definition(entry.name, entry.summary, column + 2);
            Json row{{"name", entry.name}, {"summary", entry.summary}};
            if (!entry.source.empty())
            {
                text += wrap(fmt::format("source: {}", entry.source), column + 2);
                row["source"] = entry.source;
            }
            if (entry.is_found)
            {
                row["found"] = *entry.is_found;
            }
            if (!listing.adapter.empty())
            {
                row["adapter"] = listing.adapter;
            }
            json[std::string(listing.name)].push_back(std::move(row));
        }
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
        check_is_built(settings.operands.front());
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

std::vector<Command> make_table()
{
    static const std::string help_examples = fmt::format(
        "sbst help {}\nsbst help exit-codes\n", command_groups().front().commands.front().path);
    return {
        {"list", "Lists algorithms, components, solvers, adapters, criteria, classes, formats",
            "[WHAT]",
            "algorithms, components, solvers, adapters, criteria, classes or formats; all of them "
            "without it",
            0, 1, "sbst list classes\n", listing_options, list},
        {"help", "Explains a command or a topic", "[TOPIC]",
            "a command, exit-codes, configuration, or reference (everything as Markdown)", 0, 2,
            help_examples, help_options, print_help},
        {"completion", "Writes a completion script for a shell", "SHELL", "bash, zsh or fish", 1, 1,
            "source <(sbst completion bash)\nsbst completion fish | source\n", help_options,
            print_completion},
        {"version", "Prints the version", "", "", 0, 0, "sbst version --json\n", listing_options,
            print_version},
    };
}

}  // namespace

std::span<const Command> core_commands()
{
    static const std::vector<Command> table = make_table();
    return table;
}

}  // namespace sbst::cli
