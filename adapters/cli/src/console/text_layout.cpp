// SPDX-License-Identifier: Apache-2.0
#include "text_layout.hpp"

#include <algorithm>

namespace sbst::cli
{

std::string wrap(std::string_view text, std::size_t indent)
{
    const std::string margin(indent, ' ');
    std::string lines;
    std::string line = margin;
    while (!text.empty())
    {
        const std::size_t length = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, length);
        text.remove_prefix(std::min(length + 1, text.size()));
        if (line.size() > indent && line.size() + 1 + word.size() > page_width)
        {
            lines += line + '\n';
            line = margin;
        }
        line += line.size() > indent ? " " : "";
        line += word;
    }
    return lines + line + '\n';
}

std::string definition(std::string_view term, std::string_view text, std::size_t column)
{
    std::string body = wrap(text, column);
    std::string head = "  " + std::string(term);
    if (head.size() + 2 > column)
    {
        return head + '\n' + body;
    }
    return body.replace(0, head.size(), head);
}

std::string prefix_lines(std::string_view text, std::string_view prefix)
{
    std::string lines;
    while (!text.empty())
    {
        const std::size_t length = std::min(text.find('\n'), text.size());
        lines += std::string(prefix) + std::string(text.substr(0, length)) + '\n';
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return lines;
}

std::string first_line(std::string_view text)
{
    return std::string(text.substr(0, text.find('\n')));
}

}  // namespace sbst::cli
