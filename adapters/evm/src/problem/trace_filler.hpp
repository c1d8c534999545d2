// SPDX-License-Identifier: Apache-2.0
// Makes the core's sparse trace from the executor's dense record of jumps.
#pragma once

#include "source_lines.hpp"

#include <sbst/evm/exec/search_trace.hpp>
#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace sbst::evm
{

/// Appends the trace of one program: its predicates, numbered from `first_predicate`, and the
/// methods whose entry edges were taken (`entries` by `2 * jumpi + outcome`). Methods may be
/// appended more than once: see `merge_methods`.
void append_program(const CodeTrace& code, std::size_t first_predicate,
    std::span<const std::vector<MethodId>> entries, Trace& trace);

/// Adds what a jump did in one call, if that reached it.
void add_context(ContextId context, const JumpiTrace& jump, std::vector<ContextTrace>& contexts);

/// Appends the lines that a program executed; lines may be appended more than once.
void append_lines(
    const SourceLines& lines, const CodeTrace& code, bool in_creation, std::vector<LineId>& out);

/// Adds predicates recorded at another time, each to an existing entry or as a new one at the end.
void add_predicates(
    std::span<const PredicateTrace> recorded, std::vector<PredicateTrace>& predicates);

/// Makes each method appear once, ascending, counts added up.
void merge_methods(std::vector<MethodTrace>& methods);

}  // namespace sbst::evm
