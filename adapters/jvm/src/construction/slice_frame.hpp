// SPDX-License-Identifier: Apache-2.0
// A method as a slice goes through it, and what is known there of its values. Next: slicer.hpp.
#pragma once

#include "analysed_method.hpp"
#include "expectations.hpp"

#include <sbst/jvm/classfile/class_file.hpp>
#include <sbst/jvm/dataflow/value_graph.hpp>
#include <sbst/test/value.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace sbst::jvm::detail
{

/// A method that runs, with its arguments.
struct SliceFrame
{
    const ClassFile* file = nullptr;
    const Method* method = nullptr;
    const AnalysedMethod* analysed = nullptr;
    std::size_t depth = 0;
    /// By value: its place in the slice; parameters stand there from the start.
    std::map<ValueId, std::size_t> known{};
    std::set<std::uint32_t> followed{};
    Expectations expected{};
    /// By parameter: what the caller gives.
    std::map<ValueId, Constant> constants{};
    std::map<ValueId, Value> names{};
};

/// The name of null or of a constant of a class, which a caller may have given.
[[nodiscard]] std::optional<Value> name_at(const SliceFrame& frame, ValueId id);
[[nodiscard]] std::optional<Value> constant_at(const SliceFrame& frame, ValueId id);
/// A constant key, boxed or not, or a parameter that the caller gives one.
[[nodiscard]] std::optional<Constant> key_at(const SliceFrame& frame, ValueId id);
/// Those of which a key is computed; nothing where one of them is not known.
[[nodiscard]] std::vector<Constant> keys_at(const SliceFrame& frame, ValueId id);
/// Arithmetic is asked for something, not what it is made of; conversions pass it on.
[[nodiscard]] bool is_computed(const ValueGraph& graph, ValueId id);
/// Whether a collection has an element: `contains`, `containsKey`.
[[nodiscard]] bool is_membership(const ValueGraph& graph, ValueId id);
/// Whether the code asks a call for true.
[[nodiscard]] bool wants_true(const SliceFrame& frame, ValueId id);
/// Where a method returns what its caller expects; all where it never does.
[[nodiscard]] std::vector<std::uint32_t> wanted_returns(
    const SliceFrame& frame, const Expectation* expected);
/// As is_field_of_parameter(), through elements of arrays and collections.
[[nodiscard]] bool is_held_by_parameter(const AnalysedMethod& analysed, ValueId id);
[[nodiscard]] bool is_field_of_parameter(const AnalysedMethod& analysed, ValueId id);
/// Where a method that throws elsewhere returns, if it does at one place only.
[[nodiscard]] std::optional<std::uint32_t> only_return(const ValueGraph& graph);
void note_deciding(SliceFrame& frame, std::uint32_t instruction);
/// The object of a field or a call is not null; the ways of a value are what it is.
void expect_of_operands(SliceFrame& frame, ValueId id);

}  // namespace sbst::jvm::detail
