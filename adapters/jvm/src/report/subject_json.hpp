// SPDX-License-Identifier: Apache-2.0
// The subject as reports write it. Next: report_json.cpp.
#pragma once

#include <sbst/jvm/report/report.hpp>
#include <sbst/report/report_json.hpp>

namespace sbst::jvm::detail
{

[[nodiscard]] OrderedJson subject_to_json(const JavaSubject& subject);

}  // namespace sbst::jvm::detail
