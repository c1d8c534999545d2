// SPDX-License-Identifier: Apache-2.0
// What lies below a type: the classes of the path and of the JDK that extend it, the methods that
// return it, the classes that an annotation is on.
#include "hierarchy.hpp"
#include "jdk_types.hpp"
#include "known_types.hpp"

#include <sbst/jvm/classfile/jdk_image.hpp>

#include <algorithm>
#include <deque>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Number of classes of the path used per annotation type.
constexpr std::size_t max_annotated = 2;

/// Tells whether a class belongs to what only tests use, so that no subject wants its objects.
bool is_of_mockito(std::string_view name)
{
    return name.starts_with("org/mockito/") || name.starts_with("net/bytebuddy/") ||
           name.starts_with("org/objenesis/");
}

}  // namespace

void Hierarchy::index_path() const
{
    m_subclasses.emplace();
    for (const std::string& name : m_path->class_names())
    {
        const ClassFile* file = m_path->find(name);
        if (file == nullptr || (is_of_mockito(name) && !is_of_mockito(m_package + "/")))
        {
            continue;
        }
        (*m_subclasses)[file->superclass].push_back(name);
        for (const std::string& interface : file->interfaces)
        {
            (*m_subclasses)[interface].push_back(name);
        }
        for (const std::string& annotation : file->annotations)
        {
            m_annotated[annotation].push_back(name);
        }
        add_makers(
            name, [](const std::string&) { return true; },
            [this](const std::string& result, const Maker& maker) {
                m_makers[result].push_back(maker);
            });
    }
}

template <class IsWanted, class Add>
void Hierarchy::add_makers(const std::string& name, const IsWanted& is_wanted, const Add& add) const
{
    const ClassFile* file = m_path->find(name);
    if (file == nullptr || file->access.is_synthetic() || file->access.is_annotation())
    {
        return;
    }
    for (const Method& method : file->methods)
    {
        const std::string result = result_descriptor(method);
        const std::string made =
            result.starts_with('L') ? result.substr(1, result.size() - 2) : std::string();
        if (!made.empty() && made != name && is_wanted(made) && !method.access.is_bridge() &&
            !method.is_constructor() && is_usable(*file, method) && is_nameable(*file))
        {
            add(made, Maker{file, &method});
        }
    }
}

std::vector<ClassAnnotation> Hierarchy::annotations(const std::string& type) const
{
    if (!m_subclasses)
    {
        index_path();
    }
    const bool is_any = type == annotation_interface;
    std::vector<ClassAnnotation> found;
    const auto can_be_named = [this](const std::string& name) {
        const ClassFile* file = m_path->find(name);
        return file != nullptr && is_nameable(*file);
    };
    for (const auto& [annotation, owners] : m_annotated)
    {
        if ((!is_any && annotation != type) || !can_be_named(annotation))
        {
            continue;
        }
        std::size_t taken = 0;
        for (const std::string& owner : owners)
        {
            if (taken < max_annotated && can_be_named(owner))
            {
                found.push_back({owner, annotation});
                ++taken;
            }
        }
    }
    for (const std::string_view known : known_annotated())
    {
        const ClassFile* file = m_path->find(std::string(known));
        if (file == nullptr)
        {
            continue;
        }
        for (const std::string& annotation : file->annotations)
        {
            if ((is_any || annotation == type) && can_be_named(annotation))
            {
                found.push_back({file->name, annotation});
            }
        }
    }
    return found;
}

std::vector<std::string> Hierarchy::subclasses_below(const std::string& name) const
{
    std::vector<std::string> below;
    if (const auto found = m_subclasses->find(name); found != m_subclasses->end())
    {
        below = found->second;
    }
    // No class of the JDK extends one of the path.
    const JdkImage* jdk = m_path->is_on_path(name) ? nullptr : m_path->jdk();
    if (jdk != nullptr)
    {
        const auto found = jdk->subclasses().find(name);
        if (found != jdk->subclasses().end())
        {
            below.insert(below.end(), found->second.begin(), found->second.end());
        }
    }
    return below;
}

