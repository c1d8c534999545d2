// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

namespace sbst::evm
{

namespace
{

constexpr std::uint64_t offset_bound = std::uint64_t{1}
                                       << 32U;  // no possible gas limit suffices for more

/// Returns the price of a number of words; it fits, because there are at most 2^28 of them.
std::int64_t price(std::size_t words) noexcept
{
    return static_cast<std::int64_t>((3 * words) + ((words * words) / 512));
}

}  // namespace

Flow expand_memory(Machine& m, Frame& f, const U256& offset, const U256& size) noexcept
{
    if (is_zero(size))
    {
        return Flow::next;
    }
    if (!fits_u64(offset) || !fits_u64(size) || low64(offset) >= offset_bound ||
        low64(size) >= offset_bound)
    {
        f.status = Status::out_of_gas;
        return Flow::halt;
    }
    const std::size_t end = low64(offset) + low64(size);
    if (end <= f.memory_size)
    {
        return Flow::next;
    }
    const std::size_t words = (end + 31) / 32;
    f.gas -= price(words) - price(f.memory_size / 32);
    if (f.gas < 0)
    {
        f.status = Status::out_of_gas;
        return Flow::halt;
    }
    if (!m.spend(words - (f.memory_size / 32)))
    {
        f.status = Status::work_limit;
        return Flow::halt;
    }
    if (32 * words > static_cast<std::size_t>(m.memory_arena.end() - f.memory))
    {
        f.status = Status::memory_limit;
        return Flow::halt;
    }
    std::memset(f.memory + f.memory_size, 0, (32 * words) - f.memory_size);
    f.memory_size = 32 * words;
    return Flow::next;
}

}  // namespace sbst::evm
