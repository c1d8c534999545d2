// SPDX-License-Identifier: Apache-2.0
// Literals of a contract: those that its code pushes and those in its source.
#pragma once

#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/base/address.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/test/type.hpp>

#include <vector>

namespace sbst::evm
{

/// Addresses written in the source or pushed as 20 bytes, ascending, each once.
[[nodiscard]] std::vector<Address> address_literals(const Artifact& artifact, BytesView runtime);

/// Adds numbers and texts to a pool: those of the syntax tree, and those pushed by creation and
/// runtime code except those of the compiler (jump targets, selectors, wide masks).
void add_literals(
    const Artifact& artifact, BytesView runtime, TypeUniverse& types, ConstantPool& pool);

}  // namespace sbst::evm
