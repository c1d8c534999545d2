// SPDX-License-Identifier: Apache-2.0
// What instructions compute, as expressions. Next: shadow_machine.hpp, which calls this.
#pragma once

#include "shadow_bytes.hpp"

#include <sbst/evm/exec/opcode.hpp>
#include <sbst/symbolic/expression_graph.hpp>

#include <span>

namespace sbst::evm
{

/// The result of an instruction of 0x01 to 0x1d on words of 256 bits, the top of the stack first;
/// invalid where the graph has no such operation.
[[nodiscard]] ExpressionId shadow_of(
    ExpressionGraph& graph, Op op, std::span<const ExpressionId> operands);

}  // namespace sbst::evm
