// SPDX-License-Identifier: Apache-2.0
#include "smt_parser.hpp"

#include <sbst/error.hpp>

#include <fmt/core.h>

namespace sbst::symbolic
{

namespace
{

constexpr std::size_t longest_answer = std::size_t{64} << 20U;
constexpr std::size_t deepest_list = 1000;
constexpr std::size_t most_nodes = 1'000'000;

bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool ends_atom(char c)
{
    return is_blank(c) || c == '(' || c == ')' || c == '"' || c == '|' || c == ';';
}

}  // namespace

void refuse_answer(std::size_t offset, const std::string& problem)
{
    throw ParseError("solver's answer", fmt::format("offset {}", offset), problem);
}

std::vector<std::size_t> SmtExpression::items(std::size_t list) const
{
    std::vector<std::size_t> result;
    for (std::size_t node = list + 1; node < m_nodes[list].end; node = m_nodes[node].end)
    {
        result.push_back(node);
    }
    return result;
}

SmtParser::SmtParser(std::string_view text) : m_text(text)
{
    if (text.size() > longest_answer)
    {
        refuse_answer(longest_answer, fmt::format("longer than {} bytes", longest_answer));
    }
}

std::optional<SmtExpression> SmtParser::next()
{
    SmtExpression result;
    std::vector<std::size_t> open;
    for (skip_blanks(); m_place < m_text.size(); skip_blanks())
    {
        if (result.m_nodes.size() >= most_nodes)
        {
            refuse_answer(m_place, fmt::format("more than {} expressions in one", most_nodes));
        }
        if (m_text[m_place] == '(')
        {
            if (open.size() >= deepest_list)
            {
                refuse_answer(
                    m_place, fmt::format("more than {} lists in one another", open.size()));
            }
            open.push_back(result.m_nodes.size());
            result.m_nodes.push_back({.offset = m_place++});
            continue;
        }
        if (m_text[m_place] == ')')
        {
            if (open.empty())
            {
                refuse_answer(m_place, "a ')' without its '('");
            }
            result.m_nodes[open.back()].end = result.m_nodes.size();
            open.pop_back();
            ++m_place;
        }
        else
        {
            read_token(result);
        }
        if (open.empty())
        {
            return result;
        }
    }
    if (!open.empty())
    {
        refuse_answer(result[open.back()].offset, "a '(' without its ')'");
    }
    return std::nullopt;
}

void SmtParser::skip_blanks()
{
    while (m_place < m_text.size() && (is_blank(m_text[m_place]) || m_text[m_place] == ';'))
    {
        if (m_text[m_place] == ';')
        {
            m_place = std::min(m_text.find('\n', m_place), m_text.size());
        }
        else
        {
            ++m_place;
        }
    }
}

void SmtParser::read_token(SmtExpression& expression)
{
    switch (m_text[m_place])
    {
        case '"':
            read_string(expression);
            break;
        case '|':
            read_quoted(expression);
            break;
        default:
            read_atom(expression);
            break;
    }
    expression.m_nodes.back().end = expression.m_nodes.size();
}

/// A quote in a string is written twice.
void SmtParser::read_string(SmtExpression& expression)
{
    const std::size_t begin = m_place;
    std::string text;
    for (++m_place; m_place < m_text.size(); ++m_place)
    {
        if (m_text[m_place] == '"')
        {
            ++m_place;
            if (m_place >= m_text.size() || m_text[m_place] != '"')
            {
                expression.m_nodes.push_back({.kind = SmtExpression::Kind::string,
                    .text = std::move(text),
                    .offset = begin});
                return;
            }
        }
        text += m_text[m_place];
    }
    refuse_answer(begin, "a string without its end");
}

void SmtParser::read_quoted(SmtExpression& expression)
{
    const std::size_t end = m_text.find('|', m_place + 1);
    if (end == std::string_view::npos)
    {
        refuse_answer(m_place, "a symbol without its second '|'");
    }
    expression.m_nodes.push_back({.kind = SmtExpression::Kind::atom,
        .text = std::string(m_text.substr(m_place + 1, end - m_place - 1)),
        .offset = m_place});
    m_place = end + 1;
}

void SmtParser::read_atom(SmtExpression& expression)
{
    const std::size_t begin = m_place;
    while (m_place < m_text.size() && !ends_atom(m_text[m_place]))
    {
        ++m_place;
    }
    expression.m_nodes.push_back({.kind = SmtExpression::Kind::atom,
        .text = std::string(m_text.substr(begin, m_place - begin)),
        .offset = begin});
}

}  // namespace sbst::symbolic
