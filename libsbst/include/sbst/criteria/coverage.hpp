// SPDX-License-Identifier: Apache-2.0
// What a run is asked to reach: the criteria of options and reports. A criterion has one kind of
// goal or several: branch coverage also wants methods without branches to be entered. Next:
// criterion.hpp for the kinds.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace sbst
{

/// The criteria that can be asked for, in the order of reports.
///
/// Source: the coverage goal selector, section 2.1 (the names and what they want).
enum class Coverage : std::uint8_t
{
    branch,
    direct_branch,
    line,
    weak_mutation,
    method,
    method_without_exception,
    exception,
    output
};
inline constexpr std::size_t coverage_count = 8;

/// As options and reports write it: `direct-branch`.
[[nodiscard]] std::string_view to_string(Coverage coverage);
[[nodiscard]] std::optional<Coverage> parse_coverage(std::string_view name);
/// What the criterion wants, in one line.
[[nodiscard]] std::string_view summary_of(Coverage coverage);
/// All criteria in the order of reports.
[[nodiscard]] const std::array<Coverage, coverage_count>& all_coverages();

/// A set of criteria.
class CoverageSet
{
public:
    CoverageSet() = default;
    CoverageSet(std::initializer_list<Coverage> members)
    {
        for (const Coverage member : members)
        {
            add(member);
        }
    }
    [[nodiscard]] static CoverageSet all() { return CoverageSet(~std::bitset<coverage_count>()); }
    /// What is in either.
    friend CoverageSet operator|(const CoverageSet& left, const CoverageSet& right)
    {
        return CoverageSet(left.m_members | right.m_members);
    }

    void add(Coverage member) { m_members.set(static_cast<std::size_t>(member)); }
    [[nodiscard]] bool has(Coverage member) const
    {
        return m_members.test(static_cast<std::size_t>(member));
    }
    [[nodiscard]] bool is_empty() const { return m_members.none(); }
    [[nodiscard]] std::size_t size() const { return m_members.count(); }
    friend bool operator==(const CoverageSet&, const CoverageSet&) = default;

private:
    explicit CoverageSet(std::bitset<coverage_count> members) : m_members(members) {}

    std::bitset<coverage_count> m_members;
};

/// The names of the members, in the order of reports: `branch,line`.
[[nodiscard]] std::string to_string(const CoverageSet& set);

/// Which goals there are, and what is done about them.
///
/// Source: the coverage goal selector, section 3: one representative of each group of criteria is
/// sought, and of the others only goals that subsume the rest.
struct CriteriaChoice
{
    CoverageSet sought{Coverage::branch};
    /// Only key goals of these are sought (Goal::is_key).
    CoverageSet keys{};
    /// All goals of these return after the search: minimisation keeps what the suite covers of
    /// them.
    CoverageSet restored{};
    /// The finished suite is measured for all goals of these, which changes nothing in it.
    CoverageSet measured{};

    /// Tells whether there are goals of that criterion.
    [[nodiscard]] bool has(Coverage coverage) const
    {
        return (sought | keys).has(coverage) || is_measured(coverage);
    }
    /// Tells whether the search needs to know about that criterion.
    [[nodiscard]] bool searches(Coverage coverage) const { return (sought | keys).has(coverage); }
    /// Tells whether the suite is measured for all goals of that criterion.
    [[nodiscard]] bool is_measured(Coverage coverage) const
    {
        return (restored | measured).has(coverage);
    }
    /// Tells whether the suite is measured for goals that the search does not seek.
    [[nodiscard]] bool measures_more() const
    {
        return !restored.is_empty() || !measured.is_empty();
    }
    friend bool operator==(const CriteriaChoice&, const CriteriaChoice&) = default;

    /// Direct branches, methods without exception, exceptions and outputs; key lines and mutants.
    [[nodiscard]] static CriteriaChoice smart();
    /// The same without key lines and mutants.
    [[nodiscard]] static CriteriaChoice smart_without_subsumption();
};

}  // namespace sbst
