// SPDX-License-Identifier: Apache-2.0
#include "observers.hpp"

#include <sbst/jvm/analysis/purity.hpp>

#include <set>

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

}  // namespace

std::map<std::string, std::vector<std::uint32_t>> find_observers(
    const ClassPath& path, const JavaSurface& surface)
{
    std::map<std::string, std::vector<std::uint32_t>> observers;
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
                observers[name].push_back(static_cast<std::uint32_t>(i));
            }
        }
    }
    return observers;
}

}  // namespace sbst::jvm::detail
