// SPDX-License-Identifier: Apache-2.0
// Whether the results of a study are what its runs give. Next: results.hpp.
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

/// A cell that is not what it should be.
struct Mismatch
{
    /// `Casino, dynamosa, run 3`, or the key of a cell that the plan no longer has.
    std::string cell;
    std::string problem;
};

struct Verification
{
    std::vector<Mismatch> mismatches;
    /// Results whose digests were compared, and how many of them the manifest has.
    std::size_t checked = 0;
    std::size_t in_manifest = 0;
    /// Cells that were run again, and those that no run can confirm (a clock ended them).
    std::size_t executed = 0;
    std::size_t irreproducible = 0;
};

/// Compares every result with its own digest and with the manifest's.
[[nodiscard]] Verification check_digests(const Plan& plan, const Store& store);

/// Which results are made again.
struct RerunOptions
{
    /// At most so many, chosen by the study's seed.
    std::size_t count = 10;
    StopToken stop{};
    /// Told each cell before it runs; may be empty.
    std::function<void(const std::string& cell)> on_cell{};
};

/// Runs finished cells again and compares what they give.
/// @throws sbst::Error when a run cannot be made.
void check_by_running(const Plan& plan, const Store& store, Laboratory& laboratory,
    const RerunOptions& options, Verification& verification);

}  // namespace sbst::study
