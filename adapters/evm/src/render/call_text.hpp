// SPDX-License-Identifier: Apache-2.0
// One call of a test in words. Next: suite_text.cpp.
#pragma once

#include <sbst/evm/render/suite_text.hpp>

#include <cstddef>
#include <string>

namespace sbst::evm
{

/// Writes the call with its place, and below it what came of it; a line each.
[[nodiscard]] std::string call_text(const TextCall& call, std::size_t index);

}  // namespace sbst::evm
