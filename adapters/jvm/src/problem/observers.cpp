// SPDX-License-Identifier: Apache-2.0
#include "observers.hpp"

#include "../surface/hierarchy.hpp"

#include <sbst/jvm/analysis/purity.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

bool may_observe(const JavaSurface& surface, std::size_t index, Purity& purity)
{
    const JavaCallable& java = surface.callables()[index];
    const Callable& callable = surface.catalogue()[CallableId(index)];
    const JavaTypeKind result = surface.type(callable.result).kind;
    return java.kind == JavaCallableKind::instance_method && callable.parameters.size() == 1 &&
           result != JavaTypeKind::nothing && result != JavaTypeKind::reference &&
           java.name != "hashCode" && purity.is_pure(java.owner, java.name, java.descriptor);
}

/// Longer chains of superclasses are cut: broken class files may extend each other.
constexpr std::size_t max_observed_superclasses = 64;

void add_methods(const ClassPath& path, const JavaSurface& surface, Observers& observers)
{
    std::set<std::string> seen;
    Purity purity(path);
    for (std::size_t i = 0; i < surface.callables().size(); ++i)
    {
        if (!may_observe(surface, i, purity))
        {
            continue;
        }
        const JavaCallable& java = surface.callables()[i];
        const TypeId receiver = surface.catalogue()[CallableId(i)].parameters.front().type;
        for (std::size_t t = 0; t < surface.types().size(); ++t)
        {
            const TypeId type(t);
            if (!surface.types().is_assignable(type, receiver))
            {
                continue;
            }
            const std::string& descriptor = surface.type(type).descriptor;
            const std::string name = descriptor.substr(1, descriptor.size() - 2);
            // An overriding method has the same name; the receiver's own class decides at run time.
            if (seen.insert(name + "." + java.name).second)
            {
                observers.by_class[name].push_back(static_cast<std::uint32_t>(i));
            }
        }
    }
}

/// The fields that `object.name` can mean for objects of a class, its own first.
std::vector<JavaCallable> readable_fields(const Hierarchy& hierarchy, const std::string& name)
{
    std::vector<JavaCallable> found;
    std::set<std::string> seen;
    bool is_in_package = true;
    const ClassFile* file = hierarchy.find(name);
    for (std::size_t i = 0; i < max_observed_superclasses && file != nullptr; ++i)
    {
        if (!hierarchy.is_on_path(file->name))
        {
            break;
        }
        // Members that are not public are only inherited within the package.
        is_in_package = is_in_package && hierarchy.is_same_package(file->name);
        for (const Field& field : file->fields)
        {
            // A field that cannot be read still hides those above.
            const bool is_nearest = seen.insert(field.name).second;
            const bool is_readable =
                hierarchy.is_usable(*file, field) && (field.access.is_public() || is_in_package);
            if (is_nearest && is_readable && !field.access.is_static())
            {
                found.push_back({.kind = JavaCallableKind::field_read,
                    .owner = name,
                    .name = field.name,
                    .descriptor = field.descriptor});
            }
        }
        file = hierarchy.find(file->superclass);
    }
    return found;
}

void add_fields(const Hierarchy& hierarchy, const JavaSurface& surface, Observers& observers)
{
    std::set<std::string> names;
    for (std::size_t t = 0; t < surface.types().size(); ++t)
    {
        const std::string& descriptor = surface.type(TypeId(t)).descriptor;
        if (descriptor.starts_with('L'))
        {
            names.insert(descriptor.substr(1, descriptor.size() - 2));
        }
    }
    for (const std::string& name : names)
    {
        const ClassFile* file = hierarchy.is_on_path(name) ? hierarchy.find(name) : nullptr;
        if (file == nullptr || !hierarchy.is_nameable(*file))
        {
            continue;
        }
        for (JavaCallable& field : readable_fields(hierarchy, name))
        {
            const std::size_t number = surface.callables().size() + observers.fields.size();
            observers.by_class[name].push_back(static_cast<std::uint32_t>(number));
            observers.fields.push_back(std::move(field));
        }
    }
}

/// A stand-in is asked what an object of its type is asked, except for its own answers.
void add_stand_ins(const JavaSurface& surface, const std::string& package, Observers& observers)
{
    const std::string prefix = package.empty() ? "" : package + "/";
    std::size_t number = 0;
    for (const JavaCallable& made : surface.callables())
    {
        if (made.kind != JavaCallableKind::stand_in)
        {
            continue;
        }
        const auto of_type = observers.by_class.find(made.owner);
        const std::string name = prefix + "sbst$StandIn" + std::to_string(number++);
        if (of_type == observers.by_class.end())
        {
            continue;
        }
        std::vector<std::uint32_t> asked = of_type->second;
        std::erase_if(asked, [&](std::uint32_t observer) {
            const auto& methods = made.stand_in.methods;
            return observer < surface.callables().size() &&
                   std::any_of(methods.begin(), methods.end(), [&](const StandInMethod& method) {
                       return method.name == surface.callables()[observer].name;
                   });
        });
        // The worker numbers the classes of stand-ins in the order of the callables.
        observers.by_class[name] = std::move(asked);
    }
}

}  // namespace

Observers find_observers(
    const ClassPath& path, const JavaSurface& surface, const std::string& package)
{
    Observers observers;
    add_methods(path, surface, observers);
    add_fields(Hierarchy(path, package), surface, observers);
    add_stand_ins(surface, package, observers);
    return observers;
}

}  // namespace sbst::jvm::detail
