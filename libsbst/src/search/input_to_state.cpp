// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/direct_branch.hpp>
#include <sbst/search/input_to_state.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace sbst
{

namespace
{

constexpr double neighbour_prob = 0.4;

// A literal somewhere in a test, nested ones included.
struct LiteralPlace
{
    Value* value = nullptr;
    TypeId type;
};

void collect(
    Value& value, TypeId type_id, const TypeUniverse& types, std::vector<LiteralPlace>& places)
{
    places.push_back({&value, type_id});
    const Type& type = types[type_id];
    if (!value.is_list())
    {
        return;
    }
    for (std::size_t i = 0; i < value.list().size(); ++i)
    {
        collect(
            value.list()[i], type.elements[type.kind == TypeKind::tuple ? i : 0], types, places);
    }
}

// Literals of ordinary arguments.
std::vector<LiteralPlace> literals_of(
    TestCase& test, const Catalogue& catalogue, const TypeUniverse& types)
{
    std::vector<LiteralPlace> places;
    for (Call& call : test.calls)
    {
        const auto& parameters = catalogue[call.callable].parameters;
        for (std::size_t i = 0; i < parameters.size(); ++i)
        {
            auto* value = std::get_if<Value>(&call.arguments[i]);
            const TypeKind kind = types[parameters[i].type].kind;
            if (value != nullptr && kind != TypeKind::enumeration && kind != TypeKind::boolean)
            {
                collect(*value, parameters[i].type, types, places);
            }
        }
    }
    return places;
}

U256 word_of(std::string bytes, bool is_left_aligned)
{
    if (is_left_aligned)
    {
        bytes.resize(word_bytes, '\0');
    }
    // A char is a byte: the same octets, seen unsigned.
    return U256::from_be_bytes({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

std::string bytes_of(U256 word, std::size_t size, bool is_left_aligned)
{
    if (is_left_aligned)
    {
        word = word >> static_cast<unsigned>(8 * (word_bytes - size));
    }
    std::string bytes(size, '\0');
    for (std::size_t i = size; i-- > 0; word = word >> 8U)
    {
        bytes[i] = static_cast<char>(low64(word) & 0xffU);
    }
    return bytes;
}

// The literal that represents `other` in the way in which this literal represents `operand`;
// nothing when it does not represent `operand`, or there is no such literal for `other`.
std::optional<Value> replaced(
    const Value& literal, const Type& type, const Value& operand, const Value& other)
{
    if (literal == operand)
    {
        return other;
    }
    if (!literal.is_text() || type.kind != TypeKind::bytes || !type.fixed_size ||
        !operand.is_word() || !other.is_word() || literal.text().size() > word_bytes)
    {
        return std::nullopt;
    }
    for (const bool is_left_aligned : {true, false})
    {
        if (word_of(literal.text(), is_left_aligned) == operand.word())
        {
            return Value(bytes_of(other.word(), literal.text().size(), is_left_aligned));
        }
    }
    return std::nullopt;
}

// Tells whether a literal is unlikely to equal this operand by chance.
bool is_telling(const Value& operand)
{
    constexpr unsigned chance_bits = 8;
    return operand.is_word() ? bit_width(operand.word()) > chance_bits : true;
}

// The value itself or a neighbour.
Value nearby(const Value& value, Rng& rng)
{
    if (!value.is_word() || !rng.chance(neighbour_prob))
    {
        return value;
    }
    return Value(rng.chance(0.5) ? value.word() + U256{1} : value.word() - U256{1});
}

}  // namespace

void InputToState::observe(const Evaluated<TestCase>& evaluated)
{
    if (!evaluated.improved)
    {
        return;
    }
    for (std::size_t i = 0; i < evaluated.goals.size(); ++i)
    {
        const GoalId goal = evaluated.goals[i];
        const Fitness& fitness = evaluated.after[i];
        const Goal& about = (*m_goals)[goal];
        // At a higher level the trace did not evaluate the goal's own predicate, so it has no
        // operands.
        if (!is_outcome(about) || fitness.approach_level != 0)
        {
            continue;
        }
        m_entries.resize(std::max(m_entries.size(), goal.index() + 1));
        Entry& entry = m_entries[goal.index()];
        if (!(fitness < entry.fitness))
        {
            continue;
        }
        entry.fitness = fitness;
        entry.pairs.clear();
        for (const ComparedValues& compared : evaluated.trace.values.entries())
        {
            if (compared.predicate == predicate_of(about) && entry.pairs.size() < max_pairs &&
                !(compared.left == compared.right))
            {
                entry.pairs.push_back(compared);
            }
        }
    }
}

const InputToState::Entry* InputToState::find(GoalId goal, const Fitness& fitness) const
{
    if (goal.index() >= m_entries.size())
    {
        return nullptr;
    }
    const Entry& entry = m_entries[goal.index()];
    return entry.fitness == fitness && !entry.pairs.empty() ? &entry : nullptr;
}

std::optional<std::size_t> InputToState::deciding_call(GoalId goal, const Fitness& fitness) const
{
    const Entry* entry = find(goal, fitness);
    if (entry == nullptr)
    {
        return std::nullopt;
    }
    const auto gap = [](const ComparedValues& pair) {
        return pair.left.is_word() && pair.right.is_word() ?
                   abs_difference(pair.left.word(), pair.right.word()) :
                   U256::max();
    };
    const auto least = std::min_element(entry->pairs.begin(), entry->pairs.end(),
        [&](const ComparedValues& a, const ComparedValues& b) { return gap(a) < gap(b); });
    return least->call;
}

std::optional<TestCase> InputToState::substitute(
    GoalId goal, const Fitness& fitness, const TestCase& nearest, Rng& rng) const
{
    const Entry* entry = find(goal, fitness);
    return entry == nullptr ? std::nullopt : substitute(entry->pairs, nearest, rng);
}

std::optional<TestCase> InputToState::substitute(
    const std::vector<ComparedValues>& pairs, const TestCase& original, Rng& rng) const
{
    TestCase test = original;
    const std::vector<LiteralPlace> places = literals_of(test, *m_catalogue, *m_types);
    std::vector<std::pair<LiteralPlace, Value>> choices;
    std::vector<std::pair<LiteralPlace, Value>> vague;
    const auto try_pair = [&](const LiteralPlace& place, const Value& operand, const Value& other) {
        auto value = replaced(*place.value, (*m_types)[place.type], operand, nearby(other, rng));
        if (value && !(*value == *place.value) && is_well_formed(*value, place.type, *m_types))
        {
            (is_telling(operand) ? choices : vague).emplace_back(place, *std::move(value));
        }
    };
    for (const ComparedValues& pair : pairs)
    {
        for (const LiteralPlace& place : places)
        {
            try_pair(place, pair.left, pair.right);
            try_pair(place, pair.right, pair.left);
        }
    }
    // Small numbers often equal an operand by chance, so they are used only without better matches.
    if (choices.empty())
    {
        choices = std::move(vague);
    }
    if (choices.empty())
    {
        return std::nullopt;
    }
    auto& [place, value] = choices[rng.index(choices.size())];
    *place.value = std::move(value);
    return test;
}

}  // namespace sbst
