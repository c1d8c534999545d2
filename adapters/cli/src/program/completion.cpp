// SPDX-License-Identifier: Apache-2.0
#include "completion.hpp"

#include "../options/command.hpp"

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

/// The possible first words.
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

/// A command whose operand is a word of a list.
struct Operands
{
    std::string_view path;
    std::vector<std::string_view> words;
};

std::vector<Operands> word_operands()
{
    std::vector<std::string_view> topics = first_words();
    topics.insert(topics.end(), {"exit-codes", "configuration", "reference"});
    std::vector<Operands> operands{{"help", std::move(topics)},
        {"completion", {shell_names.begin(), shell_names.end()}},
        {"list", {"algorithms", "adapters", "criteria", "classes", "formats"}}};
    return operands;
}

/// The paths that can be followed by another word of a path, joined: groups, commands with a listed
/// operand, and help on a group.
std::string joined_beginnings(std::string_view separator)
{
    std::vector<std::string> paths;
    for (const CommandGroup& group : command_groups())
    {
        paths.push_back(fmt::format("'{}'", group.name));
        paths.push_back(fmt::format("'help {}'", group.name));
    }
    for (const Operands& operands : word_operands())
    {
        paths.push_back(fmt::format("'{}'", operands.path));
    }
    return fmt::format("{}", fmt::join(paths, separator));
}

/// Every row of every command by its name; a name has the same meaning in all of them.
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

/// The options whose value is the next word, long and by letter, joined.
std::string joined_value_options(std::string_view separator)
{
    std::vector<std::string> words;
    std::string switches;
    std::string letters;
    for (const auto& [name, option] : options_by_name())
    {
        if (!option.is_switch())
        {
            words.push_back(fmt::format("--{}", name));
        }
        if (option.naming.letter != '\0')
        {
            (option.is_switch() ? switches : letters) += option.naming.letter;
        }
    }
    for (const char letter : letters)
    {
        words.push_back(fmt::format("-{}", letter));
        // After one switch: `-qj 2`.
        for (const char before : switches)
        {
            words.push_back(fmt::format("-{}{}", before, letter));
        }
    }
    return fmt::format("{}", fmt::join(words, separator));
}

std::string bash_words(const Option& option)
{
    const std::string_view name = option.naming.name;
    return option.is_switch() && option.is_configurable ? fmt::format("--{} --no-{}", name, name) :
                                                          fmt::format("--{}", name);
}

std::string bash_options()
{
    std::string text;
    std::vector<std::string> all;
    for (const auto& [name, option] : options_by_name())
    {
        all.push_back(bash_words(option));
    }
    text += "        '')";
    for (const CommandGroup& group : command_groups())
    {
        text.insert(text.size() - 1, fmt::format("|'{}'", group.name));
    }
    text += fmt::format(" options='{}' ;;\n", fmt::join(all, " "));
    for (const std::string_view path : command_paths())
    {
        std::vector<std::string> words;
        for (const Option& option : find_command(path)->options())
        {
            words.push_back(bash_words(option));
        }
        text +=
            fmt::format("        '{0}'|'{0} '*) options='{1}' ;;\n", path, fmt::join(words, " "));
    }
    return text;
}

std::string bash_values()
{
    std::string text;
    std::vector<std::string> others;
    for (const auto& [name, option] : options_by_name())
    {
        const std::string letter = option.naming.letter == '\0' ?
                                       std::string() :
                                       fmt::format("|-{}", option.naming.letter);
        if (!option.is_switch() && !option.choices.empty())
        {
            text += fmt::format(
                "        --{}{}) values='{}' ;;\n", name, letter, joined_words(option.choices));
        }
        else if (!option.is_switch())
        {
            others.push_back(fmt::format("--{}{}", name, letter));
        }
    }
    // Files, by the shell's own completion.
    return text + fmt::format("        {}) return ;;\n", fmt::join(others, "|"));
}

std::string bash_operands()
{
    std::string text = fmt::format("        '') values='{}' ;;\n", joined_words(first_words()));
    for (const CommandGroup& group : command_groups())
    {
        text += fmt::format("        '{0}'|'help {0}') values='{1}' ;;\n", group.name,
            joined_words(verbs_of(group)));
    }
    for (const Operands& operands : word_operands())
    {
        text += fmt::format(
            "        '{}') values='{}' ;;\n", operands.path, joined_words(operands.words));
    }
    return text;
}

/// Bash splits `--option=value` into three words.
std::string bash_script()
{
    return fmt::format(R"sh(_sbst()
{{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
    local path='' word='' options='' values='' i
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; ++i)); do
        word=${{COMP_WORDS[i]}}
        case "$word" in
            =) ((++i)) ;;
            {})
                [ "${{COMP_WORDS[i+1]}}" = = ] || ((++i)) ;;
            -?*) ;;
            *) case "$path" in
                '') path=$word ;;
                {})
                    path="$path $word" ;;
            esac ;;
        esac
    done
    if [ "$current" = = ]; then
        current=''
    elif [ "$previous" = = ] && [ "$COMP_CWORD" -gt 2 ]; then
        previous=${{COMP_WORDS[COMP_CWORD-2]}}
    fi
    case "$path" in
{}    esac
    case "$path" in
{}    esac
    [[ $current == -* ]] && values=''
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
        joined_value_options("|"), joined_beginnings("|"), bash_operands(), bash_options(),
        bash_values());
}

