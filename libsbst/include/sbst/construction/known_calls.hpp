// SPDX-License-Identifier: Apache-2.0
// Arguments with which calls returned, for templates that make the same calls. Next:
// template_builder.hpp.
#pragma once

#include <sbst/problem/trace.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace sbst
{

/// Keeps the last few calls of each callable.
class KnownCalls
{
public:
    static constexpr std::size_t most = 8;

    /// The arguments of a call by parameter; nothing for results of other calls.
    using Arguments = std::vector<std::optional<Value>>;

    /// Adds the calls of a test that returned.
    void note(const TestCase& test, const Trace& trace);
    [[nodiscard]] bool has(CallableId callable) const { return m_rings.contains(callable); }
    /// Those of one call, or null.
    [[nodiscard]] const Arguments* draw(CallableId callable, Rng& rng) const;

private:
    struct Ring
    {
        std::vector<Arguments> calls{};
        std::size_t next = 0;
    };

    std::map<CallableId, Ring> m_rings;
};

}  // namespace sbst
