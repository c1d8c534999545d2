// SPDX-License-Identifier: Apache-2.0
// Settings of the JVM that a test can have of its own. Next: ../exec/worker_pool.hpp, which runs
// tests with them, and ../render/java_suite.hpp, which writes them down.
#pragma once

#include <cstdint>

namespace sbst::jvm
{

/// What a test sets before its first call, so that it does not depend on where it runs, or to see
/// whether it does. Globals.java knows the numbers.
struct OwnSurroundings
{
    /// The default locale of the test.
    enum class Language : std::uint8_t
    {
        /// That of the JVM.
        unset = 0,
        /// `Locale.US`.
        english = 1,
        /// `ar-EG`: other digits, signs and words.
        arabic = 2,
        /// `tr-TR`: other words, and other capital letters.
        turkish = 3
    };
    /// The default time zone of the test.
    enum class Zone : std::uint8_t
    {
        /// That of the JVM.
        unset = 0,
        utc = 1,
        /// 14 hours ahead of UTC. At each moment this one or `behind` has another date than UTC.
        ahead = 2,
        /// 12 hours behind UTC: in the other half of the day.
        behind = 3
    };

    Language language = Language::unset;
    Zone zone = Zone::unset;

    bool operator==(const OwnSurroundings&) const = default;
};

}  // namespace sbst::jvm
