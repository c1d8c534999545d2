// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/visible_text.hpp>
#include <sbst/criteria/criteria.hpp>
#include <sbst/report/totals.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace sbst
{

void GoalCounts::add(GoalStatus status)
{
    ++goals;
    switch (status)
    {
        case GoalStatus::covered:
            ++covered;
            break;
        case GoalStatus::infeasible:
            ++infeasible;
            break;
        case GoalStatus::open:
            ++open;
            break;
    }
}

void add_shown(GoalTotals& totals, const Goal& goal, GoalStatus status)
{
    const Coverage coverage = coverage_of(goal);
    totals.shown.add(status);
    auto row = std::lower_bound(totals.by_criterion.begin(), totals.by_criterion.end(), coverage,
        [](const CoverageCounts& counts, Coverage wanted) { return counts.coverage < wanted; });
    if (row == totals.by_criterion.end() || row->coverage != coverage)
    {
        row = totals.by_criterion.insert(row, {.coverage = coverage, .counts = {}});
    }
    row->counts.add(status);
}

std::string totals_table(const GoalTotals& totals)
{
    constexpr std::string_view layout = "  {:<{}}{:>7}{:>9}{:>12}{:>6}\n";
    std::vector<std::pair<std::string, GoalCounts>> rows{{"shown", totals.shown}};
    std::size_t width = 24;
    if (totals.by_criterion.size() > 1)
    {
        for (const CoverageCounts& row : totals.by_criterion)
        {
            rows.emplace_back(fmt::format("  {}", to_string(row.coverage)), row.counts);
            width = std::max(width, rows.back().first.size());
        }
    }
    for (const ClassCounts& row : totals.by_class)
    {
        if (row.counts.goals > 0)
        {
            rows.emplace_back(row.name + (row.is_shown ? "" : " (hidden)"), row.counts);
            width = std::max(width, rows.back().first.size());
        }
    }
    std::string text =
        fmt::format(layout, "class", width, "goals", "covered", "infeasible", "open");
    for (const auto& [name, counts] : rows)
    {
        text += fmt::format(
            layout, name, width, counts.goals, counts.covered, counts.infeasible, counts.open);
    }
    return text;
}

std::string proofs_table(const std::vector<GoalAnswer>& answers)
{
    std::map<std::string, std::size_t> proofs;
    for (const GoalAnswer& answer : answers)
    {
        if (answer.status == GoalStatus::infeasible)
        {
            ++proofs[answer.reason];
        }
    }
    std::string text;
    for (const auto& [proof, count] : proofs)
    {
        text += fmt::format("  {:>6}  {}\n", count, visible(proof));
    }
    return text;
}

std::string counted(std::uint64_t count, std::string_view noun)
{
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string nearness_text(const std::optional<Fitness>& nearest)
{
    if (!nearest || *nearest == Fitness::worst())
    {
        return "never came near";
    }
    if (nearest->approach_level > 0)
    {
        return fmt::format("nearest test: {} away", counted(nearest->approach_level, "condition"));
    }
    // Some conditions have an outcome but no distance.
    return nearest->distance.whole == U256::max() ?
               "nearest test: at the condition" :
               "nearest test: distance " + nearest->distance.whole.to_decimal();
}

}  // namespace sbst
