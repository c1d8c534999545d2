// SPDX-License-Identifier: Apache-2.0
// From what workers tell of results to the outputs of a trace.
#pragma once

#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/exec/run_detail.hpp>
#include <sbst/jvm/surface/java_surface.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// The results of methods under test that are goals, and what their observers tell.
class OutputReading
{
public:
    OutputReading() = default;
    /// Keeps a reference to the goals. Has nothing to do without goals of outputs.
    OutputReading(const ClassGoals& goals, bool has_distances);

    /// Fills Trace::outputs from the results of the calls that returned.
    void read(
        const JavaSurface& surface, const TestCase& test, const RunDetail& detail, Trace& trace);

private:
    /// What the method of a callable returns; null if that is no goal.
    const MethodOutput* output_of(const JavaSurface& surface, CallableId callable);
    void note(std::size_t part, const ReturnedValue& value, Trace& trace) const;

    const ClassGoals* m_goals = nullptr;
    bool m_has_distances = true;
    /// By owner, name and descriptor.
    std::map<std::string, const MethodOutput*> m_outputs;
    /// By callable, as far as they were asked for; the surface grows.
    std::vector<const MethodOutput*> m_of_callable;
};

}  // namespace sbst::jvm::detail
