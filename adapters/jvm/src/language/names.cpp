// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace sbst::jvm::detail
{

namespace
{

bool is_upper(char letter)
{
    return letter >= 'A' && letter <= 'Z';
}

bool is_alphanumeric(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0;
}

char to_lower(char letter)
{
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

char to_upper(char letter)
{
    return static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
}

}  // namespace

bool is_java_keyword(std::string_view word)
{
    constexpr std::array<std::string_view, 59> words{"_", "abstract", "assert", "boolean", "break",
        "byte", "case", "catch", "char", "class", "const", "continue", "default", "do", "double",
        "else", "enum", "extends", "false", "final", "finally", "float", "for", "goto", "if",
        "implements", "import", "instanceof", "int", "interface", "long", "native", "new", "null",
        "package", "private", "protected", "public", "record", "return", "sealed", "short",
        "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws",
        "transient", "true", "try", "var", "void", "volatile", "when", "while", "yield"};
    return std::binary_search(words.begin(), words.end(), word);
}

bool is_identifier(std::string_view word)
{
    const auto is_part = [](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
               (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '$';
    };
    constexpr std::array<std::string_view, 5> only_in_places{
        "record", "sealed", "var", "when", "yield"};
    const bool is_free =
        !is_java_keyword(word) ||
        std::find(only_in_places.begin(), only_in_places.end(), word) != only_in_places.end();
    return !word.empty() && (word.front() < '0' || word.front() > '9') &&
           std::all_of(word.begin(), word.end(), is_part) && is_free;
}

std::string lower_camel(std::string_view words)
{
    std::string name;
    bool begins_word = false;
    for (const char letter : words)
    {
        if (!is_alphanumeric(letter))
        {
            begins_word = true;
        }
        else if (name.empty())
        {
            begins_word = false;
            if (std::isdigit(static_cast<unsigned char>(letter)) == 0)
            {
                name += to_lower(letter);
            }
        }
        else
        {
            name += begins_word ? to_upper(letter) : letter;
            begins_word = false;
        }
    }
    return name;
}

std::string upper_first(std::string text)
{
    if (!text.empty())
    {
        text.front() = to_upper(text.front());
    }
    return text;
}

std::string decapitalize(std::string_view type_name)
{
    std::string name(type_name);
    for (std::size_t i = 0; i < name.size() && is_upper(name[i]); ++i)
    {
        // The last capital of several begins the next word.
        if (i > 0 && i + 1 < name.size() && !is_upper(name[i + 1]) && is_alphanumeric(name[i + 1]))
        {
            break;
        }
        name[i] = to_lower(name[i]);
    }
    return lower_camel(name);
}

std::string plural(std::string word)
{
    if (word.ends_with('s') || word.ends_with('x') || word.ends_with("ch") || word.ends_with("sh"))
    {
        return word + "es";
    }
    if (word.size() > 1 && word.ends_with('y') &&
        std::string_view("aeiou").find(word[word.size() - 2]) == std::string_view::npos)
    {
        word.pop_back();
        return word + "ies";
    }
    return word + "s";
}

std::string NameTable::take(const std::string& wish)
{
    const std::string stem = is_java_keyword(wish) ? wish + "Value" : wish;
    std::string name = stem;
    for (int number = 2; m_taken.contains(name); ++number)
    {
        name = stem + std::to_string(number);
    }
    m_taken.insert(name);
    return name;
}

}  // namespace sbst::jvm::detail
