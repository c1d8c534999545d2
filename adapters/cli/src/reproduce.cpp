// SPDX-License-Identifier: Apache-2.0
#include "reproduce.hpp"

#include "command.hpp"
#include "option.hpp"

#include <fmt/format.h>

#include <string_view>

namespace sbst::cli
{

namespace
{

/// Quotes a word for a shell where it needs that.
std::string shell_word(const std::string& text)
{
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=@,+%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos)
    {
        return text;
    }
    std::string quoted = "'";
    for (const char letter : text)
    {
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return quoted + "'";
}

std::string option_words(const Option& option, const Settings& settings)
{
    const Texts values = option.show(settings);
    if (option.is_switch())
    {
        return fmt::format(" --{}{}", values.front() == "true" ? "" : "no-", option.naming.name);
    }
    std::string words;
    for (const std::string& value : values)
    {
        words += fmt::format(" --{} {}", option.naming.name, shell_word(value));
    }
    return words;
}

}  // namespace

std::string reproduce_command(
    std::string_view path, const Settings& settings, const std::string& operand)
{
    const Settings defaults;
    std::string command = fmt::format("sbst {}{}{}", path, operand.empty() ? "" : " ",
        operand.empty() ? std::string() : shell_word(operand));
    for (const Option& option : find_command(path)->options())
    {
        const bool differs = option.show(settings) != option.show(defaults);
        if (option.affects_result && (differs || option.naming.name == "seed"))
        {
            command += option_words(option, settings);
        }
    }
    return command;
}

}  // namespace sbst::cli
