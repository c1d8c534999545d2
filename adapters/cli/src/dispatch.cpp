// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "command.hpp"
#include "configure.hpp"
#include "help.hpp"
#include "print.hpp"
#include "suggest.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace sbst::cli
{

namespace
{

[[noreturn]] void fail_unknown(
    std::string_view kind, const std::string& word, std::span<const std::string_view> known)
{
    throw ConfigError(fmt::format("unknown {} '{}'{}", kind, word, suggestion(word, known)));
}

ExitCode run_command(const Command& command, const std::vector<std::string>& words)
{
    const Settings settings = configure(command, words, process_environment);
    if (settings.help != Help::none)
    {
        print_result(
            "{}", settings.help == Help::brief ? brief_help(command) : command_help(command));
        return ExitCode::ok;
    }
    return command.run(settings);
}

ExitCode run_group(const CommandGroup& group, const std::vector<std::string>& words)
{
    if (words.empty())
    {
        print_note("{}", group_help(group));
        return ExitCode::usage;
    }
    if (words.front() == "--help" || words.front() == "-h")
    {
        print_result("{}", group_help(group));
        return ExitCode::ok;
    }
    const Command* const command = find_command(fmt::format("{} {}", group.name, words.front()));
    if (command == nullptr)
    {
        std::vector<std::string_view> verbs;
        for (const Command& known : group.commands)
        {
            verbs.push_back(known.path.substr(group.name.size() + 1));
        }
        fail_unknown(fmt::format("command of sbst {}", group.name), words.front(), verbs);
    }
    return run_command(*command, {words.begin() + 1, words.end()});
}

std::vector<std::string> top_level_words()
{
    std::vector<std::string> words;
    for (const CommandGroup& group : command_groups())
    {
        words.emplace_back(group.name);
    }
    for (const Command& command : core_commands())
    {
        words.emplace_back(command.path);
    }
    return words;
}

}  // namespace

ExitCode dispatch(const std::vector<std::string>& words)
{
    if (words.empty())
    {
        print_note("{}", overview());
        return ExitCode::usage;
    }
    const std::string& first = words.front();
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    if (first == "--help" || first == "-h")
    {
        print_result("{}", overview());
        return ExitCode::ok;
    }
    // The first word is the command: nothing is guessed from options that stand before it.
    const Command* const command = find_command(first == "--version" ? "version" : first);
    if (command != nullptr)
    {
        return run_command(*command, rest);
    }
    for (const CommandGroup& group : command_groups())
    {
        if (group.name == first)
        {
            return run_group(group, rest);
        }
    }
    if (first.starts_with('-'))
    {
        throw ConfigError(
            fmt::format("expected a command before '{}'; options stand behind the command", first));
    }
    const std::vector<std::string> known = top_level_words();
    const std::vector<std::string_view> views(known.begin(), known.end());
    fail_unknown("command", first, views);
}

}  // namespace sbst::cli
