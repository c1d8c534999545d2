// SPDX-License-Identifier: Apache-2.0
// S-expressions of foreign text, as solvers print them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::symbolic
{

/// One s-expression, flat: a node is followed by what is in it.
class SmtExpression
{
public:
    enum class Kind : std::uint8_t
    {
        list,
        /// A symbol without its bars, a keyword, a numeral, a bit-vector: as it is written.
        atom,
        /// A string literal, its quotes undone.
        string
    };
    struct Node
    {
        Kind kind = Kind::list;
        std::string text{};
        /// The place of its first character, from the beginning of the whole text.
        std::size_t offset = 0;
        /// Behind the last node in it.
        std::size_t end = 0;
    };

    [[nodiscard]] const Node& operator[](std::size_t node) const { return m_nodes[node]; }
    [[nodiscard]] bool is_list(std::size_t node) const { return m_nodes[node].kind == Kind::list; }
    [[nodiscard]] bool is_atom(std::size_t node, std::string_view text) const
    {
        return m_nodes[node].kind == Kind::atom && m_nodes[node].text == text;
    }
    /// What is directly in a list.
    [[nodiscard]] std::vector<std::size_t> items(std::size_t list) const;

private:
    friend class SmtParser;

    std::vector<Node> m_nodes;
};

/// @throws ParseError `solver's answer: offset N: PROBLEM`.
[[noreturn]] void refuse_answer(std::size_t offset, const std::string& problem);

/// Reads one s-expression after the other. Both functions throw ParseError.
class SmtParser
{
public:
    explicit SmtParser(std::string_view text);

    /// The next one; nothing at the end.
    [[nodiscard]] std::optional<SmtExpression> next();

private:
    void skip_blanks();
    void read_string(SmtExpression& expression);
    void read_atom(SmtExpression& expression);
    void read_quoted(SmtExpression& expression);
    void read_token(SmtExpression& expression);

    std::string_view m_text;
    std::size_t m_place = 0;
};

}  // namespace sbst::symbolic
