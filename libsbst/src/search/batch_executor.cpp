// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/batch_executor.hpp>

#include <fmt/format.h>

namespace sbst::detail
{

void report_idle_adapter(std::size_t batch_size)
{
    throw AdapterError(fmt::format(
        "none of the {} tests of a batch was run although no stop was requested", batch_size));
}

}  // namespace sbst::detail
