// SPDX-License-Identifier: Apache-2.0
// Object construction graphs of all branches of all classes of some jars: how many, how large, how
// long each takes. A throw ends it, and the class is named.
// Usage: bench_construction JAR...
#include <sbst/construction/construction_graph.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/construction/branch_slicer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

struct Measured
{
    std::size_t classes = 0;
    std::size_t branches = 0;
    std::size_t with_state = 0;
    std::vector<double> milliseconds{};
    std::vector<std::size_t> nodes{};
};

void measure(const ClassFile& file, BranchSlicer& slicer, Measured& measured)
{
    using Clock = std::chrono::steady_clock;
    for (const Method& method : file.methods)
    {
        const std::size_t count = method.code ? method.code->instructions.size() : 0;
        for (std::uint32_t i = 0; i < count; ++i)
        {
            const Opcode opcode = method.code->instructions[i].opcode;
            if (!is_conditional_jump(opcode) && !is_switch(opcode))
            {
                continue;
            }
            const Clock::time_point start = Clock::now();
            const ConstructionGraph graph =
                ConstructionGraph::distilled(slicer.slice(file, method, i));
            const std::chrono::duration<double, std::milli> took = Clock::now() - start;
            ++measured.branches;
            measured.milliseconds.push_back(took.count());
            measured.nodes.push_back(graph.nodes().size());
            measured.with_state += graph.nodes().empty() ? 0U : 1U;
        }
    }
    ++measured.classes;
}

/// Precondition: not empty.
template <class Number>
Number quantile(std::vector<Number>& values, double share)
{
    std::sort(values.begin(), values.end());
    const auto last = static_cast<double>(values.size() - 1);
    return values[static_cast<std::size_t>(share * last)];
}

}  // namespace

int main(int count, char** words)
{
    if (count < 2)
    {
        fmt::print(stderr, "usage: bench_construction JAR...\n");
        return 2;
    }
    Measured measured;
    std::string current;
    try
    {
        for (int i = 1; i < count; ++i)
        {
            const ClassPath path{{words[i]}};
            BranchSlicer slicer(path);
            for (const std::string& name : path.class_names())
            {
                current = name;
                if (const ClassFile* const file = path.find(name))
                {
                    measure(*file, slicer, measured);
                }
            }
        }
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "bench_construction: {}: {}\n", current, error.what());
        return 1;
    }
    if (measured.branches == 0)
    {
        fmt::print(stderr, "bench_construction: no branches\n");
        return 1;
    }
    fmt::print("{} classes, {} branches, {} with state\n", measured.classes, measured.branches,
        measured.with_state);
    fmt::print("nodes: median {}, 95 % {}, most {}\n", quantile(measured.nodes, 0.5),
        quantile(measured.nodes, 0.95), quantile(measured.nodes, 1.0));
    fmt::print("milliseconds: median {:.3f}, 95 % {:.3f}, most {:.3f}\n",
        quantile(measured.milliseconds, 0.5), quantile(measured.milliseconds, 0.95),
        quantile(measured.milliseconds, 1.0));
    return 0;
}
