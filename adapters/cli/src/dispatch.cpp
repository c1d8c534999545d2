// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "command.hpp"
#include "configure.hpp"
#include "help.hpp"
#include "print.hpp"

#include <sbst/error.hpp>
#include <sbst/suggestion.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace sbst::cli
{

namespace
{

[[noreturn]] void fail_unknown(
    std::string_view kind, const std::string& word, std::span<const std::string_view> known)
{
    throw ConfigError(fmt::format("unknown {} '{}'{}", kind, word, suggestion(word, known)));
}

/// A variable that sets nothing is perhaps a slip.
void warn_of_variables()
{
    for (const std::string& warning : unknown_variables(process_variables()))
    {
        print_note("sbst: warning: {}\n", warning);
    }
}

ExitCode run_command(const Command& command, const std::vector<std::string>& words)
{
    const Settings settings = configure(command, words, process_environment);
    if (settings.version)
    {
        // It has a form in JSON, too.
        const Command& told = *find_command("version");
        return told.run(&command == &told ? settings : Settings{});
    }
    if (settings.help != Help::none)
    {
        print_result(
            Text(settings.help == Help::brief ? brief_help(command) : command_help(command)));
        return ExitCode::ok;
    }
    if (find_option(command.options(), "config") != nullptr)
    {
        warn_of_variables();
    }
    return command.run(settings);
}

const CommandGroup* find_group(std::string_view name)
{
    const auto groups = command_groups();
    const auto found = std::find_if(groups.begin(), groups.end(),
        [name](const CommandGroup& group) { return group.name == name; });
    return found == groups.end() ? nullptr : &*found;
}

/// Every row that any command has, each name once: what stands before a command is read by these.
std::vector<Option> every_option()
{
    std::vector<Option> options;
    for (const std::string_view path : command_paths())
    {
        for (Option& option : find_command(path)->options())
        {
            if (find_option(options, option.naming.name) == nullptr)
            {
                options.push_back(std::move(option));
            }
        }
    }
    return options;
}

/// The words in the order in which commands read them.
class WordSorter
{
public:
    explicit WordSorter(const std::vector<std::string>& words) : m_words(words) {}

    /// Passes over options and their values, which are kept for later.
    /// @returns the word behind them; nothing at the end.
    std::optional<std::string> next_command_word()
    {
        while (m_next < m_words.size())
        {
            const std::string& word = m_words[m_next++];
            if (!word.starts_with('-') || word == "-" || word == "--")
            {
                return word;
            }
            m_options.push_back(word);
            if (takes_next(word))
            {
                take_value(word);
            }
        }
        return std::nullopt;
    }

    /// The options that were passed over, then what was not looked at.
    [[nodiscard]] std::vector<std::string> others() const
    {
        std::vector<std::string> words = m_options;
        words.insert(
            words.end(), m_words.begin() + static_cast<std::ptrdiff_t>(m_next), m_words.end());
        return words;
    }

private:
    [[nodiscard]] bool takes_next(const std::string& word) const
    {
        if (word.starts_with("--"))
        {
            const Option* const option = find_option(m_known, word.substr(2));
            return option != nullptr && !option->is_switch();
        }
        // The letters of switches, then perhaps one that takes what is left.
        for (std::size_t i = 1; i < word.size(); ++i)
        {
            const auto found = std::find_if(m_known.begin(), m_known.end(),
                [&word, i](const Option& option) { return option.naming.letter == word[i]; });
            if (found == m_known.end() || !found->is_switch())
            {
                return found != m_known.end() && i + 1 == word.size();
            }
        }
        return false;
    }

    void take_value(const std::string& option)
    {
        if (m_next == m_words.size())
        {
            return;
        }
        const std::string& value = m_words[m_next++];
        if (find_group(value) != nullptr || find_command(value) != nullptr)
        {
            throw ConfigError(fmt::format(
                "'{} {}': '{}' is the value of the option here, or is it the command? Write the "
                "option behind the command, or {}{}{}",
                option, value, value, option, option.starts_with("--") ? "=" : "", value));
        }
        m_options.push_back(value);
    }

    const std::vector<std::string>& m_words;
    std::size_t m_next = 0;
    std::vector<std::string> m_options;
    std::vector<Option> m_known = every_option();
};

bool has_word(const std::vector<std::string>& words, std::string_view long_form, char letter)
{
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return word == long_form || word == std::string{'-', letter};
    });
}

