// SPDX-License-Identifier: Apache-2.0
#include "output_goals.hpp"

#include <sbst/criteria/output.hpp>

#include <fmt/format.h>

#include <algorithm>
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

}  // namespace

void add_output_goals(
    const ClassPath& path, const Method& method, const Goal& about, ClassGoals& goals)
{
    const std::string_view descriptor = method.descriptor;
    const std::optional<OutputSort> sort =
        sort_of(path, descriptor.substr(descriptor.rfind(')') + 1));
    if (!sort)
    {
        return;
    }
    const std::size_t part = goals.outputs.add(*sort);
    goals.output_of_method[about.index] = part;
    const std::size_t first = goals.outputs.first_of(part).index();
    const std::vector<std::string_view>& names = output_classes(*sort);
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        Goal goal = about;
        goal.criterion = OutputCriterion::id;
        goal.index = first + i;
        goal.label = fmt::format("{} returns {}", about.label, names[i]);
        goals.graph.add(std::move(goal));
    }
}

}  // namespace sbst::jvm
