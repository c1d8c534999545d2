// SPDX-License-Identifier: Apache-2.0
// What worker processes are started with: the same for all of a pool. Next: worker_driver.hpp.
#pragma once

#include "result_reader.hpp"

#include <sbst/base/descriptor.hpp>
#include <sbst/jvm/exec/worker_settings.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace sbst::jvm
{

struct Launch
{
    WorkerSettings settings;
    /// By encode_plan.
    std::vector<std::byte> plan;
    IdLimits limits;
    /// What RewrittenClasses.java reads and writes.
    std::shared_ptr<const Descriptor> rewritten;

    /// Whether a worker of one can run the tests of the other.
    bool operator==(const Launch& other) const
    {
        return settings == other.settings && plan == other.plan && limits == other.limits;
    }
};

}  // namespace sbst::jvm
