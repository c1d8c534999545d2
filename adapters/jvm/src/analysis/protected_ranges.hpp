// SPDX-License-Identifier: Apache-2.0
// Which exception handlers protect which block: sets of handlers, each kept once. Next:
// method_flow.cpp.
#pragma once

#include <sbst/jvm/analysis/method_flow.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sbst::jvm
{

/// Tells whether a row of the exception table protects anything but its own handler.
[[nodiscard]] bool protects_code(const ExceptionHandler& handler);

/// Sets of handlers (ordinals of their first instructions), by number; set 0 is empty.
class ProtectedRanges
{
public:
    /// Nothing when the sets would be too large together.
    [[nodiscard]] static std::optional<ProtectedRanges> make(
        const Code& code, std::span<const InstructionBlock> blocks);
    /// No handler protects anything.
    [[nodiscard]] static ProtectedRanges none(std::size_t block_count);

    [[nodiscard]] std::size_t set_of_block(std::size_t block) const { return m_of_block[block]; }
    /// Ascending.
    [[nodiscard]] const std::vector<std::uint32_t>& handlers(std::size_t set) const
    {
        return m_sets[set];
    }
    /// The set of those in `to` and not in `from`.
    std::size_t entered(std::size_t from, std::size_t to);
    /// Members of sets that were looked at so far.
    [[nodiscard]] std::size_t work() const { return m_work; }

private:
    std::size_t number_of(const std::vector<std::uint32_t>& handlers);

    std::vector<std::vector<std::uint32_t>> m_sets{{}};
    std::map<std::vector<std::uint32_t>, std::size_t> m_numbers{{{}, 0}};
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> m_entered;
    std::vector<std::size_t> m_of_block;
    std::size_t m_work = 0;
};

}  // namespace sbst::jvm
