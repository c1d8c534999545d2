// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

namespace sbst::evm
{

Flow interpret_watched_search(Machine& machine)
{
    return interpret<WatchedSearchHooks>(machine);
}

}  // namespace sbst::evm
