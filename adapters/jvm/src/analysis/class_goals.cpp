// SPDX-License-Identifier: Apache-2.0
#include "compiler_made.hpp"
#include "condition_text.hpp"
#include "entry_conditions.hpp"
#include "enum_switches.hpp"
#include "line_goals.hpp"
#include "mutant_goals.hpp"
#include "output_goals.hpp"
#include "short_names.hpp"

#include <sbst/base/utf8.hpp>
#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/goal_selection.hpp>
#include <sbst/criteria/method.hpp>
#include <sbst/criteria/method_entry.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

namespace sbst::jvm
{

namespace
{

// Labels are for people; a broken file's names may have 64 KiB.
constexpr std::size_t max_method_label = 240;

std::string method_label(const ClassFile& file, const Method& method)
{
    const std::string parameters = short_parameters(method.descriptor);
    const std::string_view owner = name_without_package(file.name);
    std::string label = method.is_constructor() ?
                            fmt::format("{}({})", owner, parameters) :
                            fmt::format("{}.{}({})", owner, method.name, parameters);
    if (label.size() > max_method_label)
    {
        std::size_t end = max_method_label;
        // Do not cut inside a character.
        while (end > 0 && is_continuation(label[end]))
        {
            --end;
        }
        label.resize(end);
        label += "...";
    }
    return label;
}

/// Written code also has branches made by the compiler.
JavaGoalClass combined_class(JavaGoalClass of_method, JavaGoalClass of_branch)
{
    return is_written(of_method) && of_branch != JavaGoalClass::user ? of_branch : of_method;
}

class GoalBuilder
{
public:
    GoalBuilder(const ClassPath& path, std::vector<const ClassFile*> classes)
      : m_path(&path), m_classes(std::move(classes))
    {}

    ClassGoals build(const ClassGoalOptions& options)
    {
        for (const ClassFile* file : m_classes)
        {
            add_class(*file);
        }
        m_entries = find_method_entries(m_methods);
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            m_result.methods[i].is_open = m_entries[i].kind == EntryKind::open;
            add_goals(MethodId{i});
        }
        const std::vector<EntryCondition> conditions =
            find_entry_conditions(m_methods, m_entries, m_result.graph);
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            link(i, conditions[i]);
        }
        if (options.criteria.has(Coverage::line))
        {
            add_line_goals(m_result, m_methods, conditions);
        }
        if (options.criteria.has(Coverage::weak_mutation))
        {
            add_mutants(conditions);
        }
        if (options.criteria.has(Coverage::direct_branch))
        {
            add_direct();
        }
        add_methods(options);
        select_goals(m_result.graph, options.criteria, options.branches_help);
        return std::move(m_result);
    }

private:
    void add_class(const ClassFile& file)
    {
        ClassPlan plan;
        plan.name = file.name;
        for (const Method& method : file.methods)
        {
            if (method.code)
            {
                plan.methods.push_back(add_method(file, method));
            }
        }
        if (!plan.methods.empty())
        {
            m_result.plans.push_back(std::move(plan));
        }
    }

    MethodPlan add_method(const ClassFile& file, const Method& method)
    {
        MethodPlan plan;
        plan.name = method.name;
        plan.descriptor = method.descriptor;
        plan.method = MethodId{m_result.methods.size()};
        plan.branches = plan_branches(*method.code, m_result.predicate_count);
        plan.lines = plan_lines(file, *method.code);
        m_result.methods.push_back({&file, &method, method_label(file, method)});

        // Without labels nothing depends on a branch: all goals are then roots.
        const bool is_controlled = plan.branches.size() <= max_controlled_branches;
        MethodFlow flow{
            file.pool, *method.code, is_controlled ? plan.branches : std::vector<BranchPlan>{}};
        ControlDependence dependence{flow.graph()};
        m_methods.push_back(
            {&file, &method, plan.branches, std::move(flow), std::move(dependence)});
        m_made.push_back(find_compiler_made(file, *method.code));
        return plan;
    }

    std::vector<LinePlan> plan_lines(const ClassFile& file, const Code& code)
    {
        std::vector<LinePlan> plans;
        for (const LineStart& start : line_parts(code))
        {
            const auto [entry, is_new] =
                m_lines.try_emplace({file.source_file, start.line}, m_result.lines.size());
            if (is_new)
            {
                m_result.lines.push_back({&file, start.line});
            }
            LinePlan plan;
            plan.instruction = start.instruction;
            plan.line = entry->second;
            plans.push_back(plan);
        }
        return plans;
    }

