// SPDX-License-Identifier: Apache-2.0
// Objects that java.lang.reflect.Proxy makes, for code that tells them from others.
#include "surface_builder.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

constexpr const char* proxy_class = "java/lang/reflect/Proxy";
/// Interfaces of proxies: every class loader knows them.
constexpr std::array<const char*, 2> proxied{"java/lang/Runnable", "java/util/concurrent/Callable"};

bool asks_for_proxy(const MemberKey& method)
{
    return method.owner == proxy_class &&
           (method.name == "isProxyClass" || method.name == "getInvocationHandler");
}

/// Tells whether the code of a method itself asks for proxies.
bool calls_for_proxies(const ClassFile& owner, const Method& method)
{
    const ClassFacts facts = find_class_facts(owner);
    const auto place = static_cast<std::size_t>(&method - owner.methods.data());
    const std::vector<MemberKey>& calls = facts.methods[place].calls;
    return std::any_of(calls.begin(), calls.end(), asks_for_proxy);
}

}  // namespace

void SurfaceBuilder::add_proxies()
{
    const std::set<MemberKey>& called = called_methods();
    if (std::any_of(called.begin(), called.end(), asks_for_proxy))
    {
        std::for_each(proxied.begin(), proxied.end(),
            [this](const char* interface) { add_proxy(interface); });
        add_calls_with_proxies(proxied.front());
    }
}

void SurfaceBuilder::add_calls_with_proxies(const std::string& interface)
{
    const TypeId object = m_table.object_of(object_class());
    const TypeId made = m_table.object_of(class_type(interface));
    const std::size_t known = m_callables.size();
    for (std::size_t i = 0; i < known; ++i)
    {
        const ClassFile* owner = m_catalogue[CallableId(i)].is_under_test ?
                                     m_hierarchy.find(m_callables[i].owner) :
                                     nullptr;
        const Method* method =
            owner == nullptr ? nullptr :
                               owner->find_method(m_callables[i].name, m_callables[i].descriptor);
        if (method == nullptr || !calls_for_proxies(*owner, *method))
        {
            continue;
        }
        Callable callable = m_catalogue[CallableId(i)];
        const std::size_t first = has_receiver(callable.kind) ? 1 : 0;
        for (std::size_t p = first; p < callable.parameters.size(); ++p)
        {
            TypeId& type = callable.parameters[p].type;
            type = type == object ? made : type;
        }
        add(std::move(callable), JavaCallable(m_callables[i]));
    }
}

void SurfaceBuilder::add_proxy_as(const std::string& interface, const std::string& type)
{
    Callable made;
    made.name = "proxy";
    made.is_under_test = false;
    made.parameters.push_back({.name = "result", .type = want(object_class(), 2)});
    made.result = m_table.object_of(class_type(type));
    add(std::move(made), {.kind = JavaCallableKind::proxy,
                             .owner = interface,
                             .name = "newProxyInstance",
                             .descriptor = "(Ljava/lang/Object;)L" + type + ";"});
}

bool SurfaceBuilder::supply_proxy(const Wanted& wanted)
{
    if (wanted.type.name != proxy_class)
    {
        return false;
    }
    for (const char* interface : proxied)
    {
        add_proxy_as(interface, proxy_class);
    }
    return true;
}

void SurfaceBuilder::add_proxy(const std::string& interface)
{
    const TypeId type = m_table.object_of(class_type(interface));
    add_proxy_as(interface, interface);
    Callable asked;
    asked.kind = CallableKind::method;
    asked.name = "getClass";
    asked.is_under_test = false;
    asked.parameters.push_back({.name = "receiver", .type = type});
    asked.result = m_table.object_of(class_type("java/lang/Class"));
    add(std::move(asked), {.kind = JavaCallableKind::instance_method,
                              .owner = "java/lang/Object",
                              .name = "getClass",
                              .descriptor = "()Ljava/lang/Class;"});
}

}  // namespace sbst::jvm::detail
