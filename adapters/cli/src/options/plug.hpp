// SPDX-License-Identifier: Apache-2.0
// A plug: all that the command line knows of one adapter, in one row. Next: command.hpp,
// plugs/plugs.cpp for the list.
#pragma once

#include "command.hpp"
#include "format.hpp"

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

/// One class of goals, as reports write it.
struct GoalClassRow
{
    std::string_view name;
    std::string_view summary;
};

/// What a study runs on, as an operand names it.
struct SubjectSource
{
    std::string file;
    /// What is chosen in the file, with the character that separates it; may be empty.
    std::string choice{};
    /// The more certain plug takes it.
    int certainty = 0;
};

/// How subjects of studies are called and recognised.
struct SubjectKind
{
    /// One of them, as operand of `study init`, and as the name of a file.
    std::string_view operand;
    std::string_view file;
    /// Several of them, without and with the forms that they have.
    std::string_view plural;
    std::string_view forms;
    /// What `study init` expected where nothing recognises an operand.
    std::string_view expected;
    /// A line of the help of `study init`.
    std::string_view example;
    /// What a new study says of choosing others, and an option that it shows.
    std::string_view choosing;
    std::string_view option;
    /// Nothing where the operand is of another language.
    std::optional<SubjectSource> (*recognise)(const std::string& operand) = nullptr;
};

/// Parts of texts that are one for all languages.
struct PlugTexts
{
    /// Whose default budget it is: `for THESE 5050 unless another limit is given`.
    std::string_view subjects;
    /// Lines of examples that the overview begins with.
    std::string_view first_steps;
    /// How amounts are written in options; empty where it has none.
    std::string_view units;
    /// Why an input cannot be used.
    std::string_view unusable;
    /// The option that takes less memory when it is smaller.
    std::string_view memory_option;
};

/// One adapter: a language that tests are generated for.
struct Plug
{
    std::string_view name;
    std::string_view summary;
    std::span<const Command> (*commands)() = nullptr;
    /// The rows that only its commands have, and that a configuration file may name.
    std::vector<Option> (*options)() = nullptr;
    /// In the order of reports.
    std::vector<GoalClassRow> (*goal_classes)() = nullptr;
    /// What `generate` can write.
    std::vector<FormatRow> (*formats)() = nullptr;
    /// What `generate` spends where no limit is asked for.
    Budget default_budget{};
    /// Variables of the environment that scripts and tests of this project read.
    std::span<const std::string_view> variables{};
    PlugTexts texts{};
    SubjectKind subject{};
    /// What studies run on it.
    std::unique_ptr<study::Laboratory> (*make_laboratory)() = nullptr;
};

/// An adapter of this project by name, whether this program has it or not.
struct AdapterName
{
    std::string_view name;
    /// As people write it, and as in SBST_WITH_<title>.
    std::string_view title;
};

/// Those that this program was built with.
[[nodiscard]] std::span<const Plug> plugs();
/// Those that it could have been built with.
[[nodiscard]] std::span<const AdapterName> adapter_names();

/// @throws ConfigError when the word names an adapter that this program was built without.
void check_is_built(std::string_view word);

/// The text that `text` picks of each plug, joined; without those that are empty.
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
