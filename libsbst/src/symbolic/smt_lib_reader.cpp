// SPDX-License-Identifier: Apache-2.0
#include "smt_parser.hpp"
#include "smt_text.hpp"
#include "words.hpp"

#include <sbst/symbolic/smt_lib.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

namespace sbst::symbolic
{

namespace
{

constexpr std::uint32_t greatest_unit = 0xffff;

std::optional<std::uint32_t> number_of_digits(std::string_view digits, int base)
{
    std::uint32_t number = 0;
    const char* end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, number, base);
    return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

/// The character that `\u{D...}` (one to five digits) or `\uDDDD` at the beginning of a text means,
/// and the escape's length.
std::optional<std::pair<std::uint32_t, std::size_t>> escaped_character(std::string_view text)
{
    constexpr std::size_t most_digits = 5;
    constexpr std::size_t plain_digits = 4;
    if (!text.starts_with("\\u"))
    {
        return std::nullopt;
    }
    const bool has_braces = text.size() > 2 && text[2] == '{';
    const std::size_t first = has_braces ? 3 : 2;
    const std::size_t count =
        has_braces ? std::min(text.find('}'), text.size()) - first : plain_digits;
    if (count == 0 || count > most_digits || first + count + (has_braces ? 1 : 0) > text.size())
    {
        return std::nullopt;
    }
    const auto character = number_of_digits(text.substr(first, count), 16);
    return character ? std::optional(std::pair(*character, first + count + (has_braces ? 1 : 0))) :
                       std::nullopt;
}

/// Reads the answer of a solver, one s-expression after the other.
class AnswerReader
{
public:
    AnswerReader(const ExpressionGraph& graph, std::string_view text, const Assignment& start)
      : m_graph(graph), m_parser(text), m_end(text.size())
    {
        m_answer.model = start;
        for (std::size_t i = 0; i < graph.variable_count(); ++i)
        {
            std::string symbol = symbol_of(graph, VariableId(i));
            m_variables.emplace(symbol.substr(1, symbol.size() - 2), VariableId(i));
        }
    }

    SmtLibAnswer read()
    {
        std::optional<SmtExpression> first = m_parser.next();
        while (first && (first->is_atom(0, "success") || first->is_atom(0, "unsupported")))
        {
            first = m_parser.next();
        }
        if (!first)
        {
            refuse_answer(m_end, "no answer");
        }
        if (first->is_atom(0, "sat"))
        {
            m_answer.kind = SmtLibAnswer::Kind::satisfiable;
            read_models();
        }
        else if (first->is_atom(0, "unsat"))
        {
            m_answer.kind = SmtLibAnswer::Kind::unsatisfiable;
        }
        else if (is_error(*first))
        {
            m_answer.error = text_of_error(*first);
        }
        else if (!first->is_atom(0, "unknown") && !first->is_atom(0, "timeout"))
        {
            refuse_answer((*first)[0].offset, "neither sat nor unsat nor unknown nor an error");
        }
        return std::move(m_answer);
    }

private:
    static bool is_error(const SmtExpression& x)
    {
        return x.is_list(0) && x[0].end > 1 && x.is_atom(1, "error");
    }

    static std::string text_of_error(const SmtExpression& x)
    {
        const std::vector<std::size_t> items = x.items(0);
        const bool has_text = items.size() > 1 && x[items[1]].kind == SmtExpression::Kind::string;
        return has_text ? std::string(x[items[1]].text) : "an error without a text";
    }

    [[noreturn]] static void refuse(
        const SmtExpression& x, std::size_t node, const std::string& expected)
    {
        refuse_answer(x[node].offset, "expected " + expected);
    }

    void read_models()
    {
        while (const std::optional<SmtExpression> next = m_parser.next())
        {
            if (is_error(*next))
            {
                m_answer.kind = SmtLibAnswer::Kind::unknown;
                m_answer.error = text_of_error(*next);
                return;
            }
            if (!next->is_list(0))
            {
                refuse(*next, 0, "values of variables");
            }
            for (const std::size_t item : next->items(0))
            {
                if (!next->is_atom(item, "model"))
                {
                    read_pair(*next, item);
                }
            }
        }
    }

    /// `(symbol value)`, or `(define-fun symbol () sort value)`, which helpers of ours and of the
    /// solver have too.
    void read_pair(const SmtExpression& x, std::size_t pair)
    {
        if (!x.is_list(pair))
        {
            refuse(x, pair, "a variable and its value");
        }
        const std::vector<std::size_t> items = x.items(pair);
        const bool is_definition = items.size() == 5 && x.is_atom(items[0], "define-fun");
        if (!is_definition && items.size() != 2)
        {
            refuse(x, pair, "a variable and its value");
        }
        const std::size_t symbol = items[is_definition ? 1 : 0];
        const auto found = x[symbol].kind == SmtExpression::Kind::atom ?
                               m_variables.find(x[symbol].text) :
                               m_variables.end();
        if (found != m_variables.end())
        {
            m_answer.model[found->second.index()] =
                read_value(x, items.back(), m_graph[found->second].sort);
            m_answer.has_values = true;
        }
        else if (!is_definition)
        {
            refuse(x, symbol, "one of the variables");
        }
    }

