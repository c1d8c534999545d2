// SPDX-License-Identifier: Apache-2.0
// What worker processes are started with: the same for all of a pool. Next: worker_driver.hpp.
#pragma once

#include "result_reader.hpp"

#include <sbst/jvm/exec/worker_settings.hpp>

#include <cstddef>
#include <vector>

namespace sbst::jvm
{

struct Launch
{
    WorkerSettings settings;
    /// By encode_plan.
    std::vector<std::byte> plan;
    IdLimits limits;

    bool operator==(const Launch&) const = default;
};

}  // namespace sbst::jvm
