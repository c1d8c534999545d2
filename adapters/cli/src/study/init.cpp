// SPDX-License-Identifier: Apache-2.0
// sbst study init: writes a study of given subjects, ready to run. Next: plan.cpp.
#include "../console/files.hpp"
#include "../console/print.hpp"
#include "../options/plug.hpp"
#include "commands.hpp"
#include "load.hpp"

#include <sbst/error.hpp>
#include <sbst/study/job_script.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

namespace
{

namespace fs = std::filesystem;

/// {0} the file, {1} the study's name, {2} the adapter, {3} its subjects, {4} how to choose others,
/// {5} an option of the adapter.
constexpr std::string_view study_form =
    R"yaml(# A study: every algorithm on every subject, several runs each.
#   sbst study plan {0}            what it will run and cost
#   sbst study run {0} --jobs 2
#   sbst study report {0}
schema: 1
name: {1}
adapter: {2}                      # sbst list adapters
seed: 1                           # the only random number of the whole study
repetitions: 10

budget:
  executions: 2000                # reproducible; or generations, calls, seconds
snapshots:
  executions: [500, 1000]         # shorter budgets, read off the same runs

subjects:
  include:                        # relative to this file; {4}
{3}  # exclude: [NAME]
# groups:
#   large: branches >= 100        # or a list of names

# options: {{{5}}}    # of every run: those of sbst {2} generate

algorithms:
  - name: random
  - name: dynamosa
    # crossover-prob: 0.75
    # grid: {{population: [20, 50]}}                # one configuration for each combination
    # ablation: {{seeding: {{seeding-prob: 0}}}}      # as it is, and without each factor

on-failure: exclude-run           # or exclude-subject, score-zero

report:
  baseline: random
  metrics: [coverage, tests, test_length, seconds]
  alpha: 0.05
  correction: holm
)yaml";

/// A subject of a study, and the plug that recognised it.
struct Source
{
    const Plug* plug = nullptr;
    SubjectSource subject{};
};

/// The expected operand: `neither an A nor a B`.
std::string expected_text()
{
    const std::string kinds =
        joined_plug_texts(" nor ", [](const Plug& plug) { return plug.subject.expected; });
    return plugs().size() > 1 ? "neither " + kinds : "not " + kinds;
}

Source source_of(const std::string& operand)
{
    Source best;
    for (const Plug& plug : plugs())
    {
        const std::optional<SubjectSource> subject = plug.subject.recognise(operand);
        if (subject && subject->certainty > best.subject.certainty)
        {
            best = {&plug, *subject};
        }
    }
    if (best.plug == nullptr)
    {
        throw ConfigError(fmt::format("'{}' is {}", operand, expected_text()));
    }
    return best;
}

/// One line of the list, as seen from the study's folder.
std::string include_line(const Source& source, const fs::path& folder)
{
    const fs::path file(source.subject.file);
    const std::string name =
        file.is_absolute() ? file.string() : fs::proximate(fs::absolute(file), folder).string();
    // A JSON string is also a YAML string; a name that is not UTF-8 then names no file, which is
    // reported.
    const nlohmann::json text(name + source.subject.choice);
    return fmt::format(
        "    - {}\n", text.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string study_text(const std::string& file, const std::vector<Source>& sources)
{
    const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
    std::string lines;
    for (const Source& source : sources)
    {
        lines += include_line(source, folder);
    }
    const Plug& plug = *sources.front().plug;
    const nlohmann::json name(fs::path(file).stem().string());
    return fmt::format(fmt::runtime(study_form), study::quote_shell(file),
        name.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), plug.name, lines,
        plug.subject.choosing, plug.subject.option);
}

}  // namespace

ExitCode run_study_init(const Settings& settings)
{
    const std::string& name = settings.operands.front();
    if (is_stream(name))
    {
        throw ConfigError(
            "a study cannot be '-': it must be a file, as it is read again and again; give a name, "
            "such as study.yaml");
    }
    if (plugs().empty())
    {
        throw ConfigError("this sbst was built without any adapter: there is nothing to study");
    }
    std::vector<Source> sources;
    for (std::size_t i = 1; i < settings.operands.size(); ++i)
    {
        sources.push_back(source_of(settings.operands[i]));
        if (sources.back().plug != sources.front().plug)
        {
            throw ConfigError(fmt::format("'{}' is for {}, '{}' for {}: one study has one adapter",
                settings.operands[1], sources.front().plug->name, settings.operands[i],
                sources.back().plug->name));
        }
    }
    if (sources.empty())
    {
        throw ConfigError(fmt::format("no subject for the study; give {}: sbst study init {} {}",
            joined_plug_texts(" or ", [](const Plug& plug) { return plug.subject.plural; }),
            study::quote_shell(name),
            joined_plug_texts(", or ", [](const Plug& plug) { return plug.subject.file; })));
    }
    if (fs::exists(name))
    {
        throw ConfigError(fmt::format("'{}' exists already; nothing was written", name));
    }
    const std::string text = study_text(name, sources);
    // A study that cannot be planned is not written.
    const study::Plan plan = plan_of(study::parse_study(text, name, settings.study.data));
    if (fs::path(name).has_parent_path())
    {
        make_parent_directories(name);
    }
    write_file(name, text);
    print_result("Written: {}: {} runs on {} {}\nNext:    sbst study plan {}\n", name,
        plan.cells.size(), plan.subjects.size(), plan.subjects.size() == 1 ? "subject" : "subjects",
        Text(study::quote_shell(name)));
    return ExitCode::ok;
}

}  // namespace sbst::cli
