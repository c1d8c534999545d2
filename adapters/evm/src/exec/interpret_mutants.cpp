// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

namespace sbst::evm
{

Flow interpret_mutants(Machine& machine)
{
    return interpret<MutantHooks>(machine);
}

}  // namespace sbst::evm
