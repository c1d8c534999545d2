// SPDX-License-Identifier: Apache-2.0
// The tables of all commands and of all options, put together from those of each room.
#include "../options/command.hpp"
#include "../options/option_table.hpp"
#include "../options/plug.hpp"
#include "../study/commands.hpp"

#include <algorithm>

namespace sbst::cli
{

namespace
{

std::vector<CommandGroup> make_groups()
{
    std::vector<CommandGroup> groups;
    for (const Plug& plug : plugs())
    {
        groups.push_back({plug.name, plug.summary, plug.commands()});
    }
    groups.push_back({"study", "Comparisons of algorithms over many runs", study_commands()});
    return groups;
}

}  // namespace

std::span<const CommandGroup> command_groups()
{
    static const std::vector<CommandGroup> groups = make_groups();
    return groups;
}

const Command* find_command(std::string_view path)
{
    const auto find_in = [path](std::span<const Command> commands) {
        const auto found = std::find_if(commands.begin(), commands.end(),
            [path](const Command& command) { return command.path == path; });
        return found == commands.end() ? nullptr : &*found;
    };
    for (const CommandGroup& group : command_groups())
    {
        if (const Command* const command = find_in(group.commands))
        {
            return command;
        }
    }
    return find_in(core_commands());
}

std::vector<std::string_view> command_paths()
{
    std::vector<std::string_view> paths;
    const auto append = [&paths](std::span<const Command> commands) {
        for (const Command& command : commands)
        {
            paths.push_back(command.path);
        }
    };
    for (const CommandGroup& group : command_groups())
    {
        append(group.commands);
    }
    append(core_commands());
    return paths;
}

namespace
{

/// --format with what any of the plugs can write.
Option any_format_option()
{
    std::vector<FormatRow> all;
    for (const Plug& plug : plugs())
    {
        for (const FormatRow& row : plug.formats())
        {
            const bool is_known = std::any_of(all.begin(), all.end(),
                [&row](const FormatRow& known) { return known.name == row.name; });
            if (!is_known)
            {
                all.push_back(row);
            }
        }
    }
    return format_option(all);
}

}  // namespace

std::vector<Option> all_options()
{
    std::vector<Option> options = run_options();
    options.push_back(jobs_option());
    options.push_back(out_option("Directory for the files of the command"));
    options.push_back(any_format_option());
    for (auto* const part : {search_options, progress_options})
    {
        options = joined(std::move(options), part());
    }
    for (const Plug& plug : plugs())
    {
        options = joined(std::move(options), plug.options());
    }
    for (auto* const part : {study_run_options, study_verify_options, study_report_options,
             study_export_options, general_options})
    {
        options = joined(std::move(options), part());
    }
    options.push_back(data_option());
    return options;
}

}  // namespace sbst::cli
