// SPDX-License-Identifier: Apache-2.0
#include "completion.hpp"

#include "command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sbst::cli
{

namespace
{

constexpr std::array<std::string_view, 3> shell_names{"bash", "zsh", "fish"};

std::string joined_words(const std::vector<std::string_view>& words)
{
    return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string_view> verbs_of(const CommandGroup& group)
{
    std::vector<std::string_view> verbs;
    for (const Command& command : group.commands)
    {
        verbs.push_back(command.path.substr(group.name.size() + 1));
    }
    return verbs;
}

/// A pattern of `case` that matches the name of every group.
std::string joined_groups()
{
    std::string text;
    for (const CommandGroup& group : command_groups())
    {
        text += fmt::format("{}{}", text.empty() ? "" : "|", group.name);
    }
    return text;
}

/// The words that may stand first.
std::vector<std::string_view> first_words()
{
    std::vector<std::string_view> words;
    for (const CommandGroup& group : command_groups())
    {
        words.push_back(group.name);
    }
    for (const Command& command : core_commands())
    {
        words.push_back(command.path);
    }
    return words;
}

/// Every row of every command by its name; a name means the same in all of them.
std::map<std::string_view, Option> options_by_name()
{
    std::map<std::string_view, Option> options;
    for (const std::string_view path : command_paths())
    {
        for (const Option& option : find_command(path)->options())
        {
            options.emplace(option.naming.name, option);
        }
    }
    return options;
}

std::string bash_options()
{
    std::string text;
    for (const std::string_view path : command_paths())
    {
        std::string words;
        for (const Option& option : find_command(path)->options())
        {
            words += fmt::format("{}--{}", words.empty() ? "" : " ", option.naming.name);
            words += option.is_switch() && option.is_configurable ?
                         fmt::format(" --no-{}", option.naming.name) :
                         "";
        }
        text += fmt::format("        '{}') options='{}' ;;\n", path, words);
    }
    return text;
}

std::string bash_values()
{
    std::string text;
    std::string others;
    for (const auto& [name, option] : options_by_name())
    {
        if (!option.is_switch() && !option.choices.empty())
        {
            text +=
                fmt::format("        --{}) values='{}' ;;\n", name, joined_words(option.choices));
        }
        else if (!option.is_switch())
        {
            others += fmt::format("{}--{}", others.empty() ? "" : "|", name);
        }
    }
    // Files, by the shell's own completion.
    return text + fmt::format("        {}) return ;;\n", others);
}

std::string bash_verbs()
{
    std::string text;
    for (const CommandGroup& group : command_groups())
    {
        text += fmt::format(
            "        '2 {}') values='{}' ;;\n", group.name, joined_words(verbs_of(group)));
    }
    return text;
}

std::string bash_script()
{
    return fmt::format(R"sh(_sbst()
{{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
    local path=${{COMP_WORDS[1]}} options='' values=''
    COMPREPLY=()
    case "$COMP_CWORD $path" in
        '1 '*) values='{}' ;;
{}    esac
    case "$path" in
        {}) path="$path ${{COMP_WORDS[2]}}" ;;
    esac
    case "$path" in
{}    esac
    case "$previous" in
{}    esac
    if [ -n "$values" ]; then
        COMPREPLY=($(compgen -W "$values" -- "$current"))
    elif [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    fi
}}
complete -o default -F _sbst sbst
)sh",
        joined_words(first_words()), bash_verbs(), joined_groups(), bash_options(), bash_values());
}

/// Quotes for zsh (and any POSIX shell): what stands between single quotes is itself.
std::string zsh_text(std::string_view text)
{
    std::string quoted = "'";
    for (const char letter : text)
    {
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return quoted + "'";
}

/// What stands in a description of _arguments or _describe: brackets and colons have a meaning
/// there.
std::string zsh_description(std::string_view text)
{
    std::string escaped;
    for (const char letter : text)
    {
        const bool is_special = letter == '[' || letter == ']' || letter == ':' || letter == '\\';
        escaped += is_special ? fmt::format("\\{}", letter) : std::string(1, letter);
    }
    return escaped;
}

/// The array of what _describe offers, and the call that offers it.
std::string zsh_choice(const std::vector<std::pair<std::string_view, std::string_view>>& entries)
{
    std::string text = "        words_here=(\n";
    for (const auto& [word, summary] : entries)
    {
        text += fmt::format(
            "            {}\n", zsh_text(fmt::format("{}:{}", word, zsh_description(summary))));
    }
    return text + "        )\n        _describe -t commands 'command of sbst' words_here\n";
}

std::string zsh_first_words()
{
    std::vector<std::pair<std::string_view, std::string_view>> entries;
    for (const CommandGroup& group : command_groups())
    {
        entries.emplace_back(group.name, group.summary);
    }
    for (const Command& command : core_commands())
    {
        entries.emplace_back(command.path, command.summary);
    }
    return zsh_choice(entries);
}

std::string zsh_verbs()
{
    std::string text;
    for (const CommandGroup& group : command_groups())
    {
        std::vector<std::pair<std::string_view, std::string_view>> entries;
        const std::vector<std::string_view> verbs = verbs_of(group);
        for (std::size_t i = 0; i < verbs.size(); ++i)
        {
            entries.emplace_back(verbs[i], group.commands[i].summary);
        }
        text += fmt::format("    '3 {}')\n{}        return ;;\n", group.name, zsh_choice(entries));
    }
    return text;
}

/// The specification of one option, as _arguments reads it.
std::string zsh_option(const Option& option)
{
    const Naming& naming = option.naming;
    const std::string description = fmt::format("[{}]", zsh_description(naming.help));
    if (option.is_switch())
    {
        std::string text = fmt::format(
            " \\\n            {}", zsh_text(fmt::format("--{}{}", naming.name, description)));
        text += naming.letter == '\0' ?
                    std::string() :
                    fmt::format(" \\\n            {}",
                        zsh_text(fmt::format("-{}{}", naming.letter, description)));
        text += option.is_configurable ? fmt::format(" \\\n            {}",
                                             zsh_text(fmt::format("--no-{}[Not so\\: {}]",
                                                 naming.name, zsh_description(naming.help)))) :
                                         std::string();
        return text;
    }
    const std::string action = option.choices.empty() ?
                                   std::string("_files") :
                                   fmt::format("({})", joined_words(option.choices));
    const std::string rest =
        fmt::format("{}:{}:{}", description, zsh_description(naming.metavar), action);
    // Lists may be given again and again.
    const std::string_view star = option.is_list ? "*" : "";
    std::string text = fmt::format(
        " \\\n            {}", zsh_text(fmt::format("{}--{}={}", star, naming.name, rest)));
    text += naming.letter == '\0' ?
                std::string() :
                fmt::format(" \\\n            {}",
                    zsh_text(fmt::format("{}-{}+{}", star, naming.letter, rest)));
    return text;
}

std::string zsh_commands()
{
    std::string text;
    for (const std::string_view path : command_paths())
    {
        const Command& command = *find_command(path);
        text += fmt::format("    {})\n        _arguments -S", zsh_text(path));
        for (const Option& option : command.options())
        {
            text += zsh_option(option);
        }
        // Only `completion` has operands that are words.
        text += path == "completion" ?
                    fmt::format(" \\\n            '*:shell:({})'", fmt::join(shell_names, " ")) :
                    " \\\n            '*:file:_files'";
        text += " ;;\n";
    }
    return text;
}

/// Serves as a file of fpath, whose text is then the function, and for `source`.
std::string zsh_script()
{
    return fmt::format(R"sh(#compdef sbst
# Completion of sbst for zsh: source <(sbst completion zsh), behind compinit; or a file _sbst in fpath
_sbst()
{{
    local command_here=$words[2]
    local -a words_here
    if (( CURRENT == 2 )); then
{}        return
    fi
    case "$CURRENT $command_here" in
{}    esac
    case $command_here in
    {})
        command_here="$command_here $words[3]" ;;
    esac
    case $command_here in
{}    esac
}}
if [ "$funcstack[1]" = _sbst ]; then
    _sbst "$@"
else
    compdef _sbst sbst
fi
)sh",
        zsh_first_words(), zsh_verbs(), joined_groups(), zsh_commands());
}

