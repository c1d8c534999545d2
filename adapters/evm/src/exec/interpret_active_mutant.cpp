// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

namespace sbst::evm
{

Flow interpret_active_mutant(Machine& machine)
{
    return interpret<ActiveMutantHooks>(machine);
}

}  // namespace sbst::evm
