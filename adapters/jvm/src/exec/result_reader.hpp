// SPDX-License-Identifier: Apache-2.0
// Reads workers' results of tests. A test may have broken its worker, so any bytes are possible.
// Next: worker_driver.hpp.
#pragma once

#include "wire.hpp"

#include <sbst/goal/exception_table.hpp>
#include <sbst/jvm/exec/run_detail.hpp>
#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// Names of exceptions, numbered by one worker process after another.
class ExceptionNames
{
public:
    /// A new process restarts the numbering.
    void begin_process() { m_of_process.clear(); }
    /// Adds the name of the process's next number; false when it is not the next.
    [[nodiscard]] bool add(std::size_t number, const std::string& name);
    /// The id for a number of the process; ids are in the order in which all processes added names.
    [[nodiscard]] std::optional<ExceptionId> find(std::size_t number) const;
    [[nodiscard]] const std::string& name(ExceptionId id) const { return m_names.name(id); }

private:
    std::vector<ExceptionId> m_of_process;
    ExceptionTable m_names;
};

/// Ids from these on are not ids of the subject.
struct IdLimits
{
    std::size_t predicates = 0;
    std::size_t methods = 0;
    std::size_t lines = 0;
    std::size_t mutants = 0;
    std::size_t static_fields = 0;
    /// Each call that returned tells the class of its value.
    bool has_outputs = false;

    bool operator==(const IdLimits&) const = default;
};

/// Reads one test's result into a cleared trace and, unless it is null, a cleared detail. A thrown
/// call's ExceptionId is that of `exceptions`. A stopped test gets the outcomes of the
/// calls that ended and nothing of the one in which it stopped. Returns the cause of a stop.
///
/// If the reader is broken afterwards, trace and detail have no meaning.
[[nodiscard]] StopCause read_result(WireReader& reader, const IdLimits& limits,
    ExceptionNames& exceptions, Trace& trace, RunDetail* detail);

/// Reads predicates, methods, lines and mutants into a cleared trace.
void read_touched(WireReader& reader, const IdLimits& limits, Trace& trace);

}  // namespace sbst::jvm
