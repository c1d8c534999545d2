// SPDX-License-Identifier: Apache-2.0
// The alternating variable method on one literal of a test: which values to try next, given how
// near the last ones came to a goal. Next: local_search.hpp, which chooses goals, tests and
// literals.
#pragma once

#include <sbst/fitness/fitness.hpp>
#include <sbst/test/type.hpp>
#include <sbst/test/value.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace sbst
{

/// A test that is to come nearer to a goal by other values of one literal.
class LiteralTrial
{
public:
    virtual ~LiteralTrial() = default;

    struct Result
    {
        /// Which of the values came nearest, if one came nearer than the literal was before.
        std::optional<std::size_t> nearest;
        /// No value made a difference.
        bool is_plateau = true;
    };

    /// Runs the test with each of the values instead of the literal; fewer when the quota or the
    /// budget ends. The nearest one becomes the literal. Values that are not literals of the type
    /// are passed over.
    virtual Result run(std::vector<Value> values) = 0;
    [[nodiscard]] virtual const Value& value() const = 0;
    [[nodiscard]] virtual const Fitness& fitness() const = 0;
    /// The goal is covered, or no more tests may be run.
    [[nodiscard]] virtual bool is_over() const = 0;

protected:
    LiteralTrial() = default;
    LiteralTrial(const LiteralTrial&) = default;
    LiteralTrial& operator=(const LiteralTrial&) = default;
};

/// The most that climb() makes of dynamic values.
struct ClimbLimits
{
    std::size_t max_text_length = 256;
    std::size_t max_array_length = 10;
};

/// Moves the literal towards the goal until no neighbour is nearer; returns whether it came nearer.
/// Draws nothing. For an array that is its length only: its items are literals of their own.
///
/// Integers take steps of 1, doubled as long as they help, then halved. Beside each step it tries
/// the zero of the straight line through the last two distances, which finds a compared value at
/// once. Numbers with a fraction then do the same with steps of 0.1, 0.01, ... Texts change their
/// length, then each character. Booleans, enumerations and null take each other value.
///
/// Source: Korel, TSE 1990 (alternating variable method); Kempka, McMinn, Sudholt, Theor. Comput.
/// Sci. 2015 (halving: geometric search); EvoSuite for decimals and texts. The straight line, and
/// larger first steps where small ones make no difference, are ours.
bool climb(LiteralTrial& trial, TypeId type, const TypeUniverse& types, const ClimbLimits& limits);

}  // namespace sbst
