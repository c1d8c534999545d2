// SPDX-License-Identifier: Apache-2.0
// Edits of texts by token: code that reads a text takes it apart into words, numbers and signs.
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/variation/value_operators.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst
{

namespace
{

/// Longer texts are not taken apart.
constexpr std::size_t longest_edited = 1000;
/// Share of known tokens that are numbers of few digits.
constexpr double number_prob = 1.0 / 4.0;
constexpr std::size_t most_digits = 4;

enum class TokenKind
{
    word,
    number,
    space,
    sign
};

TokenKind kind_of(char byte)
{
    const auto code = static_cast<unsigned char>(byte);
    if (code >= '0' && code <= '9')
    {
        return TokenKind::number;
    }
    // Bytes of characters beyond ASCII belong to words, so that no character is cut.
    const bool is_letter = (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
    if (is_letter || code == '_' || code >= 0x80)
    {
        return TokenKind::word;
    }
    return code <= ' ' ? TokenKind::space : TokenKind::sign;
}

/// A token's place in a text.
struct Token
{
    std::size_t at = 0;
    std::size_t size = 0;
};

/// Signs stand alone, all else stands in runs.
std::vector<Token> tokens_of(std::string_view text)
{
    std::vector<Token> tokens;
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        const TokenKind kind = kind_of(text[i]);
        const bool continues = i > 0 && kind != TokenKind::sign && kind == kind_of(text[i - 1]);
        if (continues)
        {
            ++tokens.back().size;
        }
        else
        {
            tokens.push_back({i, 1});
        }
    }
    return tokens;
}

void exchange(std::string& text, Token first, Token second)
{
    if (second.at < first.at)
    {
        std::swap(first, second);
    }
    const std::string a = text.substr(first.at, first.size);
    const std::string b = text.substr(second.at, second.size);
    // The later one first: places before it stay.
    text.replace(second.at, second.size, a);
    text.replace(first.at, first.size, b);
}

}  // namespace

std::string ValueOperators::known_token(const Type& type, Rng& rng) const
{
    if (rng.chance(number_prob))
    {
        std::string digits(1 + rng.index(most_digits), '0');
        std::generate(digits.begin(), digits.end(),
            [&rng] { return static_cast<char>('0' + static_cast<int>(rng.below(10))); });
        return digits;
    }
    const auto known = m_pool->draw(type, rng);
    if (!known || known->is_null())
    {
        return {};
    }
    const std::string& text = known->text();
    const std::vector<Token> tokens = tokens_of(text.substr(0, longest_edited));
    if (tokens.empty() || rng.chance(0.5))
    {
        return text;
    }
    const Token token = tokens[rng.index(tokens.size())];
    return text.substr(token.at, token.size);
}

bool ValueOperators::edit_tokens(std::string& text, const Type& type, Rng& rng) const
{
    // Tokens know nothing of the limits that a type sets.
    if (text.size() > longest_edited || type.min_length || type.max_length || type.fixed_size)
    {
        return false;
    }
    enum Edit : std::size_t
    {
        insert,
        replace,
        repeat,
        remove,
        swap,
        count
    };
    const std::vector<Token> tokens = tokens_of(text);
    const std::size_t edit = tokens.empty() ? insert : rng.index(count);
    std::string edited = text;
    if (edit == insert)
    {
        const std::size_t place = rng.index(tokens.size() + 1);
        edited.insert(
            place == tokens.size() ? text.size() : tokens[place].at, known_token(type, rng));
    }
    else
    {
        const Token token = tokens[rng.index(tokens.size())];
        switch (edit)
        {
            case replace:
                edited.replace(token.at, token.size, known_token(type, rng));
                break;
            case repeat:
                edited.insert(token.at + token.size, text.substr(token.at, token.size));
                break;
            case remove:
                edited.erase(token.at, token.size);
                break;
            default:
            {
                const Token other = tokens[rng.index(tokens.size())];
                if (other.at != token.at)
                {
                    exchange(edited, token, other);
                }
            }
        }
    }
    if (edited == text || edited.size() > longest_edited)
    {
        return false;
    }
    text = std::move(edited);
    return true;
}

}  // namespace sbst
