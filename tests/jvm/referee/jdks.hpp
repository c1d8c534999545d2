// SPDX-License-Identifier: Apache-2.0
// The JDKs of this machine that tests run on.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// The build's own JDK, then each further one in SBST_JDKS (colons between) and /usr/lib/jvm; once
/// each.
[[nodiscard]] std::vector<std::filesystem::path> jdks();

/// Feature release of a JDK: 17. 0 = its file `release` does not say.
[[nodiscard]] int feature_release(const std::filesystem::path& home);
