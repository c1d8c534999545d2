// SPDX-License-Identifier: Apache-2.0
#include "construction_graph.hpp"

#include "files.hpp"
#include "print.hpp"

namespace sbst::cli
{

void show_construction_graph(const ConstructionGraph& graph, const std::string& dot)
{
    if (dot.empty())
    {
        print_result(Text(to_text(graph)));
    }
    else if (is_standard_output(dot))
    {
        print_result(Text(to_dot(graph)));
    }
    else
    {
        write_file(dot, to_dot(graph));
    }
}

}  // namespace sbst::cli
