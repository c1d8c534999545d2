// SPDX-License-Identifier: Apache-2.0
// Java classes, for the command line. Next: commands.hpp.
#pragma once

#include "../../options/plug.hpp"

namespace sbst::cli
{

[[nodiscard]] Plug jvm_plug();

}  // namespace sbst::cli
