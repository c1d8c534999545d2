// SPDX-License-Identifier: Apache-2.0
#include "state.hpp"

#include <algorithm>
#include <limits>

namespace sbst::evm::analysis
{

namespace
{

// Slots of merge symbols: stack slots count from the top, memory words follow.
constexpr std::uint32_t memory_slot = 1U << 16U;
constexpr std::uint64_t memory_limit = UINT32_MAX - memory_slot;
constexpr std::size_t many_ranges = 24;
constexpr std::size_t exact_visits = 3;
constexpr std::size_t widening_visits = 10;

}  // namespace

ExprId State::pop(const ExpressionTable& table, bool& underflow)
{
    if (!stack.empty())
    {
        const ExprId top = stack.back();
        stack.pop_back();
        return top;
    }
    underflow = underflow || !rest.has_value();
    return rest.value_or(table.anonymous());
}

void State::forget_memory(const U256& begin, const U256& end)
{
    const auto touched = [&](const std::pair<std::uint64_t, ExprId>& word) {
        return U256{word.first} < end && begin < U256{word.first} + U256{32};
    };
    memory.erase(std::remove_if(memory.begin(), memory.end(), touched), memory.end());
}

void State::store_word(std::uint64_t address, ExprId value)
{
    forget_memory(U256{address}, U256{address} + U256{32});
    const auto at = std::lower_bound(memory.begin(), memory.end(), address,
        [](const auto& word, std::uint64_t wanted) { return word.first < wanted; });
    memory.insert(at, {address, value});
}

std::optional<ExprId> State::memory_word(std::uint64_t address) const
{
    const auto at = std::lower_bound(memory.begin(), memory.end(), address,
        [](const auto& word, std::uint64_t wanted) { return word.first < wanted; });
    if (at == memory.end() || at->first != address)
    {
        return std::nullopt;
    }
    return at->second;
}

void State::forget_symbol(const ExpressionTable& table, ExprId symbol)
{
    for (ExprId& word : stack)
    {
        if (table.mentions(word, symbol))
        {
            word = table.anonymous();
        }
    }
    const auto mentions_it = [&](const auto& word) { return table.mentions(word.second, symbol); };
    memory.erase(std::remove_if(memory.begin(), memory.end(), mentions_it), memory.end());
    const auto storage_mentions = [&](const Word& word) {
        return table.mentions(word.first, symbol) || table.mentions(word.second, symbol);
    };
    storage.erase(std::remove_if(storage.begin(), storage.end(), storage_mentions), storage.end());
    std::vector<KnownRanges::Entry> kept = known_ranges.entries();
    const auto fact_mentions = [&](const KnownRanges::Entry& entry) {
        return table.mentions(entry.first, symbol);
    };
    kept.erase(std::remove_if(kept.begin(), kept.end(), fact_mentions), kept.end());
    if (kept.size() != known_ranges.entries().size())
    {
        known_ranges.assign(std::move(kept));
    }
}

void State::forget_dead_ranges(const ExpressionTable& table)
{
    if (known_ranges.entries().size() < many_ranges)
    {
        return;
    }
    std::vector<ExprId> live;
    const auto note = [&](ExprId symbol) { live.push_back(symbol); };
    for (const ExprId word : stack)
    {
        table.for_each_symbol(word, note);
    }
    for (const auto& [address, word] : memory)
    {
        table.for_each_symbol(word, note);
    }
    for (const auto& [key, word] : storage)
    {
        table.for_each_symbol(key, note);
        table.for_each_symbol(word, note);
    }
    std::sort(live.begin(), live.end());
    std::vector<KnownRanges::Entry> kept;
    for (const KnownRanges::Entry& entry : known_ranges.entries())
    {
        bool is_live = true;
        table.for_each_symbol(entry.first, [&](ExprId symbol) {
            is_live = is_live && std::binary_search(live.begin(), live.end(), symbol);
        });
        if (is_live)
        {
            kept.push_back(entry);
        }
    }
    known_ranges.assign(std::move(kept));
}

Joiner::Joiner(ExpressionTable& table, const Reasoner& reasoner, std::vector<U256> thresholds)
  : m_table(&table), m_reasoner(&reasoner), m_thresholds(std::move(thresholds))
{
    for (const unsigned bits : {1U, 8U, 16U, 32U, 64U, 128U, 160U, 255U})
    {
        m_thresholds.push_back(U256::power_of_two(bits) - U256{1});
    }
    m_thresholds.emplace_back();
    m_thresholds.push_back(U256::max());
    std::sort(m_thresholds.begin(), m_thresholds.end());
    m_thresholds.erase(std::unique(m_thresholds.begin(), m_thresholds.end()), m_thresholds.end());
}

void Joiner::set_destinations(const std::vector<bool>* pushed)
{
    m_pushed = pushed;
    m_escaped.assign(pushed->size(), false);
}

bool Joiner::is_destination(ExprId id) const
{
    return m_table->is_tag(id) || (*m_table)[id].kind == expr_set;
}

void Joiner::note_escape(ExprId id)
{
    if (!is_destination(id) && (*m_table)[id].kind != expr_rest)
    {
        return;
    }
    for (const U256& value : m_table->destinations_of(id))
    {
        if (value < U256{m_escaped.size()})
        {
            m_escaped[low64(value)] = true;
        }
    }
}

ExprId Joiner::join_destinations(ExprId a, ExprId b)
{
    if (a == b)
    {
        return a;
    }
    std::vector<U256> values = m_table->destinations_of(a);
    const std::vector<U256> more = m_table->destinations_of(b);
    values.insert(values.end(), more.begin(), more.end());
    const ExprId joined = m_table->set(std::move(values));
    if (joined == m_table->anonymous())
    {
        note_escape(a);
        note_escape(b);
    }
    return joined;
}

ExprId Joiner::join_word(ExprId old_word, ExprId new_word, std::uint32_t node, std::uint32_t slot)
{
    if (old_word == new_word)
    {
        return old_word;
    }
    if (is_destination(old_word) && is_destination(new_word))
    {
        return join_destinations(old_word, new_word);
    }
    if (old_word == m_table->anonymous())
    {
        return old_word;
    }
    if ((*m_table)[old_word].kind == expr_rest && (*m_table)[new_word].kind == expr_rest)
    {
        return join_rests(old_word, new_word);
    }
    const ExprId merged = m_table->symbol(expr_merge, 0, {node, slot, 0});
    m_table->note_merge(merged, old_word);
    m_table->note_merge(merged, new_word);
    const Range before = m_reasoner->range_of(old_word, m_old->known_ranges);
    const Range joined = hull(before, m_reasoner->range_of(new_word, m_new->known_ranges));
    m_pending.push_back({merged, widen(before, joined)});
    return merged;
}

Range Joiner::widen(const Range& old_range, const Range& joined) const
{
    if (m_visits < exact_visits || joined == old_range || joined.is_full())
    {
        return joined;
    }
    if (m_visits > widening_visits)
    {
        return {};
    }
    Range wide = joined;
    // Skip more thresholds with every visit, so that their number does not matter.
    const std::size_t step = std::size_t{1} << (m_visits - exact_visits);
    if (joined.hi != old_range.hi)
    {
        const auto at = std::lower_bound(m_thresholds.begin(), m_thresholds.end(), joined.hi);
        const auto index = static_cast<std::size_t>(at - m_thresholds.begin()) + step - 1;
        wide.hi = m_thresholds[std::min(index, m_thresholds.size() - 1)];
    }
    if (joined.lo != old_range.lo)
    {
        const U256 below = -joined.lo;
        const auto at = std::lower_bound(m_thresholds.begin(), m_thresholds.end(), below);
        wide.lo = joined.lo <= joined.hi ? U256{} : -*at;
    }
    const Range result = Range::between(wide.lo, wide.hi);
    return result.contains(joined) ? result : Range{};
}

void Joiner::join_ranges(State& state) const
{
    std::vector<KnownRanges::Entry> joined;
    for (const auto& [id, range] : m_old->known_ranges.entries())
    {
        const bool is_redefined = std::any_of(m_pending.begin(), m_pending.end(),
            [&, fact = id](const Pending& entry) { return m_table->mentions(fact, entry.symbol); });
        if (is_redefined)
        {
            continue;
        }
        // A range that only one side has stored may still follow from the ranges of the other side.
        const Range both = hull(range, m_reasoner->range_of(id, m_new->known_ranges));
        const bool grows = !(both == range);
        if (!both.is_full() && !(grows && m_visits > exact_visits + 1))
        {
            joined.emplace_back(id, both);
        }
    }
    state.known_ranges.assign(std::move(joined));
    for (const Pending& pending : m_pending)
    {
        if (!pending.range.is_full())
        {
            state.known_ranges.set(pending.symbol, pending.range);
        }
    }
}

void Joiner::join_tables(State& state, std::uint32_t node)
{
    state.memory.clear();
    for (const auto& [address, word] : m_old->memory)
    {
        const auto other = m_new->memory_word(address);
        if (!other || address >= memory_limit)
        {
            note_escape(word);
            continue;
        }
        const auto slot = memory_slot + static_cast<std::uint32_t>(address);
        const ExprId joined = join_word(word, *other, node, slot);
        if (joined != m_table->anonymous())
        {
            state.memory.emplace_back(address, joined);
        }
    }
    state.storage.clear();
    for (const State::Word& word : m_old->storage)
    {
        if (std::find(m_new->storage.begin(), m_new->storage.end(), word) != m_new->storage.end())
        {
            state.storage.push_back(word);
        }
    }
}

void Joiner::forget_redefined(State& state) const
{
    // A symbol with a new meaning must not survive inside other words.
    for (const Pending& pending : m_pending)
    {
        const auto is_stale = [&](ExprId word) {
            return word != pending.symbol && m_table->mentions(word, pending.symbol);
        };
        for (ExprId& word : state.stack)
        {
            if (is_stale(word))
            {
                word = m_table->anonymous();
            }
        }
        for (auto& [address, word] : state.memory)
        {
            if (is_stale(word))
            {
                word = m_table->anonymous();
            }
        }
        const auto is_stale_pair = [&](const State::Word& word) {
            return m_table->mentions(word.first, pending.symbol) ||
                   m_table->mentions(word.second, pending.symbol);
        };
        state.storage.erase(
            std::remove_if(state.storage.begin(), state.storage.end(), is_stale_pair),
            state.storage.end());
    }
}

ExprId Joiner::make_rest(std::vector<U256> values)
{
    if (!m_shares_rests)
    {
        return m_table->rest(std::move(values));
    }
    m_table->add_common_rest(values);
    return m_table->common_rest();
}

ExprId Joiner::join_rests(ExprId a, ExprId b)
{
    if (a == b)
    {
        return a;
    }
    std::vector<U256> values = m_table->destinations_of(a);
    const std::vector<U256> more = m_table->destinations_of(b);
    values.insert(values.end(), more.begin(), more.end());
    return make_rest(std::move(values));
}

void Joiner::cut(State& state, std::size_t keep)
{
    if (state.stack.size() <= keep)
    {
        return;
    }
    const std::size_t lost = state.stack.size() - keep;
    std::vector<U256> values;
    if (state.rest)
    {
        values = m_table->destinations_of(*state.rest);
    }
    for (std::size_t i = 0; i < lost; ++i)
    {
        for (const U256& value : m_table->destinations_of(state.stack[i]))
        {
            if (value < U256{m_pushed->size()} && (*m_pushed)[low64(value)])
            {
                values.push_back(value);
            }
        }
    }
    state.stack.erase(state.stack.begin(), state.stack.begin() + static_cast<std::ptrdiff_t>(lost));
    state.rest = make_rest(std::move(values));
}

bool Joiner::join(State& state, State incoming, std::uint32_t node, std::size_t visits)
{
    const State before = state;
    if (state.stack.size() != incoming.stack.size() || state.rest || incoming.rest)
    {
        const std::size_t keep = std::min(state.stack.size(), incoming.stack.size());
        cut(state, keep);
        cut(incoming, keep);
    }
    const State old = state;
    m_pending.clear();
    m_old = &old;
    m_new = &incoming;
    m_visits = visits;
    if (old.rest && incoming.rest)
    {
        state.rest = join_rests(*old.rest, *incoming.rest);
    }
    else if (incoming.rest)
    {
        state.rest = incoming.rest;
    }
    for (std::size_t i = 0; i < state.stack.size(); ++i)
    {
        const auto from_top = static_cast<std::uint32_t>(state.stack.size() - 1 - i);
        state.stack[i] = join_word(old.stack[i], incoming.stack[i], node, from_top);
    }
    join_tables(state, node);
    forget_redefined(state);
    join_ranges(state);
    m_old = nullptr;
    m_new = nullptr;
    return !(state == before);
}

}  // namespace sbst::evm::analysis
