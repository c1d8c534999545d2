// SPDX-License-Identifier: Apache-2.0
#include "spoilers.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::size_t least_victims = 2;

bool is_of_assertion(const TestOutcome& outcome)
{
    return outcome.exception.starts_with("org.opentest4j.") ||
           outcome.exception.starts_with("org.junit.") ||
           outcome.exception == "java.lang.AssertionError";
}

/// The messages of assertThrows; JUnit 4 begins them with a small letter.
bool ended_otherwise(const TestOutcome& outcome)
{
    return outcome.message.find("to be thrown, but nothing was thrown") != std::string::npos ||
           outcome.message.find("nexpected exception type thrown") != std::string::npos;
}

/// A run after the first one differs in more than its order: the value that it asserts otherwise
/// may be for a time zone or a locale.
bool has_failed(const RefereeReport& report, std::size_t run, std::size_t test)
{
    const TestOutcome& outcome = report.runs[run].outcomes[test];
    return outcome.verdict == TestVerdict::failed &&
           (run == 0 || !is_of_assertion(outcome) || ended_otherwise(outcome));
}

bool has_passed(const RefereeReport& report, std::size_t run, std::size_t test)
{
    return report.runs[run].outcomes[test].verdict == TestVerdict::passed;
}

/// Tells whether a test failed in one run and passed in another.
bool may_be_victim(const RefereeReport& report, std::size_t test)
{
    bool is_failed = false;
    bool is_passed = false;
    for (std::size_t run = 0; run < report.runs.size(); ++run)
    {
        is_failed = is_failed || has_failed(report, run, test);
        is_passed = is_passed || has_passed(report, run, test);
    }
    return is_failed && is_passed;
}

bool explains(const RefereeReport& report, std::size_t spoiler, std::size_t victim)
{
    bool is_explained = false;
    for (std::size_t run = 0; run < report.runs.size(); ++run)
    {
        const std::uint32_t before = report.runs[run].outcomes[spoiler].place;
        const std::uint32_t after = report.runs[run].outcomes[victim].place;
        const bool is_before = before != 0 && after != 0 && before < after;
        if (is_before && has_passed(report, run, victim))
        {
            return false;
        }
        is_explained = is_explained || (is_before && has_failed(report, run, victim));
    }
    return is_explained;
}

}  // namespace

bool may_depend_on_order(const RefereeReport& report)
{
    for (std::size_t test = 0; test < report.tests.size(); ++test)
    {
        if (may_be_victim(report, test))
        {
            return true;
        }
    }
    return false;
}

Spoiler find_spoiler(const RefereeReport& report)
{
    std::vector<std::size_t> victims;
    for (std::size_t test = 0; test < report.tests.size(); ++test)
    {
        if (may_be_victim(report, test))
        {
            victims.push_back(test);
        }
    }
    Spoiler best;
    for (std::size_t test = 0; test < report.tests.size(); ++test)
    {
        Spoiler one{.test = test};
        std::copy_if(victims.begin(), victims.end(), std::back_inserter(one.victims),
            [&](std::size_t victim) { return victim != test && explains(report, test, victim); });
        // The last of several with as many victims: it is the nearest to them.
        if (one.victims.size() >= std::max(best.victims.size(), least_victims))
        {
            best = std::move(one);
        }
    }
    return best;
}

}  // namespace sbst::jvm::detail
