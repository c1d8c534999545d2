// SPDX-License-Identifier: Apache-2.0
// Classes with probes that one worker wrote and others use: most of a worker's start is rewriting.
// Next: worker_pool.hpp.
#pragma once

#include <memory>

namespace sbst::jvm
{

/// Memory for the rewritten classes of each class path, shared by the workers of all pools that
/// have it; at most 64 MiB for a class path. Used by one thread at a time.
class RewrittenClasses
{
public:
    RewrittenClasses();
    ~RewrittenClasses();
    RewrittenClasses(const RewrittenClasses&) = delete;
    RewrittenClasses& operator=(const RewrittenClasses&) = delete;
    RewrittenClasses(RewrittenClasses&&) = delete;
    RewrittenClasses& operator=(RewrittenClasses&&) = delete;

private:
    friend class WorkerPool;
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace sbst::jvm
