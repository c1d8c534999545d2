// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <array>

namespace sbst::evm::differential
{

U256 Values::edge()
{
    static const std::array<U256, 12> edges{U256::max(), U256::max() - U256{1},
        U256::power_of_two(255), U256::power_of_two(255) - U256{1}, U256::power_of_two(160),
        U256::power_of_two(160) - U256{1}, U256::power_of_two(128), U256::power_of_two(64),
        U256::power_of_two(64) - U256{1}, U256::power_of_two(63), U256::power_of_two(32),
        U256::power_of_two(32) - U256{1}};
    return edges[m_rng->index(edges.size())];
}

U256 Values::word()
{
    switch (choose({30, 15, 10, 15, 10, 10, 10}))
    {
        case 0:
            return m_rng->below(4);
        case 1:
            return m_rng->below(300);
        case 2:
            return m_rng->below(std::uint64_t{1} << 32U);
        case 3:
            return edge();
        case 4:
            return address();
        case 5:
            return m_rng->word() >> m_rng->below(256);
        default:
        {
            const U256 power = U256::power_of_two(static_cast<unsigned>(m_rng->below(256)));
            return m_rng->chance(0.5) ? power : -power;
        }
    }
}

U256 Values::offset()
{
    switch (choose({60, 25, 14.4, 0.3, 0.3}))
    {
        case 0:
            return 32 * m_rng->below(6);
        case 1:
            return m_rng->below(200);
        case 2:
            return m_rng->below(2000);
        case 3:
            return m_rng->below(1'000'000);
        default:
            return edge();
    }
}

U256 Values::size()
{
    switch (choose({15, 35, 36.4, 13, 0.3, 0.3}))
    {
        case 0:
            return 0;
        case 1:
            return 32 * (1 + m_rng->below(3));
        case 2:
            return m_rng->below(100);
        case 3:
            return m_rng->below(1500);
        case 4:
            return m_rng->below(1'000'000);
        default:
            return edge();
    }
}

U256 Values::slot()
{
    return m_rng->chance(0.9) ? U256{m_rng->below(4)} : word();
}

U256 Values::address()
{
    U256 address = m_scene->addresses[m_rng->index(m_scene->addresses.size())].to_word();
    if (m_rng->chance(0.05))
    {
        address = m_rng->word() >> 96;
    }
    if (m_rng->chance(0.05))
    {
        address = address | (m_rng->word() << 160);
    }
    return address;
}

U256 Values::call_gas()
{
    switch (choose({35, 20, 10, 15, 10, 10}))
    {
        case 0:
            return U256::max();
        case 1:
            return m_rng->below(100'000);
        case 2:
            return m_rng->below(3000);
        case 3:
            return 1'000'000;
        case 4:
            // About as much as is not enough for a write, though it would pay for one.
            return static_cast<std::uint64_t>(call_stipend) + m_rng->below(30);
        default:
            return word();
    }
}

U256 Values::wei()
{
    switch (choose({70, 26, 4}))
    {
        case 0:
            return 0;
        case 1:
            return 1 + m_rng->below(10);
        default:
            return word();
    }
}

U256 Values::block_number()
{
    static constexpr std::array<std::uint64_t, 6> edges{0, 1, 2, 255, 256, 257};
    const U256 now{m_scene->block_number};
    switch (choose({40, 50, 10}))
    {
        case 0:
            return now - U256{edges[m_rng->index(edges.size())]};
        case 1:
            return now + U256{4} - U256{m_rng->below(264)};
        default:
            return word();
    }
}

Bytes Values::bytes(std::size_t count)
{
    Bytes bytes(count);
    for (std::uint8_t& byte : bytes)
    {
        byte = static_cast<std::uint8_t>(m_rng->below(256));
    }
    return bytes;
}

std::size_t Values::choose(std::initializer_list<double> weights)
{
    return m_rng->weighted({weights.begin(), weights.size()});
}

}  // namespace sbst::evm::differential
