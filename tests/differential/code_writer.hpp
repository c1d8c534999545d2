// SPDX-License-Identifier: Apache-2.0
// Writes code byte by byte, with labels and trailing data. Next: code_generator.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>
#include <sbst/evm/exec/opcode.hpp>
#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace sbst::evm::differential
{

/// Names a place in the code, known at the end.
enum class Label : std::size_t
{
};

/// Collects code. Places are pushed by PUSH2, so that code may have up to 65,535 bytes.
class CodeWriter
{
public:
    void op(Op op) { m_code.push_back(static_cast<std::uint8_t>(op)); }
    /// Appends PUSH, DUP, SWAP or LOG of the n-th kind: `first` is the one of n = 0.
    void op(Op first, std::size_t n)
    {
        m_code.push_back(static_cast<std::uint8_t>(static_cast<std::size_t>(first) + n));
    }
    void bytes(BytesView bytes) { m_code.insert(m_code.end(), bytes.begin(), bytes.end()); }
    /// Pushes with the given number of data bytes, but at least as many as the value needs.
    void push(const U256& value, std::size_t width = 1);

    [[nodiscard]] Label new_label();
    void push(Label label);
    /// Names the present place and marks it by JUMPDEST.
    void jumpdest(Label label);
    /// Puts data after the code, once for each call.
    [[nodiscard]] Label data(Bytes bytes);

    [[nodiscard]] std::size_t size() const noexcept { return m_code.size(); }

    /// Returns code and data with all labels filled in. Ends the writer's use.
    [[nodiscard]] Bytes finish();

private:
    Bytes m_code;
    std::vector<std::optional<std::size_t>> m_places;   // of the labels
    std::vector<std::pair<std::size_t, Label>> m_uses;  // place to be filled in
    std::vector<std::pair<Label, Bytes>> m_data;
};

}  // namespace sbst::evm::differential
