// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

namespace sbst::evm
{

Flow interpret_watched(Machine& machine)
{
    return interpret<WatchedHooks>(machine);
}

}  // namespace sbst::evm
