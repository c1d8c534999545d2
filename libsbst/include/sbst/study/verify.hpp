// SPDX-License-Identifier: Apache-2.0
// Verification: whether runs of a study reproduce its results. Next: results.hpp.
#pragma once

#include <sbst/problem/stop_token.hpp>
#include <sbst/study/laboratory.hpp>
#include <sbst/study/plan.hpp>
#include <sbst/study/store.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace sbst::study
{

/// A cell with a wrong result.
struct Mismatch
{
    /// `Casino, dynamosa, run 3`, or the key of a cell that the plan no longer has.
    std::string cell;
    std::string problem;
};

struct Verification
{
    std::vector<Mismatch> mismatches;
    /// Numbers of results whose digests were compared, and of those that the manifest has.
    std::size_t checked = 0;
    std::size_t in_manifest = 0;
    /// Numbers of cells that were run again, and of those that no run can confirm (a clock ended
    /// them).
    std::size_t executed = 0;
    std::size_t irreproducible = 0;
};

/// Compares every result with its own digest and with the manifest's.
[[nodiscard]] Verification check_digests(const Plan& plan, const Store& store);

/// Which results are reproduced.
struct RerunOptions
{
    /// At most this many, chosen by the study's seed.
    std::size_t count = 10;
    StopToken stop{};
    /// Called with each cell before it runs; may be empty.
    std::function<void(const std::string& cell)> on_cell{};
};

/// Runs finished cells again and compares their results.
/// @throws sbst::Error when a run cannot be made.
void check_by_running(const Plan& plan, const Store& store, Laboratory& laboratory,
    const RerunOptions& options, Verification& verification);

}  // namespace sbst::study
