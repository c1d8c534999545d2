// SPDX-License-Identifier: Apache-2.0
#include "mutant_goals.hpp"

#include "instruction_ways.hpp"
#include "line_goals.hpp"

#include <sbst/criteria/weak_mutant.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace sbst::jvm
{

namespace
{

struct Candidate
{
    MethodId method;
    Mutant mutant;
};

/// Those that are goals, by method and instruction.
std::vector<Candidate> chosen_mutants(const ClassGoals& goals, std::span<const NestMethod> methods,
    std::span<const CompilerMade> made)
{
    std::vector<Candidate> all;
    for (const MethodId method : testable_methods(goals))
    {
        const NestMethod& one = methods[method.index()];
        for (Mutant& mutant : find_mutants(*one.owner, *one.method, made[method.index()]))
        {
            all.push_back({method, std::move(mutant)});
        }
    }
    const auto by_kind = [](const Candidate& a, const Candidate& b) {
        return rank_of(a.mutant.kind) < rank_of(b.mutant.kind);
    };
    std::stable_sort(all.begin(), all.end(), by_kind);
    all.resize(std::min(all.size(), most_mutants_of_class));
    std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
        return std::pair(a.method, a.mutant.instruction) <
               std::pair(b.method, b.mutant.instruction);
    });
    return all;
}

void add_to_plan(MethodPlan& plan, const Mutant& mutant, MutantId id)
{
    const bool is_new = plan.mutations.empty() ||
                        plan.mutations.back().instruction != mutant.instruction ||
                        plan.mutations.back().place != mutant.place;
    if (is_new)
    {
        plan.mutations.push_back(
            {.instruction = mutant.instruction, .place = mutant.place, .mutants = {}});
    }
    plan.mutations.back().mutants.push_back({.change = mutant.change, .mutant = id});
}

std::vector<MethodPlan*> plans_by_method(ClassGoals& goals)
{
    std::vector<MethodPlan*> plans(goals.methods.size(), nullptr);
    for (ClassPlan& file : goals.plans)
    {
        for (MethodPlan& method : file.methods)
        {
            plans[method.method.index()] = &method;
        }
    }
    return plans;
}

}  // namespace

void add_mutant_goals(ClassGoals& goals, std::span<const NestMethod> methods,
    std::span<const CompilerMade> made, std::span<const EntryCondition> conditions,
    const MutantPlaces& places)
{
    const std::vector<MethodPlan*> plans = plans_by_method(goals);
    for (const Candidate& candidate : chosen_mutants(goals, methods, made))
    {
        const std::size_t number = candidate.method.index();
        const Mutant& mutant = candidate.mutant;
        const MutantId id(goals.mutant_count++);
        Goal goal = weak_mutant_goal(id, "");
        goal.place = places.place_at(candidate.method, mutant.instruction);
        goal.label = places.label(goal.place, mutant.text);
        goal.goal_class = to_string(JavaGoalClass::user);
        goal.is_key = mutant.is_key;
        const GoalId added = goals.graph.add(std::move(goal));
        goals.goals.push_back({JavaGoalClass::user, candidate.method});
        add_to_plan(*plans[number], mutant, id);
        const char* const proof = link_to_instruction(
            goals.graph, added, mutant.instruction, methods[number], conditions[number]);
        if (proof == nullptr && mutant.is_equivalent)
        {
            goals.graph.mark_infeasible(added, equivalent_mutant);
        }
        if (proof != nullptr)
        {
            goals.graph.mark_infeasible(added, proof);
        }
    }
}

}  // namespace sbst::jvm
