// SPDX-License-Identifier: Apache-2.0
// Fingerprints: numbers by which tests are found again. Next: test_case.hpp.
#pragma once

#include <sbst/test/test_case.hpp>

#include <cstdint>
#include <vector>

namespace sbst
{

/// A number that differs between tests, except by rare chance; the same on all machines.
[[nodiscard]] std::uint64_t fingerprint(const TestCase& test);

/// The fingerprints of the first call alone, of the first two, and so on up to the whole test.
[[nodiscard]] std::vector<std::uint64_t> prefix_fingerprints(const TestCase& test);

}  // namespace sbst
