// SPDX-License-Identifier: Apache-2.0
#include "parameter_origins.hpp"

#include "member_lookup.hpp"

#include <sbst/jvm/dataflow/access_path.hpp>

#include <vector>

namespace sbst::jvm::detail
{

namespace
{

bool passes_on(const ValueGraph& graph, ValueId id)
{
    const FlowValue& value = graph[id];
    return value.kind == ValueKind::result && !value.operands.empty() &&
           is_method_call(graph.instruction_of(id).opcode) &&
           passes_operand_on(graph.member_of(id));
}

}  // namespace

Parameters parameters_of(const ValueGraph& graph, ValueId id)
{
    const std::uint32_t first = graph.method().access.is_static() ? 0 : 1;
    Parameters found;
    std::set<ValueId> seen;
    std::vector<ValueId> open = sources_of(graph, id);
    while (!open.empty())
    {
        const ValueId source = open.back();
        open.pop_back();
        if (!seen.insert(source).second)
        {
            continue;
        }
        if (passes_on(graph, source))
        {
            const auto more = sources_of(graph, graph[source].operands.front());
            open.insert(open.end(), more.begin(), more.end());
            continue;
        }
        for (const AccessPath& path : paths_of(graph, source))
        {
            if (path.root == AccessPath::Root::parameter && path.number >= first)
            {
                found.insert(path.number - first);
            }
        }
    }
    return found;
}

bool is_receiver(const ValueGraph& graph, ValueId id)
{
    return !graph.method().access.is_static() && graph[id].kind == ValueKind::parameter &&
           graph[id].place == 0;
}

}  // namespace sbst::jvm::detail
