// SPDX-License-Identifier: Apache-2.0
#include "csv.hpp"

#include <sbst/base/read_failure.hpp>
#include <sbst/base/suggestion.hpp>
#include <sbst/base/utf8.hpp>
#include <sbst/base/visible_text.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

namespace sbst::study
{

namespace
{

/// Cuts a text into lines of fields.
class CsvReader
{
public:
    CsvReader(const std::string& text, const std::string& file) : m_text(text), m_file(file) {}

    bool read_line(std::vector<std::string>& fields)
    {
        fields.clear();
        if (m_at >= m_text.size())
        {
            return false;
        }
        do
        {
            fields.push_back(read_field());
        } while (take(','));
        take('\r');
        if (m_at < m_text.size() && !take('\n'))
        {
            fail("expected a comma or the line's end after a quoted field");
        }
        ++m_line;
        return true;
    }

    [[nodiscard]] std::size_t line() const { return m_line; }

    [[noreturn]] void fail(const std::string& problem) const
    {
        throw ParseError(m_file, fmt::format("line {}", m_line + 1), problem);
    }

private:
    bool take(char c)
    {
        const bool is_there = m_at < m_text.size() && m_text[m_at] == c;
        m_at += is_there ? 1U : 0U;
        return is_there;
    }

    std::string read_field()
    {
        if (!take('"'))
        {
            const std::size_t end = std::min(m_text.find_first_of(",\r\n", m_at), m_text.size());
            std::string field = m_text.substr(m_at, end - m_at);
            m_at = end;
            return field;
        }
        std::string field;
        while (true)
        {
            const std::size_t quote = m_text.find('"', m_at);
            if (quote == std::string::npos)
            {
                fail("a quoted field never ends");
            }
            field += m_text.substr(m_at, quote - m_at);
            m_at = quote + 1;
            if (!take('"'))
            {
                return field;
            }
            field += '"';
        }
    }

    const std::string& m_text;
    const std::string& m_file;
    std::size_t m_at = 0;
    std::size_t m_line = 0;
};

/// ASCII control characters except line ends become spaces; other control characters, overrides of
/// the writing direction and bytes that are not UTF-8 become escapes.
std::string without_controls(std::string_view text)
{
    std::string result;
    while (!text.empty())
    {
        const std::size_t length = first_code_point(text).length;
        const auto c = static_cast<unsigned char>(text.front());
        const bool is_control = (c < ' ' && c != '\n' && c != '\r') || c == '\x7f';
        if (c < 0x80)
        {
            result += is_control ? ' ' : text.front();
        }
        else
        {
            result += visible_page(text.substr(0, length));
        }
        text.remove_prefix(length);
    }
    return result;
}

}  // namespace

std::size_t CsvFile::column(const std::string& name) const
{
    const auto found = std::find(columns.begin(), columns.end(), name);
    if (found == columns.end())
    {
        const std::vector<std::string_view> known(columns.begin(), columns.end());
        throw ParseError(file, "line 1",
            fmt::format("no column '{}'{}; there are {}", name, suggestion(name, known),
                fmt::join(columns, ", ")));
    }
    return static_cast<std::size_t>(found - columns.begin());
}

std::string csv_field(const std::string& text)
{
    double number = 0.0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    const bool is_number = error == std::errc{} && stop == end;
    const bool is_formula =
        !is_number && !text.empty() &&
        std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
    std::string shown = (is_formula ? "'" : "") + without_controls(text);
    if (shown.find_first_of(",\"\r\n") == std::string::npos)
    {
        return shown;
    }
    std::string result = "\"";
    for (const char c : shown)
    {
        result += c == '"' ? "\"\"" : std::string(1, c);
    }
    return result + "\"";
}

CsvFile parse_csv(const std::string& text, const std::string& file)
{
    // Spreadsheets begin their files with the byte order mark of UTF-8.
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    const std::string plain = text.starts_with(mark) ? text.substr(mark.size()) : text;
    CsvReader reader(plain, file);
    CsvFile csv;
    csv.file = file;
    if (!reader.read_line(csv.columns))
    {
        throw ParseError(file, "line 1", "is empty; expected the names of columns");
    }
    std::vector<std::string> row;
    while (reader.read_line(row))
    {
        const bool is_blank = row.size() == 1 && row.front().empty();
        if (!is_blank && row.size() != csv.columns.size())
        {
            throw ParseError(file, fmt::format("line {}", reader.line()),
                fmt::format("has {} fields, expected {}", row.size(), csv.columns.size()));
        }
        if (!is_blank)
        {
            csv.rows.push_back(row);
        }
    }
    return csv;
}

CsvFile load_csv(const std::string& file)
{
    const ReadText read = read_text(file);
    if (!read.text)
    {
        fail_reading(file, read);
    }
    return parse_csv(*read.text, file);
}

}  // namespace sbst::study