    void add_goals(MethodId id)
    {
        const NestMethod& method = m_methods[id.index()];
        JavaGoalClass method_class = class_of_method(*method.owner, *method.method);
        if (method_class == JavaGoalClass::user && m_entries[id.index()].is_initialisation)
        {
            method_class = JavaGoalClass::static_initialiser;
        }
        bool has_written_branch = false;
        for (const BranchPlan& branch : method.branches)
        {
            const bool has_written = branch.is_switch() ? add_switch(id, branch, method_class) :
                                                          add_jump(id, branch, method_class);
            has_written_branch = has_written_branch || has_written;
        }
        const bool is_entered_by_use = method_class == JavaGoalClass::static_initialiser &&
                                       method.method->is_static_initialiser();
        if (!has_written_branch && !is_entered_by_use)
        {
            Goal entry = method_entry_goal(id, m_result.methods[id.index()].label + " entered");
            entry.place = place_at(id, 0);
            add(std::move(entry), {method_class, id});
        }
    }

    /// Returns true when one of its goals belongs to written code.
    bool add_jump(MethodId id, const BranchPlan& branch, JavaGoalClass method_class)
    {
        const auto& jumps = m_made[id.index()].jumps;
        const auto found = jumps.find(branch.instruction);
        const JumpClass made = found == jumps.end() ? JumpClass{} : found->second;
        const std::string condition = condition_of(id, branch.instruction);
        const bool is_of_jump =
            is_condition_of_jump(*m_methods[id.index()].method->code, branch.instruction);
        const GoalPlace place = place_at(id, branch.instruction);
        bool has_written = false;
        for (const bool outcome : {false, true})
        {
            const JavaGoalClass goal_class =
                combined_class(method_class, outcome ? made.when_true : made.when_false);
            has_written = has_written || is_written(goal_class);
            const bool truth = outcome == is_of_jump;
            Goal goal = branch_goal(branch.predicate, outcome,
                fmt::format("{} if ({}) {}", place_text(place), condition, truth));
            goal.question.truth = truth;
            goal.place = place;
            add(std::move(goal), {goal_class, id});
        }
        return has_written;
    }

    bool add_switch(MethodId id, const BranchPlan& branch, JavaGoalClass method_class)
    {
        const auto& switches = m_made[id.index()].switches;
        const auto found = switches.find(branch.instruction);
        const SwitchClass made = found == switches.end() ? SwitchClass{} : found->second;
        const std::string chosen = condition_of(id, branch.instruction);
        const GoalPlace place = place_at(id, branch.instruction);
        bool has_written = false;
        for (const auto& [predicate, keys] : keys_by_way(id, branch))
        {
            const bool is_default = predicate == branch.default_predicate;
            const JavaGoalClass goal_class =
                combined_class(method_class, is_default ? made.default_way : made.cases);
            has_written = has_written || is_written(goal_class);
            Goal goal = branch_goal(predicate, true,
                fmt::format("{} switch ({}) {}", place_text(place), chosen,
                    is_default ? "default" : "case " + keys));
            goal.question.truth.reset();
            goal.place = place;
            add(std::move(goal), {goal_class, id});
        }
        return has_written;
    }

    /// Predicates of a switch with their keys as text: `1, 2, 3, ...`.
    [[nodiscard]] std::map<PredicateId, std::string> keys_by_way(
        MethodId id, const BranchPlan& branch) const
    {
        constexpr std::size_t max_keys = 4;
        const NestMethod& method = m_methods[id.index()];
        const Code& code = *method.method->code;
        const bool is_char = is_over_characters(*method.owner, code, branch.instruction);
        const std::map<std::int32_t, std::string> constants = switched_constants(id, branch);
        const auto place = static_cast<std::size_t>(code.instructions[branch.instruction].operand);
        const std::vector<SwitchCase>& cases = code.switches[place].cases;
        std::map<PredicateId, std::vector<std::string>> keys{{branch.default_predicate, {}}};
        for (std::size_t i = 0; i < cases.size(); ++i)
        {
            std::vector<std::string>& texts = keys[branch.key_predicates[i]];
            if (texts.size() <= max_keys)
            {
                texts.push_back(
                    texts.size() == max_keys ? "..." : key_text(cases[i].key, is_char, constants));
            }
        }
        std::map<PredicateId, std::string> result;
        for (const auto& [predicate, texts] : keys)
        {
            result.emplace(predicate, fmt::format("{}", fmt::join(texts, ", ")));
        }
        return result;
    }