/// Quotes for fish: only backslash and quote are special.
std::string fish_text(std::string_view text)
{
    std::string quoted = "'";
    for (const char letter : text)
    {
        quoted +=
            letter == '\'' || letter == '\\' ? fmt::format("\\{}", letter) : std::string(1, letter);
    }
    return quoted + "'";
}

/// True in fish when the words before the cursor begin with that command.
std::string fish_condition(std::string_view path)
{
    std::string text;
    std::size_t index = 2;
    for (std::size_t begin = 0; begin < path.size(); ++index)
    {
        const std::size_t end = std::min(path.find(' ', begin), path.size());
        text += fmt::format("{}test (commandline -opc)[{}] = {}", text.empty() ? "" : "; and ",
            index, path.substr(begin, end - begin));
        begin = end + 1;
    }
    return fmt::format("test (count (commandline -opc)) -ge {}; and {}", index - 1, text);
}

std::string fish_option(std::string_view path, const Option& option)
{
    std::string text = fmt::format(
        "complete -c sbst -n {} -l {}", fish_text(fish_condition(path)), option.naming.name);
    text += option.naming.letter == '\0' ? "" : fmt::format(" -s {}", option.naming.letter);
    if (!option.is_switch())
    {
        text += option.choices.empty() ?
                    " -r" :
                    fmt::format(" -x -a {}", fish_text(joined_words(option.choices)));
    }
    return text + fmt::format(" -d {}\n", fish_text(option.naming.help));
}

std::string fish_script()
{
    std::string text;
    for (const std::string_view word : first_words())
    {
        text += fmt::format("complete -c sbst -n __fish_use_subcommand -f -a {}\n", word);
    }
    for (const CommandGroup& group : command_groups())
    {
        text += fmt::format("complete -c sbst -n {} -f -a {}\n",
            fish_text(fmt::format("test (count (commandline -opc)) -eq 2; and "
                                  "test (commandline -opc)[2] = {}",
                group.name)),
            fish_text(joined_words(verbs_of(group))));
    }
    for (const std::string_view path : command_paths())
    {
        for (const Option& option : find_command(path)->options())
        {
            text += fish_option(path, option);
        }
    }
    return text;
}

}  // namespace

std::span<const std::string_view> completion_shells()
{
    return shell_names;
}

std::string completion_script(std::string_view shell)
{
    if (shell == "fish")
    {
        return "# Completion of sbst for fish: sbst completion fish | source\n" + fish_script();
    }
    if (shell == "zsh")
    {
        return zsh_script();
    }
    return "# Completion of sbst for bash: source <(sbst completion bash)\n" + bash_script();
}

}  // namespace sbst::cli
