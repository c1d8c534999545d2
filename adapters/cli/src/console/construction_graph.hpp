// SPDX-License-Identifier: Apache-2.0
// The construction graph of a branch, as analyze shows it. Next: print.hpp.
#pragma once

#include <sbst/construction/construction_graph.hpp>

#include <string>

namespace sbst::cli
{

/// Prints the graph in lines; where `dot` names a file, or is - for standard output, writes it
/// there in the DOT language.
void show_construction_graph(const ConstructionGraph& graph, const std::string& dot);

}  // namespace sbst::cli
