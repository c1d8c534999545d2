// SPDX-License-Identifier: Apache-2.0
// The formats that suites for contracts can be written in: the adapter's own and the core's. Next:
// contract_suite.hpp for what they are written from.
#pragma once

#include <sbst/evm/output/contract_suite.hpp>
#include <sbst/output/writer.hpp>

#include <array>
#include <string_view>
#include <vector>

namespace sbst::evm
{

[[nodiscard]] const std::vector<Writer<ContractSuite>>& contract_writers();

/// What is written when nothing else is asked for.
inline constexpr std::array<std::string_view, 3> usual_formats{"text", "json", "report"};

}  // namespace sbst::evm
