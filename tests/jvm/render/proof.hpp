// SPDX-License-Identifier: Apache-2.0
// Rendered suites before the referee and against golden files.
#pragma once

#include <sbst/jvm/referee/report.hpp>
#include <sbst/jvm/render/render.hpp>

#include <string>

/// Compiles and runs the suite; checks that the compiler has no complaint and that JUnit knows the
/// tests that were rendered, in their order.
[[nodiscard]] sbst::jvm::RefereeReport judged(const sbst::jvm::RenderedSuite& rendered, int junit);

/// Checks that each test passes in each run.
void check_proven(const sbst::jvm::RenderedSuite& rendered, int junit);

/// Checks the text against golden/NAME.java; with SBST_WRITE_GOLDEN set the file is written anew.
void check_golden(const std::string& name, const std::string& text);
