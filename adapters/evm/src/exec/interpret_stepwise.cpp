// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

namespace sbst::evm
{

Flow interpret_stepwise(Machine& machine)
{
    return interpret<StepHooks>(machine);
}

}  // namespace sbst::evm