/// Words without a command: help, the version, or a mistake.
ExitCode run_without_command(const std::vector<std::string>& words)
{
    if (words.empty())
    {
        print_note(Text(overview()));
        return ExitCode::usage;
    }
    if (has_word(words, "--version", 'V'))
    {
        return run_command(*find_command("version"), words);
    }
    if (has_word(words, "--help", 'h'))
    {
        print_result(Text(overview()));
        return ExitCode::ok;
    }
    throw ConfigError(fmt::format("expected a command behind '{}'", words.front()));
}

ExitCode run_group(const CommandGroup& group, WordSorter& words)
{
    const std::optional<std::string> verb = words.next_command_word();
    if (!verb)
    {
        const std::vector<std::string> others = words.others();
        if (others.empty())
        {
            print_note(Text(group_help(group)));
            return ExitCode::usage;
        }
        if (has_word(others, "--help", 'h'))
        {
            print_result(Text(group_help(group)));
            return ExitCode::ok;
        }
        return run_without_command(others);
    }
    const Command* const command = find_command(fmt::format("{} {}", group.name, *verb));
    if (command == nullptr)
    {
        std::vector<std::string_view> verbs;
        for (const Command& known : group.commands)
        {
            verbs.push_back(known.path.substr(group.name.size() + 1));
        }
        fail_unknown(fmt::format("command of sbst {}", group.name), *verb, verbs);
    }
    return run_command(*command, words.others());
}

/// Whoever leaves out the first of two words may still be understood.
[[noreturn]] void fail_unknown_command(const std::string& word)
{
    std::vector<std::string_view> known;
    std::vector<std::string_view> verbs;
    for (const CommandGroup& group : command_groups())
    {
        known.push_back(group.name);
        for (const Command& command : group.commands)
        {
            verbs.push_back(command.path.substr(group.name.size() + 1));
        }
    }
    for (const Command& command : core_commands())
    {
        known.push_back(command.path);
    }
    std::vector<std::string_view> nearest = nearest_words(word, known);
    if (nearest.empty())
    {
        const std::vector<std::string_view> near_verbs = nearest_words(word, verbs);
        for (const std::string_view path : command_paths())
        {
            const std::string_view verb = path.substr(path.find(' ') + 1);
            if (std::find(near_verbs.begin(), near_verbs.end(), verb) != near_verbs.end())
            {
                nearest.push_back(path);
            }
        }
    }
    throw ConfigError(fmt::format("unknown command '{}'{}", word, did_you_mean(nearest)));
}

}  // namespace

ExitCode dispatch(const std::vector<std::string>& words)
{
    WordSorter sorter(words);
    const std::optional<std::string> first = sorter.next_command_word();
    if (!first)
    {
        return run_without_command(words);
    }
    if (const Command* const command = find_command(*first))
    {
        return run_command(*command, sorter.others());
    }
    if (const CommandGroup* const group = find_group(*first))
    {
        return run_group(*group, sorter);
    }
    fail_unknown_command(*first);
}

std::string help_command(const std::vector<std::string>& words)
{
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        if (words[i] != "help" && find_command(words[i]) != nullptr)
        {
            return fmt::format("sbst {} --help", words[i]);
        }
        if (find_group(words[i]) == nullptr)
        {
            continue;
        }
        for (std::size_t k = i + 1; k < words.size(); ++k)
        {
            const std::string path = words[i] + ' ' + words[k];
            if (find_command(path) != nullptr)
            {
                return fmt::format("sbst {} --help", path);
            }
        }
        return fmt::format("sbst {} --help", words[i]);
    }
    return "sbst help";
}

}  // namespace sbst::cli
