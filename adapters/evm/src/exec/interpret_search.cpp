// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

namespace sbst::evm
{

Flow interpret_search(Machine& machine)
{
    return interpret<SearchHooks>(machine);
}

}  // namespace sbst::evm
