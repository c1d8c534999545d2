// SPDX-License-Identifier: Apache-2.0
// Queries without the ids of their graph.
#include <sbst/dse/query_memory.hpp>
#include <sbst/symbolic/slice.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <utility>

namespace sbst::dse
{

namespace
{

using symbolic::Domain;
using symbolic::ExpressionGraph;
using symbolic::ExpressionId;
using symbolic::Node;
using symbolic::Op;
using symbolic::RegularLanguage;
using symbolic::SortKind;
using symbolic::VariableId;

std::uint64_t mixed_word(std::uint64_t hash, std::uint64_t word, std::uint64_t factor)
{
    hash = (hash ^ word) * factor;
    return hash ^ (hash >> 31U);
}

StructuralHash mixed_hash(const StructuralHash& hash, std::uint64_t word)
{
    // A rotation keeps the order of words in both halves, which use different factors.
    return {mixed_word(std::rotl(hash.high, 23), word, 0x9e3779b97f4a7c15ULL),
        mixed_word(std::rotl(hash.low, 41), ~word, 0xbf58476d1ce4e5b9ULL)};
}

StructuralHash hash_of_words(std::span<const std::uint64_t> words)
{
    StructuralHash hash{0x94d049bb133111ebULL, words.size()};
    for (const std::uint64_t word : words)
    {
        hash = mixed_hash(hash, word);
    }
    return hash;
}

bool may_exchange_operands(Op op)
{
    switch (op)
    {
        case Op::and_:
        case Op::or_:
        case Op::equal:
        case Op::add:
        case Op::mul:
        case Op::bit_and:
        case Op::bit_or:
        case Op::bit_xor:
        case Op::float_add:
        case Op::float_mul:
            return true;
        default:
            return false;
    }
}

void write(const U256& word, std::vector<std::uint64_t>& text)
{
    text.insert(text.end(), word.limbs.begin(), word.limbs.end());
}

void write(const std::u16string& string, std::vector<std::uint64_t>& text)
{
    text.push_back(string.size());
    text.insert(text.end(), string.begin(), string.end());
}

void write(const Domain& domain, std::vector<std::uint64_t>& text)
{
    text.push_back((domain.is_bounded ? 1U : 0U) | (domain.is_signed ? 2U : 0U));
    write(domain.least, text);
    write(domain.greatest, text);
    text.push_back(domain.members.size());
    for (const U256& member : domain.members)
    {
        write(member, text);
    }
    text.push_back((std::uint64_t{domain.least_length} << 32U) | domain.greatest_length);
    text.push_back(domain.greatest_unit);
}

void write(const RegularLanguage& language, std::vector<std::uint64_t>& text)
{
    text.push_back(language.parts.size());
    for (const RegularLanguage::Part& part : language.parts)
    {
        text.push_back(static_cast<std::uint64_t>(part.kind));
        text.push_back((std::uint64_t{part.least} << 32U) | part.most);
        text.push_back((std::uint64_t{part.ranges.size()} << 32U) | part.operands.size());
        for (const auto& [first, last] : part.ranges)
        {
            text.push_back((std::uint64_t{first} << 16U) | last);
        }
        text.insert(text.end(), part.operands.begin(), part.operands.end());
    }
}

class KeyWriter
{
public:
    explicit KeyWriter(const Query& query);
    [[nodiscard]] QueryKey key();

private:
    /// Everything of a node but its operands.
    [[nodiscard]] std::vector<std::uint64_t> own_words(ExpressionId id) const;
    void write_variable(VariableId id, std::vector<std::uint64_t>& text) const;
    void compute_hashes();
    [[nodiscard]] std::vector<ExpressionId> ordered_operands(ExpressionId id) const;
    void write_below(ExpressionId root);

