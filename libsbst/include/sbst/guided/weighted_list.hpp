// SPDX-License-Identifier: Apache-2.0
// A list of weights from which a place is drawn in proportion to them. Next: sequence_pool.hpp.
#pragma once

#include <sbst/random/rng.hpp>

#include <cstddef>
#include <vector>

namespace sbst
{

/// Weights that change; sums are kept in a Fenwick tree, so that each operation is O(log size).
/// The same operations in the same order give the same draws.
class WeightedList
{
public:
    /// Adds a weight, which is not negative, and returns its place.
    std::size_t add(double weight);
    void set(std::size_t place, double weight);
    /// A place; uniform when all weights are 0. Precondition: not empty.
    [[nodiscard]] std::size_t draw(Rng& rng) const;

    [[nodiscard]] double weight(std::size_t place) const { return m_weights[place]; }
    [[nodiscard]] std::size_t size() const { return m_weights.size(); }

private:
    [[nodiscard]] double sum_before(std::size_t end) const;
    void rebuild();

    std::vector<double> m_weights;
    /// Item i, from 1, is the sum of the last (i & -i) weights up to place i - 1.
    std::vector<double> m_sums{0.0};
    std::size_t m_changes = 0;
};

}  // namespace sbst
