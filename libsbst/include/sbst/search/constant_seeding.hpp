// SPDX-License-Identifier: Apache-2.0
// Constant seeding as a hook: values compared by tests that improved something become arguments of
// later tests. Next: ../seeding/dynamic_seeding.hpp, hooks.hpp.
#pragma once

#include <sbst/search/hooks.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/seeding/dynamic_seeding.hpp>
#include <sbst/test/test_case.hpp>

namespace sbst
{

/// Feeds a pool, which must outlive it.
class ConstantSeeding
{
public:
    explicit ConstantSeeding(ConstantPool& pool) : m_seeding(pool) {}

    [[nodiscard]] static Record wanted_record() { return Record::values; }

    void on_evaluated(const Evaluated<TestCase>& evaluated) const
    {
        if (evaluated.improved)
        {
            m_seeding(evaluated.trace);
        }
    }

private:
    DynamicSeeding m_seeding;
};

}  // namespace sbst
