// SPDX-License-Identifier: Apache-2.0
#include "goal_builder.hpp"

#include "context_goals.hpp"
#include "facts_builder.hpp"
#include "mutant_goals.hpp"

#include <sbst/criteria/criteria.hpp>
#include <sbst/criteria/goal_selection.hpp>
#include <sbst/evm/problem/goals.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
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
            m_details.push_back(code);
        }
    }

    void add_line(
        LineId line, const SourceLine& place, CodeGoal detail, bool in_creation, bool is_key)
    {
        Goal goal = line_goal(line, fmt::format("{}:{} executed", place.file, place.line));
        goal.goal_class = to_string(detail.goal_class);
        goal.group = in_creation && !m_selection->creation ? creation_group : goal.goal_class;
        goal.place = {.function = detail.function,
            .program = std::string(in_creation ? creation_program : std::string_view()),
            .file = place.file,
            .line = place.line,
            .source = source_line(*m_artifact, place)};
        goal.is_shown = is_selected(detail.goal_class, in_creation);
        goal.is_key = is_key;
        m_goals.push_back(std::move(goal));
        m_details.push_back(std::move(detail));
    }

    /// Names of places depend on all goals, so they come last.
    ContractGoals take()
    {
        name_places(m_goals);
        ContractGoals goals;
        for (Goal& goal : m_goals)
        {
            goals.graph.add(std::move(goal));
        }
        goals.details = std::move(m_details);
        return goals;
    }

    /// The goals of a function that tests call, after those of both programs.
    void add_function(
        const ContractAnalysis& runtime, std::uint32_t index, ContractGoals& goals) const
    {
        const FunctionEntry& entry = runtime.entries[index];
        CodeGoal detail;
        detail.criterion = MethodCriterion::id;
        detail.goal_class = entry.is_getter ? GoalClass::getter : GoalClass::user;
        detail.pc = entry.pc;
        detail.source_pc = entry.pc;
        detail.entry = index;
        detail.functions = {index};
        detail.function = entry.name;
        detail.distance = DistanceKind::flag;
        detail.reason = "a function is called or not";
        Goal about = method_goal(MethodId(index), entry.name);
        about.goal_class = to_string(detail.goal_class);
        about.group = about.goal_class;
        about.place = place_of(*m_artifact, detail, false);
        about.place.name = fmt::format("pc {}", entry.pc);
        about.is_shown = is_selected(detail.goal_class, false);
        add_method_goals(goals.graph, m_selection->criteria, about);
        goals.details.resize(goals.graph.size(), detail);
    }

private:
    [[nodiscard]] bool is_selected(GoalClass goal_class, bool in_creation) const
    {
        const std::vector<GoalClass>& classes = m_selection->classes;
        return (!in_creation || m_selection->creation) &&
               std::find(classes.begin(), classes.end(), goal_class) != classes.end();
    }

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
        goal.is_shown = is_selected(code.goal_class, in_creation);
        goal.infeasible_because = code.proof == Proof::none ? "" : to_string(code.proof);
        return goal;
    }

    const Artifact* m_artifact;
    const GoalSelection* m_selection;
    std::vector<Goal> m_goals;
    std::vector<CodeGoal> m_details;
};

void mark_roots(GoalGraph& graph, const ContractAnalysis& program, std::size_t first)
{
    for (std::size_t i = 0; i < program.goals.size(); ++i)
    {
        if (program.goals[i].is_root)
        {
            graph.mark_root(GoalId(first + i));
        }
    }
}

void connect(ContractGoals& goals, const ContractAnalysis& runtime,
    const ContractAnalysis& creation, ContextGoals& contexts)
{
    mark_roots(goals.graph, runtime, 0);
    for (const GoalDependency& edge : runtime.dependencies)
    {
        contexts.connect(edge.parent, GoalId(edge.child), runtime.goals[edge.child].functions);
    }
    const std::size_t first = runtime.goals.size();
    mark_roots(goals.graph, creation, first);
    for (const GoalDependency& edge : creation.dependencies)
    {
        goals.graph.add_dependency(GoalId(first + edge.parent), GoalId(first + edge.child));
    }
}

/// The goals of lines, after those of both programs.
class LineGoals
{
public:
    /// Without `lines` there are no goals.
    LineGoals(
        const SourceLines* lines, const ContractAnalysis& runtime, const ContractAnalysis& creation)
      : m_lines(lines), m_runtime(&runtime), m_creation(&creation)
    {}

    void add_to(Builder& builder) const
    {
        const std::set<LineId> keys = last_lines_of_long_blocks();
        for (std::size_t i = 0; i < count(); ++i)
        {
            const LineId line(i);
            // A line that both programs execute belongs to the runtime code.
            const bool in_creation = m_lines->blocks_of(line).front().in_creation;
            builder.add_line(line, m_lines->all()[i], detail_of(line, in_creation), in_creation,
                keys.contains(line));
        }
    }

