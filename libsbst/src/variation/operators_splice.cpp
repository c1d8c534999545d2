// SPDX-License-Identifier: Apache-2.0
#include <sbst/variation/operators.hpp>

#include <limits>
#include <utility>

namespace sbst
{

namespace
{

constexpr std::uint32_t not_copied = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::optional<Change> SequenceOperators::splice(
    TestCase& test, std::size_t position, const CallRange& calls, Rng& rng)
{
    m_index.refresh();
    start_draft(test, position);
    m_copied_to.assign(calls.test.length(), not_copied);
    for (std::size_t s = calls.first; s < calls.last; ++s)
    {
        if (m_catalogue->is_opening(calls.test.calls[s].callable))
        {
            continue;
        }
        if (draft_copy(calls.test, s, rng))
        {
            m_copied_to[s] = static_cast<std::uint32_t>(m_draft.visible() - 1);
        }
        else if (m_draft.is_out_of_room)
        {
            return std::nullopt;
        }
    }
    return put_in(test);
}

bool SequenceOperators::draft_copy(const TestCase& donor, std::size_t call, Rng& rng)
{
    m_draft.is_out_of_room = false;
    const std::size_t start = m_draft.calls.size();
    const Original original{donor, call, m_draft.visible()};
    const Call& source = donor.calls[call];
    Call copy{source.callable, {}};
    copy.arguments.reserve(source.arguments.size());
    for (std::size_t a = 0; a < source.arguments.size(); ++a)
    {
        auto argument = transplanted(original, a, rng);
        if (!argument)
        {
            m_draft.calls.resize(start);
            return false;
        }
        copy.arguments.push_back(*std::move(argument));
    }
    if (m_draft.calls.size() >= m_draft.room)
    {
        m_draft.is_out_of_room = true;
        return false;
    }
    m_draft.calls.push_back(std::move(copy));
    return true;
}

std::optional<Argument> SequenceOperators::transplanted(
    const Original& original, std::size_t argument_index, Rng& rng)
{
    const TestCase& donor = original.donor;
    const Call& call = donor.calls[original.call];
    const Argument& argument = call.arguments[argument_index];
    if (std::holds_alternative<Value>(argument))
    {
        return argument;
    }
    if (const auto* reference = std::get_if<ArgumentRef>(&argument))
    {
        if (const std::uint32_t copied = m_copied_to[reference->call]; copied != not_copied)
        {
            return ArgumentRef{copied, reference->argument};
        }
        // The same parameter of the same callable is the nearest to what was left behind.
        const CallableId wanted = donor.calls[reference->call].callable;
        for (std::size_t s = original.visible; s-- > 0;)
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
    if (const std::uint32_t copied = m_copied_to[result.call]; copied != not_copied)
    {
        return ResultRef{copied};
    }
    const Parameter& parameter = (*m_catalogue)[call.callable].parameters[argument_index];
    if (is_object(parameter.type))
    {
        return satisfy(call.callable, argument_index, 0, rng);
    }
    auto place = random_place(parameter.type, Found::results, rng);
    return place ? place : std::optional<Argument>(random_literal(parameter, rng));
}

}  // namespace sbst
