// SPDX-License-Identifier: Apache-2.0
#include <sbst/fitness/scorer.hpp>

#include <algorithm>
#include <cassert>
#include <utility>

namespace sbst
{
namespace
{
constexpr std::uint32_t id_shift = 2;
constexpr std::uint32_t kind_mask = 3;

/// The two lowest bits of a probe.
enum class ProbeKind : std::uint32_t
{
    branch_false,
    branch_true,
    method,
    exception
};

constexpr ProbeKind kind_of(std::uint32_t probe)
{
    return static_cast<ProbeKind>(probe & kind_mask);
}

constexpr std::size_t id_of(std::uint32_t probe)
{
    return probe >> id_shift;
}

/// Walks from a goal to its ancestors, level by level.
class LevelWalk
{
public:
    LevelWalk(const GoalGraph& graph, GoalId start)
      : m_graph(graph), m_is_seen(graph.size(), false), m_level{start}
    {
        m_is_seen[start.index()] = true;
    }

    /// The goals of the present level, in a fixed order; empty past the last.
    [[nodiscard]] const std::vector<GoalId>& level() const { return m_level; }

    void advance()
    {
        m_next.clear();
        for (const GoalId goal : m_level)
            for (const GoalId parent : m_graph.parents(goal))
                if (!m_is_seen[parent.index()])
                {
                    m_is_seen[parent.index()] = true;
                    m_next.push_back(parent);
                }
        m_level.swap(m_next);
    }

private:
    const GoalGraph& m_graph;
    std::vector<bool> m_is_seen;
    std::vector<GoalId> m_level;
    std::vector<GoalId> m_next;
};

constexpr Distance no_distance{};
}  // namespace

Scorer::Scorer(const GoalGraph& graph) : m_graph(&graph)
{
    refresh();
}

Scorer::Probe Scorer::to_probe(const Goal& goal)
{
    const auto pack = [](ProbeKind kind, std::size_t id) {
        assert(id < (std::size_t{1} << (32 - id_shift)));
        return (static_cast<Probe>(id) << id_shift) | static_cast<Probe>(kind);
    };
    switch (goal.kind)
    {
        case GoalKind::method_entry:
            return pack(ProbeKind::method, goal.method.index());
        case GoalKind::exception:
            return pack(ProbeKind::exception, goal.exception.index());
        case GoalKind::branch:
            break;
    }
    return pack(
        goal.outcome ? ProbeKind::branch_true : ProbeKind::branch_false, goal.predicate.index());
}

void Scorer::refresh()
{
    const std::size_t size = m_graph->size();
    if (size == m_probes.size() && m_graph->dependency_count() == m_dependency_count)
        return;

    // 1. Goals that are new or have new parents, and everything behind them.
    std::vector<bool> is_stale(size, false);
    std::vector<GoalId> stale;
    const auto mark = [&is_stale, &stale](GoalId goal) {
        if (!is_stale[goal.index()])
        {
            is_stale[goal.index()] = true;
            stale.push_back(goal);
        }
    };
    for (std::size_t i = 0; i < size; ++i)
        if (i >= m_probes.size() || m_graph->parents(GoalId{i}).size() != m_parent_counts[i])
            mark(GoalId{i});
    // The list grows while it is worked through.
    std::size_t followed = 0;
    while (followed < stale.size())
        for (const GoalId child : m_graph->children(stale[followed++]))
            mark(child);

    // 2. Look at those again.
    for (std::size_t i = m_probes.size(); i < size; ++i)
        m_probes.push_back(to_probe((*m_graph)[GoalId{i}]));
    m_ancestries.resize(size);
    m_parent_counts.resize(size);
    for (const GoalId goal : stale)
    {
        m_ancestries[goal.index()] = ancestry_of(goal);
        m_parent_counts[goal.index()] = static_cast<std::uint32_t>(m_graph->parents(goal).size());
    }
    m_dependency_count = m_graph->dependency_count();
}

Scorer::Ancestry Scorer::ancestry_of(GoalId goal) const
{
    Ancestry result;
    LevelWalk walk{*m_graph, goal};
    std::size_t stored = 0;
    for (walk.advance(); !walk.level().empty(); walk.advance())
    {
        stored += walk.level().size();
        if (stored > max_stored_ancestors)
        {
            result.is_complete = false;
            break;
        }
        ++result.level_count;
        result.levels.push_back(static_cast<Probe>(walk.level().size()));
        for (const GoalId ancestor : walk.level())
            result.levels.push_back(m_probes[ancestor.index()]);
    }
    result.levels.shrink_to_fit();
    return result;
}

const Distance* Scorer::touched_distance(Probe probe, const TraceIndex& trace)
{
    switch (kind_of(probe))
    {
        case ProbeKind::branch_false:
        {
            const PredicateTrace* found = trace.find(PredicateId{id_of(probe)});
            return found != nullptr ? &found->all.least_false : nullptr;
        }
        case ProbeKind::branch_true:
        {
            const PredicateTrace* found = trace.find(PredicateId{id_of(probe)});
            return found != nullptr ? &found->all.least_true : nullptr;
        }
        case ProbeKind::method:
        {
            const MethodTrace* found = trace.find(MethodId{id_of(probe)});
            return found != nullptr && found->entered > 0 ? &no_distance : nullptr;
        }
        case ProbeKind::exception:
            break;
    }
    return trace.threw(ExceptionId{id_of(probe)}) ? &no_distance : nullptr;
}

bool Scorer::is_covered(Probe probe, const TraceIndex& trace)
{
    switch (kind_of(probe))
    {
        case ProbeKind::branch_false:
        case ProbeKind::branch_true:
        {
            const PredicateTrace* found = trace.find(PredicateId{id_of(probe)});
            return found != nullptr &&
                   found->all.hits(kind_of(probe) == ProbeKind::branch_true) > 0;
        }
        case ProbeKind::method:
        case ProbeKind::exception:
            break;
    }
    return touched_distance(probe, trace) != nullptr;
}

Fitness Scorer::score(GoalId goal, const TraceIndex& trace) const
{
    assert(goal.index() < m_probes.size());
    if (!trace.is_usable())
        return Fitness::worst();
    const Probe own = m_probes[goal.index()];
    if (is_covered(own, trace))
        return Fitness::covered();
    if (const Distance* distance = touched_distance(own, trace); distance != nullptr)
        return Fitness{true, 0, *distance};

    const Ancestry& ancestry = m_ancestries[goal.index()];
    auto probe = ancestry.levels.begin();
    for (std::uint32_t level = 1; level < ancestry.level_count; ++level)
    {
        const Distance* least = nullptr;
        const Probe count = *probe++;
        for (Probe i = 0; i < count; ++i)
        {
            const Distance* distance = touched_distance(*probe++, trace);
            if (distance != nullptr && (least == nullptr || *distance < *least))
                least = distance;
        }
        if (least != nullptr)
            return Fitness{true, level, *least};
    }
    if (ancestry.is_complete)
        return Fitness{true, ancestry.level_count, Distance::zero()};
    return score_far(goal, trace);
}

Scorer::Nearest Scorer::nearest(GoalId goal, const TraceIndex& trace) const
{
    Nearest result;
    for (LevelWalk walk{*m_graph, goal}; !walk.level().empty(); walk.advance())
    {
        for (const GoalId ancestor : walk.level())
        {
            const Distance* distance = touched_distance(m_probes[ancestor.index()], trace);
            if (distance != nullptr && (!result.goal.is_valid() || *distance < result.distance))
            {
                result.goal = ancestor;
                result.distance = *distance;
            }
        }
        if (result.goal.is_valid())
            return result;
        ++result.level;
    }
    return result;
}

Fitness Scorer::score_far(GoalId goal, const TraceIndex& trace) const
{
    const Nearest found = nearest(goal, trace);
    return Fitness{true, found.level, found.distance};
}

std::optional<GoalId> Scorer::blocker(GoalId goal, const TraceIndex& trace) const
{
    assert(goal.index() < m_probes.size());
    if (!trace.is_usable())
        return std::nullopt;
    const Nearest found = nearest(goal, trace);
    return found.goal.is_valid() ? std::optional<GoalId>{found.goal} : std::nullopt;
}

void Scorer::append_covered(const Trace& trace, std::vector<GoalId>& out) const
{
    if (!trace.was_run || trace.is_unusable())
        return;
    const std::size_t first = out.size();
    const auto append = [&out](std::optional<GoalId> goal) {
        if (goal.has_value())
            out.push_back(*goal);
    };
    for (const PredicateTrace& predicate : trace.predicates)
        for (const bool outcome : {false, true})
            if (predicate.all.hits(outcome) > 0)
                append(m_graph->find_branch(predicate.predicate, outcome));
    for (const MethodTrace& method : trace.methods)
        if (method.entered > 0)
            append(m_graph->find_method_entry(method.method));
    for (const StatementOutcome& statement : trace.statements)
        if (statement.kind == OutcomeKind::threw && statement.exception.is_valid())
            append(m_graph->find_exception(statement.exception));
    // Several statements may end with one exception.
    const auto begin = out.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, out.end());
    out.erase(std::unique(begin, out.end()), out.end());
}

std::vector<std::vector<GoalId>> Scorer::levels(GoalId goal) const
{
    std::vector<std::vector<GoalId>> result;
    for (LevelWalk walk{*m_graph, goal}; !walk.level().empty(); walk.advance())
        result.push_back(walk.level());
    return result;
}
}  // namespace sbst
