// SPDX-License-Identifier: Apache-2.0
// sbst study report and sbst study verify: the results of a study, and their verification. Next:
// export.cpp.
#include "../console/files.hpp"
#include "../console/interrupt.hpp"
#include "../console/print.hpp"
#include "commands.hpp"
#include "load.hpp"

#include <sbst/study/manifest.hpp>
#include <sbst/study/report.hpp>
#include <sbst/study/results.hpp>
#include <sbst/study/run_csv.hpp>
#include <sbst/study/verify.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace sbst::cli
{

namespace
{

namespace fs = std::filesystem;

void add_tables(const study::StudyReport& report, const std::string& name, const fs::path& folder,
    std::vector<TextFile>& files)
{
    for (const study::Table& table : report.tables)
    {
        const std::string stem = (folder / "tables" / table.name).string();
        files.push_back({stem + ".csv", study::to_csv(table)});
        files.push_back({stem + ".md", study::to_markdown(table)});
        files.push_back({stem + ".tex", study::to_latex(table, name)});
    }
}

/// Removes files of an earlier report, which may have had other tables and pictures.
void remove_old_files(const fs::path& folder, const std::set<std::string>& endings)
{
    std::error_code error;
    std::vector<fs::path> old;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
    {
        if (endings.contains(entry->path().extension().string()))
        {
            old.push_back(entry->path());
        }
    }
    for (const fs::path& file : old)
    {
        fs::remove(file, error);
    }
}

void print_table(const study::Table& table)
{
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
    {
        std::size_t width = table.columns[i].title.size();
        for (const auto& row : table.rows)
        {
            width = std::max(width, row[i].text.size());
        }
        widths.push_back(width);
    }
    const auto print_row = [&](const auto& text_of) {
        std::string line;
        for (std::size_t i = 0; i < widths.size(); ++i)
        {
            line += table.columns[i].is_number ? fmt::format("  {:>{}}", text_of(i), widths[i]) :
                                                 fmt::format("  {:<{}}", text_of(i), widths[i]);
        }
        print_result("{}\n", line);
    };
    print_row([&](std::size_t i) { return table.columns[i].title; });
    for (const auto& row : table.rows)
    {
        print_row([&row](std::size_t i) { return row[i].text; });
    }
}

}  // namespace

ExitCode run_study_report(const Settings& settings)
{
    const study::Plan plan = load_plan(settings);
    const study::Store store = open_store(settings, plan.spec);
    note_other_results(plan, store);
    const auto laboratory = plug_of(plan.spec).make_laboratory();
    const study::Results results = study::load_results(plan, store, laboratory->metrics());
    const study::StudyReport report = study::make_study_report(results);

    const fs::path folder = store.folder() / "report";
    std::vector<TextFile> files{{(folder / "index.html").string(), report.html}};
    files.push_back({(folder / "data" / "runs.csv").string(), study::runs_csv(results)});
    files.push_back({(folder / "data" / "timelines.csv").string(), study::timelines_csv(results)});
    add_tables(report, plan.spec.name, folder, files);
    if (settings.study.figures)
    {
        for (const study::Figure& figure : report.figures)
        {
            files.push_back({(folder / "figures" / (figure.name + ".svg")).string(), figure.svg});
        }
    }
    for (const TextFile& file : files)
    {
        make_parent_directories(file.name);
    }
    // A report must never be a mixture with the old one.
    const InterruptHold hold;
    remove_old_files(folder / "tables", {".csv", ".md", ".tex"});
    remove_old_files(folder / "figures", {".svg"});
    write_files(files);
    if (!settings.quiet)
    {
        print_table(report.tables.front());
        for (const std::string& warning : report.warnings)
        {
            print_note("sbst: warning: {}\n", warning);
        }
        print_result("Written: {}, {} tables{}, data/runs.csv and data/timelines.csv beside it\n",
            files.front().name, report.tables.size(),
            settings.study.figures ? fmt::format(", {} figures", report.figures.size()) : "");
    }
    return results.failed > 0 || results.pending() > 0 ? ExitCode::partial : ExitCode::ok;
}

ExitCode run_study_verify(const Settings& settings)
{
    const study::Plan plan = load_plan(settings);
    const study::Store store = open_store(settings, plan.spec);
    const InterruptWatch watch;
    study::Verification verification = study::check_digests(plan, store);
    const auto laboratory = plug_of(plan.spec).make_laboratory();
    study::RerunOptions options;
    options.count = static_cast<std::size_t>(settings.study.sample.value_or(0));
    options.stop = InterruptWatch::token();
    options.on_cell = [&settings](const std::string& cell) {
        if (settings.verbose)
        {
            print_note("running {} again\n", cell);
        }
    };
    study::check_by_running(plan, store, *laboratory, options, verification);
    for (const study::Mismatch& mismatch : verification.mismatches)
    {
        print_result("{}: {}\n", mismatch.cell, mismatch.problem);
    }
    if (!settings.quiet)
    {
        print_result("{}: {} results checked, {} of them by the manifest; {} run again{}; {}\n",
            plan.spec.name, verification.checked, verification.in_manifest, verification.executed,
            verification.irreproducible > 0 ?
                fmt::format(
                    " ({} that a clock ended were passed over)", verification.irreproducible) :
                "",
            verification.mismatches.empty() ?
                "all as they should be" :
                fmt::format("{} are not what they should be", verification.mismatches.size()));
    }
    if (InterruptWatch::exit_code() != ExitCode::ok)
    {
        print_note("sbst: interrupted; not all requested runs were repeated\n");
    }
    if (!verification.mismatches.empty())
    {
        return ExitCode::mismatch;
    }
    return InterruptWatch::exit_code();
}

}  // namespace sbst::cli
