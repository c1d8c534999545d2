// SPDX-License-Identifier: Apache-2.0
#include "load.hpp"

#include "../console/print.hpp"
#include "../console/version.hpp"
#include "draw_printer.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>
#include <sbst/study/job_script.hpp>
#include <sbst/study/manifest.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <optional>
#include <utility>

namespace sbst::cli
{

study::StudySpec load_study_file(const Settings& settings)
{
    if (settings.operands.front() == "-")
    {
        throw ConfigError(
            "a study is read again and again, by workers too; expected the name of its file in "
            "place of -");
    }
    study::StudySpec spec = study::load_study(settings.operands.front(), settings.study.data);
    static_cast<void>(plug_of(spec));
    return spec;
}

const Plug& plug_of(const study::StudySpec& spec)
{
    std::vector<std::string_view> names;
    for (const Plug& plug : plugs())
    {
        if (plug.name == spec.adapter)
        {
            return plug;
        }
        names.push_back(plug.name);
    }
    check_is_built(spec.adapter);
    throw ConfigError(fmt::format("{}: adapter: found '{}', expected one of {}{}", spec.file,
        spec.adapter, fmt::join(names, ", "), suggestion(spec.adapter, names)));
}

std::string missing_text(const study::StudySpec& spec)
{
    std::vector<std::string> reasons;
    if (!spec.missing.empty())
    {
        reasons.push_back(fmt::format("not in libsbst yet: {}", fmt::join(spec.missing, "; ")));
    }
    if (spec.lacks_data)
    {
        reasons.emplace_back(
            "subjects missing: they are in a folder of data (--data or SBST_DATA)");
    }
    return fmt::format("{}", fmt::join(reasons, "; "));
}

study::Plan load_plan(const Settings& settings, study::PlanOptions options)
{
    study::StudySpec spec = load_study_file(settings);
    const std::string folder = study_folder(settings, spec);
    return plan_of(settings, std::move(spec), folder, std::move(options));
}

study::Plan plan_of(const Settings& settings, study::StudySpec spec, const std::string& folder,
    study::PlanOptions options)
{
    const std::string missing = missing_text(spec);
    if (!missing.empty())
    {
        throw ParseError(spec.file, "", missing);
    }
    const auto laboratory = plug_of(spec).make_laboratory();
    std::optional<study::Store> known;
    if (!folder.empty() && std::filesystem::is_directory(std::filesystem::path(folder) / "runs"))
    {
        known.emplace(folder);
    }
    options.known = known ? &*known : nullptr;
    options.build = build_info();
    DrawPrinter printer(settings);
    options.on_search = [&printer](
                            const study::DrawProgress& progress) { printer.update(progress); };
    study::Plan plan = study::make_plan(std::move(spec), *laboratory, options);
    printer.finish();
    return plan;
}

std::string study_folder(const Settings& settings, const study::StudySpec& spec)
{
    return settings.out.empty() ? spec.name + ".study" : settings.out;
}

study::Store open_store(const Settings& settings, const study::StudySpec& spec)
{
    const std::string folder = study_folder(settings, spec);
    if (!std::filesystem::is_directory(std::filesystem::path(folder) / "runs"))
    {
        throw ConfigError(fmt::format("'{}' has no results of a study yet; first: {}", folder,
            study_command(settings, "run")));
    }
    return study::Store(folder);
}

void note_other_results(const study::Plan& plan, const study::Store& store)
{
    const auto others = study::find_other_results(plan, store);
    if (!others)
    {
        return;
    }
    const bool is_one = others->runs == 1;
    print_note("sbst: {} {} in {} {} not of this plan: since then {}\n", others->runs,
        is_one ? "result" : "results", store.folder().string(), is_one ? "is" : "are",
        others->has_same_text ? "a subject or the program of a solver changed" :
                                fmt::format("{} changed", plan.spec.file));
}

study::BuildInfo build_info()
{
    return {.version = std::string(version()), .compiler = std::string(compiler())};
}

std::string study_command(const Settings& settings, std::string_view verb)
{
    std::string text =
        fmt::format("sbst study {} {}", verb, study::quote_shell(settings.operands.front()));
    if (!settings.study.data.empty())
    {
        text += " --data " + study::quote_shell(settings.study.data);
    }
    if (!settings.out.empty())
    {
        text += " --out " + study::quote_shell(settings.out);
    }
    return text;
}

std::string span_text(double seconds)
{
    constexpr double minute = 60.0;
    constexpr double hour = 3600.0;
    constexpr double day = 86'400.0;
    return seconds < 2.0 * minute ? fmt::format("{:.0f} s", seconds) :
           seconds < 2.0 * hour   ? fmt::format("{:.0f} min", seconds / minute) :
           seconds < 2.0 * day    ? fmt::format("{:.1f} h", seconds / hour) :
                                    fmt::format("{:.1f} days", seconds / day);
}

}  // namespace sbst::cli
