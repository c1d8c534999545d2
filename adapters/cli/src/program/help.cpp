// SPDX-License-Identifier: Apache-2.0
#include "help.hpp"

#include "../console/text_layout.hpp"
#include "../options/option_table.hpp"
#include "../options/plug.hpp"
#include "exit_codes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sbst::cli
{

namespace
{

constexpr std::size_t option_column = 28;
constexpr std::size_t command_column = 18;

std::string joined_texts(const Texts& texts)
{
    std::string all;
    for (const std::string& text : texts)
    {
        all += (all.empty() ? "" : ",") + text;
    }
    return all;
}

/// `-o, --out DIR`, `--[no-]minimise`.
std::string option_term(const Option& option)
{
    const Naming& naming = option.naming;
    const std::string letter =
        naming.letter == '\0' ? std::string("    ") : fmt::format("-{}, ", naming.letter);
    if (option.is_switch())
    {
        const bool has_negation = option.is_configurable;
        return fmt::format("{}--{}{}", letter, has_negation ? "[no-]" : "", naming.name);
    }
    return fmt::format("{}--{} {}", letter, naming.name, naming.metavar);
}

std::string default_of(const Option& option)
{
    std::string value = joined_texts(option.show(Settings{}));
    if (option.is_switch())
    {
        return value == "true" ? "on" : "";
    }
    return value;
}

std::string option_text(const Option& option)
{
    std::string text(option.naming.help);
    if (!option.is_switch() && !option.choices.empty() && text.find(": ") == std::string::npos)
    {
        text += ": " + option.expects.substr(std::string_view("one of ").size());
    }
    const std::string value = default_of(option);
    return value.empty() ? text : fmt::format("{} [{}]", text, value);
}

std::string written_usage(const Command& command)
{
    return fmt::format("sbst {}{}{} [OPTION]...", command.path, command.operand.empty() ? "" : " ",
        command.operand);
}

std::string command_list(std::span<const Command> commands)
{
    std::string text;
    for (const Command& command : commands)
    {
        text += definition(command.path, command.summary, command_column);
    }
    return text;
}

std::vector<Option> of_topic(std::span<const Option> options, const Heading& topic)
{
    std::vector<Option> found;
    std::copy_if(options.begin(), options.end(), std::back_inserter(found),
        [&topic](const Option& option) { return option.naming.topic.text == topic.text; });
    return found;
}

std::string option_list(std::span<const Option> options)
{
    std::string text;
    for (const Option& option : options)
    {
        text += definition(option_term(option), option_text(option), option_column);
    }
    return text;
}

/// The beginning of a page of help.
std::string usage(const Command& command)
{
    std::string text = fmt::format("{}.\n\nUsage: {}\n", command.summary, written_usage(command));
    if (!command.examples.empty())
    {
        text += "\nExamples:\n" + prefix_lines(command.examples, "  ");
    }
    if (!command.operand_help.empty())
    {
        text += '\n' + definition(command.operand, command.operand_help, option_column);
    }
    return text;
}

/// The headings of the rows, in order.
std::vector<Heading> headings_of(std::span<const Option> options)
{
    std::vector<Heading> headings;
    for (const Option& option : options)
    {
        const Heading& topic = option.naming.topic;
        const bool is_known = std::any_of(headings.begin(), headings.end(),
            [&topic](const Heading& known) { return known.text == topic.text; });
        if (!is_known)
        {
            headings.push_back(topic);
        }
    }
    std::stable_sort(headings.begin(), headings.end(),
        [](const Heading& a, const Heading& b) { return a.position < b.position; });
    return headings;
}

constexpr std::string_view precedence =
    "A value comes from the option on the command line, else from the environment variable, else "
    "from the configuration file, else from the default. The file is the one that --config or "
    "SBST_CONFIG names, else sbst.yaml in the current directory if it exists. A key of the file is "
    "an option's name; nested keys are joined by a dash, so 'budget: {executions: 100}' is "
    "'budget-executions: 100'. Unknown keys are errors, unknown SBST_ variables cause warnings. ";

/// How amounts and times are written.
std::string units_text()
{
    const std::string amounts =
        joined_plug_texts(", ", [](const Plug& plug) { return plug.texts.units; });
    return fmt::format("{} are in seconds or carry a unit (90, 2h, 30 days).",
        amounts.empty() ? "Times" : amounts + ", times");
}

}  // namespace

std::string overview()
{
    std::string text = "sbst generates tests by search.\n\nUsage: sbst COMMAND [OPTION]...\n\n";
    const std::string first = first_steps();
    text += first.empty() ? "" : "First steps:\n" + prefix_lines(first, "  ");
    for (const CommandGroup& group : command_groups())
    {
        text += fmt::format("\n{}:\n{}", group.summary, command_list(group.commands));
    }
    text += "\nOther commands:\n" + command_list(core_commands());
    text += "\nSee 'sbst help COMMAND', 'sbst help configuration' and 'sbst help exit-codes'.\n";
    return text;
}

std::string command_help(const Command& command)
{
    std::string text = usage(command);
    const std::vector<Option> options = command.options();
    for (const Heading& topic : headings_of(options))
    {
        text += fmt::format("\n{}:\n{}", topic.text, option_list(of_topic(options, topic)));
    }
    return text;
}

std::string brief_help(const Command& command)
{
    std::vector<Option> options = command.options();
    const std::size_t all = options.size();
    std::erase_if(options, [](const Option& option) { return !option.is_common; });
    if (options.empty())
    {
        return command_help(command);
    }
    return fmt::format("{}\nCommon options:\n{}\nSee 'sbst {} --help' for all {} options.\n",
        usage(command), option_list(options), command.path, all);
}

std::string group_help(const CommandGroup& group)
{
    return fmt::format("{}.\n\nUsage: sbst {} COMMAND [OPTION]...\n\nCommands:\n{}", group.summary,
        group.name, command_list(group.commands));
}

std::string exit_code_help()
{
    std::string text = "Exit codes:\n";
    for (const ExitCodeRow& row : exit_codes())
    {
        text += definition(fmt::format("{}", static_cast<int>(row.code)), row.meaning, 7);
    }
    return text;
}

std::string configuration_help()
{
    std::string text =
        wrap(configuration_text(), 0) + "\n# sbst.yaml: every key, its default, its variable\n";
    const std::vector<Option> options = all_options();
    for (const Heading& topic : headings_of(options))
    {
        for (const Option& option : of_topic(options, topic))
        {
            if (option.is_configurable)
            {
                const std::string value = joined_texts(option.show(Settings{}));
                const std::string key = value.empty() ?
                                            fmt::format("# {}:", option.naming.name) :
                                            fmt::format("{}: {}", option.naming.name, value);
                text += fmt::format("{:<42}# {}\n", key, option.environment_name());
            }
        }
    }
    return text;
}

std::string reference_page()
{
    std::string text =
        "# The command line of sbst\n\nMade by `sbst help reference`; a test compares it with the "
        "program. [Conventions](conventions.md) explains what it follows and leaves out.\n\n```\n" +
        overview() + "```\n";
    for (const std::string_view path : command_paths())
    {
        text +=
            fmt::format("\n## sbst {}\n\n```\n{}```\n", path, command_help(*find_command(path)));
    }
    const std::string rules = wrap(configuration_text(), 0);
    text += "\n## Configuration\n\n```yaml\n" + prefix_lines(rules, "# ");
    text += configuration_help().substr(rules.size()) + "```\n";
    text += "\n## Exit codes\n\n| code | meaning |\n|---|---|\n";
    for (const ExitCodeRow& row : exit_codes())
    {
        text += fmt::format("| {} | {} |\n", static_cast<int>(row.code), row.meaning);
    }
    return text;
}

std::string first_steps()
{
    return joined_plug_texts("", [](const Plug& plug) { return plug.texts.first_steps; });
}

std::string usage_line(const Command& command)
{
    return written_usage(command);
}

std::vector<HelpTopic> help_topics(const Command& command)
{
    const std::vector<Option> options = command.options();
    std::vector<HelpTopic> found;
    for (const Heading& topic : headings_of(options))
    {
        HelpTopic entry{topic.text, {}};
        for (const Option& option : of_topic(options, topic))
        {
            const std::string term = option_term(option);
            entry.rows.push_back({term.substr(term.find_first_not_of(' ')), option_text(option)});
        }
        found.push_back(std::move(entry));
    }
    return found;
}

std::string configuration_text()
{
    return std::string(precedence) + units_text();
}

}  // namespace sbst::cli
