// SPDX-License-Identifier: Apache-2.0
#include "report_spec.hpp"

#include "report_spec_criteria.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace sbst::study
{

namespace
{

/// No published number is larger.
constexpr double most_published = 1e300;

class ReportReader
{
public:
    explicit ReportReader(const TextFunction& file_name) : m_file_name(file_name) {}

    ReportSpec read(const YamlValue& value)
    {
        ReportSpec& report = m_report;
        value.read_map({
            {"title", [&](const YamlValue& v) { report.title = v.text(); }},
            {"notes", [&](const YamlValue& v) { report.notes = v.texts(); }},
            {"baseline", [&](const YamlValue& v) { report.baseline = v.text(); }},
            {"pairs",
                [&](const YamlValue& v) {
                    for (const YamlValue& item : v.items())
                    {
                        const Comparison pair = read_pair(item);
                        if (std::find(report.pairs.begin(), report.pairs.end(), pair) !=
                            report.pairs.end())
                        {
                            item.fail(
                                fmt::format("gives '{}' and '{}' twice", pair.first, pair.second));
                        }
                        report.pairs.push_back(pair);
                    }
                }},
            {"alpha", [&](const YamlValue& v) { report.alpha = v.number(1e-12, 0.5); }},
            {"correction",
                [&](const YamlValue& v) {
                    report.correction = static_cast<Correction>(v.word({"none", "holm"}));
                }},
            {"metrics", [&](const YamlValue& v) { report.metrics = v.texts(); }},
            {"names",
                [&](const YamlValue& v) {
                    for (const YamlValue& entry : v.entries())
                    {
                        report.names.emplace_back(entry.name(), entry.text());
                    }
                }},
            {"published",
                [&](const YamlValue& v) {
                    for (const YamlValue& item : v.items())
                    {
                        read_published(item);
                    }
                }},
            {"questions", [&](const YamlValue& v) { report.questions = read_questions(v); }},
            {"correlations",
                [&](const YamlValue& v) {
                    for (const YamlValue& item : v.items())
                    {
                        report.correlations.push_back(read_correlation(item));
                    }
                }},
            {"published-means",
                [&](const YamlValue& v) {
                    for (const YamlValue& item : v.items())
                    {
                        report.published_means.push_back(read_published_means(item));
                    }
                }},
        });
        return std::move(m_report);
    }

private:
    /// A text for each of their columns.
    using Texts = std::vector<std::pair<std::string, std::string>>;
    using Corrections = std::map<std::string, std::vector<std::pair<std::string, double>>>;

    /// `COLUMN: {SUBJECT: VALUE}`.
    static void read_corrections(const YamlValue& column, Corrections& corrections)
    {
        for (const YamlValue& subject : column.entries())
        {
            corrections[column.name()].emplace_back(
                subject.name(), subject.number(-most_published, most_published));
        }
    }

    /// One table: a column of theirs for each configuration.
    void read_published(const YamlValue& value)
    {
        Published published;
        published.place = value.place();
        Texts columns;
        Corrections corrections;
        constexpr std::array<std::string_view, 3> aggregates{"mean", "median", "sum"};
        value.read_map({
            {"table", [&](const YamlValue& v) { published.table = v.text(); }},
            {"file", [&](const YamlValue& v) { published.file = m_file_name(v.text()); }},
            {"subject", [&](const YamlValue& v) { published.subject_column = v.text(); }},
            {"where", [&](const YamlValue& v) { published.where = v.text(); }},
            {"group", [&](const YamlValue& v) { published.group = v.text(); }},
            {"absent",
                [&](const YamlValue& v) {
                    published.absent = v.number(-most_published, most_published);
                }},
            {"metric", [&](const YamlValue& v) { published.metric = v.text(); }},
            {"corrections",
                [&](const YamlValue& v) {
                    for (const YamlValue& entry : v.entries())
                    {
                        read_corrections(entry, corrections);
                    }
                }},
            {"columns",
                [&](const YamlValue& v) {
                    for (const YamlValue& entry : v.entries())
                    {
                        columns.emplace_back(entry.name(), entry.text());
                    }
                }},
            {"aggregate",
                [&](const YamlValue& v) {
                    published.aggregate =
                        aggregates.at(v.word({aggregates.begin(), aggregates.end()}));
                }},
        });
        check_published(value, published, columns);
        for (const auto& [column, configuration] : columns)
        {
            published.column = column;
            published.configuration = configuration;
            published.corrections = corrections[column];
            corrections.erase(column);
            m_report.published.push_back(published);
        }
        if (!corrections.empty())
        {
            value.fail(fmt::format(
                "corrections: '{}' is not one of 'columns'", corrections.begin()->first));
        }
    }

    static void check_published(
        const YamlValue& value, const Published& published, const Texts& columns)
    {
        for (const auto& [key, is_missing] : {std::pair{"table", published.table.empty()},
                 {"file", published.file.empty()}, {"subject", published.subject_column.empty()},
                 {"metric", published.metric.empty()}, {"columns", columns.empty()}})
        {
            if (is_missing)
            {
                value.fail(fmt::format("'{}' is missing", key));
            }
        }
        if (published.absent && published.group.empty())
        {
            value.fail("'absent' needs a 'group': whose subjects are absent?");
        }
    }

    const TextFunction& m_file_name;
    ReportSpec m_report;
};

}  // namespace

ReportSpec read_report_spec(const YamlValue& value, const TextFunction& file_name)
{
    return ReportReader(file_name).read(value);
}

}  // namespace sbst::study
