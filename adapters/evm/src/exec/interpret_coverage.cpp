// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

namespace sbst::evm
{

Flow interpret_coverage(Machine& machine)
{
    return interpret<CoverageHooks>(machine);
}

}  // namespace sbst::evm
