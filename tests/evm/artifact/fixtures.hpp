// SPDX-License-Identifier: Apache-2.0
// Reads the compiled contracts of tests/evm/fixtures.
#pragma once

#include <string>
#include <vector>

namespace sbst::evm::testing
{

/// The path of a file of the fixtures.
std::string fixture_path(const std::string& name);

/// The bytes of a file.
std::string read_text(const std::string& path);

/// The artifacts of the fixtures, one a layout.
std::vector<std::string> fixture_names();

}  // namespace sbst::evm::testing
