// SPDX-License-Identifier: Apache-2.0
#include "call_reach.hpp"

#include "../surface/serialization.hpp"

#include <sbst/jvm/analysis/class_facts.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

using MethodIndex = std::multimap<std::string, std::size_t>;

MethodIndex index_methods(const ClassGoals& goals)
{
    MethodIndex index;
    for (std::size_t i = 0; i < goals.methods.size(); ++i)
    {
        const GoalMethod& method = goals.methods[i];
        // Constructors are not called virtually: the owner counts.
        const std::string owner = method.method->is_constructor() ? method.owner->name : "";
        index.emplace(owner + method.method->name + method.method->descriptor, i);
    }
    return index;
}

void append_called(
    const MethodIndex& index, const std::vector<MemberKey>& keys, std::vector<std::size_t>& called)
{
    for (const MemberKey& key : keys)
    {
        const std::string owner = key.name == "<init>" ? key.owner : "";
        const auto [first, last] = index.equal_range(owner + key.name + key.descriptor);
        for (auto found = first; found != last; ++found)
        {
            called.push_back(found->second);
        }
    }
}

std::vector<std::vector<std::size_t>> find_calls(const ClassGoals& goals, const MethodIndex& index)
{
    std::map<const ClassFile*, ClassFacts> facts;
    std::vector<std::vector<std::size_t>> calls(goals.methods.size());
    for (std::size_t i = 0; i < goals.methods.size(); ++i)
    {
        const GoalMethod& method = goals.methods[i];
        auto known = facts.find(method.owner);
        if (known == facts.end())
        {
            known = facts.emplace(method.owner, find_class_facts(*method.owner)).first;
        }
        const auto place = static_cast<std::size_t>(method.method - method.owner->methods.data());
        append_called(index, known->second.methods[place].calls, calls[i]);
        append_called(index, known->second.methods[place].captures, calls[i]);
    }
    return calls;
}

/// What java.io calls of any class under test.
std::vector<std::size_t> find_serialized(const ClassGoals& goals)
{
    std::vector<std::size_t> called;
    for (std::size_t i = 0; i < goals.methods.size(); ++i)
    {
        const Method& method = *goals.methods[i].method;
        const bool is_default = method.is_constructor() && method.descriptor == "()V";
        if (is_default || is_serialization_hook(method))
        {
            called.push_back(i);
        }
    }
    return called;
}

void mark_reached(const std::vector<std::vector<std::size_t>>& calls,
    std::vector<std::size_t> waiting, std::vector<bool>& reached)
{
    while (!waiting.empty())
    {
        const std::size_t method = waiting.back();
        waiting.pop_back();
        if (!reached[method])
        {
            reached[method] = true;
            waiting.insert(waiting.end(), calls[method].begin(), calls[method].end());
        }
    }
}

}  // namespace

CallReach::CallReach(const ClassGoals& goals, const JavaSurface& surface)
  : m_methods(index_methods(goals)),
    m_calls(find_calls(goals, m_methods)),
    m_serialized(find_serialized(goals)),
    m_is_reached(goals.methods.size(), false)
{
    refresh(surface);
}

void CallReach::refresh(const JavaSurface& surface)
{
    const std::vector<JavaCallable>& callables = surface.callables();
    for (std::size_t c = m_reached.size(); c < callables.size(); ++c)
    {
        const JavaCallable& callable = callables[c];
        std::vector<bool> reached(m_is_reached.size(), false);
        std::vector<std::size_t> called;
        if (callable.kind == JavaCallableKind::serial_copy)
        {
            called = m_serialized;
        }
        append_called(m_methods, {{callable.owner, callable.name, callable.descriptor}}, called);
        mark_reached(m_calls, std::move(called), reached);
        for (std::size_t i = 0; i < reached.size(); ++i)
        {
            m_is_reached[i] = m_is_reached[i] || reached[i];
        }
        m_reached.push_back(std::move(reached));
    }
}

}  // namespace sbst::jvm::detail
