// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

#include "../options/option_table.hpp"
#include "../options/plug.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

namespace
{

constexpr std::string_view study_help =
    "a study in YAML; `sbst study init` writes one to begin with";

using Part = std::vector<Option> (*)();

/// --data and --out, which every command needs to find a study's results, then its own.
std::vector<Option> table(std::initializer_list<Part> parts)
{
    std::vector<Option> options{data_option(),
        out_option("Folder of the study's results; NAME.study without it, NAME being the study's")};
    for (const Part part : parts)
    {
        options = joined(std::move(options), part());
    }
    return joined(std::move(options), general_options());
}

std::vector<Option> jobs_part()
{
    return {jobs_option()};
}

std::vector<Option> init_table()
{
    return general_options();
}

std::vector<Option> plan_table()
{
    return table({json_options});
}

std::vector<Option> run_table()
{
    return table({jobs_part, study_run_options, progress_options});
}

std::vector<Option> status_table()
{
    return table({study_status_options, json_options});
}

std::vector<Option> export_table()
{
    return table({jobs_part, study_export_options});
}

std::vector<Option> verify_table()
{
    return table({study_verify_options});
}

std::vector<Option> report_table()
{
    return table({study_report_options});
}

/// Texts of `study init` about the subjects of each language.
struct InitTexts
{
    std::string summary;
    std::string operand;
    std::string operand_help;
    std::string examples;
};

InitTexts make_init_texts()
{
    const auto joined = [](std::string_view separator, std::string_view SubjectKind::*text) {
        return plugs().empty() ? std::string("subjects") :
                                 joined_plug_texts(separator,
                                     [text](const Plug& plug) { return plug.subject.*text; });
    };
    return {.summary = fmt::format("Writes a study of given {}, which runs as it is",
                joined(" or ", &SubjectKind::plural)),
        .operand = fmt::format("FILE {}...", joined("|", &SubjectKind::operand)),
        .operand_help = fmt::format("a new file; then {}", joined(", or ", &SubjectKind::forms)),
        .examples = plugs().empty() ? std::string("sbst list adapters\n") :
                                      joined("", &SubjectKind::example)};
}

std::vector<Command> make_table()
{
    static const InitTexts init = make_init_texts();
    return {
        {"study init", init.summary, init.operand, init.operand_help, 1,
            std::numeric_limits<std::size_t>::max(), init.examples, init_table, run_study_init},
        {"study plan", "Shows the runs of a study and an estimate of their cost", "STUDY",
            study_help, 1, 1,
            "sbst study plan study.yaml\n"
            "sbst study plan bench/studies/agsolt.yaml --data ../data\n",
            plan_table, run_study_plan},
        {"study run", "Runs the missing runs of a study; can be started again", "STUDY", study_help,
            1, 1,
            "sbst study run study.yaml --jobs 2\n"
            "sbst study run study.yaml --out /shared/results --shard 0/8\n",
            run_table, run_study_run},
        {"study status", "Shows how far a study is", "STUDY", study_help, 1, 1,
            "sbst study status study.yaml --watch 5\n", status_table, run_study_status},
        {"study export", "Writes job scripts for a cluster", "STUDY", study_help, 1, 1,
            "sbst study export study.yaml --engine slurm --out /shared/results\n"
            "sbst study export study.yaml --engine parallel --chunks 8\n",
            export_table, run_study_export},
        {"study verify", "Checks results against their digests, and runs some again", "STUDY",
            study_help, 1, 1, "sbst study verify study.yaml --sample all\n", verify_table,
            run_study_verify},
        {"study report", "Writes tables, pictures and a page", "STUDY", study_help, 1, 1,
            "sbst study report study.yaml --figures\n", report_table, run_study_report},
    };
}

}  // namespace

std::span<const Command> study_commands()
{
    static const std::vector<Command> table = make_table();
    return table;
}

}  // namespace sbst::cli
