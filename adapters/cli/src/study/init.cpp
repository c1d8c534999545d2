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
#include <system_error>
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

/// @throws ConfigError when no study can be written under the name, IoError when the system refuses
/// to tell.
void check_is_free(const std::string& name)
{
    if (!fs::path(name).has_filename())
    {
        throw ConfigError(
            fmt::format("'{}' is the name of a folder; expected a name for the new "
                        "study's file, such as {}study.yaml",
                name, name));
    }
    std::error_code error;
    const fs::file_status status = fs::status(name, error);
    if (fs::exists(status))
    {
        throw ConfigError(fmt::format("'{}' exists already; nothing was written", name));
    }
    if (status.type() != fs::file_type::not_found)
    {
        throw IoError(fmt::format("cannot write '{}': {}", name, error.message()));
    }
}

/// @throws ConfigError when the subject's file does not exist; a pattern may name any.
void check_exists(const Source& source, const std::string& operand)
{
    const std::string& file = source.subject.file;
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (file.find_first_of("*?[") == std::string::npos && status.type() == fs::file_type::not_found)
    {
        throw ConfigError(
            fmt::format("'{}' names no file; expected {}", operand, source.plug->subject.expected));
    }
}

/// The folder that a study gets, which its subjects are named from. Those that did not exist are
/// removed again unless the study is written.
class StudyFolder
{
public:
    explicit StudyFolder(const std::string& study)
    {
        if (!fs::path(study).has_parent_path())
        {
            return;
        }
        std::error_code error;
        fs::path missing = fs::absolute(study).lexically_normal().parent_path();
        while (fs::status(missing, error).type() == fs::file_type::not_found)
        {
            m_made.push_back(missing);
            missing = missing.parent_path();
        }
        make_parent_directories(study);
    }
    StudyFolder(const StudyFolder&) = delete;
    StudyFolder& operator=(const StudyFolder&) = delete;
    ~StudyFolder()
    {
        for (const fs::path& folder : m_made)
        {
            std::error_code error;
            fs::remove(folder, error);
        }
    }
    void keep() { m_made.clear(); }

private:
    /// The deepest first.
    std::vector<fs::path> m_made{};
};

/// A message about a study without its place in a file that is not written yet: `s.yaml:18: `.
std::string without_place(std::string_view message, const std::string& name)
{
    if (message.starts_with(name + ":"))
    {
        const std::size_t line = name.size() + 1;
        const std::size_t end = message.find_first_not_of("0123456789", line);
        if (end != std::string_view::npos && end > line && message.substr(end).starts_with(": "))
        {
            message.remove_prefix(end + 2);
        }
    }
    return std::string(message);
}

/// The plan of a study that is not written yet.
study::Plan plan_of_text(const Settings& settings, const std::string& text, const std::string& name)
{
    try
    {
        return plan_of(settings, study::parse_study(text, name, settings.study.data), "");
    }
    catch (const ConfigError& error)
    {
        throw ConfigError(
            fmt::format("no study '{}' was written: {}", name, without_place(error.what(), name)));
    }
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
    check_is_free(name);
    for (std::size_t i = 0; i < sources.size(); ++i)
    {
        check_exists(sources[i], settings.operands[i + 1]);
    }
    StudyFolder folder(name);
    const std::string text = study_text(name, sources);
    // A study that cannot be planned is not written.
    const study::Plan plan = plan_of_text(settings, text, name);
    write_file(name, text);
    folder.keep();
    print_result("Written: {}: {} runs on {} {}\nNext:    sbst study plan {}\n", name,
        plan.cells.size(), plan.subjects.size(), plan.subjects.size() == 1 ? "subject" : "subjects",
        Text(study::quote_shell(name)));
    return ExitCode::ok;
}

}  // namespace sbst::cli
