// SPDX-License-Identifier: Apache-2.0
// Bytes of which some are parts of expressions: the shadow of memory, call data, returned data and
// code. Next: shadow_machine.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>
#include <sbst/symbolic/expression_graph.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbst::evm
{

using symbolic::ExpressionGraph;
using symbolic::ExpressionId;
/// Operations of expressions, beside the instructions of exec/opcode.hpp.
using Do = symbolic::Op;

/// Bits of a word of the machine.
inline constexpr unsigned word_width = 256;

/// The expressions of a sequence of bytes. A byte without one is whatever the bytes beside it say,
/// a byte beyond the end has none.
class ShadowBytes
{
public:
    /// More bytes are not followed.
    static constexpr std::size_t max_size = std::size_t{1} << 20U;

    [[nodiscard]] bool is_empty() const { return m_cells.empty(); }
    void clear() { m_cells.clear(); }

    /// Makes the 32 bytes from `at` those of a word, or of none. False when they are too far away.
    bool put_word(std::size_t at, ExpressionId word);
    /// Makes one byte the lowest one of a word, or of none.
    bool put_byte(std::size_t at, ExpressionId word);
    /// Makes the bytes from `at` the first ones of a word.
    bool put_first_bytes(std::size_t at, ExpressionId word, std::size_t count);
    void erase(std::size_t at, std::size_t count);
    /// Copies `count` bytes from `from` on of another sequence, or of this one.
    bool copy(std::size_t at, const ShadowBytes& source, std::size_t from, std::size_t count);

    /// The word of which a byte is the lowest one; invalid if it has none.
    [[nodiscard]] ExpressionId byte_word(std::size_t at) const
    {
        return at < m_cells.size() && m_cells[at].index == word_bytes - 1 ? m_cells[at].word :
                                                                            ExpressionId{};
    }
    [[nodiscard]] bool has_any(std::size_t at, std::size_t count) const;
    /// The word of 32 bytes from `at`; invalid if no byte has an expression.
    /// @param bytes as they are, from `at` on; zeros follow them.
    [[nodiscard]] ExpressionId word(ExpressionGraph& graph, std::size_t at, BytesView bytes) const;

private:
    struct Cell
    {
        ExpressionId word;
        /// Which byte of the word, most significant first.
        std::uint8_t index = 0;
    };

    bool reach(std::size_t end);

    std::vector<Cell> m_cells;
};

}  // namespace sbst::evm
