// SPDX-License-Identifier: Apache-2.0
// A plug: all that the command line knows about one adapter, in one row. Next: command.hpp,
// ../plugs/plugs.cpp for the list.
#pragma once

#include "command.hpp"
#include "format.hpp"

#include <sbst/error.hpp>
#include <sbst/problem/budget.hpp>
#include <sbst/study/laboratory.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// One class of goals, as in reports.
struct GoalClassRow
{
    std::string_view name;
    std::string_view summary;
};

/// A subject of a study, as named by an operand.
struct SubjectSource
{
    std::string file;
    /// The selection in the file, with its separator; may be empty.
    std::string choice{};
    /// The plug with the highest certainty takes it.
    int certainty = 0;
};

/// The names of subjects of studies, and how they are recognised.
struct SubjectKind
{
    /// One subject, as operand of `study init`, and as the name of a file.
    std::string_view operand;
    std::string_view file;
    /// Several subjects, without and with their forms.
    std::string_view plural;
    std::string_view forms;
    /// The expected operand in the error of `study init`.
    std::string_view expected;
    /// A line of the help of `study init`.
    std::string_view example;
    /// Text in a new study about choosing others, and an option as an example.
    std::string_view choosing;
    std::string_view option;
    /// Nothing when the operand belongs to another language.
    std::optional<SubjectSource> (*recognise)(const std::string& operand) =
        [](const std::string&) -> std::optional<SubjectSource> { return std::nullopt; };
};

/// Parts of texts that all languages share.
struct PlugTexts
{
    /// Lines of examples at the beginning of the overview.
    std::string_view first_steps;
    /// How amounts are written in options; empty without amounts.
    std::string_view units;
    /// Why an input cannot be used.
    std::string_view unusable;
    /// The option that reduces memory when it is made smaller.
    std::string_view memory_option;
};

/// Why a component of guided random testing has no effect in a language.
struct ComponentNote
{
    std::string_view component;
    std::string_view note;
};

/// One adapter: a language for which tests are generated. What a plug does not say, it does not
/// have.
struct Plug
{
    std::string_view name;
    std::string_view summary;
    std::span<const Command> (*commands)() = [] { return std::span<const Command>(); };
    /// The rows of only its commands, which are also keys of a configuration file.
    std::vector<Option> (*options)() = [] { return std::vector<Option>(); };
    /// In the order of reports.
    std::vector<GoalClassRow> (*goal_classes)() = [] { return std::vector<GoalClassRow>(); };
    /// The formats that `generate` can write.
    std::vector<FormatRow> (*formats)() = [] { return std::vector<FormatRow>(); };
    std::span<const ComponentNote> component_notes{};
    /// The budget of `generate` when no limit is given.
    Budget default_budget{};
    /// Environment variables read by scripts and tests of this project.
    std::span<const std::string_view> variables{};
    PlugTexts texts{};
    SubjectKind subject{};
    /// Makes its laboratory for studies.
    std::unique_ptr<study::Laboratory> (
        *make_laboratory)() = []() -> std::unique_ptr<study::Laboratory> {
        throw ConfigError("this adapter has no studies");
    };
};

/// An adapter of this project by name, whether this program has it or not.
struct AdapterName
{
    std::string_view name;
    /// Its name in texts, and in SBST_WITH_<title>.
    std::string_view title;
};

/// The adapters of this program.
[[nodiscard]] std::span<const Plug> plugs();
/// All adapters of this project.
[[nodiscard]] std::span<const AdapterName> adapter_names();

/// @throws ConfigError when the word names an adapter that this program was built without.
void check_is_built(std::string_view word);

/// The text that `text` picks from each plug, joined, without empty ones.
template <class Pick>
[[nodiscard]] std::string joined_plug_texts(std::string_view separator, Pick text)
{
    std::string all;
    for (const Plug& plug : plugs())
    {
        const std::string_view part = text(plug);
        all += all.empty() || part.empty() ? std::string_view() : separator;
        all += part;
    }
    return all;
}

}  // namespace sbst::cli
