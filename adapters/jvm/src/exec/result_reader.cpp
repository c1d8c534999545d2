// SPDX-License-Identifier: Apache-2.0
#include "result_reader.hpp"

#include "detail_reader.hpp"

#include <sbst/jvm/language/java_text.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <bit>
#include <cmath>
#include <utility>

namespace sbst::jvm
{

namespace
{

// Kinds and flags as Probe.java, TraceWriter.java, Runner.java, Log.java and Details.java write.
enum class DistanceKind : std::uint8_t
{
    none = 0,
    integer = 1,
    fraction = 2,
    number = 3,
    number_plus_one = 4,
    two_to_64 = 5,
    infinite = 6
};
constexpr unsigned kind_mask = 7;
constexpr unsigned direct_kind_shift = 3;
constexpr unsigned has_direct_flag = 0x40;
constexpr unsigned direct_is_all_flag = 0x80;

constexpr std::uint8_t returned_outcome = 0;
constexpr std::uint8_t threw_outcome = 1;
constexpr std::uint8_t threw_new_outcome = 2;

constexpr std::uint8_t logged_long = 1;
constexpr std::uint8_t logged_double = 2;
constexpr std::uint8_t logged_string = 3;

Distance read_distance(WireReader& reader, DistanceKind kind)
{
    switch (kind)
    {
        case DistanceKind::integer:
            return Distance{U256{reader.get<std::uint64_t>()}};
        case DistanceKind::fraction:
        {
            const auto whole = reader.get<std::uint64_t>();
            return Distance{U256{whole}, reader.get<std::uint64_t>()};
        }
        case DistanceKind::number:
        case DistanceKind::number_plus_one:
        {
            const auto number = reader.get<double>();
            if (!(number >= 0))
            {
                reader.fail();
                return {};
            }
            const Distance distance = Distance::from_double(number);
            return kind == DistanceKind::number ? distance : distance + Distance{U256{1}};
        }
        case DistanceKind::two_to_64:
            return Distance{U256{0, 1, 0, 0}};
        case DistanceKind::infinite:
            return Distance::infinite();
        case DistanceKind::none:
            break;
    }
    reader.fail();
    return {};
}

void read_hits(WireReader& reader, DistanceKind kind, BranchHits& hits)
{
    hits.hits_true = reader.get<std::uint32_t>();
    hits.hits_false = reader.get<std::uint32_t>();
    const bool is_both = hits.hits_true != 0 && hits.hits_false != 0;
    const bool is_neither = hits.hits_true == 0 && hits.hits_false == 0;
    if (is_neither || is_both != (kind == DistanceKind::none))
    {
        reader.fail();
        return;
    }
    hits.least_true = Distance::zero();
    hits.least_false = Distance::zero();
    if (!is_both)
    {
        Distance& least = hits.hits_true == 0 ? hits.least_true : hits.least_false;
        least = read_distance(reader, kind);
        if (is_zero(least))
        {
            reader.fail();
        }
    }
}

template <class Id>
Id read_id(WireReader& reader, std::size_t limit)
{
    const auto number = reader.get<std::uint32_t>();
    if (number >= limit)
    {
        reader.fail();
    }
    return Id{number};
}

void read_predicates(WireReader& reader, std::size_t limit, std::vector<PredicateTrace>& result)
{
    constexpr std::size_t least_bytes = 13;
    const std::size_t count = reader.get_count(least_bytes);
    result.resize(count);
    for (PredicateTrace& predicate : result)
    {
        predicate.predicate = read_id<PredicateId>(reader, limit);
        const unsigned flags = reader.get<std::uint8_t>();
        read_hits(reader, static_cast<DistanceKind>(flags & kind_mask), predicate.all);
        if ((flags & direct_is_all_flag) != 0)
        {
            predicate.direct = predicate.all;
        }
        else if ((flags & has_direct_flag) != 0)
        {
            read_hits(reader, static_cast<DistanceKind>(flags >> direct_kind_shift & kind_mask),
                predicate.direct);
        }
        else
        {
            predicate.direct = BranchHits{};
        }
    }
}

void read_methods(WireReader& reader, std::size_t limit, std::vector<MethodTrace>& result)
{
    const std::size_t count = reader.get_count(5 * sizeof(std::uint32_t));
    result.resize(count);
    for (MethodTrace& method : result)
    {
        method.method = read_id<MethodId>(reader, limit);
        method.entered = reader.get<std::uint32_t>();
        method.entered_directly = reader.get<std::uint32_t>();
        method.left = reader.get<std::uint32_t>();
        method.left_directly = reader.get<std::uint32_t>();
    }
}

void read_mutants(WireReader& reader, std::size_t limit, std::vector<MutantTrace>& result)
{
    const auto read_mutant = [&] {
        const std::size_t mutant = reader.get<std::uint16_t>();
        if (mutant >= limit)
        {
            reader.fail();
        }
        return MutantId(mutant);
    };
    const std::size_t infected = reader.get_count(sizeof(std::uint16_t));
    result.resize(infected);
    for (MutantTrace& entry : result)
    {
        entry = {.mutant = read_mutant(), .least = Distance::zero()};
    }
    const std::size_t others = reader.get_count(sizeof(std::uint16_t) + sizeof(double));
    result.resize(infected + others);
    for (std::size_t i = infected; i < result.size(); ++i)
    {
        MutantTrace& entry = result[i];
        entry.mutant = read_mutant();
        const auto distance = reader.get<double>();
        if (!(distance >= 0))
        {
            reader.fail();
            return;
        }
        entry.least = Distance::from_double(distance);
    }
}

/// False for a number that the core's values cannot hold.
bool read_operand(WireReader& reader, std::uint8_t kind, Value& value)
{
    if (kind == logged_long)
    {
        value = Value(reader.get<std::int64_t>());
    }
    else if (kind == logged_double)
    {
        const auto number = reader.get<double>();
        value = Value(std::isnan(number) ? 0.0 : number);
        return !std::isnan(number);
    }
    else if (kind == logged_string)
    {
        bool is_truncated = false;
        value = Value(to_value_text(read_text(reader, is_truncated)));
    }
    else
    {
        reader.fail();
    }
    return true;
}

void read_log(WireReader& reader, std::size_t predicates, CappedLog<ComparedValues>& log)
{
    const bool is_truncated = reader.get<std::uint8_t>() != 0;
    constexpr std::size_t least_bytes = 25;
    std::size_t count = reader.get_count(least_bytes);
    for (; count > 0 && !reader.is_broken(); --count)
    {
        ComparedValues entry;
        entry.call = reader.get<std::uint32_t>();
        entry.predicate = read_id<PredicateId>(reader, predicates);
        const auto kind = reader.get<std::uint8_t>();
        const bool is_left = read_operand(reader, kind, entry.left);
        const bool is_right = read_operand(reader, kind, entry.right);
        if (is_left && is_right)
        {
            log.push(std::move(entry));
        }
    }
    if (is_truncated)
    {
        // The worker has the same cap as the log: one more entry marks it as truncated.
        while (!log.is_truncated() && !log.entries().empty())
        {
            log.push(log.entries().back());
        }
    }
}

void read_produced(WireReader& reader, std::size_t calls, std::vector<ProducedDetail>& produced)
{
    constexpr std::size_t least_bytes = 16;
    const std::size_t count = reader.get_count(least_bytes);
    for (std::size_t i = 0; i < count && !reader.is_broken(); ++i)
    {
        ProducedDetail& object = produced.emplace_back();
        object.call = reader.get<std::uint32_t>();
        object.class_name = reader.get_name();
        object.state = reader.get<std::uint64_t>();
        if (object.call >= calls)
        {
            reader.fail();
        }
    }
}

ReturnedValue read_returned(WireReader& reader)
{
    const auto kind = reader.get<std::uint8_t>();
    if (kind > static_cast<std::uint8_t>(ReturnedKind::object))
    {
        reader.fail();
        return {};
    }
    ReturnedValue value{.kind = static_cast<ReturnedKind>(kind)};
    if (value.kind == ReturnedKind::whole || value.kind == ReturnedKind::real ||
        value.kind == ReturnedKind::size)
    {
        value.bits = reader.get<std::uint64_t>();
    }
    return value;
}

/// Reads the result of the call and what its observers told.
void read_output(WireReader& reader, std::size_t call, RunDetail& detail)
{
    detail.returned.push_back(read_returned(reader));
    if (detail.returned.back().kind != ReturnedKind::object)
    {
        return;
    }
    const std::size_t count = reader.get<std::uint8_t>();
    for (std::size_t i = 0; i < count && !reader.is_broken(); ++i)
    {
        const ReturnedValue value = read_returned(reader);
        if (value.kind > ReturnedKind::real)
        {
            reader.fail();
        }
        detail.observed.push_back(
            {.call = static_cast<std::uint32_t>(call), .observer = i, .value = value});
    }
}

/// Reads the outcomes; returns the name of the exception of the last one, or null.
/// @param outputs where results go; null if there are none.
const std::string* read_outcomes(WireReader& reader, ExceptionNames& exceptions,
    std::vector<CallOutcome>& calls, RunDetail* outputs)
{
    constexpr std::size_t least_bytes = 5;
    const std::size_t count = reader.get<std::uint16_t>();
    if (count > reader.left() / least_bytes)
    {
        reader.fail();
        return nullptr;
    }
    calls.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        CallOutcome& call = calls[i];
        const auto kind = reader.get<std::uint8_t>();
        call.steps = reader.get<std::uint32_t>();
        if (kind == returned_outcome)
        {
            call.kind = OutcomeKind::returned;
            if (outputs != nullptr)
            {
                read_output(reader, i, *outputs);
            }
            continue;
        }
        const std::size_t number = reader.get<std::uint32_t>();
        const bool is_known =
            kind == threw_outcome ||
            (kind == threw_new_outcome && exceptions.add(number, reader.get_name()));
        const std::optional<ExceptionId> thrown = exceptions.find(number);
        if (i + 1 < count || !is_known || !thrown)
        {
            reader.fail();
            return nullptr;
        }
        call.kind = OutcomeKind::threw;
        call.exception = *thrown;
        return &exceptions.name(*thrown);
    }
    return nullptr;
}

}  // namespace

