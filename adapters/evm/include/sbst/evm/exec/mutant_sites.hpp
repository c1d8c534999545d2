// SPDX-License-Identifier: Apache-2.0
// Mutants where they are executed: the places of the source's operators in the code, and how far an
// execution was from a result that differs. Next: search_trace.hpp, which the interpreter fills.
#pragma once

#include <sbst/criteria/mutation.hpp>
#include <sbst/goal/goal.hpp>
#include <sbst/numeric/u256.hpp>
#include <sbst/problem/trace.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sbst::evm
{

/// The integers of an operator. Booleans, addresses and enums count as unsigned.
struct WordType
{
    unsigned bits = 256;
    bool is_signed = false;
};

/// What mutants do that give another state whenever they are executed.
enum class ReachedChange : std::uint8_t
{
    /// Zero becomes one, and anything else zero.
    flip,
    zero,
    /// One more than the instruction gives.
    one_more,
    /// `++` becomes `--`: two less.
    step_down,
    step_up
};

/// One mutant of an operator: what replaces it.
struct SiteMutant
{
    MutantId mutant{};
    std::uint8_t change = 0;
};

/// An instruction that computes an operator of the source, or calls code that does.
struct MutantSite
{
    enum class Kind : std::uint8_t
    {
        /// `original` and changes are WordOperators.
        arithmetic,
        /// Likewise Relations.
        relation,
        /// Changes are ReachedChanges. All mutants give another state whenever the instruction is
        /// executed.
        reached
    };

    std::uint32_t pc = 0;
    Kind kind = Kind::reached;
    std::uint8_t original = 0;
    WordType type{};
    /// What does not fit the type fails, as in Solidity from 0.8 on outside `unchecked`.
    bool is_checked = false;
    /// Places on the stack, counted from the top; without a right one the right operand is 0.
    std::uint8_t left = 0;
    std::optional<std::uint8_t> right{};
    std::vector<SiteMutant> mutants{};
};

/// The result of an operator; nothing when it fails. Exact for types of up to 256 bits.
[[nodiscard]] std::optional<U256> apply(
    WordOperator word_operator, const U256& left, const U256& right, const MutantSite& site);

/// The order of two words of a type.
[[nodiscard]] std::strong_ordering order_of(const U256& a, const U256& b, const WordType& type);

/// All sites of one code. Immutable; shared by runners.
class MutantSites
{
public:
    MutantSites(std::size_t code_size, std::size_t mutant_count, std::vector<MutantSite> sites);

    /// The number of the first site at a place, counted from 1; 0 for a place without a site.
    [[nodiscard]] std::uint32_t at(std::uint32_t pc) const noexcept
    {
        return pc < m_first.size() ? m_first[pc] : 0;
    }
    [[nodiscard]] const std::vector<MutantSite>& all() const noexcept { return m_sites; }
    [[nodiscard]] std::size_t mutant_count() const noexcept { return m_mutant_count; }

private:
    std::vector<MutantSite> m_sites;  // ascending by place
    std::vector<std::uint32_t> m_first;
    std::size_t m_mutant_count;
};

/// What one test did about mutants. Reused: clearing costs O(touched).
class MutantRecord
{
public:
    /// Watches these sites from now on; null = none. They must outlive the record.
    void watch(const MutantSites* sites);
    [[nodiscard]] const MutantSites* sites() const noexcept { return m_sites; }

    /// The instruction of that place is about to be executed with that stack (top last).
    void reach(std::uint32_t pc, std::span<const U256> stack);
    void clear();
    void append_to(std::vector<MutantTrace>& out) const;

private:
    void compute(const MutantSite& site, const U256& left, const U256& right);
    void note(const SiteMutant& mutant, const Distance& distance);
    [[nodiscard]] bool is_infected(const SiteMutant& mutant) const
    {
        return m_is_touched[mutant.mutant.index()] && is_zero(m_least[mutant.mutant.index()]);
    }

    const MutantSites* m_sites = nullptr;
    std::vector<Distance> m_least;  // by mutant
    std::vector<bool> m_is_touched;
    std::vector<std::uint32_t> m_touched;
};

}  // namespace sbst::evm
