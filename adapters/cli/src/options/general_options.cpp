// SPDX-License-Identifier: Apache-2.0
// Rows for options of every command, and for output. Next: configure.hpp.
#include "option_kinds.hpp"
#include "option_table.hpp"

namespace sbst::cli
{

namespace
{

constexpr std::array<Choice<When>, 3> whens{{
    {"auto", When::automatic},
    {"always", When::always},
    {"never", When::never},
}};

Option help_option()
{
    constexpr std::array<Choice<Help>, 3> extents{
        {{"false", Help::none}, {"brief", Help::brief}, {"true", Help::full}}};
    Option option = choice_option(
        {"help", "", Topic::general, "Show this help; -h shows the common options only", 'h'},
        [](auto& s) -> auto& { return s.help; }, extents);
    option.letter_value = "brief";
    return std::move(option).on_command_line_only();
}

Option version_option()
{
    return switch_option({"version", "", Topic::general, "Print the version and do nothing", 'V'},
        [](auto& s) -> auto& { return s.version; })
        .on_command_line_only();
}

}  // namespace

Option out_option(std::string_view help)
{
    return text_option({"out", "DIR", Topic::output, std::string(help), 'o'},
        [](auto& s) -> auto& { return s.out; })
        .without_effect()
        .often_used();
}

std::vector<Option> general_options()
{
    return {
        text_option(
            {"config", "FILE", Topic::general,
                "Read options from a YAML file; the default is ./sbst.yaml if it exists (see sbst "
                "help configuration)"},
            [](auto& s) -> auto& { return s.config; })
            .on_command_line_only()
            .that_names_input(),
        choice_option(
            {"color", "WHEN", Topic::general, "Colours: auto, always or never"},
            [](auto& s) -> auto& { return s.color; }, whens)
            .without_effect(),
        switch_option({"quiet", "", Topic::general, "No progress and no summary", 'q'},
            [](auto& s) -> auto& { return s.quiet; })
            .without_effect()
            .often_used(),
        switch_option({"verbose", "", Topic::general, "Say more on stderr", 'v'},
            [](auto& s) -> auto& { return s.verbose; })
            .without_effect(),
        help_option(),
        version_option(),
    };
}

std::vector<Option> information_options()
{
    return {help_option(), version_option()};
}

std::vector<Option> progress_options()
{
    return {
        choice_option(
            {"progress", "WHEN", Topic::output, "Progress on stderr: auto, always or never"},
            [](auto& s) -> auto& { return s.progress; }, whens)
            .without_effect(),
    };
}

std::vector<Option> json_options()
{
    return {switch_option({"json", "", Topic::output, "Print one JSON object instead of text"},
        [](auto& s) -> auto& { return s.json; })
                .on_command_line_only()
                .often_used()};
}

}  // namespace sbst::cli
