// SPDX-License-Identifier: Apache-2.0
#include "state_slice.hpp"

#include "../analysis/opcodes.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace sbst::evm
{

using construction::Relation;
using construction::Wish;

namespace
{

/// Operands of terms within each other that are read for one condition.
constexpr std::size_t max_terms = 64;

bool is_lower_bound(Relation relation)
{
    return relation == Relation::at_least || relation == Relation::greater;
}

/// The other operand of a sum with the wanted kind of term.
std::optional<TermId> addend(const StorageFacts& facts, const Term& term, TermKind kind)
{
    if (term.kind != TermKind::operation || term.opcode != analysis::op_add)
    {
        return std::nullopt;
    }
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
    {
        if (facts[term.operands[i]].kind == kind)
        {
            return term.operands[1 - i];
        }
    }
    return std::nullopt;
}

/// What the constructor sets a place to; 0 where it does not set it.
U256 initial_value(const StorageFacts& creation, const StorageLocation& location, BitField field)
{
    for (const StorageWrite& write : creation.writes)
    {
        const auto written =
            creation[write.location] == location ? write.value_of(field) : std::nullopt;
        if (written && !written->value)
        {
            return written->constant;
        }
        if (written && creation[*written->value].kind == TermKind::constant)
        {
            return creation[*written->value].value;
        }
    }
    return {};
}

/// The steps up to a key, that one included.
StorageLocation up_to_key(const StorageLocation& location, std::size_t key)
{
    StorageLocation prefix{.slot = location.slot};
    for (const PathStep& step : location.steps)
    {
        prefix.steps.push_back(step);
        if (step.kind != PathStep::Kind::member && key-- == 0)
        {
            break;
        }
    }
    return prefix;
}

}  // namespace

bool SlicedState::takes(const U256& value) const
{
    return std::all_of(asked.begin(), asked.end(),
        [&value](const auto& ask) { return holds(value, ask.first, ask.second); });
}

KnownKeys::KnownKeys(const StorageFacts& runtime, const StorageFacts& creation)
{
    read(runtime, creation);
    read(creation, creation);
}

void KnownKeys::read(const StorageFacts& facts, const StorageFacts& creation)
{
    for (const StorageWrite& write : facts.writes)
    {
        for (std::size_t i = 0; i < write.keys.size(); ++i)
        {
            const Place place{up_to_key(facts[write.location], i), i};
            const Term& key = facts[write.keys[i]];
            // An id that a counter gives: what the counter begins with, perhaps one more.
            const auto counter = addend(facts, key, TermKind::constant);
            const bool is_sum = counter && facts[*counter].kind == TermKind::read;
            const Term* const read =
                key.kind == TermKind::read ? &key : (is_sum ? &facts[*counter] : nullptr);
            if (key.kind == TermKind::constant)
            {
                m_constants[place].push_back(key.value);
            }
            else if (read != nullptr && read->operands.empty())
            {
                const TermId added =
                    is_sum ? (*counter == key.operands[0] ? key.operands[1] : key.operands[0]) :
                             TermId{};
                const U256 more = is_sum ? facts[added].value : U256{};
                m_counted[place].push_back(
                    initial_value(creation, facts[read->location], read->field) + more);
            }
            else
            {
                m_is_free[place] = true;
            }
        }
    }
}

std::vector<U256> KnownKeys::of(const StorageLocation& location, std::size_t key) const
{
    const Place place{up_to_key(location, key), key};
    if (const auto counted = m_counted.find(place); counted != m_counted.end())
    {
        return counted->second;
    }
    const auto found = m_constants.find(place);
    return found == m_constants.end() || m_is_free.contains(place) ? std::vector<U256>{} :
                                                                     found->second;
}

namespace
{

/// Constants that conditions of a function compare an input with, and the numbers next to them.
std::vector<U256> compared_with(const StorageFacts& facts, std::uint32_t entry, const Term& input)
{
    std::vector<U256> found;
    for (const StorageCondition& condition : facts.conditions)
    {
        for (const bool is_true : {false, true})
        {
            if (condition.entry != entry)
            {
                break;
            }
            for (const Wish& wish : construction::wishes_of(facts, condition.term, is_true))
            {
                const bool is_bound = !wish.other && facts[wish.term] == input &&
                                      !is_zero(wish.constant) && fits_u64(wish.constant);
                if (is_bound)
                {
                    found.push_back(wish.constant);
                }
            }
        }
    }
    return found;
}

}  // namespace

TimeOffsets time_offsets(const StorageFacts& runtime, const StorageFacts& creation)
{
    TimeOffsets found;
    for (const StorageFacts* const facts : {&runtime, &creation})
    {
        for (const StorageWrite& write : facts->writes)
        {
            for (const StorageWrite::Part& part : write.parts)
            {
                const auto added = addend(*facts, (*facts)[part.value], TermKind::timestamp);
                if (!added)
                {
                    continue;
                }
                std::vector<U256>& offsets = found[(*facts)[write.location]];
                const Term& wait = (*facts)[*added];
                if (wait.kind == TermKind::constant)
                {
                    offsets.push_back(wait.value);
                }
                else if (wait.kind == TermKind::argument)
                {
                    const auto bounds = compared_with(*facts, write.entry, wait);
                    offsets.insert(offsets.end(), bounds.begin(), bounds.end());
                }
            }
        }
    }
    return found;
}

StateSlice::StateSlice(const SliceSource& source, const CallInputs& inputs, std::uint32_t entry,
    std::span<const std::uint32_t> guards)
  : m_source(source), m_inputs(&inputs), m_entry(entry)
{
    for (const std::uint32_t guard : guards)
    {
        const BranchEdge& edge = source.analysis->goals[guard].edge;
        for (const TermId condition : source.facts->conditions_of(edge.jumpi, entry))
        {
            for (const Wish& wish : construction::wishes_of(*source.facts, condition, edge.outcome))
            {
                take(wish);
            }
        }
    }
    note_keys();
    emit();
}

bool StateSlice::is_input(TermId id) const
{
    return m_inputs->parameter_of(term(id)).has_value();
}

std::optional<std::size_t> StateSlice::find(const Term& read) const
{
    const auto known =
        std::find_if(m_states.begin(), m_states.end(), [&read](const SlicedState& state) {
            return state.location == read.location && state.offset == read.value &&
                   state.field == read.field && state.keys == read.operands;
        });
    return known != m_states.end() ?
               std::optional(static_cast<std::size_t>(known - m_states.begin())) :
               std::nullopt;
}

/// The state of a place, one for all conditions.
SlicedState& StateSlice::state_of(const Term& read)
{
    if (const auto known = find(read))
    {
        return m_states[*known];
    }
    const std::size_t place = m_states.size();
    m_states.push_back({.location = read.location,
        .offset = read.value,
        .field = read.field,
        .keys = read.operands});
    // Which place it is may be state as well.
    for (const TermId key : read.operands)
    {
        note_all(key);
    }
    return m_states[place];
}

/// The places that a term reads, without those that decide which places these are.
std::vector<TermId> StateSlice::reads_of(TermId id) const
{
    std::vector<TermId> found;
    std::vector<TermId> open{id};
    std::set<TermId> seen{id};
    while (!open.empty() && seen.size() < max_terms)
    {
        const TermId at = open.back();
        const Term& here = term(at);
        open.pop_back();
        if (here.kind == TermKind::read)
        {
            found.push_back(at);
        }
        else if (here.kind == TermKind::operation || here.kind == TermKind::choice)
        {
            for (const TermId operand : here.operands)
            {
                if (seen.insert(operand).second)
                {
                    open.push_back(operand);
                }
            }
        }
    }
    return found;
}

/// All places that a term reads, of which nothing is known beside that.
void StateSlice::note_all(TermId id)
{
    for (const TermId read : reads_of(id))
    {
        (void)state_of(term(read));
    }
}

void StateSlice::compare(TermId input, std::span<const U256> numbers)
{
    if (const auto parameter = m_inputs->parameter_of(term(input)))
    {
        std::vector<U256>& known = m_compared[*parameter];
        known.insert(known.end(), numbers.begin(), numbers.end());
    }
}

void StateSlice::ask(TermId input, Relation relation, const U256& constant)
{
    if (const auto parameter = m_inputs->parameter_of(term(input)))
    {
        m_asked[*parameter].emplace_back(relation, constant);
        compare(input, construction::examples(relation, constant));
    }
}

std::vector<AskedParameter> StateSlice::asked() const
{
    std::vector<AskedParameter> found;
    for (const auto& [parameter, numbers] : m_compared)
    {
        if (std::vector<Value> values = numbers_of(parameter); !values.empty())
        {
            found.push_back({parameter, std::move(values)});
        }
    }
    return found;
}

/// The values of a parameter for which all holds that is asked of it.
std::vector<Value> StateSlice::numbers_of(std::size_t parameter) const
{
    const auto compared = m_compared.find(parameter);
    const auto asked = m_asked.find(parameter);
    std::vector<Value> found;
    for (const U256& number : compared != m_compared.end() ? compared->second : std::vector<U256>{})
    {
        const bool is_wanted =
            asked == m_asked.end() ||
            std::all_of(asked->second.begin(), asked->second.end(), [&number](const auto& ask) {
                return construction::holds(number, ask.first, ask.second);
            });
        auto value = is_wanted ? m_inputs->value_of(parameter, number) : std::nullopt;
        if (value && std::find(found.begin(), found.end(), *value) == found.end())
        {
            found.push_back(std::move(*value));
        }
    }
    return found;
}

void StateSlice::take(const Wish& wish)
{
    if (wish.other)
    {
        take_sides(wish.term, wish.relation, *wish.other);
        take_sides(*wish.other, construction::flipped(wish.relation), wish.term);
        return;
    }
    const Term& here = term(wish.term);
    if (here.kind == TermKind::read)
    {
        SlicedState& state = state_of(here);
        state.asked.emplace_back(wish.relation, wish.constant);
        state.is_needed = true;
    }
    else if (is_input(wish.term))
    {
        ask(wish.term, wish.relation, wish.constant);
    }
    else
    {
        note_all(wish.term);
    }
}

void StateSlice::take_sides(TermId id, Relation relation, TermId other)
{
    const Term& here = term(id);
    if (here.kind == TermKind::timestamp)
    {
        take_time(id, relation, other);
        return;
    }
    // After it has counted one more, it is still what it counts.
    const auto counted = addend(*m_source.facts, here, TermKind::constant);
    if (counted && term(*counted).kind == TermKind::read)
    {
        take_sides(*counted, relation, other);
        return;
    }
    if (here.kind != TermKind::read && here.kind != TermKind::immutable)
    {
        note_all(id);
        return;
    }
    SlicedState& state = state_of(here);
    // Where it may be less, it may be nothing.
    const bool is_asked = relation == Relation::equal || is_lower_bound(relation);
    state.is_needed = state.is_needed || is_asked;
    const bool is_reached = is_asked && is_input(other) && term(other).kind != TermKind::timestamp;
    if (is_reached && !state.equal)
    {
        state.equal = other;
        return;
    }
    // A threshold in storage is mostly what the constructor made it.
    const Term& threshold = term(other);
    if (threshold.kind == TermKind::read && threshold.operands.empty())
    {
        const U256 initial = initial_value(
            *m_source.creation, (*m_source.facts)[threshold.location], threshold.field);
        if (!is_zero(initial))
        {
            state.asked.emplace_back(relation, initial);
        }
    }
}

/// A call comes late enough where it waits as long as the state says, and early without a wait.
void StateSlice::take_time(TermId time, Relation relation, TermId other)
{
    note_all(other);
    if (!is_lower_bound(relation))
    {
        const U256 none{};
        compare(time, std::span(&none, 1));
        return;
    }
    std::vector<U256> waits;
    U256 more;
    if (const auto added = addend(*m_source.facts, term(other), TermKind::constant))
    {
        const Term& sum = term(other);
        more = term(*added == sum.operands[0] ? sum.operands[1] : sum.operands[0]).value;
        waits.push_back(more);
    }
    for (const TermId read : reads_of(other))
    {
        const auto place = find(term(read));
        if (!place)
        {
            continue;
        }
        SlicedState& state = m_states[*place];
        state.is_needed = true;
        const auto offsets = m_source.times->find((*m_source.facts)[state.location]);
        if (offsets == m_source.times->end())
        {
            state.equal = state.equal ? state.equal : time;
            continue;
        }
        for (const U256& offset : offsets->second)
        {
            waits.push_back(offset + more);
        }
    }
    std::vector<U256> numbers;
    for (const U256& wait : waits)
    {
        numbers.push_back(wait);
        numbers.push_back(wait + U256{1});
    }
    compare(time, numbers);
}

/// Inputs that are keys have values for which something is there.
void StateSlice::note_keys()
{
    for (const SlicedState& state : m_states)
    {
        for (std::size_t i = 0; i < state.keys.size(); ++i)
        {
            if (is_input(state.keys[i]))
            {
                const std::vector<U256> keys =
                    m_source.keys->of((*m_source.facts)[state.location], i);
                compare(state.keys[i], keys);
            }
        }
    }
}

void StateSlice::emit()
{
    for (std::size_t i = 0; i < m_states.size(); ++i)
    {
        emit_state(i);
    }
}

/// The slice's value of a term that is a key.
std::size_t StateSlice::value_of(TermId id)
{
    const auto known = m_emitted.find(id);
    if (known != m_emitted.end())
    {
        return known->second;
    }
    const Term& here = term(id);
    if (here.kind == TermKind::read)
    {
        if (const auto state = find(here))
        {
            return emit_state(*state);
        }
    }
    SliceValue value{.kind = SliceKind::constant};
    if (const auto parameter = m_inputs->parameter_of(here))
    {
        value.kind = SliceKind::input;
        value.subject = *parameter;
        value.name = m_inputs->name(*parameter);
        value.compared = numbers_of(*parameter);
    }
    else if (here.kind == TermKind::operation || here.kind == TermKind::choice)
    {
        value.kind = SliceKind::passing;
        for (const std::size_t part : m_inputs->parameters_of(*m_source.facts, id))
        {
            m_values.push_back(
                {.kind = SliceKind::input, .subject = part, .name = m_inputs->name(part)});
            value.operands.push_back(m_values.size() - 1);
        }
    }
    m_values.push_back(std::move(value));
    return m_emitted[id] = m_values.size() - 1;
}

std::size_t StateSlice::emit_state(std::size_t state)
{
    const auto known = m_emitted_states.find(state);
    if (known != m_emitted_states.end())
    {
        return known->second;
    }
    const SlicedState here = m_states[state];
    if (!m_contract)
    {
        m_values.push_back({.kind = SliceKind::input, .subject = SIZE_MAX, .name = "contract"});
        m_contract = m_values.size() - 1;
    }
    const Term read{.kind = TermKind::read,
        .location = here.location,
        .field = here.field,
        .operands = here.keys};
    SliceValue value{.kind = here.keys.empty() ? SliceKind::field : SliceKind::element,
        .subject = state,
        .name = here.location.is_valid() ? place_text(*m_source.facts, *m_source.contract,
                                               m_source.analysis->entries[m_entry], read) :
                                           "immutable " + here.offset.to_decimal(),
        .operands = {*m_contract}};
    // A place whose key is in itself ends there.
    m_values.push_back({.kind = SliceKind::constant});
    m_emitted_states[state] = m_values.size() - 1;
    for (const TermId key : here.keys)
    {
        value.operands.push_back(value_of(key));
    }
    if (here.equal)
    {
        value.operands.push_back(value_of(*here.equal));
    }
    for (const auto& [relation, constant] : here.asked)
    {
        for (const U256& number : construction::examples(relation, constant))
        {
            if (here.takes(number))
            {
                value.compared.emplace_back(number);
            }
        }
    }
    m_values.push_back(std::move(value));
    return m_emitted_states[state] = m_values.size() - 1;
}

}  // namespace sbst::evm
