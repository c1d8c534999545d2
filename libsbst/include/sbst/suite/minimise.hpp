// SPDX-License-Identifier: Apache-2.0
// Minimisation: the same coverage with the fewest tests, the fewest calls and the simplest values.
// Next: minimiser.hpp, set_cover.hpp, simpler_values.hpp.
#pragma once

#include <sbst/suite/minimiser.hpp>

#include <utility>
#include <vector>

namespace sbst
{

/// Returns a suite that covers the same shown goals as `tests` do: no duplicates, and no single
/// test or (for sequence problems) call that could be left out, unless the allowance ends earlier.
///
/// Steps, until nothing changes: the fewest tests that cover all (set cover); then the calls that a
/// test does not need are deleted (chunks by halves, then single calls, from the end); finally
/// simpler values. Every change is executed before it is accepted. The given tests are executed
/// even when the stop token fires, so an interrupted run loses nothing; then only tests are chosen.
/// Deterministic for the same rng.
template <Problem P>
[[nodiscard]] MinimisedSuite<typename P::Test> minimise(P& problem,
    std::vector<typename P::Test> tests, const MinimiseOptions& options, Rng& rng,
    StopToken stop = {})
{
    return Minimiser<P>(problem, options, rng, stop).run(std::move(tests));
}

}  // namespace sbst
