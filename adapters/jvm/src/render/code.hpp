// SPDX-License-Identifier: Apache-2.0
// Source code that does not know yet where its lines end, and what breaks it into lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm::detail
{

enum class CodeKind
{
    /// Text that stays whole.
    leaf,
    /// `text` and one part; the part goes on in the next line when it fits there whole.
    assignment,
    /// Parts one after the other.
    sequence,
    /// Parts with commas between an opening and a closing text; lines may end after these.
    list,
    /// A string literal; lines may end between parts of it.
    string,
    /// Parts on lines of their own, one level in, between an opening and a closing text.
    block
};

struct SourceCode
{
    CodeKind kind = CodeKind::leaf;
    /// A leaf's text; what opens a list.
    std::string text{};
    std::string close{};
    std::vector<SourceCode> parts{};
    std::u16string content{};
};

[[nodiscard]] SourceCode leaf(std::string text);
[[nodiscard]] SourceCode sequence(std::vector<SourceCode> parts);
[[nodiscard]] SourceCode assignment(std::string head, SourceCode value);
[[nodiscard]] SourceCode list(std::string open, std::vector<SourceCode> items, std::string close);
[[nodiscard]] SourceCode string_code(std::u16string content);
[[nodiscard]] SourceCode block(std::string open, std::vector<SourceCode> lines);

/// The code on one line.
[[nodiscard]] std::string flat(const SourceCode& code);

/// Writes lines of at most 100 columns.
class LineWriter
{
public:
    /// Writes a statement on lines of its own, four columns in for each level.
    void statement(const SourceCode& code, std::size_t level);
    /// Writes a line as it is; an empty one has no indentation.
    void line(std::string_view text, std::size_t level = 0);

    /// Number of the line that is written next, from 1.
    [[nodiscard]] std::size_t next_line() const { return m_line; }
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    void write(const SourceCode& code, std::size_t tail);
    void write_assignment(const SourceCode& code, std::size_t tail);
    void write_list(const SourceCode& code, std::size_t tail);
    void write_string(const SourceCode& code, std::size_t tail);
    void write_block(const SourceCode& code);
    void put(std::string_view text);
    void break_line(std::size_t indent);
    /// Where the line goes on that is being written.
    [[nodiscard]] std::size_t continuation() const { return m_indent + 8; }

    std::string m_text;
    std::size_t m_line = 1;
    std::size_t m_column = 0;
    /// Columns of the line that is being written.
    std::size_t m_indent = 0;
};

}  // namespace sbst::jvm::detail
