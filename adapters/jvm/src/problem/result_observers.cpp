// SPDX-License-Identifier: Apache-2.0
#include "result_observers.hpp"

#include <set>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Longer chains of supertypes are cut: broken class files may extend each other.
constexpr std::size_t max_supertypes = 64;

/// A type on the path from which objects of another one inherit.
struct Inherited
{
    const ClassFile* file = nullptr;
    /// All classes down to the objects' own are in the package of the tests: members that are not
    /// public are inherited only so.
    bool is_in_package = false;
};

/// The type itself, its superclasses, then the interfaces of all, each once.
std::vector<Inherited> inherited_types(const Hierarchy& hierarchy, const ClassFile& type)
{
    std::vector<Inherited> types;
    std::set<const ClassFile*> seen;
    const auto add = [&](const std::string& name, bool is_in_package) {
        const ClassFile* file = hierarchy.is_on_path(name) ? hierarchy.find(name) : nullptr;
        const bool is_new =
            file != nullptr && types.size() < max_supertypes && seen.insert(file).second;
        if (is_new)
        {
            types.push_back({file, is_in_package && hierarchy.is_same_package(name)});
        }
        return is_new;
    };
    for (bool is_more = add(type.name, true); is_more;)
    {
        is_more = add(types.back().file->superclass, types.back().is_in_package);
    }
    // It grows meanwhile.
    std::size_t i = 0;
    while (i < types.size())
    {
        for (const std::string& interface : types[i].file->interfaces)
        {
            static_cast<void>(add(interface, types[i].is_in_package));
        }
        ++i;
    }
    return types;
}

/// A bridge only leads to the method above that it seems to hide.
bool is_question(const Method& method)
{
    constexpr std::string_view answers = "ZCBSIJFD";
    constexpr std::string_view head = "()";
    return method.descriptor.size() == head.size() + 1 && method.descriptor.starts_with(head) &&
           answers.find(method.descriptor.back()) != std::string_view::npos &&
           !method.access.is_static() && !method.access.is_synthetic() && method.name != "hashCode";
}

}  // namespace

ResultObservers::ResultObservers(const ClassPath& path, const std::string& package)
  : m_hierarchy(path, package), m_purity(path, PurityUse::within_test)
{}

std::vector<JavaCallable> ResultObservers::of(const std::string& type)
{
    const auto known = m_known.find(type);
    if (known != m_known.end())
    {
        return known->second;
    }
    const ClassFile* file = m_hierarchy.is_on_path(type) ? m_hierarchy.find(type) : nullptr;
    const bool is_named = file != nullptr && m_hierarchy.is_nameable(*file);
    return m_known.emplace(type, is_named ? find(*file) : std::vector<JavaCallable>{})
        .first->second;
}

std::vector<JavaCallable> ResultObservers::find(const ClassFile& type)
{
    std::vector<JavaCallable> found;
    std::set<std::string> seen;
    for (const auto& [file, is_in_package] : inherited_types(m_hierarchy, type))
    {
        for (const Method& method : file->methods)
        {
            // A method that cannot be called still hides those above.
            if (!is_question(method) || !seen.insert(method.name).second)
            {
                continue;
            }
            if (found.size() < max_result_observers && m_hierarchy.is_usable(*file, method) &&
                (method.access.is_public() || is_in_package) &&
                m_purity.is_call_pure(type.name, method.name, method.descriptor))
            {
                found.push_back({.kind = JavaCallableKind::instance_method,
                    .owner = type.name,
                    .name = method.name,
                    .descriptor = method.descriptor,
                    .is_owner_interface = type.access.is_interface()});
            }
        }
    }
    return found;
}

}  // namespace sbst::jvm::detail
