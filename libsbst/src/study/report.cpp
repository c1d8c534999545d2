// SPDX-License-Identifier: Apache-2.0
#include "report_tables.hpp"

#include <sbst/report/totals.hpp>
#include <sbst/study/report.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace sbst::study
{
namespace
{
constexpr std::string_view page_style =
    ":root{color-scheme:light dark}"
    "body{font:16px/1.5 'DejaVu Sans',Verdana,Arial,sans-serif;max-width:70rem;margin:2rem auto;"
    "padding:0 1rem;color:#1a1a1a;background:#fff}"
    "h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2.5rem}"
    "figure{margin:1.5rem 0}figcaption{font-weight:bold;margin-bottom:.5rem}"
    ".scroll{overflow-x:auto}.scroll svg{display:block}"
    "table{border-collapse:collapse;font-size:.85rem}"
    "th,td{padding:.2rem .6rem;text-align:left;border-bottom:1px solid #8884;font-weight:normal;"
    "white-space:nowrap}"
    "thead th{border-bottom:2px solid #888;font-weight:bold;vertical-align:bottom;"
    "white-space:normal}"
    ".number{text-align:right;font-variant-numeric:tabular-nums}"
    ".note{font-size:.85rem}.warning{border-left:4px solid #d55e00;padding-left:.8rem}"
    "a{color:inherit}"
    "@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}}"
    "@media print{.scroll{overflow:visible}}";

std::vector<std::string> find_warnings(
    const Results& results, const std::vector<std::size_t>& subjects)
{
    std::vector<std::string> warnings;
    const Plan& plan = *results.plan;
    if (results.pending() > 0)
    {
        warnings.push_back(
            fmt::format("{} of {} runs have no result yet: this is not the study's "
                        "answer.",
                results.pending(), plan.cells.size()));
    }
    if (results.failed > 0)
    {
        warnings.push_back(
            fmt::format("{} of {} runs failed; the table of failures says why and what became of "
                        "them.",
                results.failed, plan.cells.size()));
    }
    if (results.altered > 0)
    {
        warnings.push_back(
            fmt::format("{} of {} results were changed after they were made; `verify` names them.",
                results.altered, results.finished));
    }
    if (results.irreproducible > 0)
    {
        warnings.push_back(
            fmt::format("{} runs were ended by a clock, or their tests saw one: "
                        "again, they may give something else.",
                results.irreproducible));
    }
    if (results.processors.size() > 1)
    {
        warnings.push_back(
            fmt::format("Runs were made on {} kinds of processor ({}): times do not "
                        "compare.",
                results.processors.size(), fmt::join(results.processors, "; ")));
    }
    if (results.versions.size() > 1)
    {
        warnings.push_back(fmt::format("Runs were made by {} versions of libsbst ({}).",
            results.versions.size(), fmt::join(results.versions, "; ")));
    }
    const std::string design = design_warning(plan, subjects.size());
    if (!design.empty() && plan.spec.configurations.size() > 1)
    {
        warnings.push_back(design);
    }
    return warnings;
}

/// Everything of one metric.
void add_metric(const Results& results, const MetricInfo& metric,
    const std::vector<std::size_t>& subjects, bool is_first, StudyReport& report)
{
    std::vector<PairComparison> pairs;
    for (const auto& [first, second] : wanted_pairs(*results.plan))
    {
        pairs.push_back(compare(results, metric, first, second, subjects));
        report.tables.push_back(pair_table(results, pairs.back()));
    }
    if (!pairs.empty())
    {
        report.tables.push_back(group_table(results, metric, subjects));
        report.figures.push_back(verdict_figure(results, pairs));
        report.figures.push_back(effect_figure(results, pairs));
    }
    if (const auto ranking = rank_configurations(results, metric, subjects))
    {
        report.figures.push_back(ranking_figure(results, *ranking));
    }
    if (is_first)
    {
        report.figures.push_back(box_figure(results, metric, subjects));
    }
}

std::string html_list(const std::string& title, const std::vector<std::string>& items)
{
    std::string html = fmt::format("<h2>{}</h2>\n<ul>\n", title);
    for (const std::string& item : items)
    {
        html += fmt::format("<li>{}</li>\n", item);
    }
    return html + "</ul>\n";
}

std::string budget_text(const StudyBudget& budget)
{
    std::vector<std::string> parts;
    if (budget.executions)
    {
        parts.push_back(fmt::format("{} executions", *budget.executions));
    }
    if (budget.statements)
    {
        parts.push_back(fmt::format("{} statements", *budget.statements));
    }
    if (budget.generations)
    {
        parts.push_back(fmt::format("{} generations", *budget.generations));
    }
    if (budget.seconds)
    {
        parts.push_back(fmt::format("{} s", exact_number(*budget.seconds)));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string design_html(const Results& results)
{
    const Plan& plan = *results.plan;
    const StudySpec& spec = plan.spec;
    std::vector<std::string> items{
        fmt::format("{}, {}, {} each: {}, of which {} finished and {} failed",
            counted(spec.configurations.size(), "configuration"),
            counted(plan.subjects.size(), "subject"), counted(spec.repetitions, "run"),
            counted(plan.cells.size(), "run"), results.finished, results.failed),
        fmt::format("budget of a run: {}", budget_text(spec.budget)),
        fmt::format(
            "seed of the study: {}; runs of one subject and number share their seed", spec.seed),
        fmt::format("plan: {}", plan_hash(plan))};
    for (const std::string& version : results.versions)
    {
        items.push_back(fmt::format("made by libsbst {}", escape_html(version)));
    }
    for (const std::string& processor : results.processors)
    {
        items.push_back(fmt::format("made on {}", escape_html(processor)));
    }
    return html_list("Design", items);
}

std::string configuration_html(const StudySpec& spec)
{
    std::vector<std::string> items;
    for (const Configuration& configuration : spec.configurations)
    {
        std::string settings;
        for (const Setting& setting : configuration.settings)
        {
            settings += fmt::format("{}{} = {}", settings.empty() ? "" : ", ",
                escape_html(setting.name), escape_html(setting.value));
        }
        items.push_back(fmt::format("<b>{}</b>: {}", escape_html(configuration.label), settings));
    }
    return html_list("Configurations", items);
}

std::string page(const Results& results, const StudyReport& report)
{
    const StudySpec& spec = results.plan->spec;
    const std::string title =
        escape_html(spec.report.title.empty() ? spec.name : spec.report.title);
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        title, page_style);
    for (const std::string& warning : report.warnings)
    {
        html += fmt::format("<p class=\"warning\">{}</p>\n", escape_html(warning));
    }
    for (const std::string& note : spec.report.notes)
    {
        html += fmt::format("<p>{}</p>\n", escape_html(note));
    }
    html += design_html(results) + configuration_html(spec);
    html += "<h2>Pictures</h2>\n";
    for (const Figure& figure : report.figures)
    {
        html += fmt::format(
            "<figure id=\"{}\">\n<figcaption>{}</figcaption>\n<div class=\"scroll\">\n"
            "{}</div>\n<p class=\"note\">{}</p>\n</figure>\n",
            escape_html(figure.name), escape_html(figure.title), figure.svg,
            escape_html(figure.description));
    }
    html += "<h2>Tables</h2>\n";
    for (const Table& table : report.tables)
    {
        html += to_html(table);
    }
    return html + "</body>\n</html>\n";
}
}  // namespace

StudyReport make_study_report(const Results& results)
{
    const std::vector<std::size_t> subjects = compared_subjects(results);
    const std::vector<MetricInfo> metrics = reported_metrics(results);
    StudyReport report;
    report.warnings = find_warnings(results, subjects);
    report.tables.push_back(summary_table(results, metrics, subjects));
    report.figures.push_back(convergence_figure(results, subjects, false));
    report.figures.push_back(convergence_figure(results, subjects, true));
    for (const MetricInfo& metric : metrics)
    {
        add_metric(results, metric, subjects, &metric == metrics.data(), report);
    }
    for (Table& table : published_tables(results))
    {
        report.tables.push_back(std::move(table));
    }
    if (!results.failures.empty())
    {
        report.tables.push_back(failure_table(results));
    }
    report.html = page(results, report);
    return report;
}
}  // namespace sbst::study
