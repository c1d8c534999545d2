// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include <algorithm>
#include <array>

namespace sbst::jvm::detail
{

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

bool is_type_identifier(std::string_view word)
{
    constexpr std::array<std::string_view, 5> not_for_types{
        "permits", "record", "sealed", "var", "yield"};
    return is_identifier(word) &&
           std::find(not_for_types.begin(), not_for_types.end(), word) == not_for_types.end();
}

bool is_package_name(std::string_view internal_name)
{
    while (!internal_name.empty())
    {
        const std::size_t slash = std::min(internal_name.find('/'), internal_name.size());
        if (!is_identifier(internal_name.substr(0, slash)))
        {
            return false;
        }
        internal_name.remove_prefix(std::min(internal_name.size(), slash + 1));
    }
    return true;
}

}  // namespace sbst::jvm::detail
