// SPDX-License-Identifier: Apache-2.0
#include "slot_keys.hpp"

#include <utility>

namespace sbst::evm
{

namespace
{

/// Places this far behind a hash belong to it: fields of a struct, items of an array.
constexpr std::uint64_t max_items = std::uint64_t{1} << 32U;
constexpr unsigned max_nesting = 16;

/// A place as the words of a hash and an offset behind it; no words: only the offset.
struct SlotKey
{
    std::vector<ExpressionId> words;
    ExpressionId offset;
};

class PlaceComparison
{
public:
    PlaceComparison(ExpressionGraph& graph, const KnownHashes& hashes)
      : m_graph(graph), m_hashes(hashes)
    {}

    ExpressionId same(ExpressionId a, ExpressionId b, unsigned depth = 0)
    {
        if (a == b)
        {
            return m_graph.boolean(true);
        }
        if (depth == 0)
        {
            return compared(a, b, depth);
        }
        // Hashes of hashes compare the same words again and again.
        const auto known = m_known.find({a, b});
        if (known != m_known.end())
        {
            return known->second;
        }
        if (depth > max_nesting || m_known.size() >= max_comparisons)
        {
            return m_graph.equal(a, b);
        }
        const ExpressionId answer = compared(a, b, depth);
        m_known.emplace(std::pair(a, b), answer);
        return answer;
    }

private:
    static constexpr std::size_t max_comparisons = 256;

    ExpressionId compared(ExpressionId a, ExpressionId b, unsigned depth)
    {
        const SlotKey left = key_of(a);
        const SlotKey right = key_of(b);
        if (left.words.size() != right.words.size())
        {
            // What was hashed may be a hash that came from outside.
            const bool may_be_any = depth > 0 && (is_any(a) || is_any(b));
            return may_be_any ? m_graph.equal(a, b) : m_graph.boolean(false);
        }
        ExpressionId all = m_graph.equal(left.offset, right.offset);
        for (std::size_t i = 0; i < left.words.size() && !m_graph.is_false(all); ++i)
        {
            all = m_graph.make(Do::and_, {all, same(left.words[i], right.words[i], depth + 1)});
        }
        return all;
    }

    /// No number, and no hash: it can be any word.
    [[nodiscard]] bool is_any(ExpressionId word) const
    {
        return !m_graph.is_constant(word) && key_of(word).words.empty();
    }

    [[nodiscard]] SlotKey key_of(ExpressionId place) const
    {
        if (m_graph.is_constant(place))
        {
            const U256 word = m_graph.word_of(place);
            const auto found = m_hashes.find(word);
            return found ? hashed(*found, m_graph.bit_vector(found->offset, word_width)) :
                           SlotKey{{}, place};
        }
        if (m_graph[place].op == Do::keccak)
        {
            return {words_of(place), m_graph.bit_vector({}, word_width)};
        }
        if (m_graph[place].op != Do::add)
        {
            return {{}, place};
        }
        const ExpressionId first = m_graph.operand(place, 0);
        const ExpressionId second = m_graph.operand(place, 1);
        for (const auto& [base, offset] : {std::pair(first, second), std::pair(second, first)})
        {
            if (m_graph[base].op == Do::keccak)
            {
                return {words_of(base), offset};
            }
            if (m_graph.is_constant(base))
            {
                const U256 word = m_graph.word_of(base);
                if (const auto found = m_hashes.find(word))
                {
                    const ExpressionId behind = m_graph.bit_vector(found->offset, word_width);
                    return hashed(*found, m_graph.make(Do::add, {offset, behind}));
                }
                // keccak + (x + constant) is (keccak + x) + constant here.
                SlotKey inner = key_of(offset);
                if (!inner.words.empty())
                {
                    inner.offset = m_graph.make(Do::add, {inner.offset, base});
                    return inner;
                }
            }
        }
        return {{}, place};
    }

    [[nodiscard]] SlotKey hashed(const KnownHashes::Place& found, ExpressionId offset) const
    {
        SlotKey key{{}, offset};
        for (const U256& word : *found.words)
        {
            key.words.push_back(m_graph.bit_vector(word, word_width));
        }
        return key;
    }