    /// The constants of an enumeration by the keys of a switch; none for other switches.
    [[nodiscard]] std::map<std::int32_t, std::string> switched_constants(
        MethodId id, const BranchPlan& branch) const
    {
        const NestMethod& method = m_methods[id.index()];
        const MemberRef* const table =
            switch_map_of(*method.owner, *method.method->code, branch.instruction);
        if (table == nullptr)
        {
            return {};
        }
        const auto filling =
            std::find_if(m_methods.begin(), m_methods.end(), [table](const NestMethod& one) {
                return one.owner->name == table->owner && one.method->is_static_initialiser() &&
                       one.method->code;
            });
        return filling == m_methods.end() ?
                   std::map<std::int32_t, std::string>{} :
                   numbered_constants(*filling->owner, *filling->method->code, table->name);
    }

    [[nodiscard]] static std::string key_text(
        std::int32_t key, bool is_char, const std::map<std::int32_t, std::string>& constants)
    {
        const auto constant = constants.find(key);
        return constant != constants.end() ? constant->second :
               is_char                     ? character_text(key) :
                                             std::to_string(key);
    }

    [[nodiscard]] std::string condition_of(MethodId id, std::uint32_t instruction) const
    {
        const NestMethod& method = m_methods[id.index()];
        return condition_text(*method.owner, *method.method->code, instruction);
    }

    [[nodiscard]] GoalPlace place_at(MethodId id, std::uint32_t instruction) const
    {
        const NestMethod& method = m_methods[id.index()];
        return {.function = m_result.methods[id.index()].label,
            .position_name = "instruction",
            .position = instruction,
            .file = method.owner->source_file,
            .line = method.method->code->line_of(instruction)};
    }

    /// `Fraction.reduce(int):412`, without a line `Fraction.reduce(int)@17`.
    [[nodiscard]] static std::string place_text(const GoalPlace& place)
    {
        return place.line != 0 ? fmt::format("{}:{}", place.function, place.line) :
                                 fmt::format("{}@{}", place.function, place.position);
    }

    void add(Goal goal, const JavaGoal& more)
    {
        goal.label = unique(goal.label);
        goal.goal_class = to_string(more.goal_class);
        goal.is_shown = more.goal_class == JavaGoalClass::user;
        m_result.graph.add(std::move(goal));
        m_result.goals.push_back(more);
    }

    std::string unique(const std::string& label)
    {
        std::string result = label;
        for (std::size_t& count = m_label_counts[label]; !m_labels.insert(result).second;)
        {
            result = fmt::format("{} [{}]", label, ++count + 1);
        }
        return result;
    }

    void link(std::size_t number, const EntryCondition& condition)
    {
        const NestMethod& method = m_methods[number];
        const std::set<GoalId> string_cases = link_string_cases(number);
        for (const BranchPlan& branch : method.branches)
        {
            const FlowNode node = method.flow.block_of(branch.instruction);
            for (const GoalId goal : goals_of(branch))
            {
                if (string_cases.contains(goal))
                {
                    continue;
                }
                if (!method.dependence.is_reachable(node))
                {
                    m_result.graph.mark_infeasible(goal, unreachable_code);
                    continue;
                }
                for (const ControllingEdge& edge : method.dependence.of(node))
                {
                    m_result.graph.add_dependency(goal_of(edge.label), goal);
                }
                if (method.dependence.depends_on_entry(node))
                {
                    link_to_entry(goal, condition);
                }
                else if (!condition.is_reached)
                {
                    m_result.graph.mark_infeasible(goal, never_called);
                }
            }
        }
        if (const auto entry = find_method_entry(m_result.graph, MethodId{number}))
        {
            link_to_entry(*entry, condition);
        }
    }

    void link_to_entry(GoalId goal, const EntryCondition& condition)
    {
        if (!condition.is_reached)
        {
            m_result.graph.mark_infeasible(goal, never_called);
        }
        else if (condition.is_root)
        {
            m_result.graph.mark_root(goal);
        }
        else
        {
            for (const GoalId parent : condition.parents)
            {
                m_result.graph.add_dependency(parent, goal);
            }
        }
    }

    void add_direct()
    {
        const auto is_same_method = [this](GoalId parent, GoalId child) {
            return m_result.goals[parent.index()].method == m_result.goals[child.index()].method;
        };
        for (const GoalId source : add_direct_goals(m_result.graph, is_same_method))
        {
            m_result.goals.push_back(m_result.goals[source.index()]);
        }
    }

