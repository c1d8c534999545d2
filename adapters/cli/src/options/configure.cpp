// SPDX-License-Identifier: Apache-2.0
#include "configure.hpp"

#include "command_line.hpp"
#include "config_file.hpp"
#include "option_table.hpp"
#include "plug.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace sbst::cli
{

namespace
{

std::vector<Assignment> read_environment(
    std::span<const Option> options, const Environment& environment)
{
    std::vector<Assignment> assignments;
    for (const Option& option : options)
    {
        const std::string name = option.environment_name();
        const auto value = option.is_configurable ? environment(name) : std::nullopt;
        if (value && !value->empty())
        {
            Assignment assignment{&option, {}, name};
            add_values(assignment, *value);
            assignments.push_back(std::move(assignment));
        }
    }
    return assignments;
}

/// Applies the assignments for the command; the others are only checked for their form.
void apply_all(
    const std::vector<Assignment>& assignments, std::span<const Option> options, Settings& settings)
{
    Settings ignored;
    for (const Assignment& assignment : assignments)
    {
        // The command's own row, where it has one, may take fewer words than all commands together.
        const Option* const own = find_option(options, assignment.option->naming.name);
        const Option* const row = own != nullptr ? own : assignment.option;
        apply({row, assignment.values, assignment.origin}, own != nullptr ? settings : ignored);
    }
}

void find_config_file(Settings& settings, const Environment& environment)
{
    constexpr const char* usual = "sbst.yaml";
    if (!settings.config.empty())
    {
        return;
    }
    settings.config = environment("SBST_CONFIG").value_or("");
    std::error_code error;
    if (settings.config.empty() && std::filesystem::exists(usual, error))
    {
        settings.config = usual;
    }
}

void check_operands(const Command& command, const std::vector<std::string>& operands)
{
    if (operands.size() < command.min_operands)
    {
        throw ConfigError(fmt::format("{} is missing", command.operand));
    }
    if (operands.size() > command.max_operands)
    {
        throw ConfigError(
            fmt::format("'{}' is one argument too many", operands.at(command.max_operands)));
    }
}

/// An input that can be read only once cannot be used twice.
void check_standard_input(std::span<const Option> options, const Settings& settings)
{
    std::vector<std::string> inputs = settings.operands;
    for (const Option& option : options)
    {
        if (option.names_input)
        {
            const Texts files = option.show(settings);
            inputs.insert(inputs.end(), files.begin(), files.end());
        }
    }
    const auto count = std::count(inputs.begin(), inputs.end(), "-");
    if (count > 1)
    {
        throw ConfigError(
            fmt::format("'-' is used for {} inputs, but standard input can be read only once; name "
                        "files instead",
                count));
    }
}

/// The library's message would name its own members.
void check_lengths(const OperatorOptions& options)
{
    if (options.min_length > options.max_length)
    {
        throw ConfigError(fmt::format("min-calls is {}, expected at most max-calls = {}",
            options.min_length, options.max_length));
    }
}

}  // namespace

void apply(const Assignment& assignment, Settings& settings)
{
    const Option& option = *assignment.option;
    if (const auto refused = option.set(settings, assignment.values))
    {
        throw ConfigError(
            refused->empty() ?
                fmt::format("{}: is empty, expected {}", assignment.origin, option.expects) :
                fmt::format("{}: '{}' is not {}{}", assignment.origin, *refused, option.expects,
                    suggestion(*refused, option.choices)));
    }
}

std::vector<std::string> unknown_variables(const std::vector<std::string>& names)
{
    // Variables read by scripts/, by tests and at configuration.
    std::vector<std::string> known{"SBST_CONFIG", "SBST_SLURM_PORT", "SBST_WRITE_GOLDEN"};
    for (const AdapterName& adapter : adapter_names())
    {
        known.push_back(fmt::format("SBST_WITH_{}", adapter.title));
    }
    for (const Plug& plug : plugs())
    {
        known.insert(known.end(), plug.variables.begin(), plug.variables.end());
    }
    std::vector<std::string> not_read;
    for (const Option& option : all_options())
    {
        (option.is_configurable ? known : not_read).push_back(option.environment_name());
    }
    constexpr std::size_t prefix = std::string_view("SBST_").size();
    std::vector<std::string_view> stems;
    stems.reserve(known.size());
    for (const std::string& name : known)
    {
        stems.push_back(std::string_view(name).substr(prefix));
    }
    const auto hint = [&stems](const std::string& name) {
        const auto stems_near = nearest_words(std::string_view(name).substr(prefix), stems);
        std::vector<std::string> near;
        near.reserve(stems_near.size());
        for (const std::string_view stem : stems_near)
        {
            near.push_back(fmt::format("SBST_{}", stem));
        }
        return did_you_mean(std::vector<std::string_view>(near.begin(), near.end()));
    };
    std::vector<std::string> warnings;
    for (const std::string& name : names)
    {
        if (std::find(not_read.begin(), not_read.end(), name) != not_read.end() &&
            std::find(known.begin(), known.end(), name) == known.end())
        {
            warnings.push_back(
                fmt::format("{} is set, but that option is read from the command line only", name));
        }
        else if (std::find(known.begin(), known.end(), name) == known.end())
        {
            warnings.push_back(
                fmt::format("{} is set, but no option has that name{}", name, hint(name)));
        }
    }
    return warnings;
}

Settings configure(
    const Command& command, const std::vector<std::string>& words, const Environment& environment)
{
    const std::vector<Option> options = command.options();
    const std::vector<Option> known = all_options();
    CommandLine line = parse_command_line(words, options);
    Settings settings;
    for (const Assignment& assignment : line.assignments)
    {
        apply(assignment, settings);
    }
    if (settings.help != Help::none || settings.version)
    {
        return settings;
    }
    check_operands(command, line.operands);

    // From the weakest source to the strongest; all are checked, the last one counts.
    const bool reads_file = find_option(options, "config") != nullptr;
    if (reads_file)
    {
        find_config_file(settings, environment);
    }
    const std::string file = settings.config;
    settings = Settings{};
    settings.config = file;
    if (!file.empty())
    {
        apply_all(read_config_file(file, known), options, settings);
    }
    apply_all(read_environment(known, environment), options, settings);
    for (const Assignment& assignment : line.assignments)
    {
        apply(assignment, settings);
        settings.typed.emplace_back(assignment.option->naming.name);
    }
    settings.operands = std::move(line.operands);
    check_lengths(settings.operators);
    check_standard_input(options, settings);
    if (command.complete != nullptr)
    {
        command.complete(settings);
    }
    return settings;
}

}  // namespace sbst::cli
