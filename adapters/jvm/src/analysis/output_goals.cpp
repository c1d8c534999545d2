// SPDX-License-Identifier: Apache-2.0
#include "output_goals.hpp"

#include <sbst/criteria/output.hpp>

#include <fmt/format.h>

#include <cassert>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

namespace
{

/// Tells whether a class is a collection or a map, by its supertypes.
bool has_size(const ClassPath& path, const std::string& name)
{
    constexpr std::size_t most_types = 256;
    std::vector<std::string> open{name};
    std::set<std::string> seen;
    while (!open.empty() && seen.size() < most_types)
    {
        const std::string type = std::move(open.back());
        open.pop_back();
        if (type == "java/util/Collection" || type == "java/util/Map")
        {
            return true;
        }
        const ClassFile* const file = seen.insert(type).second ? path.find(type) : nullptr;
        if (file != nullptr)
        {
            open.insert(open.end(), file->interfaces.begin(), file->interfaces.end());
            if (!file->superclass.empty())
            {
                open.push_back(file->superclass);
            }
        }
    }
    return false;
}

/// @param type a descriptor
std::optional<OutputSort> sort_of(const ClassPath& path, std::string_view type)
{
    constexpr std::string_view numbers = "BSIJFD";
    if (type == "V" || type.empty())
    {
        return std::nullopt;
    }
    if (type == "Z")
    {
        return OutputSort::boolean;
    }
    if (type == "C")
    {
        return OutputSort::character;
    }
    if (numbers.find(type[0]) != std::string_view::npos)
    {
        return OutputSort::number;
    }
    const bool is_sized = type[0] == '[' || type == "Ljava/lang/String;" ||
                          has_size(path, std::string(type.substr(1, type.size() - 2)));
    return is_sized ? OutputSort::sized : OutputSort::reference;
}

std::string_view result_type(std::string_view descriptor)
{
    return descriptor.substr(descriptor.rfind(')') + 1);
}

/// Adds a part and the goals of its classes; returns the number of the part.
/// @param says what comes before the name of a class.
std::size_t add_part(OutputSort sort, const Goal& about, const std::string& says, ClassGoals& goals)
{
    const std::size_t part = goals.outputs.add(sort);
    const std::size_t first = goals.outputs.first_of(part).index();
    const std::vector<std::string_view>& names = output_classes(sort);
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        Goal goal = about;
        goal.criterion = OutputCriterion::id;
        goal.index = first + i;
        goal.label = fmt::format("{} {} {}", about.label, says, names[i]);
        goals.graph.add(std::move(goal));
    }
    return part;
}

void add_observer(const ClassPath& path, JavaCallable observer, const Goal& about, GoalId is_object,
    ClassGoals& goals)
{
    const std::optional<OutputSort> sort = sort_of(path, result_type(observer.descriptor));
    assert(sort);
    const GoalId begin(goals.graph.size());
    const std::size_t part = add_part(
        *sort, about, fmt::format("returns an object whose {}() is", observer.name), goals);
    for (std::size_t i = begin.index(); i < goals.graph.size(); ++i)
    {
        goals.graph.add_dependency(is_object, GoalId(i));
    }
    goals.output_of_method[about.index]->observers.push_back({std::move(observer), part});
}

/// A collection of the path's own tells its size as an observer, if that changes nothing.
void add_size(const std::string& type, const ClassGoalOptions& options, MethodOutput& output)
{
    for (JavaCallable& observer : options.observers_of(type))
    {
        if (observer.name == "size" && observer.descriptor == "()I")
        {
            output.observers.push_back({std::move(observer), output.part});
            return;
        }
    }
}

}  // namespace

void add_output_goals(const ClassPath& path, const Method& method, const Goal& about,
    const ClassGoalOptions& options, ClassGoals& goals)
{
    const std::string_view type = result_type(method.descriptor);
    const std::optional<OutputSort> sort = sort_of(path, type);
    if (!sort)
    {
        return;
    }
    goals.output_of_method[about.index] = MethodOutput{add_part(*sort, about, "returns", goals)};
    if (type[0] != 'L' || !options.observers_of)
    {
        return;
    }
    if (*sort == OutputSort::sized)
    {
        add_size(std::string(type.substr(1, type.size() - 2)), options,
            *goals.output_of_method[about.index]);
        return;
    }
    // `not null` is the second class of references.
    const GoalId is_object(goals.graph.size() - 1);
    for (JavaCallable& observer :
        options.observers_of(std::string(type.substr(1, type.size() - 2))))
    {
        add_observer(path, std::move(observer), about, is_object, goals);
    }
}

}  // namespace sbst::jvm
