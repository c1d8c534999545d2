// SPDX-License-Identifier: Apache-2.0
// Changes of one argument of a test, each for a reason of its own; what directed mutation is made
// of. Next: directed_mutation.hpp.
#pragma once

#include <sbst/numeric/u256.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/test/catalogue.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <optional>

namespace sbst
{

/// Where an argument stands. Precondition wherever one is passed: the test has it.
struct ArgumentPlace
{
    std::size_t call = 0;
    std::size_t argument = 0;
};

/// Changes that keep a test well formed; each tells whether it changed something, except where it
/// says otherwise. A changed argument is a literal, also where a reference stood.
class ArgumentChanges
{
public:
    /// Keeps references; they outlive it.
    ArgumentChanges(const TypeUniverse& types, const Catalogue& catalogue)
      : m_types(&types), m_catalogue(&catalogue)
    {}

    /// The word that an argument is or refers to; nothing where it is the result of a call, or no
    /// word.
    [[nodiscard]] static std::optional<U256> word(const TestCase& test, ArgumentPlace place);

    /// Adds to an integer, modulo 2^256; not where the sum leaves the type.
    bool step(TestCase& test, ArgumentPlace place, const U256& delta) const;

    /// An integer becomes an end of its range, 0 or 1: what overflows, and what counts as nothing,
    /// is there.
    bool go_to_boundary(TestCase& test, ArgumentPlace place, Rng& rng) const;

    /// Redraws the low bits of an integer, a random number of them, and sometimes a few more than
    /// it has: something else of about its size.
    bool redraw_low_bits(TestCase& test, ArgumentPlace place, Rng& rng) const;

    /// The argument becomes what stands elsewhere in the test under its type.
    bool copy_from_elsewhere(TestCase& test, ArgumentPlace place, Rng& rng) const;

    /// Gives each argument of a call, with that probability, the literal of an argument of another
    /// call that has its type and role: what prepares a call is often about the same account, key
    /// or amount.
    void share(
        TestCase& test, std::size_t call, std::size_t source, double probability, Rng& rng) const;

private:
    [[nodiscard]] const Parameter& parameter(const TestCase& test, ArgumentPlace place) const;

    const TypeUniverse* m_types;
    const Catalogue* m_catalogue;
};

}  // namespace sbst
