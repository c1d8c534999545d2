// SPDX-License-Identifier: Apache-2.0
// The methods with goals that a test's call can reach, by the call graph of the classes under test.
#pragma once

#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/surface/java_surface.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

class CallReach
{
public:
    /// A call reaches every method of the classes under test with the name and descriptor in the
    /// calling code, whatever the owner: objects may be of any class. O(methods squared).
    CallReach(const ClassGoals& goals, const JavaSurface& surface);

    /// Takes in callables that came since the last time; O(methods) for each.
    void refresh(const JavaSurface& surface);

    /// True also where no callable is known to reach the method: code of others calls it then.
    [[nodiscard]] bool may_reach(CallableId callable, MethodId method) const
    {
        return !m_is_reached[method.index()] || m_reached[callable.index()][method.index()];
    }

private:
    /// Methods by what code calls them.
    std::multimap<std::string, std::size_t> m_methods;
    /// By method: what it calls.
    std::vector<std::vector<std::size_t>> m_calls;
    /// Methods that serialisation calls.
    std::vector<std::size_t> m_serialized;
    /// By callable and method.
    std::vector<std::vector<bool>> m_reached;
    std::vector<bool> m_is_reached;
};

}  // namespace sbst::jvm::detail
