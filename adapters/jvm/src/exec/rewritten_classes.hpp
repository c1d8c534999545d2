// SPDX-License-Identifier: Apache-2.0
// The memory of RewrittenClasses.java by class path. Next: worker_pool.cpp.
#pragma once

#include <sbst/base/descriptor.hpp>
#include <sbst/jvm/exec/rewritten_classes.hpp>
#include <sbst/jvm/exec/worker_pool.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <vector>

namespace sbst::jvm
{

struct RewrittenClasses::Impl
{
    /// The memory for what workers with these settings load for the plan.
    /// @throws AdapterError when the system has none for us.
    [[nodiscard]] std::shared_ptr<const Descriptor> memory(
        const WorkerSettings& settings, const SubjectPlan& plan);

    /// By what classes are read from, and what rewrites them.
    std::map<std::vector<std::filesystem::path>, std::shared_ptr<const Descriptor>> by_source{};
};

}  // namespace sbst::jvm
