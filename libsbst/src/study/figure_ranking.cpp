// SPDX-License-Identifier: Apache-2.0
#include "axis.hpp"
#include "svg_canvas.hpp"

#include <sbst/study/figure.hpp>
#include <sbst/study/table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace sbst::study
{

namespace
{

constexpr double rank_width = 420.0;
constexpr double label_height = 20.0;
constexpr double bar_gap = 8.0;

/// Configurations from the best rank to the worst.
std::vector<std::size_t> best_first(const Ranking& ranking)
{
    std::vector<std::size_t> order(ranking.mean_ranks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&ranking](std::size_t a, std::size_t b) {
        return ranking.mean_ranks[a] < ranking.mean_ranks[b];
    });
    return order;
}

/// A tick for each rank, and numbers where there is room.
void draw_axis(SvgCanvas& canvas, const Scale& x, std::size_t count)
{
    canvas.line({0.0, 0.0}, {rank_width, 0.0}, "a");
    for (std::size_t rank = 1; rank <= count; ++rank)
    {
        const double at = x(static_cast<double>(rank));
        canvas.line({at, -5.0}, {at, 0.0}, "a");
        if (count <= 20 || rank == 1 || rank % 10 == 0)
        {
            canvas.text({at, -10.0}, std::to_string(rank), Anchor::middle);
        }
    }
}

/// The bar above the axis.
void draw_difference(SvgCanvas& canvas, double critical_difference, std::size_t count)
{
    const double unit = count > 1 ? rank_width / static_cast<double>(count - 1) : rank_width;
    canvas.line({0.0, -44.0}, {critical_difference * unit, -44.0}, "b");
    canvas.text({0.0, -52.0},
        fmt::format("critical difference {}", rounded_number(critical_difference, 2)));
}

}  // namespace

Figure ranking_figure(const Results& results, const Ranking& ranking)
{
    const std::vector<std::size_t> order = best_first(ranking);
    const std::size_t count = order.size();
    std::vector<double> sorted;
    sorted.reserve(count);
    for (const std::size_t i : order)
    {
        sorted.push_back(ranking.mean_ranks[i]);
    }
    SvgCanvas canvas;
    const Scale x{1.0, static_cast<double>(count), 0.0, rank_width};
    draw_axis(canvas, x, count);
    draw_difference(canvas, ranking.critical_difference, count);

    const auto groups = stats::indistinct_groups(sorted, ranking.critical_difference);
    double bar_y = bar_gap;
    for (const stats::RankGroup& group : groups)
    {
        canvas.line(
            {x(sorted[group.first]) - 3.0, bar_y}, {x(sorted[group.last]) + 3.0, bar_y}, "b");
        bar_y += bar_gap;
    }
    // One per line, best first: the name, and a line to its place on the axis.
    double y = bar_y + label_height;
    for (std::size_t i = 0; i < count; ++i)
    {
        const std::string label = fmt::format("{} ({})",
            results.plan->spec.configurations[order[i]].label, rounded_number(sorted[i], 2));
        canvas.text({0.0, y}, fitted(label, SvgCanvas::text_size, rank_width));
        canvas.line({0.0, y + 9.0}, {rank_width, y + 9.0}, "g");
        canvas.circle({x(sorted[i]), y + 9.0}, 5.0, SvgCanvas::fill(order[i]), label);
        y += 2.0 * label_height;
    }
    for (std::size_t rank = 1; rank <= count; ++rank)
    {
        const double at = x(static_cast<double>(rank));
        canvas.line({at, 0.0}, {at, y - label_height}, "g");
    }
    Figure figure;
    figure.name = "ranks-" + ranking.metric.name;
    figure.title = fmt::format("Mean ranks by {}", ranking.metric.title);
    figure.description = fmt::format(
        "Mean ranks over {} subjects, 1 is best. Configurations whose ranks lie under one of the "
        "bars "
        "below the axis do not differ by Nemenyi's test.",
        ranking.subjects);
    figure.svg = canvas.svg(figure.title, figure.description);
    return figure;
}

}  // namespace sbst::study
