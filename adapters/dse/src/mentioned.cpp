// SPDX-License-Identifier: Apache-2.0
#include "mentioned.hpp"

#include "scale.hpp"
#include "word_bits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sbst::dse
{

namespace
{

using symbolic::Datum;
using symbolic::ExpressionGraph;
using symbolic::ExpressionId;
using symbolic::Op;
using symbolic::SortKind;
using symbolic::Variable;

constexpr std::size_t most_constants_of_a_kind = 100;

template <class Item>
void add_once(std::vector<Item>& items, Item item)
{
    if (items.size() < most_constants_of_a_kind &&
        std::find(items.begin(), items.end(), item) == items.end())
    {
        items.push_back(std::move(item));
    }
}

void add_constant(const ExpressionGraph& graph, ExpressionId id, Mentioned& mentioned)
{
    switch (graph[id].sort.kind)
    {
        case SortKind::bit_vector:
            add_once(mentioned.words, {graph.word_of(id), graph[id].sort.width});
            break;
        case SortKind::float32:
        case SortKind::float64:
            if (const double number = graph.number_of(id); !std::isnan(number))
            {
                add_once(mentioned.numbers, number);
            }
            break;
        case SortKind::string:
            add_once(mentioned.strings, graph.string_of(id));
            break;
        default:
            break;
    }
}

/// The expressions below the constraints, in the order of the graph.
std::vector<ExpressionId> below(
    const ExpressionGraph& graph, std::span<const ExpressionId> constraints)
{
    std::vector<bool> is_seen(graph.size(), false);
    std::vector<ExpressionId> waiting(constraints.begin(), constraints.end());
    while (!waiting.empty())
    {
        const ExpressionId next = waiting.back();
        waiting.pop_back();
        if (!is_seen[next.index()])
        {
            is_seen[next.index()] = true;
            const auto operands = graph.operands(next);
            waiting.insert(waiting.end(), operands.begin(), operands.end());
        }
    }
    std::vector<ExpressionId> result;
    for (std::size_t i = 0; i < is_seen.size(); ++i)
    {
        if (is_seen[i])
        {
            result.emplace_back(i);
        }
    }
    return result;
}

double signed_number(const U256& word, unsigned width)
{
    const U256 extended = sign_extended(word, width);
    return is_negative(extended) ? -to_double(-extended) : to_double(extended);
}

/// The other kinds that a constant may stand for: what is parsed, printed or converted.
void add_conversions(Mentioned& mentioned)
{
    for (const Mentioned::Word& word : std::vector<Mentioned::Word>(mentioned.words))
    {
        add_once(mentioned.numbers, signed_number(word.value, word.width));
        if (word.width <= 64)
        {
            add_once(mentioned.strings, decimal_text(word.value, word.width));
        }
    }
    for (const double number : std::vector<double>(mentioned.numbers))
    {
        if (std::abs(number) < 0x1p63)
        {
            const auto whole = static_cast<std::int64_t>(number);
            add_once(mentioned.words, {U256{static_cast<std::uint64_t>(whole)}, 64});
        }
    }
    for (const std::u16string& text : std::vector<std::u16string>(mentioned.strings))
    {
        for (const char16_t unit : text.substr(0, 16))
        {
            add_once(mentioned.words, {U256{static_cast<std::uint64_t>(unit)}, 16});
        }
    }
}

void suggest_words(const Variable& variable, const Mentioned& mentioned, std::vector<Datum>& found)
{
    const unsigned width =
        variable.sort.kind == SortKind::boolean ? 1U : std::uint32_t{variable.sort.width};
    for (const Mentioned::Word& word : mentioned.words)
    {
        const U256 value = word.width < width ? sign_extended(word.value, word.width) : word.value;
        const U256 plain = word.value;
        for (const U256& near : {plain, plain + U256{1}, plain - U256{1}, value})
        {
            found.push_back(fitted(variable, near & low_ones(width)));
        }
    }
    for (const U256& edge : {U256{}, low_ones(width), U256::power_of_two(width - 1),
             U256::power_of_two(width - 1) - U256{1}})
    {
        found.push_back(fitted(variable, edge));
    }
}

void suggest_numbers(
    const Variable& variable, const Mentioned& mentioned, std::vector<Datum>& found)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const double number : mentioned.numbers)
    {
        for (const double near : {number, number + 1.0, number - 1.0, -number})
        {
            found.push_back(fitted(variable, near));
        }
    }
    for (const double edge :
        {0.0, -0.0, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()})
    {
        found.push_back(fitted(variable, edge));
    }
}

}  // namespace

Mentioned mentioned_in(const ExpressionGraph& graph, std::span<const ExpressionId> constraints)
{
    Mentioned mentioned;
    for (const ExpressionId id : below(graph, constraints))
    {
        if (graph.is_constant(id))
        {
            add_constant(graph, id, mentioned);
        }
        else if (graph[id].op == Op::matches)
        {
            add_once(mentioned.languages, graph[id].a);
        }
    }
    add_conversions(mentioned);
    return mentioned;
}

std::vector<Datum> suggestions(const Variable& variable, const Mentioned& mentioned)
{
    std::vector<Datum> found;
    switch (variable.sort.kind)
    {
        case SortKind::boolean:
        case SortKind::bit_vector:
            suggest_words(variable, mentioned, found);
            break;
        case SortKind::float32:
        case SortKind::float64:
            suggest_numbers(variable, mentioned, found);
            break;
        case SortKind::string:
            found.push_back(fitted(variable, std::u16string()));
            for (const std::u16string& text : mentioned.strings)
            {
                found.push_back(fitted(variable, text));
            }
            break;
        case SortKind::array:
            break;
    }
    std::vector<Datum> distinct;
    for (const Datum& datum : found)
    {
        if (std::none_of(distinct.begin(), distinct.end(),
                [&datum](const Datum& other) { return is_same(datum, other); }))
        {
            distinct.push_back(datum);
        }
    }
    return distinct;
}

std::u16string decimal_text(const U256& word, unsigned width)
{
    const U256 extended = sign_extended(word, width);
    const std::string digits =
        is_negative(extended) ? "-" + (-extended).to_decimal() : extended.to_decimal();
    return {digits.begin(), digits.end()};
}

}  // namespace sbst::dse
