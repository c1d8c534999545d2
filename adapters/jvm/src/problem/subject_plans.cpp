// SPDX-License-Identifier: Apache-2.0
#include "subject_plans.hpp"

#include "../classfile/closed_package.hpp"
#include "../language/names.hpp"
#include "../surface/hierarchy.hpp"

#include <sbst/criteria/line.hpp>
#include <sbst/criteria/output.hpp>
#include <sbst/criteria/weak_mutant.hpp>
#include <sbst/jvm/analysis/program_facts.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// The package of the class, if a source can name it.
std::string own_package(const std::string& name)
{
    std::string package = package_of(name);
    return is_package_name(package) ? package : std::string();
}

std::string package_for_tests(const ClassPath& path, const std::string& name)
{
    const std::string package = own_package(name);
    return package.empty() || !is_in_closed_package(path, name) ? package : package + "/sbst";
}

/// The methods with observers whose goals are shown.
std::vector<ObservedMethodPlan> observed_methods(const ClassGoals& goals)
{
    std::vector<ObservedMethodPlan> methods;
    for (std::size_t i = 0; i < goals.output_of_method.size(); ++i)
    {
        const std::optional<MethodOutput>& output = goals.output_of_method[i];
        if (!output || output->observers.empty())
        {
            continue;
        }
        const std::size_t first = goals.outputs.first_of(output->part).index();
        const std::optional<GoalId> goal = goals.graph.find(OutputCriterion::id, first);
        if (!goal || !goals.graph[*goal].is_shown)
        {
            continue;
        }
        const GoalMethod& method = goals.methods[i];
        methods.push_back({.owner = method.owner->name,
            .name = method.method->name,
            .descriptor = method.method->descriptor});
        for (const ResultObserver& observer : output->observers)
        {
            methods.back().observers.push_back(observer.callable);
        }
    }
    return methods;
}

}  // namespace

std::vector<std::string> classes_under_test(const ClassPath& path, const std::string& name)
{
    std::vector<std::string> names;
    for (const ClassFile* file : with_nested(path, name))
    {
        names.push_back(file->name);
    }
    return names;
}

std::string package_of_tests(const ClassPath& path, const JavaProblemOptions& options)
{
    return options.package ? internal_name(*options.package) :
                             package_for_tests(path, internal_name(options.class_name));
}

SubjectPlan make_plan(
    const ClassPath& path, const ClassGoals& goals, const JavaProblemOptions& options)
{
    const std::string name = internal_name(options.class_name);
    SubjectPlan plan;
    plan.class_path = options.class_path;
    plan.package = package_of_tests(path, options);
    plan.classes = goals.plans;
    plan.preload = reachable_classes(path, classes_under_test(path, name), options.max_classes);
    plan.static_fields = find_static_fields(path, plan.preload);
    plan.counted_jdk = find_counted_jdk(path, plan.preload);
    plan.observed_methods = observed_methods(goals);
    plan.predicate_count = goals.predicate_count;
    plan.method_count = goals.methods.size();
    plan.line_count = goals.lines.size();
    plan.mutant_count = goals.mutant_count;
    return plan;
}

void add_static_state(const ClassPath& path, std::span<const std::string> classes,
    std::size_t max_classes, std::set<std::string>& known, SubjectPlan& plan)
{
    std::vector<std::string> further;
    for (const std::string& name : reachable_classes(path, classes, max_classes))
    {
        if (known.size() < max_classes && known.insert(name).second)
        {
            further.push_back(name);
        }
    }
    if (further.empty())
    {
        return;
    }
    // Code of the loaded classes may write fields of the others.
    const std::size_t first = further.size();
    further.insert(further.end(), plan.preload.begin(), plan.preload.end());
    const std::set<std::string> loaded(
        further.begin() + static_cast<std::ptrdiff_t>(first), further.end());
    for (StaticFieldPlan& field : find_static_fields(path, further))
    {
        if (loaded.contains(field.owner))
        {
            continue;
        }
        if (plan.preload.back() != field.owner)
        {
            plan.preload.push_back(field.owner);
        }
        plan.static_fields.push_back(std::move(field));
    }
}

SubjectPlan plan_for_search(SubjectPlan plan, const GoalGraph& goals)
{
    const auto is_unwanted = [&](CriterionId criterion, auto id) {
        const auto goal = goals.find(criterion, id.index());
        return goal && goals[*goal].is_measured;
    };
    for (ClassPlan& file : plan.classes)
    {
        for (MethodPlan& method : file.methods)
        {
            std::erase_if(method.lines,
                [&](const LinePlan& line) { return is_unwanted(LineCriterion::id, line.line); });
            for (MutationPlan& mutation : method.mutations)
            {
                std::erase_if(mutation.mutants, [&](const MutantPlan& mutant) {
                    return is_unwanted(WeakMutantCriterion::id, mutant.mutant);
                });
            }
            std::erase_if(method.mutations,
                [](const MutationPlan& mutation) { return mutation.mutants.empty(); });
        }
    }
    return plan;
}

SubjectPlan plan_for_mutants(SubjectPlan plan)
{
    for (ClassPlan& file : plan.classes)
    {
        for (MethodPlan& method : file.methods)
        {
            method.branches.clear();
            method.lines.clear();
        }
    }
    return plan;
}

}  // namespace sbst::jvm::detail
