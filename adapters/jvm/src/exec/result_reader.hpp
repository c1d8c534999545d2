// SPDX-License-Identifier: Apache-2.0
// Reads what workers write about tests. A worker may be broken by what it ran, so any bytes are
// possible. Next: worker_driver.hpp.
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

/// Names of exceptions as one worker process after the other numbers them.
class ExceptionNames
{
public:
    /// A new process numbers anew.
    void begin_process() { m_of_process.clear(); }
    /// The process says the name of its next number; false when it is not the next.
    [[nodiscard]] bool add(std::size_t number, const std::string& name);
    /// What a number of the process stands for, in the order in which all processes named them.
    [[nodiscard]] std::optional<ExceptionId> find(std::size_t number) const;
    [[nodiscard]] const std::string& name(ExceptionId id) const { return m_names.name(id); }

private:
    std::vector<ExceptionId> m_of_process;
    ExceptionTable m_names;
};

/// Ids beyond these are no ids of the subject.
struct IdLimits
{
    std::size_t predicates = 0;
    std::size_t methods = 0;
    std::size_t lines = 0;
};

/// Reads one test's result into a cleared trace and, unless it is null, a cleared detail. A thrown
/// call's ExceptionId is that of `exceptions`. A stopped test gets the outcomes of what
/// it ran and nothing of the call that it stopped in. Gives the cause of a stop.
///
/// When the reader is broken afterwards, trace and detail are meaningless.
[[nodiscard]] StopCause read_result(WireReader& reader, const IdLimits& limits,
    ExceptionNames& exceptions, Trace& trace, RunDetail* detail);

/// Reads predicates, methods and lines into a cleared trace.
void read_touched(WireReader& reader, const IdLimits& limits, Trace& trace);

}  // namespace sbst::jvm
