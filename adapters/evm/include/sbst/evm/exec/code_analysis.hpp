// SPDX-License-Identifier: Apache-2.0
// Facts about a piece of code before it runs: valid jump targets, dense numbers of its conditional
// jumps and basic blocks. Made once for each code and shared read-only. Next: world_state.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>
#include <sbst/evm/base/keccak.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace sbst::evm
{

/// Analyses code once. Immutable, so threads may share it.
class CodeAnalysis
{
public:
    /// Copies and analyses the code. O(size).
    explicit CodeAnalysis(BytesView code);

    /// Returns the code itself.
    [[nodiscard]] BytesView code() const noexcept { return {m_padded.data(), m_size}; }

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }

    /// Returns the size of this analysis in memory, in bytes.
    [[nodiscard]] std::size_t footprint() const noexcept;

    /// Returns the code followed by at least 33 zero bytes, so that a reader needs no end test.
    [[nodiscard]] const std::uint8_t* padded() const noexcept { return m_padded.data(); }

    /// Returns the Keccak hash of the code, computed at the first call.
    [[nodiscard]] const Hash256& hash() const;

    /// Returns a fingerprint of the instructions without the data of PUSHes: codes that differ only
    /// in immutables or library addresses have the same shape.
    [[nodiscard]] std::uint64_t shape() const noexcept { return m_shape; }

    /// Tells whether both have the same instructions, except for the data of PUSHes.
    [[nodiscard]] bool has_shape_of(const CodeAnalysis& other) const noexcept
    {
        return m_shape == other.m_shape && m_size == other.m_size;
    }

    /// Tells whether a jump to pc is allowed.
    [[nodiscard]] bool is_jumpdest(std::uint64_t pc) const noexcept
    {
        return pc < m_size && (m_marks[pc] & jumpdest_mark) != 0;
    }

    /// Returns the places of the conditional jumps in ascending order; an index into it is a jump's
    /// dense number.
    [[nodiscard]] std::span<const std::uint32_t> jumpis() const noexcept { return m_jumpis; }

    /// Returns the first instruction of each basic block in ascending order. A block begins at 0,
    /// at each JUMPDEST and after each JUMPI or instruction that ends a path.
    [[nodiscard]] std::span<const std::uint32_t> block_starts() const noexcept { return m_blocks; }

    /// Returns the dense number of the conditional jump at pc, if there is one.
    [[nodiscard]] std::optional<std::uint32_t> jumpi_at(std::uint64_t pc) const noexcept;

    /// Returns the dense number of the block that contains the instruction at pc < size().
    [[nodiscard]] std::uint32_t block_of(std::uint64_t pc) const noexcept;

    /// One word per byte of code, for the interpreter: at a JUMPI its dense number, at a JUMPDEST
    /// `jumpdest_mark` and its block's number, at a SUB or XOR 1 when its result is only compared
    /// with zero.
    [[nodiscard]] const std::uint32_t* marks() const noexcept { return m_marks.data(); }

    static constexpr std::uint32_t jumpdest_mark = 0x8000'0000U;

private:
    void scan();
    void mark_zero_tests();

    std::size_t m_size;
    std::vector<std::uint8_t> m_padded;
    std::vector<std::uint32_t> m_marks;
    std::vector<std::uint32_t> m_jumpis;
    std::vector<std::uint32_t> m_blocks;
    std::uint64_t m_shape{};
    mutable std::once_flag m_hash_once;
    mutable Hash256 m_hash{};
};

using CodePtr = std::shared_ptr<const CodeAnalysis>;

/// Keeps one analysis for each distinct code. Not shared between threads: each executor has its own
/// store, and analyses made elsewhere can be added.
class CodeStore
{
public:
    /// Keeps analyses of at most about `capacity` bytes of memory; codes in use by accounts survive
    /// in any case.
    explicit CodeStore(std::size_t capacity = std::size_t{64} << 20U);

    /// Returns the analysis of this code, made now if it is new.
    [[nodiscard]] CodePtr get(BytesView code);

    /// Adds an analysis; `get` then returns it for equal code.
    void add(CodePtr analysis);

    [[nodiscard]] std::size_t count() const noexcept { return m_count; }

private:
    void insert(std::uint64_t key, CodePtr analysis);
    void rebuild(std::size_t slots);

    struct Slot
    {
        std::uint64_t key{};
        CodePtr analysis;
    };

    std::size_t m_capacity;
    std::size_t m_bytes{};
    std::size_t m_count{};
    std::vector<Slot> m_slots;
};

}  // namespace sbst::evm
