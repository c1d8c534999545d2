// SPDX-License-Identifier: Apache-2.0
#include <sbst/variation/operators.hpp>

#include <algorithm>
#include <utility>

namespace sbst
{

SequenceOperators::SequenceOperators(const TypeUniverse& types, const Catalogue& catalogue,
    const ConstantPool& pool, const OperatorOptions& options)
  : m_types(&types),
    m_catalogue(&catalogue),
    m_options(options),
    m_values(types, pool, options.values),
    m_index(types, catalogue)
{
    validate(options);
}

TypeId SequenceOperators::result_type(const Call& call) const
{
    return (*m_catalogue)[call.callable].result;
}

bool SequenceOperators::is_object(TypeId type) const
{
    return (*m_types)[type].kind == TypeKind::object;
}

std::size_t SequenceOperators::first_movable() const
{
    return m_catalogue->openings().empty() ? 0 : 1;
}

Change SequenceOperators::settled(Change counted, const TestCase& before, const TestCase& after)
{
    const auto& old_calls = before.calls;
    const auto& new_calls = after.calls;
    const auto differs =
        std::mismatch(old_calls.begin(), old_calls.end(), new_calls.begin(), new_calls.end());
    if (differs.first == old_calls.end() && differs.second == new_calls.end())
    {
        return {};
    }
    counted.first_call = static_cast<std::size_t>(differs.first - old_calls.begin());
    return counted;
}

TestCase SequenceOperators::opened_test(Rng& rng)
{
    m_index.refresh();
    TestCase test;
    const auto openings = m_catalogue->openings();
    if (!openings.empty())
    {
        // Starts at full depth, so that no calls are made for the opening's arguments: the opening
        // must be first.
        start_draft(test, 0);
        draft_call(openings[rng.index(openings.size())], m_options.max_recursion, rng);
        put_in(test);
    }
    return test;
}

TestCase SequenceOperators::random_test(Rng& rng)
{
    TestCase test = opened_test(rng);
    const std::size_t choices = std::max<std::size_t>(m_options.max_length - 1, 1);
    const std::size_t target = std::max(m_options.min_length, 1 + rng.index(choices));
    if (m_index.insertable().empty())
    {
        return test;
    }
    for (std::size_t i = 0; i < m_options.max_attempts && test.length() < target; ++i)
    {
        insert_random_call(test, rng);
    }
    return test;
}

Change SequenceOperators::mutate(TestCase& test, Rng& rng)
{
    m_index.refresh();
    m_before = test;
    Change change;
    for (int tries = 0; tries < 2 && test == m_before; ++tries)
    {
        change = mutate_once(test, rng);
    }
    const bool is_wanted =
        m_options.delete_prob > 0.0 || m_options.change_prob > 0.0 || m_options.insert_prob > 0.0;
    if (test == m_before && is_wanted)
    {
        change = mutate_for_certain(test, rng);
    }
    return settled(std::move(change), m_before, test);
}

Change SequenceOperators::mutate_once(TestCase& test, Rng& rng)
{
    Change change;
    if (rng.chance(m_options.delete_prob))
    {
        change.accumulate(erase_some(test, rng));
    }
    if (rng.chance(m_options.change_prob))
    {
        change.accumulate(change_some(test, rng));
    }
    if (rng.chance(m_options.insert_prob))
    {
        change.accumulate(insert_some(test, rng));
    }
    change.accumulate(tidy_up(test, rng));
    return change;
}

Change SequenceOperators::mutate_for_certain(TestCase& test, Rng& rng)
{
    Change change;
    const auto has_changed = [&] {
        change.accumulate(tidy_up(test, rng));
        return test != m_before;
    };
    const std::size_t length = test.length();
    const std::size_t start = length == 0 ? 0 : rng.index(length);
    for (std::size_t i = 0; i < length && test.length() == length; ++i)
    {
        change.accumulate(change_call(test, (start + i) % length, rng));
        if (has_changed())
        {
            return change;
        }
    }
    change.accumulate(insert_random_call(test, rng));
    for (std::size_t s = test.length(); !has_changed() && s-- > 0;)
    {
        change.accumulate(erase(test, s, rng));
    }
    return change;
}

Change SequenceOperators::erase_some(TestCase& test, Rng& rng)
{
    Change change;
    const std::size_t first = first_movable();
    const std::size_t length = test.length();
    for (std::size_t s = length; s-- > first;)
    {
        // Calls that depend on an erased one stand after it, so the loop (from the end) only
        // meets positions that still exist.
        if (rng.below(length - first) == 0)
        {
            change.accumulate(erase(test, s, rng));
        }
    }
    return change;
}

Change SequenceOperators::change_some(TestCase& test, Rng& rng)
{
    Change change;
    const std::size_t length = test.length();
    for (std::size_t s = 0; s < test.length(); ++s)
    {
        if (rng.below(length) == 0)
        {
            const Change one = change_call(test, s, rng);
            s += one.inserted;
            change.accumulate(one);
        }
    }
    return change;
}

Change SequenceOperators::insert_some(TestCase& test, Rng& rng)
{
    Change change;
    double goes_on = 1.0;
    while (test.length() < m_options.max_length && rng.real() <= goes_on)
    {
        goes_on *= m_options.insertion_base;
        change.accumulate(insert_random_call(test, rng));
    }
    return change;
}

Change SequenceOperators::tidy_up(TestCase& test, Rng& rng)
{
    Change change;
    const auto calls = m_index.insertable();
    const bool tests_something = std::any_of(test.calls.begin(), test.calls.end(),
        [this](const Call& call) { return (*m_catalogue)[call.callable].is_under_test; });
    if (!tests_something && !calls.empty())
    {
        change.accumulate(insert_call(test, calls[rng.index(calls.size())], test.length(), rng));
    }
    change.accumulate(drop_unused(test, rng));
    return change;
}

}  // namespace sbst
