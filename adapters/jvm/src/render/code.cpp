// SPDX-License-Identifier: Apache-2.0
#include "code.hpp"

#include "literals.hpp"

#include <algorithm>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::size_t max_columns = 100;

/// Columns of what cannot be parted from the text before it.
std::size_t lead_width(const std::vector<SourceCode>& parts, std::size_t from, std::size_t tail)
{
    std::size_t width = 0;
    for (std::size_t i = from; i < parts.size(); ++i)
    {
        const SourceCode& part = parts[i];
        width += part.kind == CodeKind::sequence ? lead_width(part.parts, 0, 0) : part.text.size();
        if (part.kind != CodeKind::leaf)
        {
            return width;
        }
    }
    return width + tail;
}

/// Tells whether the code has more than one line in any case.
bool has_block(const SourceCode& code)
{
    return code.kind == CodeKind::block ||
           std::any_of(code.parts.begin(), code.parts.end(), has_block);
}

}  // namespace

SourceCode leaf(std::string text)
{
    return {.kind = CodeKind::leaf, .text = std::move(text)};
}

SourceCode sequence(std::vector<SourceCode> parts)
{
    return {.kind = CodeKind::sequence, .parts = std::move(parts)};
}

SourceCode assignment(std::string head, SourceCode value)
{
    return {.kind = CodeKind::assignment, .text = std::move(head), .parts = {std::move(value)}};
}

SourceCode list(std::string open, std::vector<SourceCode> items, std::string close)
{
    return {.kind = CodeKind::list,
        .text = std::move(open),
        .close = std::move(close),
        .parts = std::move(items)};
}

SourceCode string_code(std::u16string content)
{
    return {.kind = CodeKind::string, .content = std::move(content)};
}

SourceCode block(std::string open, std::vector<SourceCode> lines)
{
    return {
        .kind = CodeKind::block, .text = std::move(open), .close = "}", .parts = std::move(lines)};
}

std::string flat(const SourceCode& code)
{
    std::string text = code.kind == CodeKind::string ? string_literal(code.content) : code.text;
    for (std::size_t i = 0; i < code.parts.size(); ++i)
    {
        text += code.kind == CodeKind::list && i > 0 ? ", " : "";
        text += flat(code.parts[i]);
    }
    return text + code.close;
}

void LineWriter::statement(const SourceCode& code, std::size_t level)
{
    m_indent = 4 * level;
    m_text.append(m_indent, ' ');
    m_column = m_indent;
    write(code, 0);
    m_text += '\n';
    ++m_line;
}

void LineWriter::line(std::string_view text, std::size_t level)
{
    m_text.append(text.empty() ? 0 : 4 * level, ' ');
    m_text += text;
    m_text += '\n';
    ++m_line;
}

void LineWriter::write(const SourceCode& code, std::size_t tail)
{
    const std::string whole = flat(code);
    const bool is_line = !has_block(code);
    if (code.kind == CodeKind::leaf || (is_line && m_column + whole.size() + tail <= max_columns))
    {
        put(whole);
    }
    else if (code.kind == CodeKind::assignment)
    {
        write_assignment(code, tail);
    }
    else if (code.kind == CodeKind::list)
    {
        write_list(code, tail);
    }
    else if (code.kind == CodeKind::string)
    {
        write_string(code, tail);
    }
    else if (code.kind == CodeKind::block)
    {
        write_block(code);
    }
    else
    {
        for (std::size_t i = 0; i < code.parts.size(); ++i)
        {
            write(code.parts[i], lead_width(code.parts, i + 1, tail));
        }
    }
}

void LineWriter::write_assignment(const SourceCode& code, std::size_t tail)
{
    put(code.text);
    const SourceCode& value = code.parts.front();
    if (!has_block(value) && continuation() + flat(value).size() + tail <= max_columns)
    {
        break_line(continuation());
    }
    write(value, tail);
}

void LineWriter::write_list(const SourceCode& code, std::size_t tail)
{
    put(code.text);
    const std::size_t indent = continuation();
    for (std::size_t i = 0; i < code.parts.size(); ++i)
    {
        const bool is_last = i + 1 == code.parts.size();
        const std::size_t rest = is_last ? code.close.size() + tail : 1;
        const std::size_t width = flat(code.parts[i]).size() + rest + (i > 0 ? 1 : 0);
        if (m_column + width > max_columns && m_column > indent)
        {
            break_line(indent);
        }
        else if (i > 0)
        {
            put(" ");
        }
        write(code.parts[i], rest);
        put(is_last ? "" : ",");
    }
    put(code.close);
}

void LineWriter::write_string(const SourceCode& code, std::size_t tail)
{
    if (m_column != m_indent)
    {
        break_line(continuation());
    }
    // Two quotes and the plus sign.
    constexpr std::size_t frame = 4;
    const std::size_t indent = m_indent;
    const std::size_t width = max_columns - indent - frame - tail;
    const std::vector<std::string> parts = string_parts(code.content, width);
    for (std::size_t i = 0; i < parts.size(); ++i)
    {
        if (i > 0)
        {
            break_line(indent);
            put("+ ");
        }
        put('"' + parts[i] + '"');
    }
}

void LineWriter::write_block(const SourceCode& code)
{
    const std::size_t indent = m_indent;
    put(code.text);
    for (const SourceCode& line : code.parts)
    {
        break_line(indent + 4);
        write(line, 0);
    }
    break_line(indent);
    put(code.close);
}

void LineWriter::put(std::string_view text)
{
    // A cast or a lambda may go on in the next line when what it stands before is too long.
    if (m_column + text.size() > max_columns && m_column > continuation() && m_text.back() == ' ')
    {
        break_line(continuation());
    }
    m_text += text;
    m_column += text.size();
}

void LineWriter::break_line(std::size_t indent)
{
    while (m_text.back() == ' ')
    {
        m_text.pop_back();
    }
    m_text += '\n';
    ++m_line;
    m_text.append(indent, ' ');
    m_column = indent;
    m_indent = indent;
}

}  // namespace sbst::jvm::detail