/// Quotes for zsh (and any POSIX shell): text between single quotes is literal.
std::string zsh_text(std::string_view text)
{
    std::string quoted = "'";
    for (const char letter : text)
    {
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return quoted + "'";
}

/// Escapes a description of _arguments or _describe, where brackets and colons have a meaning.
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

/// The array of choices for _describe, and the call.
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
        text += fmt::format(
            "    '{0}'|'help {0}')\n{1}        return ;;\n", group.name, zsh_choice(entries));
    }
    for (const Operands& operands : word_operands())
    {
        text += fmt::format("    '{}')\n        compadd -- {}\n        return ;;\n", operands.path,
            joined_words(operands.words));
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
    // Lists may be given repeatedly.
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
    // Before the command: every option.
    std::string text = "    ''";
    for (const CommandGroup& group : command_groups())
    {
        text += fmt::format("|{}", zsh_text(group.name));
    }
    text += ")\n        _arguments -S";
    for (const auto& [name, option] : options_by_name())
    {
        text += zsh_option(option);
    }
    text += " \\\n            '*:word:' ;;\n";
    for (const std::string_view path : command_paths())
    {
        text += fmt::format("    '{0}'|'{0} '*)\n        _arguments -S", path);
        for (const Option& option : find_command(path)->options())
        {
            text += zsh_option(option);
        }
        text += " \\\n            '*:file:_files' ;;\n";
    }
    return text;
}

/// Works as a file of fpath, whose text is then the function, and with `source`.
std::string zsh_script()
{
    return fmt::format(R"sh(#compdef sbst
# Completion of sbst for zsh: source <(sbst completion zsh), after compinit; or a file _sbst in fpath
_sbst()
{{
    local command_here='' word_here
    local -a words_here
    local -i at_here=2
    while (( at_here < CURRENT )); do
        word_here=$words[at_here]
        case $word_here in
            {})
                (( at_here += 1 )) ;;
            -?*) ;;
            *) case $command_here in
                '') command_here=$word_here ;;
                {})
                    command_here="$command_here $word_here" ;;
            esac ;;
        esac
        (( at_here += 1 ))
    done
    # Neither an option nor the value of one.
    if [[ $words[CURRENT] != -* ]] && (( at_here == CURRENT )); then
        case $command_here in
    '')
{}        return ;;
{}        esac
    fi
    case $command_here in
{}    esac
}}
if [ "$funcstack[1]" = _sbst ]; then
    _sbst "$@"
else
    compdef _sbst sbst
fi
)sh",
        joined_value_options("|"), joined_beginnings("|"), zsh_first_words(), zsh_verbs(),
        zsh_commands());
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

std::string fish_option(std::string_view condition, const Option& option)
{
    const Naming& naming = option.naming;
    const std::string begin = fmt::format("complete -c sbst -n {}", fish_text(condition));
    std::string text = fmt::format("{} -l {}", begin, naming.name);
    text += naming.letter == '\0' ? "" : fmt::format(" -s {}", naming.letter);
    if (!option.is_switch())
    {
        text += option.choices.empty() ?
                    " -r" :
                    fmt::format(" -x -a {}", fish_text(joined_words(option.choices)));
    }
    text += fmt::format(" -d {}\n", fish_text(naming.help));
    text += option.is_switch() && option.is_configurable ?
                fmt::format("{} -l no-{} -d {}\n", begin, naming.name,
                    fish_text(fmt::format("Not so: {}", naming.help))) :
                "";
    return text;
}

/// Prints the command before the cursor, without options and their values.
std::string fish_path()
{
    return fmt::format(R"sh(function __sbst_path
    set -l path ''
    set -l is_value 0
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        if test $is_value = 1
            set is_value 0
            continue
        end
        switch $word
            case {}
                set is_value 1
            case '-?*' '--*'
            case '*'
                switch "$path"
                    case ''
                        set path $word
                    case {}
                        set path "$path $word"
                end
        end
    end
    echo $path
end
)sh",
        joined_value_options(" "), joined_beginnings(" "));
}

std::string fish_words(std::string_view condition, const std::vector<std::string_view>& words)
{
    return fmt::format(
        "complete -c sbst -n {} -f -a {}\n", fish_text(condition), fish_text(joined_words(words)));
}

std::string fish_script()
{
    std::string text = fish_path() + fish_words("test (__sbst_path) = ''", first_words());
    std::string before = "contains -- (__sbst_path) ''";
    for (const CommandGroup& group : command_groups())
    {
        before += fmt::format(" {}", group.name);
        text += fish_words(
            fmt::format("contains -- (__sbst_path) {0} 'help {0}'", group.name), verbs_of(group));
    }
    for (const Operands& operands : word_operands())
    {
        text += fish_words(fmt::format("test (__sbst_path) = {}", operands.path), operands.words);
    }
    for (const auto& [name, option] : options_by_name())
    {
        text += fish_option(before, option);
    }
    for (const std::string_view path : command_paths())
    {
        const std::string condition = fmt::format("test (__sbst_path) = '{}'", path);
        for (const Option& option : find_command(path)->options())
        {
            text += fish_option(condition, option);
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
