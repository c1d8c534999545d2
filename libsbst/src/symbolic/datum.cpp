// SPDX-License-Identifier: Apache-2.0
// Values: of constants, of arrays, and of the domains of variables.
#include "apply.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace sbst::symbolic
{

Datum datum_of_constant(const ExpressionGraph& graph, ExpressionId id)
{
    switch (graph[id].sort.kind)
    {
        case SortKind::float32:
        case SortKind::float64:
            return graph.number_of(id);
        case SortKind::string:
            return graph.string_of(id);
        default:
            return graph.word_of(id);
    }
}

const U256& ArrayValue::at(const U256& key) const
{
    const auto found = items.find(key);
    return found == items.end() ? others : found->second;
}

void ArrayValue::put(const U256& key, const U256& item)
{
    if (item == others)
    {
        items.erase(key);
    }
    else
    {
        items.insert_or_assign(key, item);
    }
}

void ArrayValue::normalise(unsigned key_width)
{
    // While fewer than half of the keys have items of their own, `others` is the item of most.
    if (key_width > 32 || 2 * items.size() < std::uint64_t{1} << key_width)
    {
        return;
    }
    const std::uint64_t key_count = std::uint64_t{1} << key_width;
    std::map<U256, std::uint64_t> counts;
    counts[others] = key_count - items.size();
    for (const auto& [key, item] : items)
    {
        ++counts[item];
    }
    const auto most = std::ranges::max_element(
        counts, [](const auto& left, const auto& right) { return left.second < right.second; });
    ArrayValue result{.items = {}, .others = most->first};
    for (std::uint64_t key = 0; key < key_count; ++key)
    {
        result.put(U256{key}, at(U256{key}));
    }
    *this = std::move(result);
}

namespace
{

bool is_word_in_domain(const U256& word, const Variable& variable)
{
    const unsigned width = variable.sort.width;
    const Domain& domain = variable.domain;
    if (word > ones(width) ||
        (!domain.members.empty() && !std::ranges::binary_search(domain.members, word)))
    {
        return false;
    }
    if (!domain.is_bounded)
    {
        return true;
    }
    if (domain.is_signed)
    {
        const U256 value = extend_sign(word, width);
        return !signed_less(value, extend_sign(domain.least, width)) &&
               !signed_less(extend_sign(domain.greatest, width), value);
    }
    return domain.least <= word && word <= domain.greatest;
}

bool is_text_in_domain(const std::u16string& text, const Domain& domain)
{
    return text.size() >= domain.least_length && text.size() <= domain.greatest_length &&
           std::ranges::all_of(
               text, [&domain](char16_t unit) { return unit <= domain.greatest_unit; });
}

bool is_number_of_sort(double number, SortKind kind)
{
    return kind == SortKind::float64 || std::isnan(number) ||
           static_cast<double>(static_cast<float>(number)) == number;
}

U256 neutral_word(const Variable& variable)
{
    if (is_word_in_domain({}, variable))
    {
        return {};
    }
    for (const U256& member : variable.domain.members)
    {
        if (is_word_in_domain(member, variable))
        {
            return member;
        }
    }
    return variable.domain.least;
}

}  // namespace

Datum neutral_datum(const Variable& variable)
{
    const Domain& domain = variable.domain;
    switch (variable.sort.kind)
    {
        case SortKind::boolean:
            return U256{};
        case SortKind::bit_vector:
            return neutral_word(variable);
        case SortKind::float32:
        case SortKind::float64:
            return 0.0;
        case SortKind::string:
            return std::u16string(domain.least_length,
                static_cast<char16_t>(std::min<std::uint16_t>(u'a', domain.greatest_unit)));
        case SortKind::array:
            break;
    }
    return ArrayValue{};
}

bool is_in_domain(const Datum& datum, const Variable& variable)
{
    const SortKind kind = variable.sort.kind;
    if (const auto* word = std::get_if<U256>(&datum))
    {
        return kind == SortKind::boolean ?
                   *word <= U256{1} :
                   kind == SortKind::bit_vector && is_word_in_domain(*word, variable);
    }
    if (const auto* number = std::get_if<double>(&datum))
    {
        return (kind == SortKind::float32 || kind == SortKind::float64) &&
               is_number_of_sort(*number, kind);
    }
    if (const auto* text = std::get_if<std::u16string>(&datum))
    {
        return kind == SortKind::string && is_text_in_domain(*text, variable.domain);
    }
    return kind == SortKind::array;
}

}  // namespace sbst::symbolic
