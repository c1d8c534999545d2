// SPDX-License-Identifier: Apache-2.0
// suite.txt: a suite for people. Next: executed_suite.hpp for what it is written from.
#pragma once

#include <sbst/output/writer.hpp>

#include <string>

namespace sbst
{

/// Writes the page: a head with the totals and the command; one test after another; what is not
/// covered and why. Nothing of a subject reaches a terminal as it is.
[[nodiscard]] std::string write_text(const ExecutedSuite& suite);

/// The row `text`.
[[nodiscard]] Writer<> text_writer();

}  // namespace sbst
