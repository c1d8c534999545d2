// SPDX-License-Identifier: Apache-2.0
// sbst study plan: the runs of a study, and an estimate of their time. Next: status.cpp.
#include "../console/interrupt.hpp"
#include "../console/json_page.hpp"
#include "../console/print.hpp"
#include "../options/solvers.hpp"
#include "commands.hpp"
#include "cost.hpp"
#include "load.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace sbst::cli
{

namespace
{

using Json = nlohmann::ordered_json;

/// Configurations with a solver's program that this machine does not have, and the program.
std::vector<std::pair<std::string, std::string>> missing_solvers(const study::Plan& plan)
{
    std::vector<std::pair<std::string, std::string>> missing;
    std::set<std::size_t> seen;
    for (const study::Cell& cell : plan.cells)
    {
        if (!seen.insert(cell.configuration).second)
        {
            continue;
        }
        RefinementSettings refinement;
        for (const study::Setting& setting : plan.order(cell).settings)
        {
            refinement.solver = setting.name == "solver" ? setting.value : refinement.solver;
            refinement.program =
                setting.name == "solver-program" ? setting.value : refinement.program;
        }
        if (const std::string program = missing_solver_program(refinement); !program.empty())
        {
            missing.emplace_back(plan.configuration_of(cell).label, program);
        }
    }
    return missing;
}

Text plan_text(const study::Plan& plan)
{
    const study::StudySpec& spec = plan.spec;
    Text text = Text::of("{}: {} configurations x {} subjects x {} runs = {} runs\n", spec.name,
        spec.configurations.size(), plan.subjects.size(), spec.repetitions, plan.cells.size());
    text += Text("Configurations\n");
    for (const study::Configuration& configuration : spec.configurations)
    {
        text += Text::of("  {}\n", configuration.label);
    }
    text += Text("Subjects\n");
    std::size_t width = 0;
    for (const study::Subject& subject : plan.subjects)
    {
        width = std::max(width, subject.name.size());
    }
    for (const study::Subject& subject : plan.subjects)
    {
        std::string facts;
        for (const auto& [name, value] : subject.facts)
        {
            facts += fmt::format("  {} {}", name, value);
        }
        text += Text::of("  {:<{}}{}\n", subject.name, width, facts);
    }
    if (!plan.trivial.empty())
    {
        text += Text::of("Trivial subjects, passed over: {}\n",
            fmt::format("{}", fmt::join(plan.trivial, ", ")));
    }
    for (const study::Group& group : spec.groups)
    {
        text += Text::of("Group {}: {} subjects\n", group.name, plan.members(group).size());
    }
    for (const auto& [label, program] : missing_solvers(plan))
    {
        text +=
            Text::of("Not here: {} needs the program {}, which is not in PATH\n", label, program);
    }
    return text;
}

Json plan_json(const study::Plan& plan)
{
    Json json{{"schema", 2}, {"name", plan.spec.name}, {"adapter", plan.spec.adapter},
        {"plan", study::plan_hash(plan)}};
    json["trivial"] = plan.trivial;
    json["missing_solvers"] = Json::array();
    for (const auto& [label, program] : missing_solvers(plan))
    {
        json["missing_solvers"].push_back({{"configuration", label}, {"program", program}});
    }
    json["cells"] = Json::array();
    for (const study::Cell& cell : plan.cells)
    {
        json["cells"].push_back({{"configuration", plan.configuration_of(cell).label},
            {"subject", plan.subject_of(cell).name}, {"repetition", cell.repetition},
            {"seed", cell.seed}, {"key", cell.key}});
    }
    return json;
}

/// Describes a study that cannot run here, and the reason.
ExitCode explain_missing(
    const Settings& settings, const study::StudySpec& spec, const std::string& missing)
{
    print_note("sbst: {}: {}\n", spec.file, missing);
    if (settings.json)
    {
        const Json json{{"schema", 2}, {"name", spec.name}, {"adapter", spec.adapter},
            {"missing", missing}, {"cells", Json::array()}};
        print_result(json_page(json));
        return ExitCode::input;
    }
    print_result("{}: {} configurations x {} runs on each subject\n", spec.name,
        spec.configurations.size(), spec.repetitions);
    for (const study::Configuration& configuration : spec.configurations)
    {
        for (const study::Setting& include : spec.subjects.include)
        {
            print_result("  {}: {}: subjects missing\n", configuration.label, include.value);
        }
    }
    if (spec.budget.seconds)
    {
        double seconds = 0.0;
        for (const study::Configuration& configuration : spec.configurations)
        {
            seconds += spec.budgets[configuration.budget].seconds.value_or(0.0);
        }
        print_result("Cost: {} on one core for each subject (at most, by the budget in seconds)\n",
            span_text(static_cast<double>(spec.repetitions) * seconds));
    }
    return ExitCode::input;
}

}  // namespace

ExitCode run_study_plan(const Settings& settings)
{
    study::StudySpec spec = load_study_file(settings);
    const std::string missing = missing_text(spec);
    if (!missing.empty())
    {
        return explain_missing(settings, spec, missing);
    }
    const InterruptWatch watch;
    const std::string folder = study_folder(settings, spec);
    const study::Plan plan =
        plan_of(settings, std::move(spec), folder, {.stop = InterruptWatch::token()});
    if (InterruptWatch::exit_code() != ExitCode::ok)
    {
        return InterruptWatch::exit_code();
    }
    if (settings.json)
    {
        print_result(json_page(plan_json(plan)));
        return ExitCode::ok;
    }
    print_result(plan_text(plan));
    std::optional<Cost> known;
    if (std::filesystem::is_directory(std::filesystem::path(folder) / "runs"))
    {
        const study::Store store(folder);
        note_other_results(plan, store);
        known = known_cost(plan, store);
        print_result("Finished: {} of {} runs in {}\n", study::progress_of(plan, store).finished,
            plan.cells.size(), folder);
    }
    const Cost cost = known ? *known : estimated_cost(plan);
    if (cost.seconds > 0.0)
    {
        print_result("Cost: {} on one core, {} on two ({})\n", span_text(cost.seconds),
            span_text(cost.seconds / 2.0), cost.source);
    }
    else
    {
        print_result("Cost: {}\n", cost.source);
    }
    return InterruptWatch::exit_code();
}

}  // namespace sbst::cli
