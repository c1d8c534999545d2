// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "../console/environment.hpp"
#include "../console/print.hpp"
#include "../options/command.hpp"
#include "../options/command_line.hpp"
#include "../options/configure.hpp"
#include "../options/plug.hpp"
#include "help.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>

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

/// A variable that sets nothing may be a mistake.
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
/// Those of the program count also where no adapter was built whose commands have them.
std::vector<Option> every_option()
{
    std::vector<Option> options = all_options();
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

/// The row of that letter, or null.
const Option* find_letter(std::span<const Option> options, char letter)
{
    const auto found = std::find_if(options.begin(), options.end(),
        [letter](const Option& option) { return option.naming.letter == letter; });
    return found == options.end() ? nullptr : &*found;
}

/// In a word such as `-qj2`: the position of the last letter that is an option, here `j`. Its value
/// follows; an unknown letter is also the last one.
std::size_t last_letter(std::string_view word, std::span<const Option> options)
{
    std::size_t at = 1;
    while (at + 1 < word.size())
    {
        const Option* const option = find_letter(options, word[at]);
        if (option == nullptr || !option->is_switch())
        {
            break;
        }
        ++at;
    }
    return at;
}

/// The words in the order in which commands read them.
class WordSorter
{
public:
    explicit WordSorter(const std::vector<std::string>& words) : m_words(words) {}

    /// Skips options and their values, which are kept for later.
    /// @returns the word after them; nothing at the end.
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

    /// The skipped options, then the remaining words.
    [[nodiscard]] std::vector<std::string> others() const
    {
        std::vector<std::string> words = m_options;
        words.insert(
            words.end(), m_words.begin() + static_cast<std::ptrdiff_t>(m_next), m_words.end());
        return words;
    }

private:
    /// @throws ConfigError for an option that no command has: whether the next word is its value is
    /// unknown.
    [[nodiscard]] bool takes_next(const std::string& word) const
    {
        if (word.starts_with("--"))
        {
            const Option* const option = find_long(word);
            return word.find('=') == std::string::npos && !option->is_switch();
        }
        const std::size_t last = last_letter(word, m_known);
        const Option* const option = find_letter(m_known, word[last]);
        if (option == nullptr)
        {
            throw ConfigError(unknown_option_message(fmt::format("-{}", word[last]), m_known));
        }
        return last + 1 == word.size() && !option->is_switch();
    }

    /// The row of `--name`, `--name=value` or `--no-name`.
    [[nodiscard]] const Option* find_long(const std::string& word) const
    {
        const std::string name = word.substr(2, word.find('=') - 2);
        const Option* const plain = find_option(m_known, name);
        const Option* const negated =
            name.starts_with("no-") ? find_option(m_known, name.substr(3)) : nullptr;
        if (plain == nullptr && (negated == nullptr || !negated->is_switch()))
        {
            throw ConfigError(unknown_option_message(word, m_known));
        }
        return plain != nullptr ? plain : negated;
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
            throw ConfigError(
                fmt::format("'{} {}': '{}' is the value of the option here; if it is the command, "
                            "write the option after the command, or {}{}{}",
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
    const std::vector<Option> known = every_option();
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        const bool has_letters = word.size() > 1 && word[0] == '-' && word[1] != '-';
        return word == long_form ||
               (has_letters &&
                   word.substr(1, last_letter(word, known)).find(letter) != std::string::npos);
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
        // The other words belong to no command.
        std::vector<std::string> own{"--version"};
        if (has_word(words, "--json", '\0'))
        {
            own.emplace_back("--json");
        }
        return run_command(*find_command("version"), own);
    }
    if (has_word(words, "--help", 'h'))
    {
        print_result(Text(overview()));
        return ExitCode::ok;
    }
    throw ConfigError(fmt::format("expected a command after '{}'", words.front()));
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

/// A missing first word of two may still be guessed.
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
    check_is_built(*first);
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
