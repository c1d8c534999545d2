// SPDX-License-Identifier: Apache-2.0
// The version of this build. Its source is written by libsbst/cmake/SbstBuildVersion.cmake at every
// build.
#pragma once

#include <string_view>

namespace sbst::cli
{

/// X.Y.Z, then `+COMMIT` if it was built in a clone, then `.dirty` if files were changed there.
[[nodiscard]] std::string_view version();
/// Only X.Y.Z.
[[nodiscard]] std::string_view release();
/// Day of the commit, as 2026-11-30; empty where it was not built in a clone.
[[nodiscard]] std::string_view build_date();
/// In hex; empty where it was not built in a clone.
[[nodiscard]] std::string_view commit();
/// Whether files that git knows differed from the commit.
[[nodiscard]] bool is_dirty();
/// Name and version of the compiler that built it.
[[nodiscard]] std::string_view compiler();

}  // namespace sbst::cli