    void add_mutants(const std::vector<EntryCondition>& conditions)
    {
        add_mutant_goals(m_result, m_methods, m_made, conditions,
            {.place_at = [this](MethodId method,
                             std::uint32_t instruction) { return place_at(method, instruction); },
                .label =
                    [this](const GoalPlace& place, const std::string& text) {
                        return unique(fmt::format("{} {}", place_text(place), text));
                    }});
    }

    void add_methods(const ClassGoalOptions& options)
    {
        m_result.output_of_method.resize(m_methods.size());
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            const ClassFile& owner = *m_methods[i].owner;
            const Method& method = *m_methods[i].method;
            const bool is_called = m_result.methods[i].is_open && !m_entries[i].is_initialisation &&
                                   !method.is_static_initialiser() &&
                                   !(method.is_constructor() && owner.access.is_abstract()) &&
                                   class_of_method(owner, method) == JavaGoalClass::user;
            if (!is_called)
            {
                continue;
            }
            const MethodId id(i);
            Goal about = method_goal(id, unique(m_result.methods[i].label));
            about.goal_class = to_string(JavaGoalClass::user);
            about.place = place_at(id, 0);
            const std::size_t before = m_result.graph.size();
            add_method_goals(m_result.graph, options.criteria, about);
            if (options.criteria.has(Coverage::output))
            {
                add_output_goals(*m_path, method, about, options, m_result);
            }
            m_result.goals.resize(
                m_result.goals.size() + m_result.graph.size() - before, {JavaGoalClass::user, id});
        }
    }

    /// The cases of javac's second switch are decided only by the tests of the first; returns their
    /// goals.
    std::set<GoalId> link_string_cases(std::size_t number)
    {
        std::set<GoalId> linked;
        const NestMethod& method = m_methods[number];
        for (const StringCase& one : m_made[number].string_cases)
        {
            const BranchPlan& second = branch_at(method, one.second_switch);
            const auto place = static_cast<std::size_t>(
                method.method->code->instructions[one.second_switch].operand);
            const std::vector<SwitchCase>& cases = method.method->code->switches[place].cases;
            const auto found = std::find_if(cases.begin(), cases.end(),
                [&](const SwitchCase& wanted) { return wanted.key == one.key; });
            if (found != cases.end())
            {
                const auto key = static_cast<std::size_t>(found - cases.begin());
                const GoalId way = goal_of({second.key_predicates[key], true});
                if (second.key_predicates[key] != second.default_predicate)
                {
                    m_result.graph.add_dependency(
                        goal_of({branch_at(method, one.test).predicate, one.outcome}), way);
                    linked.insert(way);
                }
            }
        }
        return linked;
    }

    [[nodiscard]] static const BranchPlan& branch_at(
        const NestMethod& method, std::uint32_t instruction)
    {
        return *std::lower_bound(method.branches.begin(), method.branches.end(), instruction,
            [](const BranchPlan& plan, std::uint32_t wanted) { return plan.instruction < wanted; });
    }

    [[nodiscard]] std::vector<GoalId> goals_of(const BranchPlan& branch) const
    {
        if (!branch.is_switch())
        {
            return {goal_of({branch.predicate, false}), goal_of({branch.predicate, true})};
        }
        std::set<PredicateId> predicates(
            branch.key_predicates.begin(), branch.key_predicates.end());
        predicates.insert(branch.default_predicate);
        std::vector<GoalId> goals;
        goals.reserve(predicates.size());
        for (const PredicateId predicate : predicates)
        {
            goals.push_back(goal_of({predicate, true}));
        }
        return goals;
    }

    [[nodiscard]] GoalId goal_of(BranchLabel label) const
    {
        return find_branch(m_result.graph, label.predicate, label.outcome).value();
    }

    const ClassPath* m_path;
    std::vector<const ClassFile*> m_classes;
    ClassGoals m_result;
    /// By MethodId, as the next.
    std::vector<NestMethod> m_methods;
    std::vector<CompilerMade> m_made;
    std::vector<MethodEntry> m_entries;
    std::map<std::pair<std::string, std::uint32_t>, LineId> m_lines;
    std::unordered_set<std::string> m_labels;
    std::map<std::string, std::size_t> m_label_counts;
};

}  // namespace

bool is_written(JavaGoalClass goal_class)
{
    return goal_class == JavaGoalClass::user || goal_class == JavaGoalClass::static_initialiser;
}

ClassGoals find_class_goals(
    const ClassPath& path, const std::string& internal_name, const ClassGoalOptions& options)
{
    return GoalBuilder{path, with_nested(path, internal_name)}.build(options);
}

}  // namespace sbst::jvm
