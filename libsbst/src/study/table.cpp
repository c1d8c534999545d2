// SPDX-License-Identifier: Apache-2.0
#include "csv.hpp"

#include <sbst/base/utf8.hpp>
#include <sbst/base/visible_text.hpp>
#include <sbst/study/table.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <functional>

namespace sbst::study
{

namespace
{

using Escape = std::function<std::string(std::string_view)>;

std::string escape_markdown(std::string_view text)
{
    std::string result;
    for (const char c : visible_page(text))
    {
        if (c == '\n' || c == '\r')
        {
            result += ' ';
            continue;
        }
        if (std::string_view("\\`*_[]<>&|").find(c) != std::string_view::npos)
        {
            result += '\\';
        }
        result += c;
    }
    return result;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator)
{
    std::string result;
    for (const std::string& part : parts)
    {
        result += (&part == parts.data() ? "" : std::string(separator)) + part;
    }
    return result;
}

std::vector<std::string> titles(const Table& table, const Escape& escape)
{
    std::vector<std::string> result;
    for (const TableColumn& column : table.columns)
    {
        result.push_back(escape(column.title));
    }
    return result;
}

std::vector<std::string> texts(const std::vector<TableCell>& row, const Escape& escape,
    std::string_view strong_begin, std::string_view strong_end)
{
    std::vector<std::string> result;
    for (const TableCell& cell : row)
    {
        const std::string text = escape(cell.text);
        result.push_back(
            cell.is_strong ? fmt::format("{}{}{}", strong_begin, text, strong_end) : text);
    }
    return result;
}

}  // namespace

std::string exact_number(double value)
{
    return std::isnan(value) ? std::string() : fmt::format("{}", value);
}

std::string rounded_number(double value, int digits)
{
    if (std::isnan(value))
    {
        return "-";
    }
    const std::string text = fmt::format("{:.{}f}", value, digits);
    // A zero gets no minus sign.
    const bool is_zero = text.find_first_not_of("-0.") == std::string::npos;
    return is_zero && text.front() == '-' ? text.substr(1) : text;
}

TableCell number_cell(double value, int digits, bool is_strong)
{
    return {rounded_number(value, digits), exact_number(value), is_strong};
}

TableCell text_cell(std::string text)
{
    return {.text = std::move(text), .exact = {}, .is_strong = false};
}

TableCell p_cell(double p, bool is_strong)
{
    constexpr double least = 0.001;
    return {p < least ? "<0.001" : rounded_number(p, 3), exact_number(p), is_strong};
}

std::string escape_html(std::string_view text)
{
    std::string result;
    while (!text.empty())
    {
        const CodePoint point = first_code_point(text);
        const std::size_t size = point.is_valid ? point.length : 0;
        const char c = text.front();
        if (size == 0)
        {
            result += "\xef\xbf\xbd";
        }
        else if (size > 1)
        {
            result += visible_page(text.substr(0, size));
        }
        else if (c == '<' || c == '>' || c == '&' || c == '"' || c == '\'')
        {
            result += fmt::format("&#{};", static_cast<int>(c));
        }
        else
        {
            const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
            result += is_control ? ' ' : c;
        }
        text.remove_prefix(size == 0 ? 1 : size);
    }
    return result;
}

std::string to_csv(const Table& table)
{
    std::string result;
    std::vector<std::string> line;
    for (const TableColumn& column : table.columns)
    {
        line.push_back(csv_field(column.title));
    }
    result += join(line, ",") + "\n";
    for (const auto& row : table.rows)
    {
        line.clear();
        for (const TableCell& cell : row)
        {
            // A missing number is empty, not a dash.
            const bool is_missing = cell.exact.empty() && cell.text == "-";
            line.push_back(
                is_missing ? "" : csv_field(cell.exact.empty() ? cell.text : cell.exact));
        }
        result += join(line, ",") + "\n";
    }
    return result;
}

std::string to_markdown(const Table& table)
{
    std::string result = fmt::format("**{}**\n\n", escape_markdown(table.title));
    result += fmt::format("| {} |\n", join(titles(table, escape_markdown), " | "));
    result += "|";
    for (const TableColumn& column : table.columns)
    {
        result += column.is_number ? "---:|" : "---|";
    }
    result += "\n";
    for (const auto& row : table.rows)
    {
        result += fmt::format("| {} |\n", join(texts(row, escape_markdown, "**", "**"), " | "));
    }
    for (const std::string& note : table.notes)
    {
        result += fmt::format("\n{}\n", escape_markdown(note));
    }
    return result;
}

std::string to_html(const Table& table)
{
    std::string result = fmt::format(
        "<figure class=\"table\" id=\"{}\">\n<figcaption>{}</figcaption>\n"
        "<div class=\"scroll\"><table>\n<thead><tr>",
        escape_html(table.name), escape_html(table.title));
    const auto kind = [&table](std::size_t i) {
        return table.columns[i].is_number ? " class=\"number\"" : "";
    };
    for (std::size_t i = 0; i < table.columns.size(); ++i)
    {
        result += fmt::format(
            "<th scope=\"col\"{}>{}</th>", kind(i), escape_html(table.columns[i].title));
    }
    result += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows)
    {
        const std::vector<std::string> cells = texts(row, escape_html, "<b>", "</b>");
        result += "<tr>";
        for (std::size_t i = 0; i < cells.size(); ++i)
        {
            result += i == 0 ? fmt::format("<th scope=\"row\"{}>{}</th>", kind(i), cells[i]) :
                               fmt::format("<td{} data-title=\"{}\">{}</td>", kind(i),
                                   escape_html(table.columns[i].title), cells[i]);
        }
        result += "</tr>\n";
    }
    result += "</tbody></table></div>\n";
    for (const std::string& note : table.notes)
    {
        result += fmt::format("<p class=\"note\">{}</p>\n", escape_html(note));
    }
    return result + "</figure>\n";
}

}  // namespace sbst::study
