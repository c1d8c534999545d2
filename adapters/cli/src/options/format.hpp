// SPDX-License-Identifier: Apache-2.0
// --format: which of an adapter's writers `generate` uses. Next: plug.hpp, which lists them.
#pragma once

#include "option.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// A format that `generate` can write.
struct FormatRow
{
    std::string_view name;
    /// What it writes: `suite.txt`.
    std::string_view file;
    /// Written when no format is asked for.
    bool is_usual = false;
};

/// One row for each writer; those that `usual` names are usual.
template <class Writers, class Names>
[[nodiscard]] std::vector<FormatRow> format_rows(const Writers& writers, const Names& usual)
{
    std::vector<FormatRow> rows;
    for (const auto& writer : writers)
    {
        const bool is_usual = std::find(usual.begin(), usual.end(), writer.name) != usual.end();
        rows.push_back({writer.name, writer.file, is_usual});
    }
    return rows;
}

/// --format with these formats; other names are refused.
[[nodiscard]] Option format_option(const std::vector<FormatRow>& formats);

/// The formats that were asked for, each once, else the usual ones. `usual` has them in the order
/// of files.
template <class Names>
[[nodiscard]] std::vector<std::string> chosen_formats(const Settings& settings, const Names& usual)
{
    std::vector<std::string> chosen(usual.begin(), usual.end());
    if (!settings.formats.empty())
    {
        chosen.clear();
        for (const std::string& format : settings.formats)
        {
            const bool is_new = std::find(chosen.begin(), chosen.end(), format) == chosen.end();
            chosen.insert(chosen.end(), is_new ? 1 : 0, format);
        }
    }
    return chosen;
}

/// Tells whether that format will be written.
[[nodiscard]] bool is_chosen(const std::vector<std::string>& chosen, std::string_view format);

/// The file among these that lists all goals; otherwise the file of a format that would list them.
[[nodiscard]] std::string_view listing_file(const std::vector<std::string>& chosen);

}  // namespace sbst::cli
