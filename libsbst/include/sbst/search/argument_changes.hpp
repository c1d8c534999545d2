// SPDX-License-Identifier: Apache-2.0
// Changes of one argument of a test: the building blocks of directed mutation. Next:
// directed_mutation.hpp.
#pragma once

#include <sbst/numeric/u256.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/test/catalogue.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <optional>

namespace sbst
{

/// The place of an argument. Precondition of all functions that take one: the test has that
/// argument.
struct ArgumentPlace
{
    std::size_t call = 0;
    std::size_t argument = 0;
};

/// Changes that keep a test well formed; each returns whether it changed something, unless
/// documented otherwise. A changed argument becomes a literal, even if it was a reference.
class ArgumentChanges
{
public:
    /// Keeps references; they outlive it.
    ArgumentChanges(const TypeUniverse& types, const Catalogue& catalogue)
      : m_types(&types), m_catalogue(&catalogue)
    {}

    /// The word that an argument is or refers to; nothing when it is the result of a call or not a
    /// word.
    [[nodiscard]] static std::optional<U256> word(const TestCase& test, ArgumentPlace place);

    /// Adds to an integer, modulo 2^256, unless the sum leaves the type.
    bool step(TestCase& test, ArgumentPlace place, const U256& delta) const;

    /// An integer becomes an end of its range, 0 or 1: overflows and special cases are found there.
    bool go_to_boundary(TestCase& test, ArgumentPlace place, Rng& rng) const;

    /// Redraws a random number of the low bits of an integer, sometimes a few more than it has: the
    /// result is another integer of about its size.
    bool redraw_low_bits(TestCase& test, ArgumentPlace place, Rng& rng) const;

    /// The argument becomes a value of its type from elsewhere in the test.
    bool copy_from_elsewhere(TestCase& test, ArgumentPlace place, Rng& rng) const;

    /// Gives each argument of a call, with that probability, the literal of an argument of another
    /// call with the same type and role: a call that prepares another is often about the same
    /// account, key or amount.
    void share(
        TestCase& test, std::size_t call, std::size_t source, double probability, Rng& rng) const;

private:
    [[nodiscard]] const Parameter& parameter(const TestCase& test, ArgumentPlace place) const;

    const TypeUniverse* m_types;
    const Catalogue* m_catalogue;
};

}  // namespace sbst
