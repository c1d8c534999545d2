// SPDX-License-Identifier: Apache-2.0
// Literals of a contract: those that its code pushes and those in its source.
#pragma once

#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/base/address.hpp>
#include <sbst/numeric/u256.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/test/type.hpp>

#include <string>
#include <vector>

namespace sbst::evm
{

/// Addresses written in the source or pushed as 20 bytes, ascending, each once.
[[nodiscard]] std::vector<Address> address_literals(const Artifact& artifact, BytesView runtime);

/// A constant that code pushes: a text, if it reads as one, or else a word; 32 bytes that read as a
/// text are one only.
struct PushedLiteral
{
    U256 word;
    std::string text{};
    bool is_word = true;
};

/// The constants that code pushes, as often as it does, except those of the compiler (jump targets,
/// selectors, wide masks).
[[nodiscard]] std::vector<PushedLiteral> pushed_literals(const ContractAbi& abi, BytesView code);

/// Adds numbers and texts to a pool: those of the syntax tree, and those pushed by creation and
/// runtime code.
void add_literals(
    const Artifact& artifact, BytesView runtime, TypeUniverse& types, ConstantPool& pool);

}  // namespace sbst::evm
