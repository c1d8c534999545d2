// SPDX-License-Identifier: Apache-2.0
#include <sbst/variation/operators.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace sbst
{

namespace
{

constexpr std::uint32_t not_kept = std::numeric_limits<std::uint32_t>::max();
constexpr int max_replacement_tries = 4;

LiteralAddress address(std::size_t call, std::size_t argument, std::uint32_t element)
{
    return {static_cast<std::uint32_t>(call), static_cast<std::uint32_t>(argument), element};
}

Change touched(std::size_t call)
{
    Change change;
    change.touch(call);
    return change;
}

bool is_used(const TestCase& test, std::size_t call)
{
    return std::any_of(test.calls.begin() + static_cast<std::ptrdiff_t>(call) + 1, test.calls.end(),
        [call](const Call& later) { return uses_result_of(later, call); });
}

}  // namespace

Change SequenceOperators::change_call(TestCase& test, std::size_t call, Rng& rng)
{
    m_index.refresh();
    // The call first: other arguments are useless for a replaced call.
    if (rng.chance(m_options.change_call_prob))
    {
        if (Change change = replace_call(test, call, rng); !change.is_empty())
        {
            return change;
        }
    }
    const std::size_t count = test.calls[call].arguments.size();
    Change change;
    const auto change_one = [&](std::size_t argument) {
        const Change one = change_argument(test, call, argument, rng);
        call += one.inserted;
        change.accumulate(one);
    };
    for (std::size_t a = 0; a < count; ++a)
    {
        if (rng.below(count) == 0)
        {
            change_one(a);
        }
    }
    // At least one: a random argument, or the next one that can change.
    const std::size_t start = count == 0 ? 0 : rng.index(count);
    for (std::size_t i = 0; i < count && change.is_empty(); ++i)
    {
        change_one((start + i) % count);
    }
    return change.is_empty() ? replace_call(test, call, rng) : change;
}

Change SequenceOperators::change_argument(
    TestCase& test, std::size_t call, std::size_t argument, Rng& rng)
{
    m_index.refresh();
    const Call& changed = test.calls[call];
    if (is_object((*m_catalogue)[changed.callable].parameters[argument].type))
    {
        return change_object(test, call, argument, rng);
    }
    return std::holds_alternative<Value>(changed.arguments[argument]) ?
               change_value(test, call, argument, rng) :
               change_reference(test, call, argument, rng);
}

Change SequenceOperators::change_object(
    TestCase& test, std::size_t call, std::size_t argument, Rng& rng)
{
    const CallableId callable = test.calls[call].callable;
    const TypeId type = (*m_catalogue)[callable].parameters[argument].type;
    const auto slot = [&]() -> Argument& { return test.calls[call].arguments[argument]; };
    const bool may_be_null = m_catalogue->takes_null(callable, argument, *m_types) &&
                             !std::holds_alternative<Value>(slot());
    if (may_be_null && rng.chance(m_options.null_prob))
    {
        slot() = Value{};
        return touched(call);
    }
    // Reuse comes before making: new calls lengthen the test, and shared objects let calls
    // interact.
    start_draft(test, call);
    const auto turn_to_other = [&] {
        find_places(type, Found::results);
        const auto* current = std::get_if<ResultRef>(&slot());
        std::erase_if(m_places,
            [&](const Place& place) { return current != nullptr && place.call == current->call; });
        if (m_places.empty())
        {
            return false;
        }
        slot() = ResultRef{m_places[rng.index(m_places.size())].call};
        return true;
    };
    if (rng.chance(m_options.object_reuse_prob) && turn_to_other())
    {
        return touched(call);
    }
    // Nothing may be made before an opening.
    if (call >= first_movable())
    {
        if (auto made = make_object(type, 0, rng))
        {
            Change change = put_in(test);
            call += change.inserted;
            slot() = *std::move(made);
            return change;
        }
    }
    if (turn_to_other())
    {
        return touched(call);
    }
    if (may_be_null)
    {
        slot() = Value{};
        return touched(call);
    }
    return {};
}

Change SequenceOperators::change_value(
    TestCase& test, std::size_t call, std::size_t argument, Rng& rng)
{
    Call& changed = test.calls[call];
    const Parameter& parameter = (*m_catalogue)[changed.callable].parameters[argument];
    auto& value = std::get<Value>(changed.arguments[argument]);
    Change change = touched(call);
    if (parameter.usual && value != *parameter.usual && rng.chance(parameter.usual_prob))
    {
        value = *parameter.usual;
        change.literals.push_back(address(call, argument, 0));
        return change;
    }
    if (rng.chance(m_options.reference_prob))
    {
        start_draft(test, call);
        if (auto place = random_place(parameter.type, Found::results_and_arguments, rng))
        {
            changed.arguments[argument] = *std::move(place);
            return change;
        }
    }
    const auto element = m_values.mutate(value, parameter.type, rng);
    if (!element)
    {
        return {};
    }
    change.literals.push_back(address(call, argument, *element));
    return change;
}

Change SequenceOperators::change_reference(
    TestCase& test, std::size_t call, std::size_t argument, Rng& rng)
{
    Call& changed = test.calls[call];
    const Parameter& parameter = (*m_catalogue)[changed.callable].parameters[argument];
    Argument& slot = changed.arguments[argument];
    if (rng.chance(m_options.reference_prob))
    {
        start_draft(test, call);
        auto place = random_place(parameter.type, Found::results_and_arguments, rng);
        if (place && *place != slot)
        {
            slot = *std::move(place);
            return touched(call);
        }
    }
    // Back to a literal: the value of the reference, changed, so that the test behaves differently.
    const auto* literal = std::get_if<Value>(&resolve(test, slot));
    Value value = literal != nullptr ? *literal : random_literal(parameter, rng);
    if (literal != nullptr)
    {
        m_values.mutate(value, parameter.type, rng);
    }
    slot = std::move(value);
    Change change = touched(call);
    change.literals.push_back(address(call, argument, 0));
    return change;
}

std::span<const CallableId> SequenceOperators::replacements(
    const TestCase& test, std::size_t call) const
{
    if (call < first_movable())
    {
        return m_catalogue->openings();
    }
    return is_used(test, call) ? m_index.producers(result_type(test.calls[call])) :
                                 m_index.insertable();
}

Change SequenceOperators::replace_call(TestCase& test, std::size_t call, Rng& rng)
{
    m_index.refresh();
    const auto candidates = replacements(test, call);
    for (int tries = 0; tries < max_replacement_tries && candidates.size() > 1; ++tries)
    {
        const CallableId callable = candidates[rng.index(candidates.size())];
        const bool is_passed_over = is_rare(callable) && !rng.chance(m_options.rare_prob);
        if (callable != test.calls[call].callable && !is_passed_over &&
            replace_by(test, call, callable, rng))
        {
            Change change = touched(call);
            change.replaced = 1;
            return change;
        }
    }
    return {};
}

std::optional<Argument> SequenceOperators::kept_argument(
    const Call& old, CallableId callable, std::size_t parameter_index)
{
    const auto& old_parameters = (*m_catalogue)[old.callable].parameters;
    const Parameter& parameter = (*m_catalogue)[callable].parameters[parameter_index];
    const bool takes_null = m_catalogue->takes_null(callable, parameter_index, *m_types);
    std::size_t best = old_parameters.size();
    for (std::size_t a = 0; a < old_parameters.size(); ++a)
    {
        const auto* value = std::get_if<Value>(&old.arguments[a]);
        const bool fits = m_moved_to[a] == not_kept && old_parameters[a].type == parameter.type &&
                          (value == nullptr || !value->is_null() || takes_null);
        // An old sender becomes the new call's sender before it is used for another parameter.
        if (fits && old_parameters[a].role == parameter.role)
        {
            best = a;
            break;
        }
        best = fits ? std::min(best, a) : best;
    }
    if (best == old_parameters.size())
    {
        return std::nullopt;
    }
    m_moved_to[best] = static_cast<std::uint32_t>(parameter_index);
    return old.arguments[best];
}

bool SequenceOperators::replace_by(TestCase& test, std::size_t call, CallableId callable, Rng& rng)
{
    const Call& old = test.calls[call];
    start_draft(test, call);
    // No room for new calls: the call is replaced in place, so that its number stays valid.
    m_draft.room = 0;
    m_moved_to.assign(old.arguments.size(), not_kept);
    Call made{callable, {}};
    for (std::size_t p = 0; p < (*m_catalogue)[callable].parameters.size(); ++p)
    {
        auto argument = kept_argument(old, callable, p);
        if (!argument)
        {
            argument = satisfy(callable, p, m_options.max_recursion, rng);
        }
        if (!argument)
        {
            return false;
        }
        made.arguments.push_back(*std::move(argument));
    }
    // References to old arguments that were kept follow these; the others are replaced by the
    // arguments.
    for (std::size_t s = call + 1; s < test.length(); ++s)
    {
        for (Argument& argument : test.calls[s].arguments)
        {
            auto* reference = std::get_if<ArgumentRef>(&argument);
            if (reference == nullptr || reference->call != call)
            {
                continue;
            }
            const std::uint32_t moved_to = m_moved_to[reference->argument];
            if (moved_to == not_kept)
            {
                Argument there = old.arguments[reference->argument];
                argument = std::move(there);
            }
            else
            {
                reference->argument = moved_to;
            }
        }
    }
    test.calls[call] = std::move(made);
    return true;
}

}  // namespace sbst
