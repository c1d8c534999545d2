// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/argument_changes.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>
#include <vector>

namespace sbst
{

std::optional<U256> ArgumentChanges::word(const TestCase& test, ArgumentPlace place)
{
    const Argument& found = resolve(test, test.calls[place.call].arguments[place.argument]);
    const auto* value = std::get_if<Value>(&found);
    return value != nullptr && value->is_word() ? std::optional(value->word()) : std::nullopt;
}

const Parameter& ArgumentChanges::parameter(const TestCase& test, ArgumentPlace place) const
{
    const CallableId callable = test.calls[place.call].callable;
    return (*m_catalogue)[callable].parameters[place.argument];
}

bool ArgumentChanges::step(TestCase& test, ArgumentPlace place, const U256& delta) const
{
    const std::optional<U256> before = word(test, place);
    if (!before || is_zero(delta))
    {
        return false;
    }
    const Value after(*before + delta);
    if (!is_well_formed(after, parameter(test, place).type, *m_types))
    {
        return false;
    }
    test.calls[place.call].arguments[place.argument] = after;
    return true;
}

bool ArgumentChanges::go_to_boundary(TestCase& test, ArgumentPlace place, Rng& rng) const
{
    const TypeId type_id = parameter(test, place).type;
    const Type& type = (*m_types)[type_id];
    if (type.kind != TypeKind::integer)
    {
        return false;
    }
    const std::array<U256, 4> words = {
        integer_minimum(type), integer_maximum(type), U256{}, U256{1}};
    const Value value(words.at(rng.index(words.size())));
    Argument& argument = test.calls[place.call].arguments[place.argument];
    if (!is_well_formed(value, type_id, *m_types) || argument == Argument(value))
    {
        return false;
    }
    argument = value;
    return true;
}

bool ArgumentChanges::redraw_low_bits(TestCase& test, ArgumentPlace place, Rng& rng) const
{
    constexpr unsigned growth = 12;
    constexpr double growth_prob = 0.5;
    const std::optional<U256> before = word(test, place);
    if (!before || is_zero(*before))
    {
        return false;
    }
    const U256 size = is_negative(*before) ? -*before : *before;
    const auto bits = static_cast<unsigned>(bit_width(size));
    const unsigned most = std::min(bits + growth, 256U);
    const unsigned count = rng.chance(growth_prob) ?
                               bits + static_cast<unsigned>(rng.below(most - bits + 1)) :
                               1 + static_cast<unsigned>(rng.below(bits));
    const U256 mask = rng.word() >> (256U - count);
    return step(test, place, (*before ^ mask) - *before);
}

bool ArgumentChanges::copy_from_elsewhere(TestCase& test, ArgumentPlace place, Rng& rng) const
{
    const TypeId wanted = parameter(test, place).type;
    Argument& argument = test.calls[place.call].arguments[place.argument];
    std::vector<const Value*> found;
    for (std::size_t i = 0; i < test.length(); ++i)
    {
        const Call& call = test.calls[i];
        for (std::size_t k = 0; k < call.arguments.size(); ++k)
        {
            const auto* value = std::get_if<Value>(&call.arguments[k]);
            if (value != nullptr && parameter(test, {i, k}).type == wanted &&
                !(call.arguments[k] == argument))
            {
                found.push_back(value);
            }
        }
    }
    if (found.empty())
    {
        return false;
    }
    Value copy = *found[rng.index(found.size())];
    argument = std::move(copy);
    return true;
}

void ArgumentChanges::share(
    TestCase& test, std::size_t call, std::size_t source, double probability, Rng& rng) const
{
    for (std::size_t i = 0; i < test.calls[call].arguments.size(); ++i)
    {
        const Parameter& wanted = parameter(test, {call, i});
        std::vector<const Value*> found;
        for (std::size_t k = 0; k < test.calls[source].arguments.size(); ++k)
        {
            const Parameter& there = parameter(test, {source, k});
            const Argument& argument = resolve(test, test.calls[source].arguments[k]);
            const auto* value = std::get_if<Value>(&argument);
            if (value != nullptr && there.type == wanted.type && there.role == wanted.role)
            {
                found.push_back(value);
            }
        }
        if (!found.empty() && rng.chance(probability))
        {
            Value copy = *found[rng.index(found.size())];
            test.calls[call].arguments[i] = std::move(copy);
        }
    }
}

}  // namespace sbst
