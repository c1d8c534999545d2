// SPDX-License-Identifier: Apache-2.0
#include "labels.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace sbst::study
{

namespace
{

/// The labels that a name stands for: itself, or all budgets of an approach.
std::vector<std::string> labels_of(
    const StudySpec& spec, const std::string& name, const std::string& place)
{
    std::vector<std::string> labels;
    std::vector<std::string_view> known;
    for (const Configuration& configuration : spec.configurations)
    {
        if (configuration.label == name)
        {
            return {name};
        }
        if (configuration.approach == name)
        {
            labels.push_back(configuration.label);
        }
        known.push_back(configuration.label);
    }
    if (labels.empty())
    {
        throw ConfigError(fmt::format("{}: no configuration '{}'{}; there are {}", place, name,
            suggestion(name, known), fmt::join(known, ", ")));
    }
    return labels;
}

/// A pair of approaches is one pair for each budget.
std::vector<Comparison> pairs_of(
    const StudySpec& spec, const Comparison& pair, const std::string& place)
{
    const std::vector<std::string> first = labels_of(spec, pair.first, place);
    const std::vector<std::string> second = labels_of(spec, pair.second, place);
    std::vector<Comparison> pairs;
    for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i)
    {
        pairs.push_back(
            {first[std::min(i, first.size() - 1)], second[std::min(i, second.size() - 1)]});
    }
    return pairs;
}

void check_group(
    const StudySpec& spec, const std::string& name, bool may_be_all, const std::string& place)
{
    std::vector<std::string_view> known;
    if (may_be_all)
    {
        known.emplace_back(every_subject);
    }
    for (const Group& group : spec.groups)
    {
        known.push_back(group.name);
    }
    if (std::find(known.begin(), known.end(), name) == known.end())
    {
        throw ConfigError(fmt::format("{}: no group '{}'{}", place, name, suggestion(name, known)));
    }
}

void resolve_pairs(StudySpec& spec)
{
    std::vector<Comparison> pairs;
    for (const Comparison& pair : spec.report.pairs)
    {
        const auto all = pairs_of(spec, pair, spec.file + ": report: pairs");
        pairs.insert(pairs.end(), all.begin(), all.end());
    }
    spec.report.pairs = std::move(pairs);
}

void resolve_questions(StudySpec& spec)
{
    std::vector<Question> questions;
    for (const Question& question : spec.report.questions.questions)
    {
        for (const auto& [group, numbers] : question.published)
        {
            check_group(spec, group, true, question.place + ": questions: published");
        }
        const auto pairs = pairs_of(spec, question.pair, question.place + ": questions");
        for (const Comparison& pair : pairs)
        {
            Question one = question;
            one.pair = pair;
            if (pairs.size() > 1)
            {
                const auto suffix_of = [&spec](const std::string& label) {
                    return budget_suffix(
                        spec.budgets[spec.configurations[index_of(spec, label)].budget]);
                };
                const std::string first = suffix_of(pair.first);
                const std::string second = suffix_of(pair.second);
                one.text += " " + first;
                one.text += first == second ? std::string() : " against " + second;
            }
            questions.push_back(std::move(one));
        }
    }
    spec.report.questions.questions = std::move(questions);
}

void resolve_correlations(StudySpec& spec)
{
    for (CriteriaCorrelation& correlation : spec.report.correlations)
    {
        for (auto& [metric, names] : correlation.guides)
        {
            std::vector<std::string> labels;
            for (const std::string& name : names)
            {
                const auto all =
                    labels_of(spec, name, fmt::format("{}: guides: {}", correlation.place, metric));
                labels.insert(labels.end(), all.begin(), all.end());
            }
            names = std::move(labels);
        }
    }
}

void resolve_published(StudySpec& spec)
{
    for (Published& published : spec.report.published)
    {
        if (!published.group.empty())
        {
            check_group(spec, published.group, false, published.place + ": published");
        }
        published.configuration =
            labels_of(spec, published.configuration, published.place + ": published").back();
    }
    for (PublishedMeans& means : spec.report.published_means)
    {
        for (auto& [title, name] : means.columns)
        {
            if (!name.empty())
            {
                const auto place = fmt::format("{}: published-means: {}", means.place, title);
                name = labels_of(spec, name, place).back();
            }
        }
        for (PublishedMeansRow& row : means.rows)
        {
            for (std::string& name : row.alone)
            {
                name = labels_of(spec, name, row.place + ": published-means").back();
            }
            for (const auto& [group, values] : row.values)
            {
                check_group(spec, group, true, row.place + ": published-means");
            }
        }
    }
}

}  // namespace

std::string budget_suffix(const StudyBudget& budget)
{
    return budget.executions ? fmt::format("@{}", *budget.executions) :
                               fmt::format("@{}s", budget.seconds.value_or(0.0));
}

void expand_budgets(StudySpec& spec)
{
    std::vector<Configuration> all;
    for (const Configuration& configuration : spec.configurations)
    {
        for (std::size_t i = 0; i < spec.budgets.size(); ++i)
        {
            Configuration one = configuration;
            one.approach = configuration.label;
            one.budget = i;
            if (spec.budgets.size() > 1)
            {
                one.label += budget_suffix(spec.budgets[i]);
            }
            all.push_back(std::move(one));
        }
    }
    spec.configurations = std::move(all);
}

void resolve_names(StudySpec& spec)
{
    for (const Group& group : spec.groups)
    {
        if (group.name == every_subject)
        {
            throw ConfigError(
                fmt::format("{}: groups: '{}' is the group of every subject; expected another name",
                    spec.file, group.name));
        }
    }
    resolve_pairs(spec);
    if (!spec.report.baseline.empty())
    {
        static_cast<void>(labels_of(spec, spec.report.baseline, spec.file + ": report: baseline"));
    }
    resolve_questions(spec);
    resolve_correlations(spec);
    resolve_published(spec);
}

std::size_t index_of(const StudySpec& spec, const std::string& label)
{
    const auto& all = spec.configurations;
    return static_cast<std::size_t>(
        std::find_if(all.begin(), all.end(),
            [&label](const Configuration& known) { return known.label == label; }) -
        all.begin());
}

}  // namespace sbst::study
