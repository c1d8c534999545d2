// SPDX-License-Identifier: Apache-2.0
#include <sbst/variation/operators.hpp>

#include <algorithm>
#include <utility>

namespace sbst
{

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
    // Two separate calls: the arguments of a C++ call are evaluated in no fixed order.
    ChangePair changes;
    changes.first = cross_into(a, m_first_parent, m_second_parent, share, rng);
    changes.second = cross_into(b, m_second_parent, m_first_parent, share, rng);
    return changes;
}

Change SequenceOperators::cross_into(
    TestCase& child, const TestCase& parent, const TestCase& donor, double share, Rng& rng)
{
    const std::size_t head = relative_cut(parent.length(), share);
    child.calls.resize(head);
    const CallRange tail{donor, relative_cut(donor.length(), share), donor.length()};
    if (!splice(child, head, tail, rng) ||
        child.length() < std::min(parent.length(), m_options.min_length))
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

}  // namespace sbst
