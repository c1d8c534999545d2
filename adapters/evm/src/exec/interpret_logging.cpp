// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

namespace sbst::evm
{

Flow interpret_logging(Machine& machine)
{
    return interpret<LoggingHooks>(machine);
}

}  // namespace sbst::evm
