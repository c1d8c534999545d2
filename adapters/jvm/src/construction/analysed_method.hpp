// SPDX-License-Identifier: Apache-2.0
// A method with its values and with what decides about its instructions: what slices and writers
// ask. Next: branch_slicer.cpp, field_writers.cpp.
#pragma once

#include <sbst/fitness/control_dependence.hpp>
#include <sbst/jvm/analysis/method_flow.hpp>
#include <sbst/jvm/classfile/class_file.hpp>
#include <sbst/jvm/dataflow/value_graph.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace sbst::jvm::detail
{

/// A jump or switch on which an instruction depends.
struct DecidingBranch
{
    std::uint32_t instruction = 0;
    /// Whether the jump must be taken; nothing where both ways lead there, and for a switch.
    std::optional<bool> jumps{};
};

/// Without values there is no flow either.
struct AnalysedMethod
{
    std::optional<ValueGraph> values;
    std::optional<MethodFlow> flow;
    std::optional<ControlDependence> control;

    /// By node: those with an edge to it.
    std::vector<std::vector<FlowNode>> before;

    /// Refers to the file.
    AnalysedMethod(const ClassFile& file, const Method& method);

    /// The jumps and switches on which an instruction depends directly, ascending.
    [[nodiscard]] std::vector<DecidingBranch> deciding(std::uint32_t instruction) const;
    /// Those that decide by which way an instruction is reached to which several lead, ascending.
    [[nodiscard]] std::vector<std::uint32_t> deciding_ways(std::uint32_t instruction) const;
    /// The share of the outcomes of all branches that some execution of the instruction has, before
    /// or after it: 1 for a method without branches.
    [[nodiscard]] double share_of_outcomes(std::uint32_t instruction) const;
};

/// Analyses each method once.
class AnalysedMethods
{
public:
    [[nodiscard]] const AnalysedMethod& of(const ClassFile& file, const Method& method);

private:
    std::map<const Method*, std::unique_ptr<AnalysedMethod>> m_known;
};

}  // namespace sbst::jvm::detail
