// SPDX-License-Identifier: Apache-2.0
// Tables for two-column papers: never wider than one column.
#include <sbst/base/utf8.hpp>
#include <sbst/study/table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace sbst::study
{

namespace
{

/// The width of one column of a paper in points, with some margin; and the width of a character at
/// footnote size.
constexpr double column_points = 228.0;
constexpr double character_points = 4.4;
constexpr double gap_points = 6.0;
/// Share of the width for all columns of text together.
constexpr double text_share = 0.4;
constexpr double many_texts_share = 0.6;
constexpr std::size_t longest_heading = 9;
constexpr std::size_t longest_short_text = 8;
/// A word of this many characters may be broken.
constexpr std::size_t longest_run = 8;

/// One character; characters missing in common LaTeX fonts are written as numbers.
std::string escape_character(std::string_view character)
{
    if (character.size() > 1)
    {
        const auto lead = static_cast<unsigned char>(character[0]);
        const auto next = static_cast<unsigned char>(character[1]);
        // U+00C0 to U+00FF without eth and thorn, which old encodings lack.
        const bool is_latin = lead == 0xc3 && next != 0x90 && next != 0x9e && next != 0xb0 &&
                              next != 0xbe && next != 0x97 && next != 0xb7;
        if (is_latin)
        {
            return std::string(character);
        }
        unsigned code = character.size() == 2 ? lead & 0x1fU :
                        character.size() == 3 ? lead & 0x0fU :
                                                lead & 0x07U;
        for (const char c : character.substr(1))
        {
            code = (code << 6U) | (static_cast<unsigned char>(c) & 0x3fU);
        }
        return fmt::format("U+{:04X}", code);
    }
    const char c = character.front();
    switch (c)
    {
        case '\\':
            return "\\textbackslash{}";
        case '~':
            return "\\textasciitilde{}";
        case '^':
            return "\\textasciicircum{}";
        case '[':
            // After the end of a row it would begin an argument.
            return "{[}";
        case '<':
            return "$<$";
        case '>':
            return "$>$";
        case '|':
            return "$|$";
        case '"':
            return "''";
        case '*':
            // After the end of a row it would be part of that command.
            return "{*}";
        case '&':
        case '%':
        case '$':
        case '#':
        case '_':
        case '{':
        case '}':
            return fmt::format("\\{}", c);
        default:
            return {static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c};
    }
}

/// Text that LaTeX prints literally; names may be broken after characters that join their parts,
/// before a capital, and inside very long words.
std::string escape_latex(std::string_view text, bool is_name = true)
{
    std::string result;
    std::size_t run = 0;
    while (!text.empty())
    {
        const CodePoint point = first_code_point(text);
        const std::size_t size = point.is_valid ? point.length : 0;
        const std::string_view character = text.substr(0, point.length);
        text.remove_prefix(character.size());
        result += size == 0 ? "?" : escape_character(character);
        const auto is = [](char c, int (*kind)(int)) {
            return kind(static_cast<unsigned char>(c)) != 0;
        };
        const char c = character.front();
        run = c == ' ' ? 0 : run + 1;
        const bool is_joint =
            size != 1 || std::string_view("._:/-@=,+").find(c) != std::string_view::npos;
        const bool is_hump = is(c, std::islower) && !text.empty() && is(text.front(), std::isupper);
        if (is_name && !text.empty() && text.front() != ' ' &&
            (is_joint || is_hump || run >= longest_run))
        {
            result += "\\allowbreak{}";
            run = 0;
        }
    }
    return result;
}

std::size_t longest_text(const Table& table, std::size_t column)
{
    std::size_t longest = 0;
    for (const auto& row : table.rows)
    {
        longest = std::max(longest, row[column].text.size());
    }
    return longest;
}

/// A column of the narrow table.
struct NarrowColumn
{
    std::size_t index = 0;
    std::string heading{};
    /// Part of the tabular's argument: `r`, `l`, `p{...}`.
    std::string form{};
    double points = 0.0;
    bool is_wrapped = false;
};

/// Headings that are too long become letters, which `legend` explains.
std::string heading_of(const TableColumn& column, std::string& legend, char& letter)
{
    const std::string& wanted = column.brief.empty() ? column.title : column.brief;
    if (wanted.size() <= longest_heading || letter > 'z')
    {
        return escape_latex(wanted, false);
    }
    std::string name = fmt::format("({})", letter++);
    legend += fmt::format("{}{} {}", legend.empty() ? "" : "; ", name, escape_latex(wanted));
    return name;
}

class NarrowTable
{
public:
    explicit NarrowTable(const Table& table) : m_table(table)
    {
        std::size_t text_count = 0;
        for (std::size_t i = 0; i < table.columns.size(); ++i)
        {
            const bool is_long = !table.columns[i].is_number && !table.columns[i].is_detail &&
                                 longest_text(table, i) > longest_short_text;
            text_count += is_long ? 1U : 0U;
        }
        const bool is_all_text = std::none_of(table.columns.begin(), table.columns.end(),
            [](const TableColumn& column) { return column.is_number && !column.is_detail; });
        const double share = is_all_text ? 0.95 : text_count > 1 ? many_texts_share : text_share;
        char letter = 'a';
        for (std::size_t i = 0; i < table.columns.size(); ++i)
        {
            if (!table.columns[i].is_detail)
            {
                add(i, share / static_cast<double>(std::max<std::size_t>(1, text_count)), letter);
            }
        }
    }

    [[nodiscard]] std::string text(const std::string& label) const
    {
        std::string result = fmt::format(
            "% Fits one of two columns. With \\usepackage{{booktabs}} its rules are finer.\n"
            "\\begin{{table}}\n\\providecommand{{\\toprule}}{{\\hline}}\n"
            "\\providecommand{{\\midrule}}{{\\hline}}\n"
            "\\providecommand{{\\bottomrule}}{{\\hline}}\n"
            "\\caption{{{}}}\n\\label{{tab:{}}}\n\\footnotesize\n\\setlength{{\\tabcolsep}}{{3pt}}"
            "\n",
            escape_latex(m_table.title), label);
        for (std::size_t first = 0; first < m_numbers.size() || first == 0;)
        {
            const std::size_t end = end_of_part(first);
            result += first == 0 ? "" : "\\par\\medskip\n";
            result += part(first, end);
            first = std::max<std::size_t>(end, 1);
        }
        if (!m_legend.empty())
        {
            result += fmt::format("\\par\\raggedright {}.\n", m_legend);
        }
        for (const std::string& note : m_table.notes)
        {
            result += fmt::format("\\par\\raggedright {}\n", escape_latex(note));
        }
        return result + "\\end{table}\n";
    }

private:
    void add(std::size_t index, double share, char& letter)
    {
        const TableColumn& column = m_table.columns[index];
        NarrowColumn narrow{.index = index};
        const std::size_t length = longest_text(m_table, index);
        if (column.is_number)
        {
            const char before = letter;
            narrow.heading = heading_of(column, m_legend, letter);
            narrow.form = "r";
            constexpr std::size_t letter_size = 3;
            const std::string& heading_text = column.brief.empty() ? column.title : column.brief;
            const std::size_t heading = letter == before ? heading_text.size() : letter_size;
            narrow.points =
                character_points * static_cast<double>(std::max(length, heading)) + gap_points;
            m_numbers.push_back(std::move(narrow));
            return;
        }
        narrow.heading = escape_latex(column.brief.empty() ? column.title : column.brief, false);
        narrow.is_wrapped = length > longest_short_text;
        narrow.form = narrow.is_wrapped ? fmt::format("p{{{:.3f}\\columnwidth}}", share) : "l";
        narrow.points = narrow.is_wrapped ?
                            share * column_points + gap_points :
                            character_points * static_cast<double>(longest_short_text) + gap_points;
        m_text_points += narrow.points;
        m_texts.push_back(std::move(narrow));
    }

    /// As many columns of numbers as fit beside the text, at least one.
    [[nodiscard]] std::size_t end_of_part(std::size_t first) const
    {
        double points = m_text_points;
        std::size_t end = first;
        while (end < m_numbers.size() &&
               (end == first || points + m_numbers[end].points <= column_points))
        {
            points += m_numbers[end].points;
            ++end;
        }
        return end;
    }

    [[nodiscard]] std::string part(std::size_t first, std::size_t end) const
    {
        std::vector<NarrowColumn> columns = m_texts;
        columns.insert(columns.end(), m_numbers.begin() + static_cast<std::ptrdiff_t>(first),
            m_numbers.begin() + static_cast<std::ptrdiff_t>(end));
        std::string forms;
        std::string headings;
        for (const NarrowColumn& column : columns)
        {
            forms += column.form;
            headings += (headings.empty() ? "" : " & ") + column.heading;
        }
        std::string result = fmt::format(
            "\\begin{{tabular}}{{@{{}}{}@{{}}}}\n\\toprule\n{} \\\\\n\\midrule\n", forms, headings);
        for (const auto& row : m_table.rows)
        {
            std::string line;
            for (const NarrowColumn& column : columns)
            {
                const TableCell& cell = row[column.index];
                const std::string content = escape_latex(cell.text, column.form != "r");
                line += line.empty() && &column == columns.data() ? "" : " & ";
                line += column.is_wrapped ? R"(\raggedright\let\\\tabularnewline )" : "";
                line += cell.is_strong ? fmt::format("\\textbf{{{}}}", content) : content;
            }
            result += line + " \\\\\n";
        }
        return result + "\\bottomrule\n\\end{tabular}\n";
    }

    const Table& m_table;
    std::vector<NarrowColumn> m_texts;
    std::vector<NarrowColumn> m_numbers;
    double m_text_points = 0.0;
    std::string m_legend;
};

}  // namespace

std::string to_latex(const Table& table, const std::string& study)
{
    std::string label = study.empty() ? table.name : study + "-" + table.name;
    std::replace_if(
        label.begin(), label.end(),
        [](unsigned char c) {
            const bool is_plain = std::isalnum(c) != 0 && c < 0x80;
            return !is_plain;
        },
        '-');
    return NarrowTable(table).text(label);
}

}  // namespace sbst::study
