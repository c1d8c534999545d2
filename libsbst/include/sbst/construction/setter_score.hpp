// SPDX-License-Identifier: Apache-2.0
// Which method to call so that a field, or a place of storage, gets a value: the score of paths
// through the call graph that end with a write. Next: construction_graph.hpp.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sbst
{

/// A chain of calls from a method that tests can call to one that writes the wanted place.
struct WritePath
{
    /// The number of its first method, as the adapter counts.
    std::size_t method = 0;
    /// Parameters of the first method on which the written value depends (N_v).
    std::size_t parameters = 0;
    /// For each method of the chain, the share of its branches under which it makes the next call,
    /// and at last the write (comp): 1 for a method without branches. Not empty, each in [0, 1].
    std::vector<double> shares{};
};

/// `(N_v + 1) * sum of the shares / length`.
///
/// Source: EvoObj, section 3.2.2, equation 1.
[[nodiscard]] double score_of(const WritePath& path);

struct ScoredMethod
{
    std::size_t method = 0;
    /// The best of its paths.
    double score = 0;
    /// Its share of all scores; they add up to 1.
    double probability = 0;
};

/// The methods with a path, ascending by number. Methods are drawn by their probability.
[[nodiscard]] std::vector<ScoredMethod> score_methods(std::span<const WritePath> paths);

}  // namespace sbst
