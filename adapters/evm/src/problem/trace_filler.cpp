// SPDX-License-Identifier: Apache-2.0
#include "trace_filler.hpp"

#include <algorithm>

namespace sbst::evm
{

namespace
{

Distance to_distance(const U256& least, std::uint32_t level)
{
    Distance distance(least);
    distance.level = level;
    return distance;
}

BranchHits to_hits(const JumpiTrace& jump)
{
    BranchHits hits{.hits_true = jump.hits_true, .hits_false = jump.hits_false};
    if (jump.was_reached())
    {
        hits.least_true = to_distance(jump.least_true, jump.level_true);
        hits.least_false = to_distance(jump.least_false, jump.level_false);
    }
    return hits;
}

void add_hits(BranchHits& hits, const BranchHits& more)
{
    hits.hits_true += more.hits_true;
    hits.hits_false += more.hits_false;
    hits.least_true = std::min(hits.least_true, more.least_true);
    hits.least_false = std::min(hits.least_false, more.least_false);
}

void enter(std::span<const MethodId> methods, const PredicateTrace& jump, bool outcome,
    std::vector<MethodTrace>& out)
{
    if (jump.all.hits(outcome) == 0)
    {
        return;
    }
    for (const MethodId method : methods)
    {
        out.push_back({.method = method,
            .entered = jump.all.hits(outcome),
            .entered_directly = jump.direct.hits(outcome)});
    }
}

}  // namespace

void append_program(const CodeTrace& code, std::size_t first_predicate,
    std::span<const std::vector<MethodId>> entries, Trace& trace)
{
    for (const std::uint32_t jump : code.touched_jumps)
    {
        PredicateTrace predicate{.predicate = PredicateId(first_predicate + jump)};
        predicate.direct = to_hits(code.direct_jumps[jump]);
        const bool has_nested = (code.jump_contexts[jump] & CodeTrace::nested) != 0;
        predicate.all = has_nested ? to_hits(code.all(jump)) : predicate.direct;
        const std::size_t edge = 2 * static_cast<std::size_t>(jump);
        enter(entries[edge], predicate, false, trace.methods);
        enter(entries[edge + 1], predicate, true, trace.methods);
        trace.predicates.push_back(predicate);
    }
}

void add_context(ContextId context, const JumpiTrace& jump, std::vector<ContextTrace>& contexts)
{
    if (!jump.was_reached())
    {
        return;
    }
    const auto same = std::ranges::find(contexts, context, &ContextTrace::context);
    if (same == contexts.end())
    {
        contexts.push_back({context, to_hits(jump)});
    }
    else
    {
        add_hits(same->hits, to_hits(jump));
    }
}

void append_lines(
    const SourceLines& lines, const CodeTrace& code, bool in_creation, std::vector<LineId>& out)
{
    if (code.code != nullptr)
    {
        lines.append(code.executed_blocks(), in_creation, out);
    }
}

void add_predicates(
    std::span<const PredicateTrace> recorded, std::vector<PredicateTrace>& predicates)
{
    const auto size = static_cast<std::ptrdiff_t>(predicates.size());
    for (const PredicateTrace& predicate : recorded)
    {
        const auto end = predicates.begin() + size;
        const auto same = std::find_if(predicates.begin(), end,
            [&predicate](const auto& other) { return other.predicate == predicate.predicate; });
        if (same == end)
        {
            predicates.push_back(predicate);
            continue;
        }
        add_hits(same->all, predicate.all);
        add_hits(same->direct, predicate.direct);
    }
}

void merge_methods(std::vector<MethodTrace>& methods)
{
    std::stable_sort(methods.begin(), methods.end(),
        [](const MethodTrace& a, const MethodTrace& b) { return a.method < b.method; });
    std::size_t kept = 0;
    for (const MethodTrace& method : methods)
    {
        if (kept > 0 && methods[kept - 1].method == method.method)
        {
            MethodTrace& same = methods[kept - 1];
            same.entered += method.entered;
            same.entered_directly += method.entered_directly;
            same.left += method.left;
            same.left_directly += method.left_directly;
        }
        else
        {
            methods[kept++] = method;
        }
    }
    methods.resize(kept);
}

}  // namespace sbst::evm
