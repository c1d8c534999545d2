// SPDX-License-Identifier: Apache-2.0
// sbst study export: job scripts for a cluster.
#include "../console/files.hpp"
#include "../console/print.hpp"
#include "commands.hpp"
#include "cost.hpp"
#include "load.hpp"

#include <sbst/error.hpp>
#include <sbst/study/job_script.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace sbst::cli
{

namespace
{

namespace fs = std::filesystem;

/// Seconds of a run: from finished runs, else from the budget, else a guess that favours few and
/// long parts.
double seconds_of_cell(const study::Plan& plan, const study::Store& store)
{
    constexpr double guess = 1.0;
    const auto known = known_cost(plan, store);
    return known ? known->seconds / static_cast<double>(plan.cells.size()) :
                   plan.spec.budget.seconds.value_or(guess);
}

std::string absolute(const std::string& name)
{
    return fs::absolute(name).lexically_normal().string();
}

/// This program's file; `sbst` if that is unknown.
std::string own_program()
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? "sbst" : program.string();
}

}  // namespace

ExitCode run_study_export(const Settings& settings)
{
    if (!fs::is_regular_file(settings.operands.front()))
    {
        throw ConfigError(
            fmt::format("{}: is not a regular file; the scripts read the study again, so a file "
                        "that stays is needed",
                settings.operands.front()));
    }
    const study::Plan plan = load_plan(settings);
    study::Store store(study_folder(settings, plan.spec));
    const study::StudyProgress progress = study::progress_of(plan, store);
    const std::size_t left = progress.cells - progress.finished - progress.failed;
    study::JobOptions options;
    options.study_name = plan.spec.name;
    options.program = own_program();
    options.study_file = absolute(plan.spec.file);
    options.folder = absolute(store.folder().string());
    options.data = settings.study.data.empty() ? "" : absolute(settings.study.data);
    options.jobs = settings.jobs;
    const double seconds = seconds_of_cell(plan, store);
    options.chunks = settings.study.chunks ? *settings.study.chunks :
                                             study::choose_chunks(left, seconds, settings.jobs,
                                                 settings.study.chunk_minutes);
    // A reserve for errors of the estimate, and for work left by others.
    constexpr std::size_t reserve = 4;
    const double share = static_cast<double>(left) * seconds /
                         static_cast<double>(options.chunks * options.jobs) / 60.0;
    options.minutes = settings.study.chunk_minutes + reserve * static_cast<std::size_t>(share + 1);

    const fs::path folder = store.folder() / "jobs";
    std::vector<TextFile> files;
    for (const study::ScriptFile& script : study::job_scripts(settings.study.engine, options))
    {
        files.push_back({(folder / script.name).string(), script.content});
    }
    make_parent_directories(files.front().name);
    write_files(files);
    for (const TextFile& file : files)
    {
        fs::permissions(
            file.name, fs::perms::owner_exec | fs::perms::group_exec, fs::perm_options::add);
    }
    print_result("{} runs in {} parts of {} s or so\n", left, options.chunks,
        static_cast<std::size_t>(share * 60.0) + 1);
    for (const TextFile& file : files)
    {
        print_result("{}{}\n", &file == files.data() ? "Written: " : "         ", file.name);
    }
    return ExitCode::ok;
}

}  // namespace sbst::cli
