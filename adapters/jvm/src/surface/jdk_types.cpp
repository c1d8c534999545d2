// SPDX-License-Identifier: Apache-2.0
#include "jdk_types.hpp"

#include "hierarchy.hpp"

#include <sbst/jvm/classfile/class_file.hpp>
#include <sbst/jvm/classfile/signature.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// What an argument costs that is no number, text or array of numbers.
constexpr std::size_t object_cost = 4;
constexpr std::size_t no_constructor = std::numeric_limits<std::size_t>::max();
/// Longer chains of superclasses are cut: broken class files may extend each other.
constexpr std::size_t max_superclasses = 64;

std::size_t cost_of(const Method& constructor)
{
    const auto descriptor = parse_method_descriptor(constructor.descriptor);
    std::size_t cost = 1;
    for (const std::string& parameter :
        descriptor ? descriptor->parameters : std::vector<std::string>{})
    {
        const bool is_object =
            parameter.find('L') != std::string::npos && parameter != "Ljava/lang/String;";
        cost += is_object ? object_cost : 1;
    }
    return cost;
}

/// Tells whether the class or one above it has native methods; every object has those of Object.
bool is_native(const ClassPath& path, const ClassFile* file)
{
    for (std::size_t i = 0;
         i < max_superclasses && file != nullptr && file->name != "java/lang/Object"; ++i)
    {
        if (std::any_of(file->methods.begin(), file->methods.end(),
                [](const Method& method) { return method.access.is_native(); }))
        {
            return true;
        }
        file = path.find(file->superclass);
    }
    return false;
}

struct Rank
{
    bool is_native = false;
    bool may_fail = false;
    std::size_t cost = no_constructor;
    bool is_of_jdk = false;
    bool is_far = false;
    const ClassFile* file = nullptr;

    [[nodiscard]] bool is_safe() const { return !is_native && !may_fail; }
    [[nodiscard]] auto key() const
    {
        return std::tuple(is_native, may_fail, cost, is_of_jdk, is_far);
    }
};

Rank rank_of(const ClassPath& path, const std::string& package, const ClassFile& file)
{
    const bool is_of_jdk = !path.is_on_path(file.name);
    Rank rank{.is_native = is_native(path, &file),
        .is_of_jdk = is_of_jdk,
        .is_far = package_of(file.name) != package,
        .file = &file};
    for (const Method& method : file.methods)
    {
        if (!method.is_constructor() || method.access.is_private() ||
            (is_of_jdk && !method.access.is_public()))
        {
            continue;
        }
        rank.cost = std::min(rank.cost, cost_of(method));
        rank.may_fail = rank.may_fail || !method.exceptions.empty();
    }
    return rank;
}

}  // namespace

std::vector<const ClassFile*> cheapest(
    const ClassPath& path, const std::string& package, const std::vector<const ClassFile*>& classes)
{
    std::vector<Rank> ranks;
    ranks.reserve(classes.size());
    for (const ClassFile* file : classes)
    {
        ranks.push_back(rank_of(path, package, *file));
    }
    std::erase_if(ranks, [](const Rank& rank) { return rank.cost == no_constructor; });
    std::stable_sort(
        ranks.begin(), ranks.end(), [](const Rank& a, const Rank& b) { return a.key() < b.key(); });
    std::vector<const ClassFile*> chosen;
    for (const Rank& rank : ranks)
    {
        const Rank& best = ranks.front();
        if (rank.cost <= best.cost + object_cost && (rank.is_safe() || !best.is_safe()))
        {
            chosen.push_back(rank.file);
        }
    }
    return chosen;
}

}  // namespace sbst::jvm::detail
