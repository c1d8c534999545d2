// SPDX-License-Identifier: Apache-2.0
// Hashes of bytes that are not whole words: two of them are equal when the bytes are. Next:
// shadow_machine.hpp.
#pragma once

#include "shadow_bytes.hpp"

#include <sbst/numeric/u256.hpp>
#include <sbst/symbolic/path.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace sbst::evm
{

/// What hashes of a run were made of, where some bytes hang on literals, or may meet such ones.
class HashedBytes
{
public:
    /// Longer ones are not kept, and no more than these.
    static constexpr std::size_t max_size = 512;
    static constexpr std::size_t max_count = 256;
    /// Nor more contents of one hash.
    static constexpr std::size_t max_contents = 3;

    void clear();
    /// False when there is no room.
    bool add(const U256& hash, ShadowBytes shadow, BytesView bytes);
    /// Whether any of them hangs on literals.
    [[nodiscard]] bool hangs_on_literals() const { return m_hangs_on_literals; }
    /// The condition that the bytes of two hashes are equal. Nothing where one is not known, or
    /// none hangs on literals, or they differ in length whatever the literals.
    [[nodiscard]] std::optional<ExpressionId> equality(
        symbolic::SymbolicRun& run, const U256& a, const U256& b) const;

private:
    struct Content
    {
        ShadowBytes shadow;
        Bytes bytes;
        bool hangs_on_literals = false;
    };

    [[nodiscard]] static std::optional<ExpressionId> equality(
        symbolic::SymbolicRun& run, const Content& left, const Content& right);

    /// Different ones of equal bytes, those that hang on literals first.
    std::map<U256, std::vector<Content>> m_contents;
    bool m_hangs_on_literals = false;
};

}  // namespace sbst::evm
