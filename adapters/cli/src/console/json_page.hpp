// SPDX-License-Identifier: Apache-2.0
// JSON on standard output. Next: sbst/report/report_json.hpp, which writes the files.
#pragma once

#include "text.hpp"

#include <sbst/report/report_json.hpp>

namespace sbst::cli
{

/// A document and a line end; `indent` -1 = on one line. What is no UTF-8 is replaced by U+FFFD,
/// and what a terminal would obey is written as JSON's own escape.
[[nodiscard]] inline Text json_page(const OrderedJson& json, int indent = 2)
{
    return Text(
        json_escaped(json.dump(indent, ' ', false, OrderedJson::error_handler_t::replace)) + '\n');
}

}  // namespace sbst::cli
