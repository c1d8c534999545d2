// SPDX-License-Identifier: Apache-2.0
// JSON on standard output. Next: sbst/report/report_json.hpp, which writes the files.
#pragma once

#include "text.hpp"

#include <sbst/report/report_json.hpp>

namespace sbst::cli
{

/// A document and a line end; `indent` -1 = on one line. Bytes that are not UTF-8 become U+FFFD,
/// and characters that a terminal would obey become JSON escapes.
[[nodiscard]] inline Text json_page(const OrderedJson& json, int indent = 2)
{
    return Text(
        json_escaped(json.dump(indent, ' ', false, OrderedJson::error_handler_t::replace)) + '\n');
}

}  // namespace sbst::cli
