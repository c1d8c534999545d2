// SPDX-License-Identifier: Apache-2.0
#include "own_surroundings.hpp"

#include "run_comparison.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

using Language = OwnSurroundings::Language;
using Zone = OwnSurroundings::Zone;

/// In the first three only the zone is another than that of the occasion, in the next three only
/// the locale.
constexpr std::array<OwnSurroundings, 7> probes{OwnSurroundings{.zone = Zone::ahead},
    OwnSurroundings{.zone = Zone::behind}, OwnSurroundings{.zone = Zone::utc},
    OwnSurroundings{.language = Language::arabic}, OwnSurroundings{.language = Language::turkish},
    OwnSurroundings{.language = Language::english},
    OwnSurroundings{.language = Language::english, .zone = Zone::utc}};
/// Those that a test may set for itself, in the order of preference.
constexpr std::array<std::size_t, 3> ways{2, 5, 6};

/// More than any number of different answers: the two do not end in the same way.
constexpr auto all_differs = std::numeric_limits<std::size_t>::max();

/// How many elements of two lists differ; those that only one has do as well.
template <class Element, class Same>
std::size_t count_different(
    const std::vector<Element>& left, const std::vector<Element>& right, const Same& are_same)
{
    const std::size_t both = std::min(left.size(), right.size());
    std::size_t count = std::max(left.size(), right.size()) - both;
    for (std::size_t i = 0; i < both; ++i)
    {
        count += are_same(left[i], right[i]) ? 0U : 1U;
    }
    return count;
}

std::size_t differences(const RunDetail& first, const RunDetail& second)
{
    if (!end_alike(first, second))
    {
        return all_differs;
    }
    std::size_t count = first.thrown && first.thrown->message != second.thrown->message ? 1 : 0;
    count += first.printed == second.printed ? 0U : 1U;
    count += count_different(first.results, second.results, std::equal_to<>());
    count += count_different(first.observations, second.observations,
        [](const auto& left, const auto& right) { return are_same(left, right); });
    count += count_different(first.contents, second.contents,
        [](const auto& left, const auto& right) { return are_same(left, right); });
    return count;
}

/// The runs of one test in the surroundings of `probes`.
struct Probed
{
    std::span<Trace> traces;
    std::span<RunDetail> details;

    /// Tells whether the test answers otherwise with another zone only, or with another locale
    /// only, than on the occasion itself.
    [[nodiscard]] bool tells_apart(const RunDetail& occasion, bool are_zones) const
    {
        for (std::size_t i = 0; i < probes.size(); ++i)
        {
            const bool is_meant =
                are_zones ? probes[i].language == Language::unset : probes[i].zone == Zone::unset;
            // A stop by the watchdog is not the test's answer.
            if (is_meant && traces[i].was_run && details[i].stop == occasion.stop &&
                differences(occasion, details[i]) > 0)
            {
                return true;
            }
        }
        return false;
    }

    /// What the test is to set, by its place in `probes`; nothing when it depends on nothing.
    [[nodiscard]] std::optional<std::size_t> chosen(
        const RunDetail& usual, const RunDetail& occasion) const
    {
        const bool needs_zone = tells_apart(occasion, true);
        const bool needs_language = tells_apart(occasion, false);
        if (!needs_zone && !needs_language)
        {
            return std::nullopt;
        }
        const std::size_t without = differences(usual, occasion);
        std::optional<std::size_t> best;
        std::size_t least = without;
        for (const std::size_t way : ways)
        {
            const bool is_enough = (!needs_zone || probes[way].zone != Zone::unset) &&
                                   (!needs_language || probes[way].language != Language::unset);
            if (!is_enough || !traces[way].was_run)
            {
                continue;
            }
            const std::size_t count = differences(usual, details[way]);
            // Where the two occasions agree by chance, to agree with it set is enough.
            if (count < least || (!best && count == 0))
            {
                best = way;
                least = count;
            }
        }
        return best;
    }
};

}  // namespace

std::vector<OwnSurroundings> run_in_other_surroundings(
    const JavaProblem& problem, const OccasionRuns& runs, const StopToken& stop)
{
    const std::size_t count = runs.tests.size();
    std::vector<TestCase> tests(runs.tests.begin(), runs.tests.end());
    std::vector<Circumstances> tried(count);
    for (const TestCase& test : runs.tests)
    {
        tests.insert(tests.end(), probes.size(), test);
        std::transform(probes.begin(), probes.end(), std::back_inserter(tried),
            [](const OwnSurroundings& probe) { return Circumstances{.own = probe}; });
    }
    std::vector<Trace> traces(tests.size());
    std::vector<RunDetail> details(tests.size());
    problem.execute_in_detail(tests, traces, details, stop, Occasion::other, tried);
    std::vector<OwnSurroundings> own(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        std::optional<std::size_t> way;
        const std::size_t begin = count + i * probes.size();
        if (runs.traces[i].was_run && traces[i].was_run)
        {
            const Probed probed{std::span(traces).subspan(begin, probes.size()),
                std::span(details).subspan(begin, probes.size())};
            way = probed.chosen(runs.first[i], details[i]);
        }
        own[i] = way ? probes[*way] : OwnSurroundings{};
        runs.second_traces[i] = std::move(traces[way ? begin + *way : i]);
        runs.second[i] = std::move(details[way ? begin + *way : i]);
    }
    return own;
}

}  // namespace sbst::jvm::detail