    const Query& m_query;
    const ExpressionGraph& m_graph;
    QueryKey m_key;
    /// By variable: how many earlier ones of the graph have its address.
    std::vector<std::uint32_t> m_places;
    std::vector<bool> m_is_below;          // by expression
    std::vector<StructuralHash> m_hashes;  // by expression
    std::vector<std::uint32_t> m_numbers;  // by expression: its place in the text + 1
    std::uint32_t m_count = 0;
};

KeyWriter::KeyWriter(const Query& query) : m_query(query), m_graph(query.graph)
{
    using Address = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
    std::vector<std::pair<Address, std::uint32_t>> addresses;
    for (std::uint32_t i = 0; i < m_graph.variable_count(); ++i)
    {
        const LiteralAddress& address = m_graph[VariableId(i)].address;
        addresses.emplace_back(Address(address.call, address.argument, address.element), i);
    }
    std::ranges::sort(addresses);
    m_places.resize(addresses.size());
    for (std::size_t i = 1; i < addresses.size(); ++i)
    {
        const bool is_repeated = addresses[i].first == addresses[i - 1].first;
        m_places[addresses[i].second] = is_repeated ? m_places[addresses[i - 1].second] + 1 : 0;
    }
    std::size_t size = 0;
    for (const ExpressionId constraint : query.constraints)
    {
        size = std::max(size, constraint.index() + 1);
    }
    m_is_below.resize(size);
    m_hashes.resize(size);
    m_numbers.resize(size);
}

void KeyWriter::write_variable(VariableId id, std::vector<std::uint64_t>& text) const
{
    const symbolic::Variable& variable = m_graph[id];
    text.push_back((std::uint64_t{variable.address.call} << 32U) | variable.address.argument);
    text.push_back((std::uint64_t{variable.address.element} << 32U) | m_places[id.index()]);
    write(variable.domain, text);
}

std::vector<std::uint64_t> KeyWriter::own_words(ExpressionId id) const
{
    const Node& node = m_graph[id];
    std::vector<std::uint64_t> text{
        (static_cast<std::uint64_t>(node.op) << 32U) | static_cast<std::uint64_t>(node.sort.kind),
        (std::uint64_t{node.sort.key_width} << 32U) | node.sort.width};
    switch (node.op)
    {
        case Op::constant:
            if (node.sort.kind == SortKind::string)
            {
                write(m_graph.string_of(id), text);
            }
            else if (node.sort.kind == SortKind::float32 || node.sort.kind == SortKind::float64)
            {
                text.push_back(std::bit_cast<std::uint64_t>(m_graph.number_of(id)));
            }
            else
            {
                write(m_graph.word_of(id), text);
            }
            break;
        case Op::variable:
            write_variable(VariableId(node.a), text);
            break;
        case Op::matches:
            write(m_graph.language(node.a), text);
            break;
        default:
            text.push_back((std::uint64_t{node.a} << 32U) | node.b);
            break;
    }
    text.push_back(node.operand_count);
    return text;
}

void KeyWriter::compute_hashes()
{
    for (const ExpressionId constraint : m_query.constraints)
    {
        m_is_below[constraint.index()] = true;
    }
    for (std::size_t i = m_is_below.size(); i-- > 0;)
    {
        if (m_is_below[i])
        {
            for (const ExpressionId operand : m_graph.operands(ExpressionId(i)))
            {
                m_is_below[operand.index()] = true;
            }
        }
    }
    for (std::size_t i = 0; i < m_is_below.size(); ++i)
    {
        if (!m_is_below[i])
        {
            continue;
        }
        const ExpressionId id(i);
        StructuralHash hash = hash_of_words(own_words(id));
        for (const ExpressionId operand : ordered_operands(id))
        {
            hash = mixed_hash(
                mixed_hash(hash, m_hashes[operand.index()].high), m_hashes[operand.index()].low);
        }
        m_hashes[i] = hash;
    }
}

std::vector<ExpressionId> KeyWriter::ordered_operands(ExpressionId id) const
{
    const auto operands = m_graph.operands(id);
    std::vector<ExpressionId> ordered(operands.begin(), operands.end());
    if (may_exchange_operands(m_graph[id].op) &&
        m_hashes[ordered[1].index()] < m_hashes[ordered[0].index()])
    {
        std::swap(ordered[0], ordered[1]);
    }
    return ordered;
}

/// Operands first; each expression once, then by its number.
void KeyWriter::write_below(ExpressionId root)
{
    std::vector<ExpressionId> waiting{root};
    while (!waiting.empty())
    {
        const ExpressionId id = waiting.back();
        if (m_numbers[id.index()] != 0)
        {
            waiting.pop_back();
            continue;
        }
        const std::vector<ExpressionId> operands = ordered_operands(id);
        const std::size_t before = waiting.size();
        for (std::size_t i = operands.size(); i-- > 0;)
        {
            if (m_numbers[operands[i].index()] == 0)
            {
                waiting.push_back(operands[i]);
            }
        }
        if (waiting.size() > before)
        {
            continue;
        }
        waiting.pop_back();
        const std::vector<std::uint64_t> own = own_words(id);
        m_key.text.insert(m_key.text.end(), own.begin(), own.end());
        for (const ExpressionId operand : operands)
        {
            m_key.text.push_back(m_numbers[operand.index()]);
        }
        m_numbers[id.index()] = ++m_count;
        if (m_graph[id].op == Op::variable)
        {
            m_key.variables.emplace_back(m_graph[id].a);
        }
    }
}

QueryKey KeyWriter::key()
{
    compute_hashes();
    std::vector<ExpressionId> roots(m_query.constraints.begin(), m_query.constraints.end());
    const auto hash = [this](ExpressionId id) -> const StructuralHash& {
        return m_hashes[id.index()];
    };
    std::ranges::stable_sort(roots, {}, hash);
    const auto is_same = [&hash](ExpressionId a, ExpressionId b) { return hash(a) == hash(b); };
    roots.erase(std::unique(roots.begin(), roots.end(), is_same), roots.end());
    for (const ExpressionId root : roots)
    {
        write_below(root);
        m_key.text.push_back(m_numbers[root.index()]);
        m_key.constraints.push_back(hash(root));
    }
    return std::move(m_key);
}

}  // namespace

QueryKey key_of(const Query& query)
{
    return KeyWriter(query).key();
}

}  // namespace sbst::dse
