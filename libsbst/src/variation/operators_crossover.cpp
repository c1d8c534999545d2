// SPDX-License-Identifier: Apache-2.0
#include <sbst/variation/operators.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace sbst
{

namespace
{

constexpr std::uint32_t not_copied = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::size_t relative_cut(std::size_t length, double share)
{
    return static_cast<std::size_t>(static_cast<double>(length - 1) * share) + 1;
}

ChangePair SequenceOperators::crossover(TestCase& a, TestCase& b, Rng& rng)
{
    m_index.refresh();
    if (a.length() < 2 || b.length() < 2)
    {
        return {};
    }
    m_first_parent = a;
    m_second_parent = b;
    const double share = rng.real();
    // Two separate statements: the arguments of a C++ call are evaluated in no fixed order.
    ChangePair changes;
    changes.first = cross_into(a, m_first_parent, m_second_parent, share, rng);
    changes.second = cross_into(b, m_second_parent, m_first_parent, share, rng);
    return changes;
}

Change SequenceOperators::cross_into(
    TestCase& child, const TestCase& parent, const TestCase& donor, double share, Rng& rng)
{
    const std::size_t head = relative_cut(parent.length(), share);
    child.statements.resize(head);
    const bool fits = append_tail(child, donor, relative_cut(donor.length(), share), rng);
    if (!fits || child.length() < std::min(parent.length(), m_options.min_length))
    {
        child = parent;
        return {};
    }
    Change change;
    change.removed = parent.length() - head;
    change.inserted = child.length() - head;
    change.accumulate(drop_unused(child, rng));
    return settled(std::move(change), parent, child);
}

bool SequenceOperators::append_tail(
    TestCase& child, const TestCase& donor, std::size_t from, Rng& rng)
{
    m_copied_to.assign(donor.length(), not_copied);
    for (std::size_t s = from; s < donor.length(); ++s)
    {
        if (!append_copy(child, donor, s, rng))
        {
            if (m_draft.is_out_of_room)
            {
                return false;
            }
            continue;
        }
        m_copied_to[s] = static_cast<std::uint32_t>(child.length() - 1);
    }
    return true;
}

bool SequenceOperators::append_copy(
    TestCase& child, const TestCase& donor, std::size_t statement, Rng& rng)
{
    start_draft(child, child.length());
    const Statement& original = donor.statements[statement];
    Statement copy{original.callable, {}};
    copy.arguments.reserve(original.arguments.size());
    for (std::size_t a = 0; a < original.arguments.size(); ++a)
    {
        auto argument = transplanted(donor, statement, a, rng);
        if (!argument)
        {
            return false;
        }
        copy.arguments.push_back(*std::move(argument));
    }
    if (m_draft.statements.size() >= m_draft.room)
    {
        m_draft.is_out_of_room = true;
        return false;
    }
    m_draft.statements.push_back(std::move(copy));
    put_in(child);
    return true;
}

std::optional<Argument> SequenceOperators::transplanted(
    const TestCase& donor, std::size_t statement, std::size_t argument_index, Rng& rng)
{
    // From the exact copy to weaker substitutes, so that a tail keeps as much of its behaviour as
    // possible.
    const CallableId callable = donor.statements[statement].callable;
    const Argument& argument = donor.statements[statement].arguments[argument_index];
    if (std::holds_alternative<Value>(argument))
    {
        return argument;
    }
    if (const auto* reference = std::get_if<ArgumentRef>(&argument))
    {
        if (const std::uint32_t copied = m_copied_to[reference->statement]; copied != not_copied)
        {
            return ArgumentRef{copied, reference->argument};
        }
        // The same parameter of the same callable is the nearest substitute.
        const CallableId wanted = donor.statements[reference->statement].callable;
        for (std::size_t s = m_draft.position; s-- > 0;)
        {
            if (m_draft[s].callable == wanted)
            {
                return ArgumentRef{static_cast<std::uint32_t>(s), reference->argument};
            }
        }
    }
    const Argument& there = resolve(donor, argument);
    if (std::holds_alternative<Value>(there))
    {
        return there;
    }
    const auto& result = std::get<ResultRef>(there);
    if (const std::uint32_t copied = m_copied_to[result.statement]; copied != not_copied)
    {
        return ResultRef{copied};
    }
    const Parameter& parameter = (*m_catalogue)[callable].parameters[argument_index];
    if (is_object(parameter.type))
    {
        return satisfy(callable, argument_index, 0, rng);
    }
    auto place = random_place(parameter.type, Found::results, rng);
    return place ? place : std::optional<Argument>(random_literal(parameter, rng));
}

}  // namespace sbst
