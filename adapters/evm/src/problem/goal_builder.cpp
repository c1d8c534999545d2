// SPDX-License-Identifier: Apache-2.0
#include "goal_builder.hpp"

#include "facts_builder.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/method_entry.hpp>
#include <sbst/evm/problem/goals.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sbst::evm
{

namespace
{

// The first ids of one program.
struct Offsets
{
    std::size_t predicate = 0;
    std::size_t method = 0;
};

std::string label_of(const CodeGoal& goal, bool in_creation)
{
    const char* program = in_creation ? "creation " : "";
    return goal.criterion == MethodEntryCriterion::id ?
               fmt::format("{}{} entered", program, goal.function) :
               fmt::format("{}{}, pc {}: {}", program, goal.function, goal.pc,
                   outcome_text(goal.reading, goal.holds, goal.edge.outcome));
}

/// A line of a source, from 1, without indentation and without the end of the line.
std::string source_line(const Artifact& artifact, const SourceLine& place)
{
    const auto source = std::find_if(artifact.sources.begin(), artifact.sources.end(),
        [&place](const SourceFile& candidate) { return candidate.name == place.file; });
    if (place.line == 0 || source == artifact.sources.end() ||
        place.line > source->line_starts.size())
    {
        return {};
    }
    const std::string_view rest =
        std::string_view(source->text).substr(source->line_starts[place.line - 1]);
    const std::string_view text = rest.substr(0, rest.find_first_of("\r\n"));
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t end = text.find_last_not_of(" \t");
    return begin == text.size() ? std::string() : std::string(text.substr(begin, end + 1 - begin));
}

GoalPlace place_of(const Artifact& artifact, const CodeGoal& code, bool in_creation)
{
    const SourceLine found =
        find_line(artifact, in_creation ? artifact.creation : artifact.runtime, code.source_pc);
    return {.function = code.function,
        .program = std::string(in_creation ? creation_program : std::string_view()),
        .position_name = "pc",
        .position = code.pc,
        .file = found.file,
        .line = found.line,
        .source = source_line(artifact, found)};
}

/// Collects the goals of one program after the other.
class Builder
{
public:
    Builder(const Artifact& artifact, const GoalSelection& selection)
      : m_artifact(&artifact), m_selection(&selection)
    {}

    void add(const ContractAnalysis& program, const Offsets& offsets, bool in_creation)
    {
        for (const CodeGoal& code : program.goals)
        {
            m_goals.push_back(goal_of(code, offsets, in_creation));
        }
    }

    /// Names of places depend on all goals, so they come last.
    GoalGraph take()
    {
        name_places(m_goals);
        GoalGraph graph;
        for (Goal& goal : m_goals)
        {
            graph.add(std::move(goal));
        }
        return graph;
    }

private:
    [[nodiscard]] Goal goal_of(const CodeGoal& code, const Offsets& offsets, bool in_creation) const
    {
        std::string label = label_of(code, in_creation);
        Goal goal = code.criterion == MethodEntryCriterion::id ?
                        method_entry_goal(MethodId(offsets.method + code.entry), std::move(label)) :
                        branch_goal(PredicateId(offsets.predicate + code.edge.jumpi),
                            code.edge.outcome, std::move(label));
        goal.goal_class = to_string(code.goal_class);
        goal.group = in_creation && !m_selection->creation ? creation_group : goal.goal_class;
        goal.place = place_of(*m_artifact, code, in_creation);
        if (is_branch(goal))
        {
            goal.question = {
                .truth = code.reading == Reading::jump ? std::nullopt : std::optional(code.holds),
                .reading = to_string(code.reading),
                .part = find_text(*m_artifact, code.part)};
        }
        const std::vector<GoalClass>& classes = m_selection->classes;
        goal.is_shown = (!in_creation || m_selection->creation) &&
                        std::find(classes.begin(), classes.end(), code.goal_class) != classes.end();
        goal.infeasible_because = code.proof == Proof::none ? "" : to_string(code.proof);
        return goal;
    }

    const Artifact* m_artifact;
    const GoalSelection* m_selection;
    std::vector<Goal> m_goals;
};

void connect(GoalGraph& graph, const ContractAnalysis& program, std::size_t first)
{
    for (std::size_t i = 0; i < program.goals.size(); ++i)
    {
        if (program.goals[i].is_root)
        {
            graph.mark_root(GoalId(first + i));
        }
    }
    for (const GoalDependency& edge : program.dependencies)
    {
        graph.add_dependency(GoalId(first + edge.parent), GoalId(first + edge.child));
    }
}

}  // namespace

GoalGraph build_goals(const Artifact& artifact, const ContractAnalysis& runtime,
    const ContractAnalysis& creation, const GoalSelection& selection)
{
    Builder builder(artifact, selection);
    builder.add(runtime, {}, false);
    builder.add(
        creation, {.predicate = runtime.jumpis.size(), .method = runtime.entries.size()}, true);
    GoalGraph graph = builder.take();
    connect(graph, runtime, 0);
    connect(graph, creation, runtime.goals.size());
    return graph;
}

std::vector<std::vector<MethodId>> entries_by_edge(
    const ContractAnalysis& program, std::size_t first_method)
{
    std::vector<std::vector<MethodId>> entries(2 * program.jumpis.size());
    for (std::size_t i = 0; i < program.entries.size(); ++i)
    {
        for (const BranchEdge& edge : program.entries[i].edges)
        {
            entries[2 * edge.jumpi + (edge.outcome ? 1 : 0)].emplace_back(first_method + i);
        }
    }
    return entries;
}

}  // namespace sbst::evm
