// SPDX-License-Identifier: Apache-2.0
#include "words.hpp"

#include <sbst/symbolic/smt_terms.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sbst::symbolic
{

namespace
{

bool is_same_function(const SmtFunction& a, const SmtFunction& b)
{
    return a.name == b.name && a.arguments == b.arguments && a.result == b.result;
}

/// Puts a value at the end of a table and returns its place.
template <class Value>
std::uint32_t add_to_table(std::vector<Value>& table, Value value)
{
    table.push_back(std::move(value));
    return static_cast<std::uint32_t>(table.size() - 1);
}

}  // namespace

SmtTermId SmtTerms::truth(bool value)
{
    return make(SmtOp::truth, {.sort = boolean_sort()}, {}, value ? 1 : 0);
}

SmtTermId SmtTerms::integer(Int128 value)
{
    return make(
        SmtOp::integer, {.kind = SmtSort::Kind::integer}, {}, add_to_table(m_integers, value));
}

SmtTermId SmtTerms::word(const U256& value, unsigned width)
{
    return make(SmtOp::word, {.sort = bit_vector_sort(width)}, {},
        add_to_table(m_words, value & ones(width)));
}

SmtTermId SmtTerms::number(double value, Sort sort)
{
    return make(SmtOp::number, {.sort = sort}, {}, add_to_table(m_numbers, value));
}

SmtTermId SmtTerms::text(std::u16string value)
{
    return make(SmtOp::text, {.sort = string_sort()}, {}, add_to_table(m_texts, std::move(value)));
}

SmtTermId SmtTerms::make(
    SmtOp op, SmtSort sort, std::span<const SmtTermId> operands, std::uint32_t a, std::uint32_t b)
{
    const auto first = static_cast<std::uint32_t>(m_operands.size());
    m_operands.insert(m_operands.end(), operands.begin(), operands.end());
    m_terms.push_back({.op = op,
        .sort = sort,
        .a = a,
        .b = b,
        .first_operand = first,
        .operand_count = static_cast<std::uint32_t>(operands.size())});
    return SmtTermId(m_terms.size() - 1);
}

std::uint32_t SmtTerms::function(const SmtFunction& wanted)
{
    const auto known = std::ranges::find_if(
        m_functions, [&](const SmtFunction& f) { return is_same_function(f, wanted); });
    return known == m_functions.end() ? add_to_table(m_functions, wanted) :
                                        static_cast<std::uint32_t>(known - m_functions.begin());
}

SmtTermId SmtTerms::call(std::uint32_t function, std::span<const SmtTermId> arguments)
{
    return make(SmtOp::call, m_functions[function].result, arguments, function);
}

SmtTermId SmtTerms::unknown(std::string_view name, SmtSort sort)
{
    const auto number = add_to_table(m_functions,
        {.name = fmt::format("{}!{}", name, m_terms.size()), .arguments = {}, .result = sort});
    return call(number, {});
}

std::string to_smt_characters(std::u16string_view text)
{
    std::string result;
    for (const char16_t unit : text)
    {
        if (unit >= ' ' && unit <= '~' && unit != '"' && unit != '\\')
        {
            result += static_cast<char>(unit);
        }
        else
        {
            result += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(unit));
        }
    }
    return result;
}

}  // namespace sbst::symbolic