std::vector<const ClassFile*> Hierarchy::files_below(const std::string& name) const
{
    if (!m_subclasses)
    {
        index_path();
    }
    std::vector<const ClassFile*> found;
    std::set<std::string> seen{name};
    std::deque<std::string> waiting{name};
    while (!waiting.empty())
    {
        const std::string current = std::move(waiting.front());
        waiting.pop_front();
        for (const std::string& subclass : subclasses_below(current))
        {
            if (!seen.insert(subclass).second)
            {
                continue;
            }
            waiting.push_back(subclass);
            const ClassFile* file = m_path->find(subclass);
            if (file != nullptr && !file->access.is_abstract() && !file->access.is_interface())
            {
                found.push_back(file);
            }
        }
    }
    return found;
}

std::vector<std::string> Hierarchy::concrete_subclasses(const std::string& name) const
{
    std::vector<const ClassFile*> found = files_below(name);
    std::erase_if(found, [this](const ClassFile* file) {
        return !is_nameable(*file) || is_removed_later(file->name);
    });
    std::stable_partition(found.begin(), found.end(),
        [this](const ClassFile* file) { return is_same_package(file->name); });
    // Any number of classes, which have nothing to do with each other, may be below one of the JDK.
    if (!m_path->is_on_path(name))
    {
        found = cheapest(*m_path, package_of(name), found);
    }
    std::vector<std::string> names;
    names.reserve(found.size());
    for (const ClassFile* file : found)
    {
        names.push_back(file->name);
    }
    return names;
}

bool Hierarchy::is_below(const std::string& name, const std::string& above) const
{
    std::set<std::string> seen{name};
    std::deque<std::string> waiting{name};
    while (!waiting.empty())
    {
        const std::string current = std::move(waiting.front());
        waiting.pop_front();
        if (current == above)
        {
            return true;
        }
        const ClassFile* file = m_path->find(current);
        if (file == nullptr)
        {
            continue;
        }
        std::vector<std::string> supertypes = file->interfaces;
        supertypes.push_back(file->superclass);
        for (std::string& super : supertypes)
        {
            if (!super.empty() && seen.insert(super).second)
            {
                waiting.push_back(std::move(super));
            }
        }
    }
    return false;
}

std::vector<std::string> Hierarchy::enums() const
{
    if (!m_subclasses)
    {
        index_path();
    }
    std::vector<std::string> names;
    const auto below = m_subclasses->find("java/lang/Enum");
    if (below != m_subclasses->end())
    {
        std::copy_if(below->second.begin(), below->second.end(), std::back_inserter(names),
            [this](const std::string& name) { return is_nameable(*m_path->find(name)); });
    }
    std::stable_partition(names.begin(), names.end(),
        [this](const std::string& name) { return is_same_package(name); });
    return names;
}

std::vector<Maker> Hierarchy::makers_elsewhere(const std::string& name) const
{
    if (!m_subclasses)
    {
        index_path();
    }
    std::vector<Maker> makers;
    if (const auto found = m_makers.find(name); found != m_makers.end())
    {
        makers = found->second;
    }
    else if (const JdkImage* jdk = m_path->is_on_path(name) ? nullptr : m_path->jdk())
    {
        // What makes an object of the JDK is near its class.
        for (const std::string& owner : jdk->classes_below(package_of(name)))
        {
            add_makers(
                owner, [&name](const std::string& result) { return result == name; },
                [&makers](const std::string&, const Maker& maker) { makers.push_back(maker); });
        }
    }
    const auto rank = [this, &name](const Maker& maker) {
        const bool is_near = maker.owner->name.starts_with(name) ||
                             package_of(maker.owner->name) == package_of(name);
        return std::tuple(!maker.method->access.is_static(), !is_near,
            !is_same_package(maker.owner->name), count_parameters(*maker.method));
    };
    std::stable_sort(makers.begin(), makers.end(),
        [&rank](const Maker& a, const Maker& b) { return rank(a) < rank(b); });
    return makers;
}

}  // namespace sbst::jvm::detail
