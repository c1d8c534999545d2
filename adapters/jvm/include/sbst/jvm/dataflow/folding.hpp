// SPDX-License-Identifier: Apache-2.0
// Values that are the same in each call of their method: constants, and results of constants.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>
#include <sbst/jvm/dataflow/value_graph.hpp>

#include <optional>

namespace sbst::jvm
{

/// The constant that a value is in each execution: numbers as the JVM computes them (JVMS 6.5), of
/// values with several ways the one that all are. Nothing where it depends on anything, where the
/// JVM would throw (a division by zero) and for `instanceof`.
[[nodiscard]] std::optional<Constant> folded(const ValueGraph& graph, ValueId id);

}  // namespace sbst::jvm
