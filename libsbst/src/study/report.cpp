// SPDX-License-Identifier: Apache-2.0
#include "palette.hpp"
#include "report_tables.hpp"

#include <sbst/report/totals.hpp>
#include <sbst/study/report.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace sbst::study
{

namespace
{

/// The style rules of one palette.
std::string colours(const Palette& palette)
{
    return fmt::format(
        "body{{color:{0};background:{1}}}th,td{{border-bottom-color:{2}}}a{{color:{3}}}"
        ".warning{{border-left-color:{4}}}nav{{border-color:{2}}}",
        palette.ink, palette.ground, palette.rule, palette.link, palette.alarm);
}

/// Wide screens, narrow ones (where each row of a table becomes a card, so that nothing must be
/// scrolled sideways), and paper, which is always light.
std::string page_style()
{
    std::string style =
        ":root{color-scheme:light dark}"
        "body{font:16px/1.5 'DejaVu Sans',Verdana,Arial,sans-serif;max-width:70rem;margin:2rem "
        "auto;"
        "padding:0 1rem;overflow-wrap:break-word}"
        "h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2.5rem}"
        "figure{margin:1.5rem 0}figcaption{font-weight:bold;margin-bottom:.5rem}"
        "svg{display:block;max-width:100%;height:auto}"
        ".pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(30rem,100%),1fr))"
        ";"
        "gap:1rem 2rem}.pictures figure{margin:.5rem 0;min-width:0}"
        "nav{border:1px solid;padding:.5rem 1rem;font-size:.85rem}nav h2{margin:.2rem "
        "0;font-size:1rem}"
        "nav ul{margin:.2rem 0;padding-left:1.2rem}nav ul ul{columns:20rem}"
        ".scroll{overflow-x:auto}"
        "table{border-collapse:collapse;font-size:.85rem}"
        "th,td{padding:.2rem .6rem;text-align:left;border-bottom:1px solid;font-weight:normal;"
        "white-space:nowrap}"
        "tbody th,td:not(.number){white-space:normal;min-width:5rem;overflow-wrap:anywhere}"
        "tbody th{min-width:9rem}"
        "thead th{border-bottom-width:2px;font-weight:bold;vertical-align:bottom;"
        "white-space:normal}"
        ".number{text-align:right;font-variant-numeric:tabular-nums}"
        ".note{font-size:.85rem}.warning{border-left:4px solid;padding-left:.8rem}";
    style += colours(light_palette);
    style +=
        fmt::format("@media screen and (prefers-color-scheme:dark){{{}}}", colours(dark_palette));
    style +=
        "@media screen and (max-width:48rem){"
        "body{margin:1rem auto}thead{display:none}table,tbody{display:block}"
        "tr{display:block;padding:.5rem 0}"
        "tbody th{display:block;font-weight:bold;border-bottom:2px solid;text-align:left}"
        "td,td.number{display:flex;justify-content:space-between;gap:1rem;white-space:normal;"
        "text-align:right}"
        "td::before{content:attr(data-title);text-align:left}}";
    style +=
        "@page{margin:15mm}"
        "@media print{:root{color-scheme:light}"
        "body{font-size:10pt;max-width:none;margin:0;padding:0}"
        "h2,figcaption{break-after:avoid}"
        ".pictures{display:block}.pictures figure,tr,nav,.warning{break-inside:avoid}"
        ".scroll{overflow:visible}thead{display:table-header-group}"
        "table{font-size:7pt;width:100%}th,td,tbody th,thead th{padding:.1rem .25rem}"
        "thead th,td:not(.number){white-space:normal;min-width:0}tbody th{min-width:4.5rem}"
        "svg{max-height:24cm;width:auto}}";
    return style;
}

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
            fmt::format("{} of {} runs failed; the table of failures gives the reasons and how "
                        "they were treated.",
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

void add_figures(std::vector<Figure> figures, StudyReport& report)
{
    report.figures.insert(report.figures.end(), std::make_move_iterator(figures.begin()),
        std::make_move_iterator(figures.end()));
}

/// Adds the tables and figures of one metric.
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
        add_figures(effect_figures(results, pairs), report);
    }
    if (const auto ranking = rank_configurations(results, metric, subjects))
    {
        report.figures.push_back(ranking_figure(results, *ranking));
    }
    if (is_first)
    {
        add_figures(box_figures(results, metric, subjects), report);
    }
}

std::string html_list(
    const std::string& id, const std::string& title, const std::vector<std::string>& items)
{
    std::string html = fmt::format("<h2 id=\"{}\">{}</h2>\n<ul>\n", id, title);
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
    if (budget.calls)
    {
        parts.push_back(fmt::format("{} calls", *budget.calls));
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
    std::vector<std::string> budgets;
    for (const StudyBudget& budget : spec.budgets)
    {
        budgets.push_back(budget_text(budget));
    }
    std::vector<std::string> items{
        fmt::format("{}, {}, {} each: {}, of which {} finished and {} failed",
            counted(spec.configurations.size(), "configuration"),
            counted(plan.subjects.size(), "subject"), counted(spec.repetitions, "run"),
            counted(plan.cells.size(), "run"), results.finished, results.failed),
        fmt::format("budget of a run: {}", fmt::join(budgets, "; or ")),
        fmt::format(
            "seed of the study: {}; runs of one subject and number share their seed", spec.seed),
        fmt::format("plan: {}", plan_hash(plan))};
    if (!plan.trivial.empty())
    {
        items.push_back(
            fmt::format("{} passed over, because a search covers all of their goals: {}",
                counted(plan.trivial.size(), "trivial subject"),
                escape_html(fmt::format("{}", fmt::join(plan.trivial, ", ")))));
    }
    for (const std::string& version : results.versions)
    {
        items.push_back(fmt::format("made by libsbst {}", escape_html(version)));
    }
    for (const std::string& processor : results.processors)
    {
        items.push_back(fmt::format("made on {}", escape_html(processor)));
    }
    return html_list("design", "Design", items);
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
    return html_list("configurations", "Configurations", items);
}

std::string contents_entry(const std::string& id, const std::string& title)
{
    return fmt::format("<li><a href=\"#{}\">{}</a></li>\n", escape_html(id), escape_html(title));
}

/// The table of contents.
std::string contents_html(const StudyReport& report)
{
    std::string pictures;
    for (const Figure& figure : report.figures)
    {
        pictures += contents_entry(figure.name, figure.title);
    }
    std::string tables;
    for (const Table& table : report.tables)
    {
        tables += contents_entry(table.name, table.title);
    }
    return fmt::format(
        "<nav aria-label=\"Contents\">\n<h2>Contents</h2>\n<ul>\n{}{}"
        "<li><a href=\"#pictures\">Pictures</a>\n<ul>\n{}</ul></li>\n"
        "<li><a href=\"#tables\">Tables</a>\n<ul>\n{}</ul></li>\n</ul>\n</nav>\n",
        contents_entry("design", "Design"), contents_entry("configurations", "Configurations"),
        pictures, tables);
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
        title, page_style());
    for (const std::string& warning : report.warnings)
    {
        html += fmt::format("<p class=\"warning\">{}</p>\n", escape_html(warning));
    }
    for (const std::string& note : spec.report.notes)
    {
        html += fmt::format("<p>{}</p>\n", escape_html(note));
    }
    html += contents_html(report) + design_html(results) + configuration_html(spec);
    html += "<h2 id=\"pictures\">Pictures</h2>\n<div class=\"pictures\">\n";
    for (const Figure& figure : report.figures)
    {
        html += fmt::format(
            "<figure id=\"{}\">\n<figcaption>{}</figcaption>\n"
            "{}<p class=\"note\">{}</p>\n</figure>\n",
            escape_html(figure.name), escape_html(figure.title), figure.svg,
            escape_html(figure.description));
    }
    html += "</div>\n<h2 id=\"tables\">Tables</h2>\n";
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
    const std::vector<MetricInfo> metrics = reported_metrics(results.plan->spec, results.metrics);
    StudyReport report;
    report.warnings = find_warnings(results, subjects);
    report.tables.push_back(summary_table(results, metrics, subjects));
    report.figures.push_back(convergence_figure(results, subjects, false));
    report.figures.push_back(convergence_figure(results, subjects, true));
    add_figures(subject_figures(results, subjects), report);
    for (const MetricInfo& metric : metrics)
    {
        add_metric(results, metric, subjects, &metric == metrics.data(), report);
    }
    if (!results.plan->spec.report.questions.questions.empty())
    {
        report.tables.push_back(question_table(results, subjects));
    }
    for (std::vector<Table>& tables : std::array{correlation_tables(results, subjects),
             means_tables(results, subjects), published_tables(results)})
    {
        std::move(tables.begin(), tables.end(), std::back_inserter(report.tables));
    }
    if (!results.failures.empty())
    {
        report.tables.push_back(failure_table(results));
    }
    report.html = page(results, report);
    return report;
}

}  // namespace sbst::study