    [[nodiscard]] std::vector<ExpressionId> words_of(ExpressionId hash) const
    {
        const auto words = m_graph.operands(hash);
        return {words.begin(), words.end()};
    }

    ExpressionGraph& m_graph;
    const KnownHashes& m_hashes;
    /// Behind the outermost hashes.
    std::map<std::pair<ExpressionId, ExpressionId>, ExpressionId> m_known;
};

/// How deep choices are searched for hashes: those that reading a place of storage makes.
constexpr unsigned max_choices_deep = 16;

/// The choices that reading a place makes are a chain.
bool may_be_hash(const ExpressionGraph& graph, ExpressionId word)
{
    for (unsigned depth = 0; graph[word].op == Do::ite && depth < max_choices_deep; ++depth)
    {
        if (graph[graph.operand(word, 1)].op == Do::keccak)
        {
            return true;
        }
        word = graph.operand(word, 2);
    }
    return graph[word].op == Do::keccak;
}

class HashComparison
{
public:
    HashComparison(ExpressionGraph& graph, const KnownHashes& hashes)
      : m_graph(graph), m_hashes(hashes)
    {}

    ExpressionId same(ExpressionId a, ExpressionId b, unsigned depth = 0)
    {
        if (depth < max_choices_deep && may_be_hash(m_graph, a) && m_graph[a].op == Do::ite)
        {
            return by_choice(a, b, depth);
        }
        if (depth < max_choices_deep && m_graph[b].op == Do::ite)
        {
            return by_choice(b, a, depth);
        }
        const bool is_place = is_hash_or_constant(a) && is_hash_or_constant(b);
        return is_place ? same_place(m_graph, m_hashes, a, b) : m_graph.equal(a, b);
    }

private:
    [[nodiscard]] bool is_hash_or_constant(ExpressionId word) const
    {
        return m_graph[word].op == Do::keccak || m_graph.is_constant(word);
    }

    ExpressionId by_choice(ExpressionId choice, ExpressionId other, unsigned depth)
    {
        const ExpressionId condition = m_graph.operand(choice, 0);
        const ExpressionId first = same(m_graph.operand(choice, 1), other, max_choices_deep);
        const ExpressionId second = same(m_graph.operand(choice, 2), other, depth + 1);
        return m_graph.make(Do::ite, {condition, first, second});
    }

    ExpressionGraph& m_graph;
    const KnownHashes& m_hashes;
};

}  // namespace

std::optional<KnownHashes::Place> KnownHashes::find(const U256& word) const
{
    auto behind = m_words.upper_bound(word);
    if (behind == m_words.begin())
    {
        return std::nullopt;
    }
    const auto& [hash, words] = *--behind;
    const U256 offset = word - hash;
    return offset < U256{max_items} ? std::optional(Place{&words, offset}) : std::nullopt;
}

const std::vector<U256>* KnownHashes::words_of(const U256& hash) const
{
    const auto found = m_words.find(hash);
    return found == m_words.end() ? nullptr : &found->second;
}

std::string slot_of_place(const KnownHashes& hashes, const U256& place)
{
    std::string items;
    U256 slot = place;
    for (unsigned depth = 0; depth < max_nesting; ++depth)
    {
        const auto found = hashes.find(slot);
        if (!found)
        {
            break;
        }
        // A mapping hashes key and slot, an array its slot.
        slot = found->words->back();
        items += "[]";
    }
    return slot.to_hex() + items;
}

ExpressionId same_place(
    ExpressionGraph& graph, const KnownHashes& hashes, ExpressionId a, ExpressionId b)
{
    return PlaceComparison(graph, hashes).same(a, b);
}

std::optional<ExpressionId> equality_with_hash(
    ExpressionGraph& graph, const KnownHashes& hashes, ExpressionId a, ExpressionId b)
{
    if (!may_be_hash(graph, a) && !may_be_hash(graph, b))
    {
        return std::nullopt;
    }
    return HashComparison(graph, hashes).same(a, b);
}

}  // namespace sbst::evm
