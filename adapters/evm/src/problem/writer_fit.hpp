// SPDX-License-Identifier: Apache-2.0
// How a write of storage can give a place the state that a way asks for. Next: contract_plans.hpp.
#pragma once

#include "call_inputs.hpp"
#include "state_slice.hpp"

#include <sbst/construction/template_plan.hpp>
#include <sbst/evm/construction/storage_facts.hpp>

#include <optional>

namespace sbst::evm
{

/// A place that needs state; holds references.
struct WantedState
{
    const ConstructionGraph* graph = nullptr;
    ConstructionId node;
    const SlicedState* state = nullptr;
    /// The facts of the program that reads it.
    const StorageFacts* facts = nullptr;
};

/// A write by a callable; holds references.
struct OfferedWrite
{
    const StorageWrite* write = nullptr;
    /// The facts of the program that writes.
    const StorageFacts* facts = nullptr;
    const CallInputs* inputs = nullptr;
    CallableId callable;
};

struct FittingWriter
{
    /// Without score and guards.
    StateWriter writer;
    /// It adds one.
    bool counts = false;
};

/// Nothing where the write leaves the place alone, or gives it what the way does not ask for.
[[nodiscard]] std::optional<FittingWriter> fit(
    const WantedState& wanted, const OfferedWrite& offer);

/// The node of a key of the place, if it is one; that of what the place should equal.
[[nodiscard]] std::optional<ConstructionId> key_node(const WantedState& wanted, std::size_t key);
[[nodiscard]] std::optional<ConstructionId> equal_node(const WantedState& wanted);

}  // namespace sbst::evm
