// SPDX-License-Identifier: Apache-2.0
// Dynamic seeding: values compared in a trace become arguments of later tests. Next:
// constant_pool.hpp.
#pragma once

#include <sbst/problem/trace.hpp>
#include <sbst/seeding/constant_pool.hpp>

namespace sbst
{

/// Feeds a pool with the operands in traces; needs traces recorded with Record::values.
///
/// Call it in index order of the batch, so that the pool does not depend on the order of execution.
/// Keeps a reference to the pool.
class DynamicSeeding
{
public:
    explicit DynamicSeeding(ConstantPool& pool) : m_pool(&pool) {}

    void operator()(const Trace& trace) const
    {
        for (const ComparedValues& compared : trace.values.entries())
        {
            m_pool->observe(compared);
        }
    }

private:
    ConstantPool* m_pool;
};

}  // namespace sbst
