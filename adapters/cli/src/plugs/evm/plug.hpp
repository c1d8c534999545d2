// SPDX-License-Identifier: Apache-2.0
// Contracts, for the command line. Next: commands.hpp.
#pragma once

#include "../../options/plug.hpp"

namespace sbst::cli
{

[[nodiscard]] Plug evm_plug();

}  // namespace sbst::cli
