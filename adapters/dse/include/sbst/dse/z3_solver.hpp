// SPDX-License-Identifier: Apache-2.0
// The SMT solver Z3 as a library. Only in builds with SBST_WITH_Z3. Next: portfolio.hpp for
// programs.
#pragma once

#include <sbst/dse/solver.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace sbst::dse
{

struct Z3Options
{
    /// Steps of Z3's own count of resources for one query; positive.
    std::uint32_t resource_limit = 4'000'000;
    /// Most operations and most gates of arithmetic of one query, as estimated; larger ones are
    /// unknown at once. The count of resources does not see the memory that such queries take.
    std::size_t max_terms = 200'000;
    std::uint64_t max_gates = 30'000'000;
    /// Products and quotients of wider unknown words are guessed first and corrected where wrong.
    unsigned widest_product = 64;
    /// How often a model that is wrong at a hash, a power or a remainder leads to another question,
    /// with the right value added.
    unsigned max_corrections = 64;
};

/// @throws ConfigError naming the member, the value found and what was expected.
void validate(const Z3Options& options);

/// Asks Z3. Each query is a world of its own: the answer hangs on it alone, never on time, on
/// earlier queries or on other threads.
///
/// Its models are evaluated: they are right. It cannot express hashes, nor powers and remainders of
/// unknown floating-point numbers, and corrects what Z3 assumes of them value by value. Effort is
/// Z3's count of resources.
class Z3Solver
{
public:
    /// @throws ConfigError as validate does.
    explicit Z3Solver(const Z3Options& options = {});

    /// Draws nothing.
    [[nodiscard]] Answer solve(const Query& query, Rng& rng) const;
    [[nodiscard]] Answer operator()(const Query& query, Rng& rng) const
    {
        return solve(query, rng);
    }

private:
    Z3Options m_options;
};

static_assert(Solver<Z3Solver>);

/// The version of the library, such as `4.8.12.0`: its answers hang on it.
[[nodiscard]] std::string z3_version();

}  // namespace sbst::dse