bool ExceptionNames::add(std::size_t number, const std::string& name)
{
    if (number != m_of_process.size())
    {
        return false;
    }
    m_of_process.push_back(m_names.add(name).id);
    return true;
}

std::optional<ExceptionId> ExceptionNames::find(std::size_t number) const
{
    return number < m_of_process.size() ? std::optional(m_of_process[number]) : std::nullopt;
}

float to_float(const JavaResult& value)
{
    return std::bit_cast<float>(static_cast<std::int32_t>(value.bits));
}

double to_double(const JavaResult& value)
{
    return std::bit_cast<double>(value.bits);
}

std::string missing_class(std::string_view link_error)
{
    constexpr std::string_view head = "java.lang.NoClassDefFoundError: ";
    // With blanks it is a sentence: a class that is there and cannot be used.
    const bool names_class = link_error.starts_with(head) && link_error.size() > head.size() &&
                             link_error.find(' ', head.size()) == std::string_view::npos;
    return names_class ? binary_name(link_error.substr(head.size())) : std::string();
}

void RunDetail::clear()
{
    stop = StopCause::none;
    had_threads = false;
    was_refused = false;
    was_refused_here = false;
    has_drawn = false;
    was_thrown_explicitly = false;
    link_error.clear();
    returned.clear();
    observed.clear();
    results.clear();
    first_with.clear();
    thrown.reset();
    observations.clear();
    contents.clear();
    produced.clear();
    filled_statics.clear();
    printed.clear();
}

