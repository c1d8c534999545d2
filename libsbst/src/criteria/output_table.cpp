// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/output_table.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace sbst
{

namespace
{

using Names = std::vector<std::string_view>;

/// Codes from the first to the second.
using Interval = std::pair<std::uint64_t, std::uint64_t>;

constexpr std::array<Interval, 2> letter_intervals{{{'A', 'Z'}, {'a', 'z'}}};
constexpr std::array<Interval, 1> digit_intervals{{{'0', '9'}}};
constexpr std::array<Interval, 4> other_intervals{
    {{0, '0' - 1}, {'9' + 1, 'A' - 1}, {'Z' + 1, 'a' - 1}, {'z' + 1, UINT64_MAX}}};

template <std::size_t count>
Distance distance_to(const std::array<Interval, count>& intervals, std::uint64_t code)
{
    std::uint64_t least = UINT64_MAX;
    for (const auto& [first, last] : intervals)
    {
        least = std::min(least, code < first ? first - code : code > last ? code - last : 0);
    }
    return Distance(U256(least));
}

constexpr Distance unit_distance{U256{1}};

Distance flag(bool is_of_class)
{
    return is_of_class ? Distance::zero() : unit_distance;
}

using Distances = std::vector<Distance>;

Distances distances_of_number(const OutputValue& value)
{
    const Distance& size = value.magnitude;
    if (is_zero(size))
    {
        return {unit_distance, Distance::zero(), unit_distance};
    }
    return value.is_negative ? Distances{Distance::zero(), size, size + unit_distance} :
                               Distances{size + unit_distance, size, Distance::zero()};
}

/// By class, in order; nothing for classes about which the value says nothing.
Distances distances_of(OutputSort sort, const OutputValue& value)
{
    const bool is_nothing = is_zero(value.magnitude);
    switch (sort)
    {
        case OutputSort::boolean:
            return {flag(is_nothing), flag(!is_nothing)};
        case OutputSort::number:
            return distances_of_number(value);
        case OutputSort::natural:
        case OutputSort::container:
            return {value.magnitude, flag(!is_nothing)};
        case OutputSort::character:
        {
            const std::uint64_t code = low64(value.magnitude.whole);
            return {distance_to(letter_intervals, code), distance_to(digit_intervals, code),
                distance_to(other_intervals, code)};
        }
        case OutputSort::reference:
            return {flag(value.is_null), flag(!value.is_null)};
        case OutputSort::sized:
            if (value.is_null)
            {
                return {Distance::zero(), unit_distance, unit_distance};
            }
            if (value.is_size_unknown)
            {
                return {unit_distance};
            }
            return {unit_distance, value.magnitude, flag(!is_nothing)};
        case OutputSort::event:
            return {Distance::zero()};
    }
    return {};
}

}  // namespace

const Names& output_classes(OutputSort sort)
{
    static const std::array<Names, 8> names{{{"false", "true"}, {"negative", "zero", "positive"},
        {"zero", "not zero"}, {"letter", "digit", "other character"}, {"null", "not null"},
        {"null", "empty", "not empty"}, {"empty", "not empty"}, {"emitted"}}};
    return names.at(static_cast<std::size_t>(sort));
}

std::size_t OutputTable::add(OutputSort sort)
{
    m_parts.push_back({.sort = sort, .first = m_output_count});
    m_output_count += output_classes(sort).size();
    return m_parts.size() - 1;
}

void OutputTable::note(
    std::size_t part, const OutputValue& value, std::vector<OutputTrace>& outputs) const
{
    const Part& known = m_parts.at(part);
    const Distances distances = distances_of(known.sort, value);
    assert(distances.size() <= output_classes(known.sort).size());
    for (std::size_t i = 0; i < distances.size(); ++i)
    {
        outputs.push_back({.output = OutputId(known.first + i),
            .hits = is_zero(distances[i]) ? 1U : 0U,
            .least = distances[i]});
    }
}

void merge_outputs(std::vector<OutputTrace>& outputs)
{
    std::stable_sort(outputs.begin(), outputs.end(),
        [](const OutputTrace& a, const OutputTrace& b) { return a.output < b.output; });
    std::size_t kept = 0;
    for (const OutputTrace& entry : outputs)
    {
        if (kept > 0 && outputs[kept - 1].output == entry.output)
        {
            outputs[kept - 1].hits += entry.hits;
            outputs[kept - 1].least = std::min(outputs[kept - 1].least, entry.least);
        }
        else
        {
            outputs[kept++] = entry;
        }
    }
    outputs.resize(kept);
}

void drop_output_distances(std::vector<OutputTrace>& outputs)
{
    std::erase_if(outputs, [](const OutputTrace& entry) { return entry.hits == 0; });
}

}  // namespace sbst
