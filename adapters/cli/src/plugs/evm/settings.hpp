// SPDX-License-Identifier: Apache-2.0
// Settings for contracts. Next: options.cpp for its rows.
#pragma once

#include "../../options/settings.hpp"

#include <sbst/evm/problem/options.hpp>

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
};

/// Its part of all settings, which may be const.
template <class AnySettings>
[[nodiscard]] auto& evm_of(AnySettings& settings)
{
    return settings.plugs.template of<EvmSettings>();
}

}  // namespace sbst::cli
