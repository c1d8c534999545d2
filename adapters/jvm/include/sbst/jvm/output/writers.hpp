// SPDX-License-Identifier: Apache-2.0
// The formats that suites for classes can be written in: the adapter's own and the core's. Next:
// class_suite.hpp for what they are written from.
#pragma once

#include <sbst/jvm/output/class_suite.hpp>
#include <sbst/output/writer.hpp>

#include <array>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

[[nodiscard]] const std::vector<Writer<ClassSuite>>& class_writers();

/// What is written when nothing else is asked for.
inline constexpr std::array<std::string_view, 2> usual_formats{"junit", "report"};

}  // namespace sbst::jvm
