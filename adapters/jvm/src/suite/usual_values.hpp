// SPDX-License-Identifier: Apache-2.0
// What members say of most objects of a suite: of one object that says little, and what differs
// from it is mostly what its test did. Next: observed_test.hpp, which asserts that first.
#pragma once

#include <sbst/jvm/exec/run_detail.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sbst::jvm::detail
{

class UsualValues
{
public:
    /// Counts what observers said of the objects of a test.
    void add(const RunDetail& detail);

    /// Tells whether no other value was seen more often, and this one of another object as well; of
    /// several such values the first one seen is usual.
    /// @param detail that the observation is of.
    [[nodiscard]] bool is_usual(const RunDetail& detail, const ObserverDetail& observation) const;

    /// Counts that the usual value is asserted, and gives how often that was.
    void note_asserted(const RunDetail& detail, const ObserverDetail& observation);
    [[nodiscard]] std::size_t times_asserted(
        const RunDetail& detail, const ObserverDetail& observation) const;

private:
    struct Seen
    {
        JavaResult value;
        std::size_t count = 0;
    };
    /// A class, by binary name, and an observer.
    using Member = std::pair<std::string, std::uint32_t>;
    [[nodiscard]] static Member member_of(
        const RunDetail& detail, const ObserverDetail& observation);

    /// In the order in which they were seen first.
    std::map<Member, std::vector<Seen>> m_seen;
    std::map<Member, std::size_t> m_asserted;
};

}  // namespace sbst::jvm::detail
