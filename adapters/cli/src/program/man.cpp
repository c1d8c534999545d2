// SPDX-License-Identifier: Apache-2.0
#include "man.hpp"

#include "../console/version.hpp"
#include "../options/command.hpp"
#include "exit_codes.hpp"
#include "help.hpp"

#include <fmt/format.h>

namespace sbst::cli
{

namespace
{

/// `study run` has the page sbst-study-run.
std::string page_name(std::string_view path)
{
    std::string name = fmt::format("sbst-{}", path);
    for (char& letter : name)
    {
        letter = letter == ' ' ? '-' : letter;
    }
    return name;
}

std::string capitals(std::string text)
{
    for (char& letter : text)
    {
        letter = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    return text;
}

/// The summary without its initial capital.
std::string lower_first(std::string_view text)
{
    std::string lowered(text);
    const bool has_capital = lowered.size() > 1 && lowered[0] >= 'A' && lowered[0] <= 'Z' &&
                             lowered[1] >= 'a' && lowered[1] <= 'z';
    lowered[0] = has_capital ? static_cast<char>(lowered[0] - 'A' + 'a') : lowered[0];
    return lowered;
}

/// Title and NAME.
std::string head(const std::string& name, std::string_view summary)
{
    return fmt::format(".TH {} 1 \"{}\" \"sbst {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
        roff_text(capitals(name)), build_date(), release(), roff_text(name),
        roff_text(lower_first(summary)));
}

std::string row(std::string_view term, std::string_view text)
{
    return fmt::format(".TP\n.B {}\n{}\n", roff_text(term), roff_text(text));
}

/// Literal lines, such as commands.
std::string literal(std::string_view lines)
{
    return fmt::format(".RS 4\n.nf\n{}.fi\n.RE\n", roff_text(lines));
}

std::string examples(std::string_view lines)
{
    return lines.empty() ? std::string() : ".SH EXAMPLES\n" + literal(lines);
}

std::string see_also(std::string_view others)
{
    return fmt::format(".SH SEE ALSO\n{}\n", others);
}

std::string reference(const std::string& name)
{
    return fmt::format(".BR {} (1)", roff_text(name));
}

std::string exit_status()
{
    std::string text = ".SH EXIT STATUS\n";
    for (const ExitCodeRow& code : exit_codes())
    {
        text += row(fmt::format("{}", static_cast<int>(code.code)), code.meaning);
    }
    return text;
}

std::string command_page(const Command& command)
{
    const std::string name = page_name(command.path);
    std::string text = head(name, command.summary);
    text += fmt::format(".SH SYNOPSIS\n.B {}\n", roff_text(usage_line(command)));
    text += fmt::format(".SH DESCRIPTION\n{}.\n", roff_text(command.summary));
    if (!command.operand_help.empty())
    {
        text += row(command.operand, command.operand_help);
    }
    text += examples(command.examples) + ".SH OPTIONS\n";
    for (const HelpTopic& topic : help_topics(command))
    {
        text += fmt::format(".SS {}\n", roff_text(topic.heading));
        for (const HelpRow& option : topic.rows)
        {
            text += row(option.term, option.text);
        }
    }
    text += fmt::format(".SH ENVIRONMENT AND FILES\n{}\n", roff_text(configuration_text()));
    return text + exit_status() + see_also(reference("sbst"));
}

std::string command_rows(std::span<const Command> commands, std::string& references)
{
    std::string text;
    for (const Command& command : commands)
    {
        const std::string name = page_name(command.path);
        references += (references.empty() ? "" : " ,\n") + reference(name);
        text += fmt::format(".TP\n{}\n{}\n", reference(name), roff_text(command.summary));
    }
    return text;
}

std::string program_page()
{
    std::string text = head("sbst", "generates tests by search");
    text += fmt::format(".SH SYNOPSIS\n.B sbst\n.I COMMAND\n{}\n.SH DESCRIPTION\n{}\n",
        roff_text("[OPTION]..."),
        roff_text("Given a program and the goals that tests should reach, sbst breeds sequences of "
                  "calls, runs them, and keeps the best until every goal is reached, proved "
                  "unreachable, or the budget is spent. It writes tests that people read and run. "
                  "'sbst COMMAND --help' shows the text of a command's page."));
    std::string references;
    for (const CommandGroup& group : command_groups())
    {
        text += fmt::format(".SS {}\n", roff_text(group.summary));
        text += command_rows(group.commands, references);
    }
    text += ".SS Other commands\n" + command_rows(core_commands(), references);
    text += examples(first_steps());
    text += fmt::format(".SH ENVIRONMENT AND FILES\n{}\n", roff_text(configuration_text()));
    // The part after the paragraph, which the page already has, without its wrapping.
    const std::string all = configuration_help();
    text += ".PP\n" + literal(all.substr(all.find("\n# ") + 1));
    return text + exit_status() + see_also(references);
}

}  // namespace

std::string roff_text(std::string_view text)
{
    std::string escaped;
    bool is_line_start = true;
    for (const char letter : text)
    {
        const bool is_control = is_line_start && (letter == '.' || letter == '\'');
        escaped += is_control ? "\\&" : "";
        is_line_start = letter == '\n';
        switch (letter)
        {
            case '\\':
                escaped += "\\e";
                break;
            case '-':
                escaped += "\\-";
                break;
            case '\'':
                escaped += "\\(aq";
                break;
            case '`':
                escaped += "\\(ga";
                break;
            case '^':
                escaped += "\\(ha";
                break;
            case '~':
                escaped += "\\(ti";
                break;
            default:
                escaped += letter;
        }
    }
    return escaped;
}

std::vector<ManPage> man_pages()
{
    std::vector<ManPage> pages{{"sbst", program_page()}};
    for (const std::string_view path : command_paths())
    {
        pages.push_back({page_name(path), command_page(*find_command(path))});
    }
    return pages;
}

}  // namespace sbst::cli
