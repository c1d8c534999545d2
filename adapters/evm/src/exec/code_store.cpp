// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/exec/code_analysis.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace sbst::evm
{

namespace
{

[[nodiscard]] std::uint64_t load_word(const std::uint8_t* from) noexcept
{
    std::uint64_t word = 0;
    std::memcpy(&word, from, 8);
    return word;
}

/// Mixes two words into one: the halves of their product.
[[nodiscard]] std::uint64_t fold(std::uint64_t a, std::uint64_t b) noexcept
{
    const Uint128 product = Uint128{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

/// Hashes in four independent lanes of 16 bytes, because each deployment hashes both of its codes.
/// The store compares whole codes afterwards, so speed matters more than strength.
std::uint64_t fingerprint(BytesView code) noexcept
{
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;
    std::array<std::uint64_t, 4> lanes{1, 2, 3, code.size()};
    while (code.size() >= 64)
    {
        for (std::size_t lane = 0; lane < 4; ++lane)
        {
            const std::uint8_t* from = code.data() + (16 * lane);
            lanes[lane] = fold(load_word(from) ^ lanes[lane], load_word(from + 8) ^ odd);
        }
        code = code.subspan(64);
    }
    for (std::size_t i = 0; i < code.size(); ++i)
    {
        lanes[i % 4] = (lanes[i % 4] ^ code[i]) * 0xbf58476d1ce4e5b9ULL;
    }
    std::uint64_t h = 0;
    for (const std::uint64_t lane : lanes)
    {
        h = fold(h ^ lane, odd);
    }
    return h;
}

bool same_code(const CodeAnalysis& analysis, BytesView code) noexcept
{
    const BytesView stored = analysis.code();
    return stored.size() == code.size() &&
           (code.empty() || std::memcmp(stored.data(), code.data(), code.size()) == 0);
}

}  // namespace

CodeStore::CodeStore(std::size_t capacity) : m_capacity{capacity}, m_slots(64) {}

CodePtr CodeStore::get(BytesView code)
{
    const std::uint64_t key = fingerprint(code);
    const std::size_t mask = m_slots.size() - 1;
    for (std::size_t i = key & mask; m_slots[i].analysis != nullptr; i = (i + 1) & mask)
    {
        if (m_slots[i].key == key && same_code(*m_slots[i].analysis, code))
        {
            return m_slots[i].analysis;
        }
    }
    auto analysis = std::make_shared<const CodeAnalysis>(code);
    insert(key, analysis);
    return analysis;
}

void CodeStore::add(CodePtr analysis)
{
    const std::uint64_t key = fingerprint(analysis->code());
    insert(key, std::move(analysis));
}

void CodeStore::insert(std::uint64_t key, CodePtr analysis)
{
    m_bytes += analysis->footprint();
    // When full, drop the codes that are not used elsewhere: mostly creation codes, because every
    // argument list makes a new one.
    if (m_bytes > m_capacity || 2 * (m_count + 1) > m_slots.size())
    {
        rebuild(m_slots.size());
    }
    const std::size_t mask = m_slots.size() - 1;
    std::size_t i = key & mask;
    while (m_slots[i].analysis != nullptr)
    {
        i = (i + 1) & mask;
    }
    m_slots[i] = Slot{key, std::move(analysis)};
    ++m_count;
}

void CodeStore::rebuild(std::size_t slots)
{
    std::vector<Slot> kept;
    std::size_t bytes = 0;
    const bool forget = m_bytes > m_capacity;
    for (Slot& slot : m_slots)
    {
        if (slot.analysis == nullptr || (forget && slot.analysis.use_count() == 1))
        {
            continue;
        }
        bytes += slot.analysis->footprint();
        kept.push_back(std::move(slot));
    }
    while (slots < 4 * (kept.size() + 1))
    {
        slots *= 2;
    }
    m_slots.assign(slots, Slot{});
    m_bytes = bytes;
    m_count = kept.size();
    for (Slot& slot : kept)
    {
        std::size_t i = slot.key & (slots - 1);
        while (m_slots[i].analysis != nullptr)
        {
            i = (i + 1) & (slots - 1);
        }
        m_slots[i] = std::move(slot);
    }
}

}  // namespace sbst::evm
