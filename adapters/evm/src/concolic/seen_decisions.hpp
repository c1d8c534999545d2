// SPDX-License-Identifier: Apache-2.0
// Which jumps a transaction decided already. Next: shadow_machine.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace sbst::evm
{

struct CodeTrace;

/// Outcomes of the jumps of some codes. Forgetting them all costs nothing.
class SeenDecisions
{
public:
    void clear() { ++m_round; }

    /// Tells whether the outcome is new, in calls of the test or in others.
    bool insert(const CodeTrace* code, std::uint32_t jump, bool outcome, bool is_direct)
    {
        if (code != m_code)
        {
            m_code = code;
            m_rounds_of_code = &m_rounds[code];
        }
        std::vector<std::uint64_t>& rounds = *m_rounds_of_code;
        const std::size_t place = 4 * std::size_t{jump} + (outcome ? 2 : 0) + (is_direct ? 1 : 0);
        if (rounds.size() <= place)
        {
            rounds.resize(place + 1);
        }
        const bool is_new = rounds[place] != m_round;
        rounds[place] = m_round;
        return is_new;
    }

private:
    std::uint64_t m_round = 1;
    /// By four times the number of the jump, outcome and kind of call: the last round that had it.
    std::unordered_map<const CodeTrace*, std::vector<std::uint64_t>> m_rounds;
    const CodeTrace* m_code = nullptr;  // the last one
    std::vector<std::uint64_t>* m_rounds_of_code = nullptr;
};

}  // namespace sbst::evm
