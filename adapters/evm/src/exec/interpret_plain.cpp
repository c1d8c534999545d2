// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

namespace sbst::evm
{

Flow interpret_plain(Machine& machine)
{
    return interpret<NoHooks>(machine);
}

}  // namespace sbst::evm
