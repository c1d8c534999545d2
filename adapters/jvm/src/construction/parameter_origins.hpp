// SPDX-License-Identifier: Apache-2.0
// The parameters of a method on which its values depend. Next: field_writers.cpp.
#pragma once

#include <sbst/jvm/dataflow/value_graph.hpp>

#include <cstdint>
#include <set>

namespace sbst::jvm::detail
{

/// Numbers of parameters, the receiver not counted.
using Parameters = std::set<std::uint32_t>;

/// Those on which a value depends, boxed or not.
[[nodiscard]] Parameters parameters_of(const ValueGraph& graph, ValueId id);

/// Tells whether a value is the receiver of the method.
[[nodiscard]] bool is_receiver(const ValueGraph& graph, ValueId id);

}  // namespace sbst::jvm::detail
