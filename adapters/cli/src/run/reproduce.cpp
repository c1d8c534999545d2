// SPDX-License-Identifier: Apache-2.0
#include "reproduce.hpp"

#include "../options/command.hpp"
#include "../options/option.hpp"

#include <sbst/study/job_script.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace sbst::cli
{

namespace
{

std::string option_words(const Option& option, const Settings& settings)
{
    const Texts values = option.show(settings);
    if (option.is_switch())
    {
        return fmt::format(" --{}{}", values.front() == "true" ? "" : "no-", option.naming.name);
    }
    std::string words;
    if (option.splits_commas)
    {
        words = fmt::format("{}", fmt::join(values, ","));
        return words.empty() ?
                   words :
                   fmt::format(" --{} {}", option.naming.name, study::quote_shell(words));
    }
    for (const std::string& value : values)
    {
        words += fmt::format(" --{} {}", option.naming.name, study::quote_shell(value));
    }
    return words;
}

}  // namespace

std::string reproduce_command(
    std::string_view path, const Settings& settings, const std::string& operand)
{
    const Settings defaults;
    // A file whose name begins like an option; "-" alone is standard input.
    const bool is_like_option = operand.starts_with('-') && operand.size() > 1;
    std::string command = fmt::format("sbst {}{}{}", path, operand.empty() ? "" : " ",
        operand.empty() ? std::string() :
                          study::quote_shell(is_like_option ? "./" + operand : operand));
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

std::string again_command(
    std::string_view path, const Settings& settings, const std::string& operand)
{
    const Command& command = *find_command(path);
    Settings defaults;
    defaults.plugs = settings.plugs;
    if (command.complete != nullptr)
    {
        command.complete(defaults);
    }
    const std::vector<Option> options = command.options();
    std::string words = reproduce_command(path, settings, operand);
    for (const std::string_view name : {"format", "out"})
    {
        const Option* const option = find_option(options, name);
        if (option != nullptr && option->show(settings) != option->show(defaults))
        {
            words += option_words(*option, settings);
        }
    }
    return words;
}

}  // namespace sbst::cli
