// SPDX-License-Identifier: Apache-2.0
// Reads what a worker writes for assertions: values, exceptions, contents. Next: result_reader.hpp.
#pragma once

#include "wire.hpp"

#include <sbst/jvm/exec/run_detail.hpp>
#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <string>

namespace sbst::jvm
{

[[nodiscard]] std::u16string read_text(WireReader& reader, bool& is_truncated);

/// Reads the details of a test whose outcomes are in the trace.
/// @param thrown_class of the exception of the last call; null = none threw.
/// @param static_fields how many the plan has.
void read_details(WireReader& reader, const Trace& trace, const std::string* thrown_class,
    std::size_t static_fields, RunDetail& detail);

}  // namespace sbst::jvm
