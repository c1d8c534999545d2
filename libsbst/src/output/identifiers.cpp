// SPDX-License-Identifier: Apache-2.0
#include <sbst/output/identifiers.hpp>

#include <array>
#include <cctype>
#include <cstddef>
#include <utility>

namespace sbst
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

std::string last_word(const std::string& type_name)
{
    if (type_name.empty() || is_upper(type_name.back()))
    {
        return type_name;
    }
    std::size_t begin = type_name.size() - 1;
    while (begin > 0 && !is_upper(type_name[begin]))
    {
        --begin;
    }
    return type_name.substr(begin);
}

std::string without_verb(std::string_view method)
{
    constexpr std::array<std::string_view, 7> verbs{
        "get", "to", "as", "create", "new", "compute", "find"};
    for (const std::string_view verb : verbs)
    {
        if (method.size() > verb.size() && method.starts_with(verb) &&
            is_upper(method[verb.size()]))
        {
            return decapitalize(method.substr(verb.size()));
        }
    }
    return {};
}

NameTable::NameTable(std::function<bool(std::string_view)> is_keyword)
  : m_is_keyword(std::move(is_keyword))
{}

std::string NameTable::take(const std::string& wish)
{
    const bool is_keyword = m_is_keyword && m_is_keyword(wish);
    const std::string stem = is_keyword ? wish + "Value" : wish;
    std::string name = stem;
    const bool ends_with_digit =
        !stem.empty() && std::isdigit(static_cast<unsigned char>(stem.back())) != 0;
    for (int number = 2; m_taken.contains(name); ++number)
    {
        name = stem + (ends_with_digit ? "_" : "") + std::to_string(number);
    }
    m_taken.insert(name);
    return name;
}

}  // namespace sbst
