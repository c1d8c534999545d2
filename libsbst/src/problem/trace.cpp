// SPDX-License-Identifier: Apache-2.0
#include <sbst/problem/trace.hpp>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace sbst
{

namespace
{

void take_farther(Distance& kept, const Distance& other)
{
    kept = std::max(kept, other);
}

void keep_common(BranchHits& kept, const BranchHits& other)
{
    kept.hits_true = std::min(kept.hits_true, other.hits_true);
    kept.hits_false = std::min(kept.hits_false, other.hits_false);
    take_farther(kept.least_true, other.least_true);
    take_farther(kept.least_false, other.least_false);
}

void keep_common(PredicateTrace& kept, const PredicateTrace& other)
{
    keep_common(kept.all, other.all);
    keep_common(kept.direct, other.direct);
}

void keep_common(ContextTrace& kept, const ContextTrace& other)
{
    keep_common(kept.hits, other.hits);
}

void keep_common(MethodTrace& kept, const MethodTrace& other)
{
    kept.entered = std::min(kept.entered, other.entered);
    kept.entered_directly = std::min(kept.entered_directly, other.entered_directly);
    kept.left = std::min(kept.left, other.left);
    kept.left_directly = std::min(kept.left_directly, other.left_directly);
}

void keep_common(OutputTrace& kept, const OutputTrace& other)
{
    kept.hits = std::min(kept.hits, other.hits);
    take_farther(kept.least, other.least);
}

void keep_common(MutantTrace& kept, const MutantTrace& other)
{
    take_farther(kept.least, other.least);
}

void keep_common(LineId& /*kept*/, const LineId& /*other*/) {}

/// @param id_of the id by which two entries are the same thing.
template <class Entry, class IdOf>
void keep_common(std::vector<Entry>& kept, const std::vector<Entry>& others, IdOf id_of)
{
    std::unordered_map<std::size_t, const Entry*> by_id;
    for (const Entry& other : others)
    {
        by_id.emplace(id_of(other).index(), &other);
    }
    std::erase_if(kept, [&](Entry& entry) {
        const auto found = by_id.find(id_of(entry).index());
        if (found == by_id.end())
        {
            return true;
        }
        keep_common(entry, *found->second);
        return false;
    });
}

void clear_coverage(Trace& trace)
{
    trace.predicates.clear();
    trace.contexts.clear();
    trace.methods.clear();
    trace.lines.clear();
    trace.outputs.clear();
    trace.mutants.clear();
}

}  // namespace

void Trace::clear()
{
    was_run = false;
    is_repeatable = true;
    calls.clear();
    clear_coverage(*this);
    produced.clear();
    values.clear();
    state.clear();
    path.clear();
    symbolic.reset();
}

bool Trace::is_unusable() const
{
    return std::any_of(calls.begin(), calls.end(), [](const CallOutcome& call) {
        return call.kind == OutcomeKind::timed_out || call.kind == OutcomeKind::unsupported;
    });
}

void keep_common(Trace& kept, const Trace& other)
{
    if (other.is_unusable())
    {
        clear_coverage(kept);
        return;
    }
    keep_common(kept.predicates, other.predicates,
        [](const PredicateTrace& entry) { return entry.predicate; });
    keep_common(
        kept.contexts, other.contexts, [](const ContextTrace& entry) { return entry.context; });
    keep_common(kept.methods, other.methods, [](const MethodTrace& entry) { return entry.method; });
    keep_common(kept.lines, other.lines, [](LineId line) { return line; });
    keep_common(kept.outputs, other.outputs, [](const OutputTrace& entry) { return entry.output; });
    keep_common(kept.mutants, other.mutants, [](const MutantTrace& entry) { return entry.mutant; });
}

}  // namespace sbst
