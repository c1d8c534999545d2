// SPDX-License-Identifier: Apache-2.0
#include "expression_tree.hpp"

#include <sbst/base/utf8.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace sbst
{

namespace
{

constexpr std::size_t most_nodes = 1000;
constexpr std::size_t most_levels = 50;
constexpr std::size_t most_repeats = 100;
constexpr std::uint32_t last_ascii = 126;
constexpr std::uint32_t first_printable = 32;
constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

void normalise(CharacterSet& set)
{
    std::sort(set.begin(), set.end(),
        [](const CharacterRange& a, const CharacterRange& b) { return a.first < b.first; });
    CharacterSet merged;
    for (const CharacterRange& range : set)
    {
        if (!merged.empty() && range.first <= merged.back().last + 1)
        {
            merged.back().last = std::max(merged.back().last, range.last);
        }
        else
        {
            merged.push_back(range);
        }
    }
    set = std::move(merged);
}

/// The characters of printable ASCII that are not in the set.
CharacterSet complement(CharacterSet set)
{
    normalise(set);
    CharacterSet others;
    std::uint32_t next = first_printable;
    for (const CharacterRange& range : set)
    {
        if (range.first > next && next <= last_ascii)
        {
            others.push_back({next, std::min(range.first - 1, last_ascii)});
        }
        next = std::max(next, range.last + 1);
    }
    if (next <= last_ascii)
    {
        others.push_back({next, last_ascii});
    }
    return others;
}

CharacterSet digits()
{
    return {{'0', '9'}};
}

CharacterSet letters()
{
    return {{'A', 'Z'}, {'a', 'z'}};
}

CharacterSet words()
{
    return {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
}

CharacterSet spaces()
{
    return {{'\t', '\n'}, {'\r', '\r'}, {' ', ' '}};
}

/// `\p{Name}`; letters for names that are not known.
CharacterSet named_set(std::string_view name)
{
    struct Named
    {
        std::string_view name;
        CharacterSet set;
    };
    static const std::vector<Named> sets{
        {"Lower", {{'a', 'z'}}},
        {"Ll", {{'a', 'z'}}},
        {"Upper", {{'A', 'Z'}}},
        {"Lu", {{'A', 'Z'}}},
        {"Digit", digits()},
        {"Nd", digits()},
        {"N", digits()},
        {"IsDigit", digits()},
        {"Alnum", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}},
        {"Punct", {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
        {"P", {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
        {"Graph", {{'!', '~'}}},
        {"Print", {{' ', '~'}}},
        {"Blank", {{'\t', '\t'}, {' ', ' '}}},
        {"Space", spaces()},
        {"IsWhite_Space", spaces()},
        {"Cntrl", {{0, 31}}},
        {"XDigit", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}},
        {"ASCII", {{' ', '~'}}},
    };
    const auto found = std::find_if(
        sets.begin(), sets.end(), [name](const Named& named) { return named.name == name; });
    return found == sets.end() ? letters() : found->set;
}

/// Reads an expression; every failure makes `read` return nothing.
class Reader
{
public:
    explicit Reader(std::string_view text) : m_text(text) {}

    std::optional<ExpressionTree> read()
    {
        const std::size_t root = read_choice(0);
        return m_has_failed || m_at != m_text.size() ?
                   std::nullopt :
                   std::optional(ExpressionTree{std::move(m_nodes), root});
    }

private:
    [[nodiscard]] bool is_done() const { return m_has_failed || m_at >= m_text.size(); }
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool take(std::string_view expected)
    {
        const bool is_there = m_text.substr(m_at).starts_with(expected);
        m_at += is_there ? expected.size() : 0;
        return is_there;
    }
    std::size_t fail()
    {
        m_has_failed = true;
        return 0;
    }
    std::size_t add(ExpressionNode node)
    {
        if (m_nodes.size() >= most_nodes)
        {
            return fail();
        }
        m_nodes.push_back(std::move(node));
        return m_nodes.size() - 1;
    }
    std::size_t add_set(CharacterSet set)
    {
        normalise(set);
        return set.empty() ? fail() :
                             add({.kind = ExpressionPart::characters, .set = std::move(set)});
    }

    std::uint32_t next_character()
    {
        if (is_done())
        {
            m_has_failed = true;
            return 0;
        }
        const CodePoint point = first_code_point(m_text.substr(m_at));
        const auto byte = static_cast<unsigned char>(m_text[m_at]);
        m_at += point.length;
        return point.is_valid ? point.value : byte;
    }

    std::size_t read_choice(std::size_t level)
    {
        if (level > most_levels)
        {
            return fail();
        }
        ExpressionNode choice{.kind = ExpressionPart::choice};
        do
        {
            choice.children.push_back(read_sequence(level));
        } while (!m_has_failed && take("|"));
        return add(std::move(choice));
    }

    std::size_t read_sequence(std::size_t level)
    {
        ExpressionNode sequence{.kind = ExpressionPart::sequence};
        while (!is_done() && peek() != '|' && peek() != ')')
        {
            const std::size_t item = read_item(level);
            sequence.children.push_back(m_has_failed ? 0 : read_quantifiers(item));
        }
        return add(std::move(sequence));
    }

    std::size_t read_item(std::size_t level)
    {
        if (take("("))
        {
            return read_group(level);
        }
        if (take("["))
        {
            return add_set(read_class(level));
        }
        if (take("\\"))
        {
            return read_escape();
        }
        if (take("."))
        {
            return add_set({{first_printable, last_ascii}});
        }
        if (take("^") || take("$"))
        {
            return add({});
        }
        if (peek() == '*' || peek() == '+' || peek() == '?')
        {
            return fail();
        }
        const std::uint32_t character = next_character();
        return add_set({{character, character}});
    }

    std::size_t read_quantifiers(std::size_t item)
    {
        while (!is_done())
        {
            ExpressionNode repeat{.kind = ExpressionPart::repeat, .children = {item}};
            if (take("*"))
            {
                repeat.most = unlimited;
            }
            else if (take("+"))
            {
                repeat.least = 1;
                repeat.most = unlimited;
            }
            else if (take("?"))
            {
                repeat.most = 1;
            }
            else if (!read_bounds(repeat))
            {
                return item;
            }
            static_cast<void>(take("?") || take("+"));
            item = add(std::move(repeat));
        }
        return item;
    }

    /// `{2}`, `{2,}`, `{2,5}`; any other brace stands for itself.
    bool read_bounds(ExpressionNode& repeat)
    {
        const std::size_t start = m_at;
        const auto back = [&] {
            m_at = start;
            return false;
        };
        if (!take("{"))
        {
            return false;
        }
        const auto least = read_number();
        if (!least)
        {
            return back();
        }
        repeat.least = std::min(*least, most_repeats);
        repeat.most = repeat.least;
        if (take(","))
        {
            repeat.most = std::max(repeat.least, read_number().value_or(unlimited));
        }
        return take("}") || back();
    }

    std::optional<std::size_t> read_number()
    {
        constexpr std::size_t largest = 100'000;
        std::optional<std::size_t> number;
        while (peek() >= '0' && peek() <= '9')
        {
            const auto digit = static_cast<std::size_t>(peek() - '0');
            number = std::min(largest, number.value_or(0) * 10 + digit);
            ++m_at;
        }
        return number;
    }

    std::size_t read_group(std::size_t level)
    {
        bool is_remembered = true;
        bool is_empty = false;
        if (take("?"))
        {
            is_remembered = false;
            if (take("=") || take("!") || take("<=") || take("<!"))
            {
                is_empty = true;
            }
            else if (take("<") || take("P<"))
            {
                is_remembered = true;
                const std::size_t end = m_text.find('>', m_at);
                if (end == std::string_view::npos)
                {
                    return fail();
                }
                m_names.emplace_back(m_text.substr(m_at, end - m_at), m_groups + 1);
                m_at = end + 1;
            }
            else if (!take(":") && !take(">") && !read_flags(is_empty))
            {
                return fail();
            }
        }
        const std::size_t number = is_remembered ? ++m_groups : 0;
        const std::size_t inside = read_choice(level + 1);
        if (!take(")"))
        {
            return fail();
        }
        if (is_empty)
        {
            return add({});
        }
        return is_remembered ?
                   add({.kind = ExpressionPart::group, .children = {inside}, .number = number}) :
                   inside;
    }

    /// `(?i)` and `(?i:...)`. False for anything else.
    bool read_flags(bool& is_empty)
    {
        while (std::string_view("idmsuxU-").find(peek()) != std::string_view::npos && !is_done())
        {
            ++m_at;
        }
        is_empty = peek() == ')';
        return is_empty || take(":");
    }

    std::size_t read_escape()
    {
        if (is_done())
        {
            return fail();
        }
        if (take("Q"))
        {
            const std::size_t end = std::min(m_text.find("\\E", m_at), m_text.size());
            ExpressionNode sequence{.kind = ExpressionPart::sequence};
            while (m_at < end && !m_has_failed)
            {
                const std::uint32_t character = next_character();
                sequence.children.push_back(add_set({{character, character}}));
            }
            static_cast<void>(take("\\E"));
            return add(std::move(sequence));
        }
        if (std::string_view("bBAGzZ").find(peek()) != std::string_view::npos)
        {
            ++m_at;
            return add({});
        }
        if (peek() >= '1' && peek() <= '9')
        {
            const auto number = static_cast<std::size_t>(peek() - '0');
            ++m_at;
            return number > m_groups ? fail() :
                                       add({.kind = ExpressionPart::reference, .number = number});
        }
        if (take("k<"))
        {
            const std::size_t end = std::min(m_text.find('>', m_at), m_text.size());
            const std::string_view name = m_text.substr(m_at, end - m_at);
            const auto found = std::find_if(m_names.begin(), m_names.end(),
                [name](const auto& named) { return named.first == name; });
            m_at = std::min(end + 1, m_text.size());
            return found == m_names.end() ?
                       fail() :
                       add({.kind = ExpressionPart::reference, .number = found->second});
        }
        if (take("R"))
        {
            return add_set({{'\n', '\n'}});
        }
        return add_set(read_escaped_set());
    }

    /// After a backslash, in a class or outside.
    CharacterSet read_escaped_set()
    {
        const std::uint32_t letter = next_character();
        const auto one = [](std::uint32_t character) {
            return CharacterSet{{character, character}};
        };
        switch (letter)
        {
            case 'd':
                return digits();
            case 'D':
                return complement(digits());
            case 'w':
                return words();
            case 'W':
                return complement(words());
            case 's':
                return spaces();
            case 'S':
                return complement(spaces());
            case 'h':
                return {{' ', ' '}};
            case 'v':
                return {{'\n', '\n'}};
            case 'p':
            case 'P':
                return read_named_set(letter == 'P');
            case 't':
                return one('\t');
            case 'n':
                return one('\n');
            case 'r':
                return one('\r');
            case 'f':
                return one('\f');
            case 'a':
                return one('\a');
            case 'e':
                return one(0x1b);
            case '0':
                return one(read_digits(8, 3));
            case 'x':
                return one(take("{") ? read_digits(16, 6, true) : read_digits(16, 2));
            case 'u':
                return one(read_digits(16, 4));
            default:
                return one(letter);
        }
    }

    CharacterSet read_named_set(bool is_negated)
    {
        std::string_view name = m_text.substr(m_at, 1);
        if (take("{"))
        {
            const std::size_t end = m_text.find('}', m_at);
            if (end == std::string_view::npos)
            {
                m_has_failed = true;
                return {};
            }
            name = m_text.substr(m_at, end - m_at);
            m_at = end + 1;
        }
        else
        {
            m_at = std::min(m_at + 1, m_text.size());
        }
        return is_negated ? complement(named_set(name)) : named_set(name);
    }

    std::uint32_t read_digits(std::uint32_t base, std::size_t most, bool is_in_braces = false)
    {
        constexpr std::uint32_t last_character = 0x10FFFF;
        constexpr std::string_view all = "0123456789abcdef";
        std::uint32_t number = 0;
        for (std::size_t i = 0; i < most && !is_done(); ++i)
        {
            const char lower =
                peek() >= 'A' && peek() <= 'F' ? static_cast<char>(peek() - 'A' + 'a') : peek();
            const std::size_t digit = all.substr(0, base).find(lower);
            if (digit == std::string_view::npos)
            {
                break;
            }
            number = number * base + static_cast<std::uint32_t>(digit);
            ++m_at;
        }
        if (is_in_braces && !take("}"))
        {
            m_has_failed = true;
        }
        return std::min(number, last_character);
    }

    /// After `[`, to its `]`.
    CharacterSet read_class(std::size_t level)
    {
        if (level > most_levels)
        {
            m_has_failed = true;
            return {};
        }
        const bool is_negated = take("^");
        CharacterSet set;
        bool is_first = true;
        bool is_cut = false;
        while (!is_done() && (is_first || peek() != ']'))
        {
            // `[]a]` begins with a bracket in some languages, in others only `[\]a]` does.
            is_first = false;
            is_cut = take("&&") || is_cut;
            if (peek() == ']' && is_cut)
            {
                break;
            }
            CharacterSet next = read_class_item(level);
            if (!is_cut)
            {
                set.insert(set.end(), next.begin(), next.end());
            }
        }
        if (!take("]"))
        {
            m_has_failed = true;
        }
        return is_negated ? complement(std::move(set)) : set;
    }

    CharacterSet read_class_item(std::size_t level)
    {
        if (take("["))
        {
            return read_class(level + 1);
        }
        CharacterSet item;
        if (take("\\"))
        {
            item = read_escaped_set();
        }
        else
        {
            const std::uint32_t character = next_character();
            item = {{character, character}};
        }
        const bool is_one = item.size() == 1 && item.front().first == item.front().last;
        const bool is_range = is_one && peek() == '-' && m_at + 1 < m_text.size() &&
                              m_text[m_at + 1] != ']' && m_text[m_at + 1] != '[';
        if (is_range)
        {
            ++m_at;
            const CharacterSet end =
                take("\\") ? read_escaped_set() : CharacterSet{{0, next_character()}};
            if (end.empty() || end.front().last < item.front().first)
            {
                m_has_failed = true;
                return {};
            }
            item.front().last = end.front().last;
        }
        return item;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_has_failed = false;
    std::size_t m_groups = 0;
    std::vector<std::pair<std::string_view, std::size_t>> m_names;
    std::vector<ExpressionNode> m_nodes;
};

}  // namespace

std::optional<ExpressionTree> read_expression(std::string_view expression)
{
    return Reader(expression).read();
}

}  // namespace sbst
