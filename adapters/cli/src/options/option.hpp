// SPDX-License-Identifier: Apache-2.0
// One row of the option table. Parsing, help, environment, YAML and the reference page are all made
// from these rows. Next: option_table.hpp for the rows, configure.hpp for their use.
#pragma once

#include "settings.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// A heading of `--help`, and its position among the others. A plug may have headings of its own.
struct Heading
{
    std::string_view text;
    int position = 0;
};

/// The headings that all commands share.
struct Topic
{
    static constexpr Heading run{"Run", 10};
    static constexpr Heading budget{"Budget", 20};
    static constexpr Heading search{"Search", 30};
    static constexpr Heading tests{"Tests", 40};
    static constexpr Heading subject{"Subject", 60};
    static constexpr Heading study{"Study", 80};
    static constexpr Heading output{"Output", 90};
    static constexpr Heading general{"General", 100};
};

/// The name and description of a row.
struct Naming
{
    /// Long option without dashes; also the YAML key, and in capitals the environment variable.
    std::string_view name;
    /// The placeholder of the value in help; empty = a switch, which also has a `--no-` form.
    std::string_view metavar;
    Heading topic = Topic::general;
    std::string help;
    char letter = '\0';
};

using Texts = std::vector<std::string>;

/// One option.
struct Option
{
    Naming naming;
    /// Completes the sentence "'x' is not ...".
    std::string expects;
    /// The accepted words, if the values are words.
    std::vector<std::string_view> choices;
    bool is_list = false;
    /// Lists: values may be separated by commas.
    bool splits_commas = false;
    /// It may be set in the environment and in a file.
    bool is_configurable = true;
    /// It is also in the short help.
    bool is_common = false;
    /// The value that the letter of a switch sets.
    std::string_view letter_value = "true";
    /// It is part of the command that reproduces a result.
    bool affects_result = true;
    /// Its value is an input file, or `-` for standard input.
    bool names_input = false;
    /// Stores the values (one, unless it is a list), or returns the refused one.
    std::function<std::optional<std::string>(Settings&, const Texts&)> set;
    /// The values in the form that `set` reads; empty = no value.
    std::function<Texts(const Settings&)> show;

    [[nodiscard]] bool is_switch() const { return naming.metavar.empty(); }
    [[nodiscard]] std::string environment_name() const;

    /// For options of one invocation only (`--help`, `--config`).
    [[nodiscard]] Option on_command_line_only() &&;
    /// For options that most users need.
    [[nodiscard]] Option often_used() &&;
    /// For options that only change speed or looks.
    [[nodiscard]] Option without_effect() &&;
    /// For input files.
    [[nodiscard]] Option that_names_input() &&;
};

/// The row of that name, or null.
[[nodiscard]] const Option* find_option(std::span<const Option> options, std::string_view name);

/// Appends the second table to the first.
[[nodiscard]] std::vector<Option> joined(std::vector<Option> first, std::vector<Option> second);

}  // namespace sbst::cli
