// SPDX-License-Identifier: Apache-2.0
// The methods with goals that a test's call can reach, by the call graph of the classes under test.
#pragma once

#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/surface/java_surface.hpp>

#include <vector>

namespace sbst::jvm::detail
{

class CallReach
{
public:
    /// A call reaches every method of the classes under test with the name and descriptor in the
    /// calling code, whatever the owner: objects may be of any class. O(methods squared).
    CallReach(const ClassGoals& goals, const JavaSurface& surface);

    /// Also true when no callable is known to reach the method: then other code calls it.
    [[nodiscard]] bool may_reach(CallableId callable, MethodId method) const
    {
        return !m_is_reached[method.index()] || m_reached[callable.index()][method.index()];
    }

private:
    /// By callable and method.
    std::vector<std::vector<bool>> m_reached;
    std::vector<bool> m_is_reached;
};

}  // namespace sbst::jvm::detail