    Datum read_value(const SmtExpression& x, std::size_t node, const Sort& sort)
    {
        switch (sort.kind)
        {
            case SortKind::boolean:
                if (!x.is_atom(node, "true") && !x.is_atom(node, "false"))
                {
                    refuse(x, node, "true or false");
                }
                return x.is_atom(node, "true") ? U256{1} : U256{};
            case SortKind::bit_vector:
                return read_word(x, node, sort.width);
            case SortKind::float32:
            case SortKind::float64:
                return read_number(x, node, sort.kind == SortKind::float32);
            case SortKind::string:
                return read_text(x, node);
            case SortKind::array:
                break;
        }
        refuse(x, node, "a value of a sort that variables have");
    }

    U256 read_word(const SmtExpression& x, std::size_t node, unsigned width)
    {
        const std::vector<std::size_t> items =
            x.is_list(node) ? x.items(node) : std::vector<std::size_t>{};
        std::optional<U256> word;
        if (items.empty() && x[node].kind == SmtExpression::Kind::atom)
        {
            word = word_of_digits(x[node].text, width);
        }
        else if (items.size() == 3 && x.is_atom(items[0], "_") &&
                 x[items[1]].text.starts_with("bv") && x.is_atom(items[2], std::to_string(width)))
        {
            word = word_of_decimal(std::string_view(x[items[1]].text).substr(2));
        }
        if (!word || *word > ones(width))
        {
            refuse(x, node, fmt::format("a bit-vector of {} bits", width));
        }
        return *word;
    }

    static std::optional<U256> word_of_decimal(std::string_view digits)
    {
        const bool is_decimal =
            std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
        return is_decimal ? U256::parse(digits) : std::nullopt;
    }

    /// `#x` or `#b` and as many digits as the width has.
    static std::optional<U256> word_of_digits(std::string_view text, unsigned width)
    {
        const bool is_hexadecimal = text.starts_with("#x");
        const unsigned bits = is_hexadecimal ? 4 : 1;
        if ((!is_hexadecimal && !text.starts_with("#b")) || (text.size() - 2) * bits != width)
        {
            return std::nullopt;
        }
        U256 word;
        for (const char c : text.substr(2))
        {
            const auto digit = number_of_digits({&c, 1}, is_hexadecimal ? 16 : 2);
            if (!digit)
            {
                return std::nullopt;
            }
            word = (word << std::uint64_t{bits}) | U256{*digit};
        }
        return word;
    }

    double read_number(const SmtExpression& x, std::size_t node, bool is_single)
    {
        const unsigned exponent_bits = is_single ? 8 : 11;
        const unsigned fraction_bits = is_single ? 23 : 52;
        const std::vector<std::size_t> items =
            x.is_list(node) ? x.items(node) : std::vector<std::size_t>{};
        if (items.size() != 4)
        {
            refuse(x, node, "a floating-point number");
        }
        if (x.is_atom(items[0], "_"))
        {
            if (!x.is_atom(items[2], std::to_string(exponent_bits)) ||
                !x.is_atom(items[3], std::to_string(fraction_bits + 1)))
            {
                refuse(x, node,
                    is_single ? "a number of 8 and 24 bits" : "a number of 11 and 53 bits");
            }
            return special_number(x, items[1]);
        }
        if (!x.is_atom(items[0], "fp"))
        {
            refuse(x, node, "a floating-point number");
        }
        const std::uint64_t bits =
            (low64(read_word(x, items[1], 1)) << (exponent_bits + fraction_bits)) |
            (low64(read_word(x, items[2], exponent_bits)) << fraction_bits) |
            low64(read_word(x, items[3], fraction_bits));
        const double number = is_single ? std::bit_cast<float>(static_cast<std::uint32_t>(bits)) :
                                          std::bit_cast<double>(bits);
        return std::isnan(number) ? std::numeric_limits<double>::quiet_NaN() : number;
    }

    static double special_number(const SmtExpression& x, std::size_t node)
    {
        using Limits = std::numeric_limits<double>;
        constexpr std::array<std::pair<const char*, double>, 5> numbers{
            {{"NaN", Limits::quiet_NaN()}, {"+oo", Limits::infinity()},
                {"-oo", -Limits::infinity()}, {"+zero", 0.0}, {"-zero", -0.0}}};
        for (const auto& [name, number] : numbers)
        {
            if (x.is_atom(node, name))
            {
                return number;
            }
        }
        refuse(x, node, "NaN, an infinity or a zero");
    }

    static std::u16string read_text(const SmtExpression& x, std::size_t node)
    {
        if (x[node].kind != SmtExpression::Kind::string)
        {
            refuse(x, node, "a string");
        }
        std::u16string result;
        std::string_view rest = x[node].text;
        while (!rest.empty())
        {
            const auto escaped = escaped_character(rest);
            const auto [character, length] = escaped ? *escaped :
                                                       std::pair<std::uint32_t, std::size_t>(
                                                           static_cast<unsigned char>(rest[0]), 1);
            if (character > greatest_unit || (!escaped && character > '~'))
            {
                refuse(x, node, "a string of characters up to U+FFFF, others than ASCII escaped");
            }
            result += static_cast<char16_t>(character);
            rest.remove_prefix(length);
        }
        return result;
    }

    const ExpressionGraph& m_graph;
    SmtParser m_parser;
    std::size_t m_end;
    std::map<std::string, VariableId, std::less<>> m_variables;  // by symbol
    SmtLibAnswer m_answer;
};

}  // namespace

SmtLibAnswer read_smt_lib_answer(
    const ExpressionGraph& graph, std::string_view text, const Assignment& start)
{
    return AnswerReader(graph, text, start).read();
}

}  // namespace sbst::symbolic
