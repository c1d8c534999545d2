// SPDX-License-Identifier: Apache-2.0
// Which of many classes below a type tests make: those that need least.
#include "surface_builder.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

constexpr int takes_own = 1;
constexpr int takes_wanted = 2;
constexpr int makes_nothing = 3;
constexpr int may_not_link = 4;

}  // namespace

std::optional<int> Hierarchy::making_cost(const ClassFile& file, const std::string& wanted) const
{
    const auto known = m_linkage.find(file.name);
    const Linkage linkage =
        known != m_linkage.end() ?
            known->second :
            m_linkage.emplace(file.name, linkage_of(*m_path, file)).first->second;
    if (linkage == Linkage::broken)
    {
        return std::nullopt;
    }
    if (!is_on_path(file.name))
    {
        return 0;
    }
    int cost = makes_nothing;
    for (const Method& method : file.methods)
    {
        const bool makes =
            method.is_constructor() ||
            (method.access.is_static() && result_descriptor(method) == "L" + file.name + ";");
        const auto descriptor = parse_method_descriptor(method.descriptor);
        if (!makes || !descriptor || !is_usable(file, method))
        {
            continue;
        }
        int taken = 0;
        for (const std::string& parameter : descriptor->parameters)
        {
            const std::size_t at = parameter.find('L');
            const std::string name =
                at == std::string::npos ? "" : parameter.substr(at + 1, parameter.size() - at - 2);
            const bool is_own = !name.empty() && is_on_path(name);
            const bool is_same = name == wanted || name == file.name;
            taken = std::max(taken, is_same ? takes_wanted : is_own ? takes_own : 0);
        }
        cost = std::min(cost, taken);
    }
    const bool has_constant =
        std::any_of(file.fields.begin(), file.fields.end(), [&](const Field& field) {
            return field.access.is_static() && field.access.is_final() &&
                   field.descriptor == "L" + file.name + ";" && is_usable(file, field);
        });
    return linkage == Linkage::doubtful ? may_not_link : has_constant ? 0 : cost;
}

std::vector<std::string> Hierarchy::own_subclasses(const std::string& name) const
{
    if (!m_subclasses)
    {
        index_path();
    }
    // The JDK is asked only about types that classes of the path extend at once.
    std::vector<std::string> names;
    for (const auto& [above, below] : *m_subclasses)
    {
        if (m_path->is_on_path(above) || !is_below(above, name))
        {
            continue;
        }
        for (const std::string& subclass : below)
        {
            names.push_back(subclass);
            for (const ClassFile* file : files_below(subclass))
            {
                names.push_back(file->name);
            }
        }
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::erase_if(names, [&](const std::string& own) {
        const ClassFile* file = m_path->find(own);
        if (file == nullptr || file->access.is_abstract() || file->access.is_interface() ||
            !is_same_package(own) || !is_nameable(*file))
        {
            return true;
        }
        const auto cost = making_cost(*file, name);
        return !cost || *cost >= takes_wanted;
    });
    return names;
}

std::vector<GroundType> SurfaceBuilder::most_easily_made(
    const std::vector<GroundType>& types, const std::string& wanted) const
{
    struct Rank
    {
        int cost = 0;
        std::size_t place = 0;
    };
    // Those below a type of the JDK come cheapest first already.
    const bool is_own = m_hierarchy.is_on_path(wanted);
    std::vector<Rank> ranks;
    for (std::size_t i = 0; i < types.size(); ++i)
    {
        const ClassFile* file = m_hierarchy.find(types[i].name);
        const auto cost = file == nullptr ? std::nullopt : m_hierarchy.making_cost(*file, wanted);
        if (cost)
        {
            ranks.push_back({is_own || *cost == may_not_link ? *cost : 0, i});
        }
    }
    if (ranks.empty())
    {
        // What cannot be linked still tells by its error what is missing.
        ranks.resize(types.size());
        for (std::size_t i = 0; i < ranks.size(); ++i)
        {
            ranks[i].place = i;
        }
    }
    std::stable_sort(
        ranks.begin(), ranks.end(), [](const Rank& a, const Rank& b) { return a.cost < b.cost; });
    ranks.resize(std::min(ranks.size(), m_options.max_subtypes));
    std::sort(
        ranks.begin(), ranks.end(), [](const Rank& a, const Rank& b) { return a.place < b.place; });
    std::vector<GroundType> chosen;
    chosen.reserve(ranks.size());
    for (const Rank& rank : ranks)
    {
        chosen.push_back(types[rank.place]);
    }
    return chosen;
}

}  // namespace sbst::jvm::detail
