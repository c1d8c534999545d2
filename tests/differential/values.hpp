// SPDX-License-Identifier: Apache-2.0
// Numbers as generated programs need them: mostly small, often at an edge, sometimes anything.
// Next: code_writer.hpp.
#pragma once

#include <sbst/evm/base/address.hpp>
#include <sbst/evm/base/bytes.hpp>
#include <sbst/evm/exec/fork.hpp>
#include <sbst/random/rng.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace sbst::evm::differential
{

/// The facts about the world that a program's code can use.
struct Scene
{
    Fork fork{};
    std::uint64_t block_number{};
    std::vector<Address> addresses;  ///< worth naming: contracts, payers, unused ones, precompiles
};

/// Draws numbers for one purpose each.
class Values
{
public:
    Values(Rng& rng, const Scene& scene) : m_rng{&rng}, m_scene{&scene} {}

    /// Any operand.
    [[nodiscard]] U256 word();
    /// A place in memory, call data or code: mostly below 200, rarely beyond all gas.
    [[nodiscard]] U256 offset();
    /// A number of bytes, likewise.
    [[nodiscard]] U256 size();
    [[nodiscard]] U256 slot();
    /// One of the scene's addresses, rarely another or with bits above its 160.
    [[nodiscard]] U256 address();
    /// The gas of a call.
    [[nodiscard]] U256 call_gas();
    /// The value of a call or creation, mostly nothing.
    [[nodiscard]] U256 wei();
    /// A number of a block: near, too far, or yet to come.
    [[nodiscard]] U256 block_number();
    [[nodiscard]] Bytes bytes(std::size_t count);

    /// An index drawn in proportion to the weights.
    [[nodiscard]] std::size_t choose(std::initializer_list<double> weights);

private:
    [[nodiscard]] U256 edge();

    Rng* m_rng;
    const Scene* m_scene;
};

}  // namespace sbst::evm::differential
