// SPDX-License-Identifier: Apache-2.0
// The archive: the best test so far for each covered goal, and the nearest test for each open goal.
// Next: dynamic_targets.hpp, bookkeeper.hpp.
#pragma once

#include <sbst/fitness/fitness.hpp>
#include <sbst/goal/goal_graph.hpp>
#include <sbst/problem/trace.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sbst
{

/// Rules for what an archive keeps.
struct ArchivePolicy
{
    /// Number of nearest tests kept per open goal, at least 1.
    std::size_t nearest_per_goal = 1;
    /// A test that is as near as a kept one, and not longer, replaces it: searches without a
    /// population can then drift.
    bool replaces_equals = false;
};

/// Keeps one covering test per goal (the better end, then strictly shorter; at equality the old one
/// stays) and the nearest tests of each open goal, as many as the policy says (a test with
/// strictly better fitness replaces the worst of them).
///
/// A test is stored once, whatever the number of goals it serves, and dropped when it serves no
/// goal. Goals need not be announced: any id is accepted, even one that never was a column of a
/// matrix. Source: EvoSuite's CoverageArchive; Panichella et al., ICST 2015 (MOSA).
template <class Test>
class Archive
{
public:
    /// An executed test on its way into the archive. Refers to the test, which must stay alive and
    /// unchanged while the candidate is offered.
    class Candidate
    {
    public:
        Candidate(const Test& test, std::size_t length, TestEnd end = TestEnd::normal)
          : m_test(&test), m_length(length), m_end(end)
        {}

    private:
        friend class Archive;
        const Test* m_test;
        std::size_t m_length;
        TestEnd m_end;
        std::uint32_t m_slot = none;
        std::uint64_t m_stamp = 0;
        std::uint32_t m_first = none;
    };

    enum class Verdict
    {
        rejected,
        /// A better test for a goal that was already covered.
        replaced,
        /// The first test that covers the goal.
        first
    };

    /// The nearest test of an open goal; the pointer holds until the archive changes.
    struct Nearest
    {
        const Test* test = nullptr;
        Fitness fitness = Fitness::worst();
    };

    Archive() = default;
    explicit Archive(const ArchivePolicy& policy) : m_policy(policy) {}

    /// Offers a test that covers `goal`.
    Verdict cover(GoalId goal, Candidate& candidate);

    /// Offers a test that leaves `goal` open at `fitness`; tells whether it was kept (with one
    /// nearest test per goal: it came nearer than any before). Covered goals and worst fitness are
    /// not kept.
    bool approach(GoalId goal, const Fitness& fitness, Candidate& candidate);

    /// Forgets how near tests came to an open goal, because the way to it has changed. Its nearest
    /// test stays until another one is offered.
    void forget_nearness(GoalId goal);

    [[nodiscard]] bool is_covered(GoalId goal) const
    {
        return goal.index() < m_covered.size() && m_covered[goal.index()];
    }
    /// One flag per goal; goals beyond its end are open.
    [[nodiscard]] const std::vector<bool>& covered_flags() const { return m_covered; }
    /// Covered goals, hidden ones included.
    [[nodiscard]] std::size_t covered_count() const { return m_covered_count; }

    /// The test that covers `goal`, or null; holds until the archive changes.
    [[nodiscard]] const Test* find(GoalId goal) const;
    [[nodiscard]] std::optional<Nearest> nearest(GoalId goal) const;
    /// How many nearest tests of `goal` are kept; the first is nearest(goal).
    [[nodiscard]] std::size_t nearest_count(GoalId goal) const;
    /// One of them, nearest first, equal ones in the order of arrival. Precondition: place <
    /// nearest_count(goal).
    [[nodiscard]] Nearest nearest(GoalId goal, std::size_t place) const;
    /// How often a test was kept as one of them.
    [[nodiscard]] std::uint64_t arrivals(GoalId goal) const
    {
        return goal.index() < m_entries.size() ? m_entries[goal.index()].arrivals : 0;
    }

    /// Distinct stored tests that cover some goal, in an order that depends only on the run.
    [[nodiscard]] std::size_t covering_test_count() const { return m_covering.size(); }
    [[nodiscard]] const Test& covering_test(std::size_t place) const
    {
        return m_slots[m_covering[place]].test;
    }

    /// Tells whether the test of some goal did not run to its end. O(covering tests).
    [[nodiscard]] bool has_broken_off() const
    {
        return std::any_of(m_covering.begin(), m_covering.end(),
            [this](std::uint32_t slot) { return m_slots[slot].end == TestEnd::broken_off; });
    }

    /// The tests that cover the shown goals of `graph`, each once, ordered by the first goal that
    /// they serve.
    [[nodiscard]] std::vector<Test> suite(const GoalGraph& graph) const;

    /// The tests of suite(), then the first usable test of each shown goal unless it is among them.
    ///
    /// A long search replaces tests of many goals by shorter tests of few goals each. Choosing
    /// among both keeps the suite small however long the search is. Choosing and shortening are
    /// greedy: a longer search may still end with one or two tests more.
    [[nodiscard]] std::vector<Test> suite_candidates(const GoalGraph& graph) const;

    /// Number of tests stored now, for covered and for open goals.
    [[nodiscard]] std::size_t stored_count() const { return m_slots.size() - m_free.size(); }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Slot
    {
        Test test;
        std::size_t length = 0;
        TestEnd end = TestEnd::normal;
        std::uint32_t covered_goals = 0;
        std::uint32_t nearest_goals = 0;
        // Tells a reused slot from the one that a candidate remembers.
        std::uint64_t stamp = 0;
    };
    struct Entry
    {
        std::uint32_t covering = none;
        std::uint32_t nearest = none;
        std::uint32_t first = none;  // in m_firsts
        std::uint64_t arrivals = 0;
        Fitness best = Fitness::worst();
    };
    /// One of the nearest tests after the first.
    struct RunnerUp
    {
        std::uint32_t slot = none;
        Fitness fitness = Fitness::worst();
    };

    [[nodiscard]] bool is_better(const Candidate& candidate, const Slot& incumbent) const
    {
        return candidate.m_end != incumbent.end ? candidate.m_end > incumbent.end :
                                                  candidate.m_length < incumbent.length;
    }
    Entry& entry(GoalId goal);
    std::uint32_t store(Candidate& candidate);
    void note_first(Entry& target, Candidate& candidate);
    bool approach_behind(GoalId goal, const Fitness& fitness, Candidate& candidate);
    bool replace_equal(GoalId goal, const Fitness& fitness, Candidate& candidate);
    void put_behind(GoalId goal, std::uint32_t slot, const Fitness& fitness);
    void drop_all_nearest(GoalId goal);
    void drop_behind(GoalId goal);
    void add_covered(std::uint32_t slot);
    void drop_covered(std::uint32_t slot);
    void drop_nearest(std::uint32_t slot);
    void free_if_unused(std::uint32_t slot);

    std::vector<Slot> m_slots;
    std::vector<std::uint32_t> m_free;
    std::vector<std::uint32_t> m_covering;  // slots, ascending
    std::vector<Entry> m_entries;           // by goal
    // By goal, nearest first; empty where the policy keeps one nearest test.
    std::vector<std::vector<RunnerUp>> m_runners_up;
    std::vector<Test> m_firsts;  // kept to the end: at most one for each goal
    std::vector<bool> m_covered;
    std::size_t m_covered_count = 0;
    std::uint64_t m_next_stamp = 1;
    ArchivePolicy m_policy;
};

template <class Test>
typename Archive<Test>::Verdict Archive<Test>::cover(GoalId goal, Candidate& candidate)
{
    Entry& target = entry(goal);
    note_first(target, candidate);
    const std::uint32_t incumbent = target.covering;
    if (incumbent != none && !is_better(candidate, m_slots[incumbent]))
    {
        return Verdict::rejected;
    }
    // The new test is stored before the old one is dropped: both may be in the same slot, which
    // must not become free in between.
    const std::uint32_t slot = store(candidate);
    add_covered(slot);
    target.covering = slot;
    if (target.nearest != none)
    {
        drop_all_nearest(goal);
    }
    if (incumbent != none)
    {
        drop_covered(incumbent);
        return Verdict::replaced;
    }
    m_covered[goal.index()] = true;
    ++m_covered_count;
    return Verdict::first;
}

template <class Test>
bool Archive<Test>::approach(GoalId goal, const Fitness& fitness, Candidate& candidate)
{
    Entry& target = entry(goal);
    if (target.covering != none || fitness.is_covered())
    {
        return false;
    }
    if (m_policy.replaces_equals && fitness < Fitness::worst() &&
        replace_equal(goal, fitness, candidate))
    {
        return false;
    }
    if (fitness >= target.best)
    {
        return m_policy.nearest_per_goal > 1 && approach_behind(goal, fitness, candidate);
    }
    ++target.arrivals;
    const std::uint32_t slot = store(candidate);
    ++m_slots[slot].nearest_goals;
    const Fitness before = std::exchange(target.best, fitness);
    const std::uint32_t incumbent = std::exchange(target.nearest, slot);
    if (incumbent != none && before == Fitness::worst())
    {
        drop_nearest(incumbent);
    }
    else if (incumbent != none)
    {
        put_behind(goal, incumbent, before);
    }
    return true;
}

// Puts a test in the place of the longest of the kept tests that are as near, unless that is
// shorter.
template <class Test>
bool Archive<Test>::replace_equal(GoalId goal, const Fitness& fitness, Candidate& candidate)
{
    const std::size_t count = nearest_count(goal);
    std::uint32_t* longest = nullptr;
    for (std::size_t i = 0; i < count; ++i)
    {
        const bool is_first = i == 0;
        if ((is_first ? m_entries[goal.index()].best : m_runners_up[goal.index()][i - 1].fitness) !=
            fitness)
        {
            continue;
        }
        std::uint32_t& slot =
            is_first ? m_entries[goal.index()].nearest : m_runners_up[goal.index()][i - 1].slot;
        if (m_slots[slot].test == *candidate.m_test)
        {
            return true;
        }
        if (longest == nullptr || m_slots[slot].length > m_slots[*longest].length)
        {
            longest = &slot;
        }
    }
    const bool is_full = count == m_policy.nearest_per_goal;
    if (longest == nullptr || !is_full || candidate.m_length > m_slots[*longest].length)
    {
        return false;
    }
    const std::uint32_t slot = store(candidate);
    ++m_slots[slot].nearest_goals;
    drop_nearest(std::exchange(*longest, slot));
    return true;
}

// Offers a test that is not nearer than the nearest. A test may be offered again when a goal
// becomes active; it is never kept twice.
template <class Test>
bool Archive<Test>::approach_behind(GoalId goal, const Fitness& fitness, Candidate& candidate)
{
    const std::size_t count = nearest_count(goal);
    const bool is_full = count == m_policy.nearest_per_goal;
    if (fitness >= (is_full ? nearest(goal, count - 1).fitness : Fitness::worst()))
    {
        return false;
    }
    for (std::size_t i = 0; i < count; ++i)
    {
        if (*nearest(goal, i).test == *candidate.m_test)
        {
            return false;
        }
    }
    ++m_entries[goal.index()].arrivals;
    const std::uint32_t slot = store(candidate);
    ++m_slots[slot].nearest_goals;
    put_behind(goal, slot, fitness);
    return true;
}

// Inserts a slot, whose nearest_goals already counts the goal, after the nearest one, and drops the
// tests beyond the policy's number.
template <class Test>
void Archive<Test>::put_behind(GoalId goal, std::uint32_t slot, const Fitness& fitness)
{
    if (m_policy.nearest_per_goal <= 1)
    {
        drop_nearest(slot);
        return;
    }
    if (goal.index() >= m_runners_up.size())
    {
        m_runners_up.resize(goal.index() + 1);
    }
    std::vector<RunnerUp>& behind = m_runners_up[goal.index()];
    const auto place = std::upper_bound(behind.begin(), behind.end(), fitness,
        [](const Fitness& one, const RunnerUp& other) { return one < other.fitness; });
    behind.insert(place, {slot, fitness});
    if (behind.size() >= m_policy.nearest_per_goal)
    {
        drop_nearest(behind.back().slot);
        behind.pop_back();
    }
}

template <class Test>
void Archive<Test>::drop_all_nearest(GoalId goal)
{
    drop_nearest(std::exchange(m_entries[goal.index()].nearest, none));
    drop_behind(goal);
}

template <class Test>
void Archive<Test>::drop_behind(GoalId goal)
{
    if (goal.index() < m_runners_up.size())
    {
        for (const RunnerUp& behind : std::exchange(m_runners_up[goal.index()], {}))
        {
            drop_nearest(behind.slot);
        }
    }
}

template <class Test>
void Archive<Test>::forget_nearness(GoalId goal)
{
    if (goal.index() < m_entries.size() && m_entries[goal.index()].nearest != none)
    {
        m_entries[goal.index()].best = Fitness::worst();
        drop_behind(goal);
    }
}

template <class Test>
const Test* Archive<Test>::find(GoalId goal) const
{
    return is_covered(goal) ? &m_slots[m_entries[goal.index()].covering].test : nullptr;
}

template <class Test>
std::optional<typename Archive<Test>::Nearest> Archive<Test>::nearest(GoalId goal) const
{
    if (goal.index() >= m_entries.size() || m_entries[goal.index()].nearest == none)
    {
        return std::nullopt;
    }
    const Entry& found = m_entries[goal.index()];
    return Nearest{&m_slots[found.nearest].test, found.best};
}

template <class Test>
std::size_t Archive<Test>::nearest_count(GoalId goal) const
{
    if (goal.index() >= m_entries.size() || m_entries[goal.index()].nearest == none)
    {
        return 0;
    }
    return goal.index() < m_runners_up.size() ? 1 + m_runners_up[goal.index()].size() : 1;
}

template <class Test>
typename Archive<Test>::Nearest Archive<Test>::nearest(GoalId goal, std::size_t place) const
{
    const Entry& found = m_entries[goal.index()];
    if (place == 0)
    {
        return {&m_slots[found.nearest].test, found.best};
    }
    const RunnerUp& behind = m_runners_up[goal.index()][place - 1];
    return {&m_slots[behind.slot].test, behind.fitness};
}

template <class Test>
std::vector<Test> Archive<Test>::suite(const GoalGraph& graph) const
{
    std::vector<Test> tests;
    std::vector<bool> is_taken(m_slots.size(), false);
    for (std::size_t i = 0; i < m_entries.size() && i < graph.size(); ++i)
    {
        const std::uint32_t slot = m_entries[i].covering;
        if (slot != none && graph[GoalId(i)].is_kept() && !is_taken[slot])
        {
            is_taken[slot] = true;
            tests.push_back(m_slots[slot].test);
        }
    }
    return tests;
}

template <class Test>
std::vector<Test> Archive<Test>::suite_candidates(const GoalGraph& graph) const
{
    std::vector<Test> tests = suite(graph);
    std::vector<bool> is_taken(m_firsts.size(), false);
    for (std::size_t i = 0; i < m_entries.size() && i < graph.size(); ++i)
    {
        const std::uint32_t first = m_entries[i].first;
        if (first == none || !graph[GoalId(i)].is_kept() || is_taken[first])
        {
            continue;
        }
        is_taken[first] = true;
        if (std::find(tests.begin(), tests.end(), m_firsts[first]) == tests.end())
        {
            tests.push_back(m_firsts[first]);
        }
    }
    return tests;
}

template <class Test>
void Archive<Test>::note_first(Entry& target, Candidate& candidate)
{
    if (target.first != none || candidate.m_end == TestEnd::unusable)
    {
        return;
    }
    if (candidate.m_first == none)
    {
        candidate.m_first = static_cast<std::uint32_t>(m_firsts.size());
        m_firsts.push_back(*candidate.m_test);
    }
    target.first = candidate.m_first;
}

template <class Test>
typename Archive<Test>::Entry& Archive<Test>::entry(GoalId goal)
{
    if (goal.index() >= m_entries.size())
    {
        m_entries.resize(goal.index() + 1);
        m_covered.resize(goal.index() + 1, false);
    }
    return m_entries[goal.index()];
}

template <class Test>
std::uint32_t Archive<Test>::store(Candidate& candidate)
{
    if (candidate.m_slot != none && m_slots[candidate.m_slot].stamp == candidate.m_stamp)
    {
        return candidate.m_slot;
    }
    auto slot = static_cast<std::uint32_t>(m_slots.size());
    if (m_free.empty())
    {
        m_slots.emplace_back();
    }
    else
    {
        slot = m_free.back();
        m_free.pop_back();
    }
    m_slots[slot] =
        Slot{*candidate.m_test, candidate.m_length, candidate.m_end, 0, 0, m_next_stamp++};
    candidate.m_slot = slot;
    candidate.m_stamp = m_slots[slot].stamp;
    return slot;
}

template <class Test>
void Archive<Test>::add_covered(std::uint32_t slot)
{
    if (m_slots[slot].covered_goals++ == 0)
    {
        m_covering.insert(std::lower_bound(m_covering.begin(), m_covering.end(), slot), slot);
    }
}

template <class Test>
void Archive<Test>::drop_covered(std::uint32_t slot)
{
    if (--m_slots[slot].covered_goals == 0)
    {
        m_covering.erase(std::lower_bound(m_covering.begin(), m_covering.end(), slot));
    }
    free_if_unused(slot);
}

template <class Test>
void Archive<Test>::drop_nearest(std::uint32_t slot)
{
    --m_slots[slot].nearest_goals;
    free_if_unused(slot);
}

template <class Test>
void Archive<Test>::free_if_unused(std::uint32_t slot)
{
    if (m_slots[slot].covered_goals == 0 && m_slots[slot].nearest_goals == 0)
    {
        m_slots[slot].stamp = 0;
        m_free.push_back(slot);
    }
}

}  // namespace sbst
