// SPDX-License-Identifier: Apache-2.0
// Settings for contracts. Next: options.cpp for its rows.
#pragma once

#include "../../options/settings.hpp"

#include <sbst/evm/problem/options.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace sbst::cli
{

/// The graph that `analyze --dot` draws.
enum class Graph
{
    flow,
    goals
};

struct EvmSettings
{
    evm::ProblemOptions problem;
    std::string contract;
    std::string artifact;
    std::string expect;
    std::string dot;
    Graph graph = Graph::flow;
    /// For analyze: the goal whose construction graph is shown.
    std::optional<std::uint64_t> construction_graph;
    /// For analyze: show what functions write to storage.
    bool storage = false;
};

/// Its part of all settings, which may be const.
template <class AnySettings>
[[nodiscard]] auto& evm_of(AnySettings& settings)
{
    return settings.plugs.template of<EvmSettings>();
}

}  // namespace sbst::cli