void read_touched(WireReader& reader, const IdLimits& limits, Trace& trace)
{
    read_predicates(reader, limits.predicates, trace.predicates);
    read_methods(reader, limits.methods, trace.methods);
    const std::size_t lines = reader.get_count(sizeof(std::uint32_t));
    trace.lines.resize(lines);
    for (LineId& line : trace.lines)
    {
        line = read_id<LineId>(reader, limits.lines);
    }
    read_mutants(reader, limits.mutants, trace.mutants);
}

StopCause read_result(WireReader& reader, const IdLimits& limits, ExceptionNames& exceptions,
    Trace& trace, RunDetail* detail)
{
    const auto size = reader.get<std::uint32_t>();
    WireReader body(reader.get_bytes(size));
    const auto cause = body.get<std::uint8_t>();
    const auto flags = body.get<std::uint8_t>();
    constexpr unsigned had_threads = 1;
    constexpr unsigned was_refused = 2;
    constexpr unsigned has_link_error = 4;
    constexpr unsigned was_refused_here = 8;
    constexpr unsigned was_told_chance = 16;
    constexpr unsigned was_thrown_explicitly = 32;
    constexpr unsigned has_drawn = 64;
    trace.is_repeatable = (flags & was_told_chance) == 0;
    std::string link_error = (flags & has_link_error) != 0 ? body.get_name() : std::string();
    RunDetail unwanted;
    RunDetail& wanted = detail == nullptr ? unwanted : *detail;
    const std::string* thrown_class =
        read_outcomes(body, exceptions, trace.calls, limits.has_outputs ? &wanted : nullptr);
    read_touched(body, limits, trace);
    read_log(body, limits.predicates, trace.values);
    read_produced(body, trace.calls.size(), wanted.produced);
    wanted.link_error = std::move(link_error);
    wanted.had_threads = (flags & had_threads) != 0;
    wanted.was_refused = (flags & was_refused) != 0;
    wanted.was_thrown_explicitly = (flags & was_thrown_explicitly) != 0;
    wanted.has_drawn = (flags & has_drawn) != 0;
    wanted.was_refused_here = (flags & was_refused_here) != 0;
    if (body.get<std::uint8_t>() != 0)
    {
        read_details(body, trace, thrown_class, limits.static_fields, wanted);
    }
    trace.was_run = true;
    if (body.is_broken() || body.left() != 0 ||
        cause > static_cast<std::uint8_t>(StopCause::too_large))
    {
        reader.fail();
        return StopCause::none;
    }
    wanted.stop = static_cast<StopCause>(cause);
    return wanted.stop;
}

}  // namespace sbst::jvm
