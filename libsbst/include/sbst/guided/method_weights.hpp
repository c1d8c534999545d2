// SPDX-License-Identifier: Apache-2.0
// Bloodhound: which method to call next, by what it has left open and how often it succeeded.
// Next: sequence_sampler.hpp.
#pragma once

#include <sbst/random/rng.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sbst
{

/// What is known of a method when weights are computed anew.
struct MethodFacts
{
    /// Share of its goals that are open, in [0, 1]; 0 for a method without goals.
    double open_share = 0.0;
    /// Calls that returned.
    std::uint64_t successes = 0;
};

struct MethodWeighting
{
    /// Weight of open goals against failed calls (alpha); in [0, 1].
    double uncovered_weight = 0.9;
    /// How fast a weight falls while its method is drawn (p); in (0, 1).
    double decay = 0.99;
};

/// The weight of a method before it is drawn:
/// `alpha * open_share + (1 - alpha) * (1 - successes / most)`; `most`, at least 1, is that of the
/// method with the most successes.
/// Source: GRT, ASE 2015, section III-F; alpha is 0.9 in Randoop.
[[nodiscard]] double method_weight(
    const MethodFacts& facts, std::uint64_t most, const MethodWeighting& weighting);

/// By what a weight is multiplied once its method was drawn k times:
/// `max(-3 / ln(1 - p) * p^k / k, 1 / ln(methods + 3))`, 1 for k = 0.
/// Source: GRT, ASE 2015, section III-F; p is 0.99 in Randoop.
[[nodiscard]] double drawn_factor(
    std::uint64_t k, std::size_t methods, const MethodWeighting& weighting);

/// Draws methods by weight. A method that was drawn weighs less, until the next update.
class MethodWeights
{
public:
    explicit MethodWeights(const MethodWeighting& weighting = {}) : m_weighting(weighting) {}

    /// Computes all weights anew, of any number of methods.
    void update(std::span<const MethodFacts> methods);
    /// The place of a method; uniform when all weights are 0. Precondition: there is a method.
    /// O(methods).
    [[nodiscard]] std::size_t draw(Rng& rng);

    [[nodiscard]] std::span<const double> weights() const { return m_weights; }
    [[nodiscard]] std::size_t size() const { return m_weights.size(); }

private:
    MethodWeighting m_weighting;
    std::vector<double> m_first;
    std::vector<double> m_weights;
    std::vector<std::uint64_t> m_times;
};

}  // namespace sbst