    void connect_in(ContractGoals& goals, ContextGoals& contexts) const
    {
        for (std::size_t i = 0; i < count(); ++i)
        {
            const GoalId child = goals.graph.find(LineCriterion::id, i).value();
            // A copy: goals are added.
            const std::vector<std::uint32_t> functions = goals.details[child.index()].functions;
            for (const BlockPlace& place : m_lines->blocks_of(LineId(i)))
            {
                const std::size_t first = place.in_creation ? m_runtime->goals.size() : 0;
                const BasicBlock& block = block_at(place);
                for (const std::uint32_t goal : block.controlled_by)
                {
                    if (place.in_creation)
                    {
                        goals.graph.add_dependency(GoalId(first + goal), child);
                    }
                    else
                    {
                        contexts.connect(goal, child, functions);
                    }
                }
                if (block.is_root)
                {
                    goals.graph.mark_root(child);
                }
            }
        }
    }

private:
    /// Lines in a block from which on its last line stands for all: `lineThreshold` of the coverage
    /// goal selector, sections 3.4 and 5.
    static constexpr std::size_t long_block = 8;

    [[nodiscard]] std::set<LineId> last_lines_of_long_blocks() const
    {
        std::map<std::pair<bool, std::uint32_t>, std::vector<LineId>> by_block;
        for (std::size_t i = 0; i < count(); ++i)
        {
            for (const BlockPlace& place : m_lines->blocks_of(LineId(i)))
            {
                by_block[{place.in_creation, place.pc}].emplace_back(i);
            }
        }
        std::set<LineId> last;
        for (const auto& [block, lines] : by_block)
        {
            if (lines.size() >= long_block)
            {
                last.insert(lines.back());
            }
        }
        return last;
    }

    [[nodiscard]] std::size_t count() const
    {
        return m_lines == nullptr ? 0 : m_lines->all().size();
    }
    [[nodiscard]] const BasicBlock& block_at(const BlockPlace& place) const
    {
        const ContractAnalysis& program = place.in_creation ? *m_creation : *m_runtime;
        return program.blocks[program.find_block(place.pc).value()];
    }

    /// Without what only branches and entries have.
    [[nodiscard]] CodeGoal detail_of(LineId line, bool in_creation) const
    {
        CodeGoal detail;
        detail.criterion = LineCriterion::id;
        detail.distance = DistanceKind::flag;
        detail.reason = "a line is executed or not";
        std::set<std::uint32_t> functions;
        for (const BlockPlace& place : m_lines->blocks_of(line))
        {
            if (place.in_creation != in_creation)
            {
                detail.is_also_in_creation = true;
                continue;
            }
            const BasicBlock& block = block_at(place);
            functions.insert(block.functions.begin(), block.functions.end());
        }
        set_functions(detail, functions, in_creation ? *m_creation : *m_runtime);
        return detail;
    }

    const SourceLines* m_lines;
    const ContractAnalysis* m_runtime;
    const ContractAnalysis* m_creation;
};

/// Whatever runs in the frame of a transaction is called by the test itself.
void add_direct(ContractGoals& goals)
{
    const auto is_same_call = [](GoalId, GoalId) { return true; };
    for (const GoalId source : add_direct_goals(goals.graph, is_same_call))
    {
        CodeGoal detail = goals.details[source.index()];
        detail.criterion = detail.criterion == BranchCriterion::id ? DirectBranchCriterion::id :
                                                                     DirectEntryCriterion::id;
        goals.details.push_back(std::move(detail));
    }
}

}  // namespace

void set_functions(
    CodeGoal& detail, const std::set<std::uint32_t>& functions, const ContractAnalysis& program)
{
    detail.functions.assign(functions.begin(), functions.end());
    const bool is_of_getters =
        !functions.empty() && std::all_of(functions.begin(), functions.end(),
                                  [&](std::uint32_t i) { return program.entries[i].is_getter; });
    detail.goal_class = is_of_getters ? GoalClass::getter : GoalClass::user;
    detail.function = functions.empty()     ? "dispatcher" :
                      functions.size() == 1 ? program.entries[*functions.begin()].name :
                                              "shared";
}

Goal failure_goal(ExceptionId id, const std::string& function, const std::string& failure,
    const GoalSelection& selection)
{
    Goal goal = exception_goal(id, fmt::format("{} {}", function, failure));
    goal.goal_class = to_string(GoalClass::user);
    goal.group = goal.goal_class;
    goal.place.function = function;
    goal.is_shown = std::find(selection.classes.begin(), selection.classes.end(),
                        GoalClass::user) != selection.classes.end();
    select_goal(goal, selection.criteria);
    return goal;
}

ContractGoals build_goals(const GoalSource& source, const GoalSelection& selection)
{
    const ContractAnalysis& runtime = source.runtime;
    const ContractAnalysis& creation = source.creation;
    Builder builder(source.artifact, selection);
    builder.add(runtime, {}, false);
    builder.add(
        creation, {.predicate = runtime.jumpis.size(), .method = runtime.entries.size()}, true);
    const LineGoals line_goals(source.lines, runtime, creation);
    line_goals.add_to(builder);
    ContractGoals goals = builder.take();
    ContextGoals contexts(runtime, selection, goals);
    connect(goals, runtime, creation, contexts);
    line_goals.connect_in(goals, contexts);
    if (source.mutants != nullptr)
    {
        add_mutant_goals(source, selection, goals, contexts);
    }
    if (selection.criteria.has(Coverage::direct_branch))
    {
        add_direct(goals);
    }
    for (const std::uint32_t entry : selection.called_entries)
    {
        builder.add_function(runtime, entry, goals);
    }
    select_goals(goals.graph, selection.criteria, selection.branches_help);
    if (selection.criteria.searches(Coverage::exception))
    {
        goals.graph.mark_growing();
    }
    return goals;
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
