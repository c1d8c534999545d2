// SPDX-License-Identifier: Apache-2.0
#include "format.hpp"

#include "option_kinds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

namespace sbst::cli
{

Option format_option(const std::vector<FormatRow>& formats)
{
    std::vector<std::string_view> usual;
    std::vector<std::string_view> names;
    for (const FormatRow& row : formats)
    {
        names.push_back(row.name);
        if (row.is_usual)
        {
            usual.push_back(row.name);
        }
    }
    Option option =
        list_option({"format", "NAME,...", Topic::output,
                        fmt::format("What to write, of `sbst list formats`; {} without it",
                            fmt::join(usual, ", "))},
            fmt::format("one of {}", fmt::join(names, ", ")),
            [](auto& s) -> auto& { return s.formats; });
    option.choices = names;
    option.splits_commas = true;
    option.set = [names](Settings& settings, const Texts& texts) {
        settings.formats = texts;
        const auto unknown =
            std::find_if(texts.begin(), texts.end(), [&names](const std::string& text) {
                return std::find(names.begin(), names.end(), text) == names.end();
            });
        return unknown == texts.end() ? std::nullopt : std::optional<std::string>(*unknown);
    };
    return std::move(option).without_effect();
}

bool is_chosen(const std::vector<std::string>& chosen, std::string_view format)
{
    return std::find(chosen.begin(), chosen.end(), format) != chosen.end();
}

std::string_view listing_file(const std::vector<std::string>& chosen)
{
    return is_chosen(chosen, "text")   ? "suite.txt" :
           is_chosen(chosen, "report") ? "report.json" :
                                         "report.json (with --format report)";
}

}  // namespace sbst::cli
