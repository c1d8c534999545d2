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

LiteralAddress address(std::size_t statement, std::size_t argument, std::uint32_t element)
{
    return {static_cast<std::uint32_t>(statement), static_cast<std::uint32_t>(argument), element};
}

Change touched(std::size_t statement)
{
    Change change;
    change.touch(statement);
    return change;
}

bool is_used(const TestCase& test, std::size_t statement)
{
    return std::any_of(test.statements.begin() + static_cast<std::ptrdiff_t>(statement) + 1,
        test.statements.end(),
        [statement](const Statement& later) { return uses_result_of(later, statement); });
}

}  // namespace

Change SequenceOperators::change_statement(TestCase& test, std::size_t statement, Rng& rng)
{
    m_index.refresh();
    // The call first: other arguments are useless for a replaced call.
    if (rng.chance(m_options.change_call_prob))
    {
        if (Change change = replace_call(test, statement, rng); !change.is_empty())
        {
            return change;
        }
    }
    const std::size_t count = test.statements[statement].arguments.size();
    Change change;
    const auto change_one = [&](std::size_t argument) {
        const Change one = change_argument(test, statement, argument, rng);
        statement += one.inserted;
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
    return change.is_empty() ? replace_call(test, statement, rng) : change;
}

Change SequenceOperators::change_argument(
    TestCase& test, std::size_t statement, std::size_t argument, Rng& rng)
{
    m_index.refresh();
    const Statement& changed = test.statements[statement];
    if (is_object((*m_catalogue)[changed.callable].parameters[argument].type))
    {
        return change_object(test, statement, argument, rng);
    }
    return std::holds_alternative<Value>(changed.arguments[argument]) ?
               change_value(test, statement, argument, rng) :
               change_reference(test, statement, argument, rng);
}

Change SequenceOperators::change_object(
    TestCase& test, std::size_t statement, std::size_t argument, Rng& rng)
{
    const CallableId callable = test.statements[statement].callable;
    const TypeId type = (*m_catalogue)[callable].parameters[argument].type;
    const auto slot = [&]() -> Argument& { return test.statements[statement].arguments[argument]; };
    const bool may_be_null = m_catalogue->takes_null(callable, argument, *m_types) &&
                             !std::holds_alternative<Value>(slot());
    if (may_be_null && rng.chance(m_options.null_prob))
    {
        slot() = Value{};
        return touched(statement);
    }
    // Reuse comes before making: new calls lengthen the test, and shared objects let calls
    // interact.
    start_draft(test, statement);
    const auto turn_to_other = [&] {
        find_places(type, Found::results);
        const auto* current = std::get_if<ResultRef>(&slot());
        std::erase_if(m_places, [&](const Place& place) {
            return current != nullptr && place.statement == current->statement;
        });
        if (m_places.empty())
        {
            return false;
        }
        slot() = ResultRef{m_places[rng.index(m_places.size())].statement};
        return true;
    };
    if (rng.chance(m_options.object_reuse_prob) && turn_to_other())
    {
        return touched(statement);
    }
    // Nothing may be made before an opening.
    if (statement >= first_movable())
    {
        if (auto made = make_object(type, 0, rng))
        {
            Change change = put_in(test);
            statement += change.inserted;
            slot() = *std::move(made);
            return change;
        }
    }
    if (turn_to_other())
    {
        return touched(statement);
    }
    if (may_be_null)
    {
        slot() = Value{};
        return touched(statement);
    }
    return {};
}

Change SequenceOperators::change_value(
    TestCase& test, std::size_t statement, std::size_t argument, Rng& rng)
{
    Statement& changed = test.statements[statement];
    const Parameter& parameter = (*m_catalogue)[changed.callable].parameters[argument];
    auto& value = std::get<Value>(changed.arguments[argument]);
    Change change = touched(statement);
    if (parameter.usual && value != *parameter.usual && rng.chance(parameter.usual_prob))
    {
        value = *parameter.usual;
        change.literals.push_back(address(statement, argument, 0));
        return change;
    }
    if (rng.chance(m_options.reference_prob))
    {
        start_draft(test, statement);
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
    change.literals.push_back(address(statement, argument, *element));
    return change;
}

Change SequenceOperators::change_reference(
    TestCase& test, std::size_t statement, std::size_t argument, Rng& rng)
{
    Statement& changed = test.statements[statement];
    const Parameter& parameter = (*m_catalogue)[changed.callable].parameters[argument];
    Argument& slot = changed.arguments[argument];
    if (rng.chance(m_options.reference_prob))
    {
        start_draft(test, statement);
        auto place = random_place(parameter.type, Found::results_and_arguments, rng);
        if (place && *place != slot)
        {
            slot = *std::move(place);
            return touched(statement);
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
    Change change = touched(statement);
    change.literals.push_back(address(statement, argument, 0));
    return change;
}

std::span<const CallableId> SequenceOperators::replacements(
    const TestCase& test, std::size_t statement) const
{
    if (statement < first_movable())
    {
        return m_catalogue->openings();
    }
    return is_used(test, statement) ? m_index.producers(result_type(test.statements[statement])) :
                                      m_index.insertable();
}

Change SequenceOperators::replace_call(TestCase& test, std::size_t statement, Rng& rng)
{
    m_index.refresh();
    const auto candidates = replacements(test, statement);
    for (int tries = 0; tries < max_replacement_tries && candidates.size() > 1; ++tries)
    {
        const CallableId callable = candidates[rng.index(candidates.size())];
        if (callable != test.statements[statement].callable &&
            replace_by(test, statement, callable, rng))
        {
            Change change = touched(statement);
            change.replaced = 1;
            return change;
        }
    }
    return {};
}

std::optional<Argument> SequenceOperators::kept_argument(
    const Statement& old, CallableId callable, std::size_t parameter_index)
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

bool SequenceOperators::replace_by(
    TestCase& test, std::size_t statement, CallableId callable, Rng& rng)
{
    const Statement& old = test.statements[statement];
    start_draft(test, statement);
    // No room for new calls: the statement is replaced in place, so that its number stays valid.
    m_draft.room = 0;
    m_moved_to.assign(old.arguments.size(), not_kept);
    Statement made{callable, {}};
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
    for (std::size_t s = statement + 1; s < test.length(); ++s)
    {
        for (Argument& argument : test.statements[s].arguments)
        {
            auto* reference = std::get_if<ArgumentRef>(&argument);
            if (reference == nullptr || reference->statement != statement)
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
    test.statements[statement] = std::move(made);
    return true;
}

}  // namespace sbst
