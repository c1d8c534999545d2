// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/in_process/trace_recorder.hpp>
#include <sbst/numeric/string_distance.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string_view>
#include <utility>

namespace sbst
{

namespace
{

/// Makes room for an id that no run has recorded before. @throws AdapterError when the id is not
/// known.
void grow(std::vector<std::uint32_t>& places, std::string_view kind, std::size_t index,
    bool is_valid, const std::optional<std::size_t>& known)
{
    if (!is_valid)
    {
        throw AdapterError(
            fmt::format("the recorder was given a {} that was never added (an empty id)", kind));
    }
    if (known && index >= *known)
    {
        throw AdapterError(fmt::format("the recorder was given {} {}, but only {} {} added", kind,
            index, *known, *known == 1 ? "was" : "were"));
    }
    places.resize(index + 1, 0);
}

/// The entry of `id` in a sparse list; added if it is missing.
template <class Entry, class Id>
Entry& entry_of(std::vector<Entry>& entries, std::vector<std::uint32_t>& places, Id id,
    std::string_view kind, const std::optional<std::size_t>& known)
{
    if (places.size() <= id.index())
    {
        grow(places, kind, id.index(), id.is_valid(), known);
    }
    std::uint32_t& place = places[id.index()];
    if (place == 0)
    {
        entries.emplace_back();
        place = static_cast<std::uint32_t>(entries.size());
    }
    return entries[place - 1];
}

void count(BranchHits& hits, const BranchDistance& distance, bool with_distances)
{
    ++(distance.is_true() ? hits.hits_true : hits.hits_false);
    if (with_distances)
    {
        hits.least_true = std::min(hits.least_true, distance.to_true);
        hits.least_false = std::min(hits.least_false, distance.to_false);
    }
}

}  // namespace

TraceRecorder::MethodScope::MethodScope(TraceRecorder& recorder, MethodId method)
  : m_recorder(&recorder),
    m_method(method),
    m_exceptions(std::uncaught_exceptions()),
    m_run(recorder.m_run)
{
    if (recorder.m_trace != nullptr)
    {
        MethodTrace& entry = recorder.method_trace(method);
        ++entry.entered;
        entry.entered_directly += recorder.m_depth == 0 ? 1U : 0U;
    }
    ++recorder.m_depth;
}

TraceRecorder::MethodScope::~MethodScope()
{
    if (m_run != m_recorder->m_run)
    {
        return;
    }
    const std::size_t depth = --m_recorder->m_depth;
    if (m_recorder->m_trace != nullptr && std::uncaught_exceptions() == m_exceptions)
    {
        // The constructor made the entry, in the same run.
        const std::uint32_t place = m_recorder->m_method_places[m_method.index()];
        MethodTrace& entry = m_recorder->m_trace->methods[place - 1];
        ++entry.left;
        entry.left_directly += depth == 0 ? 1U : 0U;
    }
}

void TraceRecorder::set_known(std::size_t predicates, std::size_t methods)
{
    m_known_predicates = predicates;
    m_known_methods = methods;
}

void TraceRecorder::start(Trace& trace, Record record)
{
    trace.clear();
    ++m_run;
    m_trace = &trace;
    m_record = record;
    m_call = 0;
    m_depth = 0;
    std::fill(m_predicate_places.begin(), m_predicate_places.end(), 0);
    std::fill(m_method_places.begin(), m_method_places.end(), 0);
}

void TraceRecorder::begin_call(std::size_t call)
{
    expect_no_open_scope();
    m_call = static_cast<std::uint32_t>(call);
}

void TraceRecorder::expect_no_open_scope() const
{
    if (m_depth != 0)
    {
        throw AdapterError(
            "a MethodScope of the recorder is still open: it outlived the call that it is of; keep "
            "it in a variable of the method");
    }
}

MethodTrace& TraceRecorder::method_trace(MethodId method)
{
    MethodTrace& entry =
        entry_of(m_trace->methods, m_method_places, method, "method", m_known_methods);
    entry.method = method;
    return entry;
}

bool TraceRecorder::branch(PredicateId predicate, const BranchDistance& distance)
{
    if (m_trace != nullptr)
    {
        PredicateTrace& entry = entry_of(
            m_trace->predicates, m_predicate_places, predicate, "predicate", m_known_predicates);
        entry.predicate = predicate;
        const bool with_distances = has(m_record, Record::distances);
        count(entry.all, distance, with_distances);
        if (m_depth <= 1)
        {
            count(entry.direct, distance, with_distances);
        }
        if (has(m_record, Record::path))
        {
            m_trace->path.push({m_call, predicate, distance.is_true()});
        }
    }
    return distance.is_true();
}

void TraceRecorder::log(PredicateId predicate, Value a, Value b)
{
    m_trace->values.push({m_call, predicate, std::move(a), std::move(b)});
}

bool TraceRecorder::compare_whole(
    PredicateId predicate, std::int64_t a, Relation relation, std::int64_t b)
{
    if (m_trace != nullptr && has(m_record, Record::values))
    {
        log(predicate, Value(a), Value(b));
    }
    return branch(predicate, compare_integers(relation, a, b));
}

bool TraceRecorder::compare_reals(PredicateId predicate, double a, Relation relation, double b)
{
    if (m_trace != nullptr && has(m_record, Record::values))
    {
        log(predicate, Value(a), Value(b));
    }
    return branch(predicate, compare_numbers(relation, a, b));
}

bool TraceRecorder::equal(PredicateId predicate, const std::string& a, const std::string& b)
{
    if (m_trace != nullptr && has(m_record, Record::values))
    {
        log(predicate, Value(a), Value(b));
    }
    return branch(
        predicate, compare_strings(Relation::eq, std::string_view(a), std::string_view(b)));
}

bool TraceRecorder::is_true(PredicateId predicate, bool flag)
{
    return branch(predicate, flag_distance(flag));
}

}  // namespace sbst
