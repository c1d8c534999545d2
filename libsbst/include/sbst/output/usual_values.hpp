// SPDX-License-Identifier: Apache-2.0
// What members answer of most objects of a suite. Such an answer says little; what differs from it
// is mostly the effect of the test. Next: assertion_choice.hpp, which asserts that first.
#pragma once

#include <sbst/output/executed_suite.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sbst
{

class UsualValues
{
public:
    /// Counts the answers of a test.
    void add(const ExecutedTest& test);

    /// Tells whether no other answer was seen more often, and this one of another object as well;
    /// of several such answers the first one seen is usual.
    /// @param test that the observation is of.
    [[nodiscard]] bool is_usual(const ExecutedTest& test, const Observation& observation) const;

    /// Counts that the usual answer is asserted, and gives how often that was.
    void note_asserted(const ExecutedTest& test, const Observation& observation);
    [[nodiscard]] std::size_t times_asserted(
        const ExecutedTest& test, const Observation& observation) const;

private:
    struct Seen
    {
        ExecutedValue value;
        std::size_t count = 0;
    };
    /// The type of an object, and a member.
    using Member = std::pair<std::string, std::size_t>;
    [[nodiscard]] static Member member_of(const ExecutedTest& test, const Observation& observation);

    /// In the order in which they were seen first.
    std::map<Member, std::vector<Seen>> m_seen;
    std::map<Member, std::size_t> m_asserted;
};

}  // namespace sbst
