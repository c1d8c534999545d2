// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>

#include <boost/program_options/errors.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace sbst::cli
{

namespace
{

namespace po = boost::program_options;

constexpr std::string_view negation = "no-";

po::options_description describe(std::span<const Option> options)
{
    po::options_description description;
    for (const Option& option : options)
    {
        std::string name(option.naming.name);
        if (option.is_switch())
        {
            // Two plain words instead of an implicit value: that would swallow an operand.
            description.add_options()((std::string(negation) + name).c_str(), "");
        }
        if (option.naming.letter != '\0')
        {
            name += fmt::format(",{}", option.naming.letter);
        }
        if (option.is_switch())
        {
            description.add_options()(name.c_str(), "");
        }
        else
        {
            description.add_options()(name.c_str(), po::value<std::string>(), "");
        }
    }
    return description;
}

/// Boost's parser and its exceptions stay inside this function.
std::vector<po::option> parse_words(
    const std::vector<std::string>& words, std::span<const Option> options)
{
    const po::options_description description = describe(options);
    constexpr int style =
        po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    try
    {
        return po::command_line_parser(words).options(description).style(style).run().options;
    }
    catch (const po::unknown_option& error)
    {
        const std::string token = error.get_option_name();
        throw ConfigError(unknown_option_message(token, options));
    }
    catch (const po::error& error)
    {
        throw ConfigError(error.what());
    }
}

void assign(CommandLine& line, const po::option& parsed, std::span<const Option> options)
{
    const std::string_view key = parsed.string_key;
    const Option* option = find_option(options, key);
    std::string value = "false";
    if (option == nullptr)
    {
        option = find_option(options, key.substr(negation.size()));
    }
    else if (!parsed.value.empty())
    {
        value = parsed.value.front();
    }
    else
    {
        // Boost has no token for letters after the first one of a word such as -qv.
        const auto& tokens = parsed.original_tokens;
        const bool is_letter = tokens.empty() || !tokens.front().starts_with("--");
        value = is_letter ? option->letter_value : "true";
    }
    const auto before = std::find_if(line.assignments.begin(), line.assignments.end(),
        [option](const Assignment& assignment) { return assignment.option == option; });
    if (before == line.assignments.end())
    {
        line.assignments.push_back({option, {}, fmt::format("--{}", key)});
        add_values(line.assignments.back(), value);
    }
    else if (option->is_list)
    {
        add_values(*before, value);
    }
    else
    {
        throw ConfigError(fmt::format("--{} is given twice", option->naming.name));
    }
}

}  // namespace

std::string unknown_option_message(const std::string& written, std::span<const Option> options)
{
    const std::string name = written.substr(0, written.find('='));
    std::vector<std::string> known;
    for (const Option& option : options)
    {
        known.push_back(fmt::format("--{}", option.naming.name));
        if (option.is_switch())
        {
            known.push_back(fmt::format("--no-{}", option.naming.name));
        }
    }
    const std::vector<std::string_view> words(known.begin(), known.end());
    return fmt::format("unknown option '{}'{}", name, suggestion(name, words));
}

CommandLine parse_command_line(
    const std::vector<std::string>& words, std::span<const Option> options)
{
    CommandLine line;
    for (const po::option& parsed : parse_words(words, options))
    {
        if (parsed.string_key.empty())
        {
            line.operands.insert(line.operands.end(), parsed.value.begin(), parsed.value.end());
        }
        else
        {
            assign(line, parsed, options);
        }
    }
    return line;
}

}  // namespace sbst::cli
