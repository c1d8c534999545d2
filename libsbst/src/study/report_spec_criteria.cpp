// SPDX-License-Identifier: Apache-2.0
#include "report_spec_criteria.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace sbst::study
{

namespace
{

constexpr double largest_number = 1e300;

std::vector<double> read_numbers(const YamlValue& value, std::size_t count, const char* what)
{
    std::vector<double> numbers;
    for (const YamlValue& item : value.items())
    {
        numbers.push_back(item.number(-largest_number, largest_number));
    }
    if (numbers.size() != count)
    {
        value.fail(fmt::format("has {} numbers, expected {}: {}", numbers.size(), count, what));
    }
    return numbers;
}

template <std::size_t count>
std::array<double, count> read_array(const YamlValue& value, const char* what)
{
    std::array<double, count> result{};
    const std::vector<double> numbers = read_numbers(value, count, what);
    std::copy(numbers.begin(), numbers.end(), result.begin());
    return result;
}

void require_parts(
    const YamlValue& value, const std::vector<std::pair<const char*, bool>>& is_missing)
{
    for (const auto& [key, is_absent] : is_missing)
    {
        if (is_absent)
        {
            value.fail(fmt::format("'{}' is missing", key));
        }
    }
}

Question read_question(const YamlValue& value)
{
    Question question;
    question.place = value.place();
    value.read_map({
        {"question", [&](const YamlValue& v) { question.text = v.text(); }},
        {"pair", [&](const YamlValue& v) { question.pair = read_pair(v); }},
        {"published",
            [&](const YamlValue& v) {
                for (const YamlValue& group : v.entries())
                {
                    question.published.emplace_back(group.name(),
                        read_array<3>(group, "subjects that are better, worse, neither"));
                }
            }},
    });
    require_parts(
        value, {{"question", question.text.empty()}, {"pair", question.pair.first.empty()}});
    return question;
}

/// Every metric is in one group, and what is said about metrics is said about these.
void check_metrics(const YamlValue& value, const CriteriaCorrelation& correlation)
{
    std::set<std::string> metrics;
    for (const auto& group : correlation.groups)
    {
        for (const std::string& metric : group)
        {
            if (!metrics.insert(metric).second)
            {
                value.fail(fmt::format("groups: '{}' is in two places", metric));
            }
        }
    }
    std::vector<std::string> named = correlation.relative;
    for (const auto& [metric, configurations] : correlation.guides)
    {
        named.push_back(metric);
    }
    for (const std::string& metric : named)
    {
        if (!metrics.contains(metric))
        {
            value.fail(fmt::format("'{}' is in none of the groups", metric));
        }
    }
    if (metrics.size() < 2)
    {
        value.fail("groups: one criterion correlates with nothing; expected two or more");
    }
}

PublishedMeansRow read_row(const YamlValue& value, std::size_t columns)
{
    PublishedMeansRow row;
    row.place = value.place();
    const auto read_values = [&](const YamlValue& v) {
        for (const YamlValue& group : v.entries())
        {
            row.values.emplace_back(
                group.name(), read_numbers(group, columns, "one for each column"));
        }
    };
    value.read_map({
        {"metric", [&](const YamlValue& v) { row.metric = v.text(); }},
        {"alone", [&](const YamlValue& v) { row.alone = v.texts(); }},
        {"values", read_values},
        {"percent",
            [&](const YamlValue& v) {
                row.is_percent = true;
                read_values(v);
            }},
    });
    require_parts(value, {{"metric", row.metric.empty()}, {"values", row.values.empty()}});
    return row;
}

}  // namespace

Comparison read_pair(const YamlValue& value)
{
    const std::vector<std::string> pair = value.texts();
    if (!value.is_list() || pair.size() != 2)
    {
        value.fail_expected("two configurations, such as [dynamosa, random]");
    }
    if (pair[0] == pair[1])
    {
        value.fail(fmt::format("compares '{}' with itself", pair[0]));
    }
    return {pair[0], pair[1]};
}

QuestionSpec read_questions(const YamlValue& value)
{
    QuestionSpec spec;
    value.read_map({
        {"metrics", [&](const YamlValue& v) { spec.metrics = v.texts(); }},
        {"pairs",
            [&](const YamlValue& v) {
                for (const YamlValue& item : v.items())
                {
                    spec.questions.push_back(read_question(item));
                }
            }},
    });
    require_parts(value, {{"metrics", spec.metrics.empty()}, {"pairs", spec.questions.empty()}});
    return spec;
}

CriteriaCorrelation read_correlation(const YamlValue& value)
{
    CriteriaCorrelation correlation;
    correlation.place = value.place();
    value.read_map({
        {"table", [&](const YamlValue& v) { correlation.table = v.text(); }},
        {"groups",
            [&](const YamlValue& v) {
                for (const YamlValue& item : v.items())
                {
                    correlation.groups.push_back(item.texts());
                }
            }},
        {"guides",
            [&](const YamlValue& v) {
                for (const YamlValue& entry : v.entries())
                {
                    correlation.guides.emplace_back(entry.name(), entry.texts());
                }
            }},
        {"relative", [&](const YamlValue& v) { correlation.relative = v.texts(); }},
        {"published",
            [&](const YamlValue& v) {
                constexpr const char* what = "smallest, largest, mean, median";
                v.read_map({
                    {"same",
                        [&](const YamlValue& range) {
                            correlation.published_same = read_array<4>(range, what);
                        }},
                    {"different",
                        [&](const YamlValue& range) {
                            correlation.published_different = read_array<4>(range, what);
                        }},
                });
            }},
    });
    require_parts(
        value, {{"table", correlation.table.empty()}, {"groups", correlation.groups.empty()},
                   {"guides", correlation.guides.empty()}});
    check_metrics(value, correlation);
    return correlation;
}

PublishedMeans read_published_means(const YamlValue& value)
{
    PublishedMeans means;
    means.place = value.place();
    std::vector<YamlValue> rows;
    value.read_map({
        {"table", [&](const YamlValue& v) { means.table = v.text(); }},
        {"columns",
            [&](const YamlValue& v) {
                for (const YamlValue& column : v.entries())
                {
                    const std::vector<std::string> configuration = column.texts();
                    if (configuration.size() > 1)
                    {
                        column.fail_expected("one configuration, or nothing");
                    }
                    means.columns.emplace_back(
                        column.name(), configuration.empty() ? "" : configuration.front());
                }
            }},
        {"rows", [&](const YamlValue& v) { rows = v.items(); }},
    });
    for (const YamlValue& row : rows)
    {
        means.rows.push_back(read_row(row, means.columns.size()));
        const bool needs_own = std::any_of(means.columns.begin(), means.columns.end(),
            [](const auto& column) { return column.second.empty(); });
        if (needs_own != !means.rows.back().alone.empty())
        {
            row.fail(needs_own ?
                         "'alone' is missing: the configuration of the column without one" :
                         "'alone' is for a column without a configuration, and all have one");
        }
    }
    require_parts(value, {{"table", means.table.empty()}, {"columns", means.columns.empty()},
                             {"rows", means.rows.empty()}});
    return means;
}

}  // namespace sbst::study
