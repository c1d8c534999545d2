// SPDX-License-Identifier: Apache-2.0
// One mutant at work: while it is active, the subject's code does what the mutant does in place of
// the operator at each of its sites. Next: mutant_sites.hpp.
#pragma once

#include <sbst/evm/exec/mutant_sites.hpp>
#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sbst::evm
{

/// What happens in place of an instruction.
struct MutantStep
{
    enum class Kind : std::uint8_t
    {
        /// The instruction executes as it is; perhaps with another result, see take_result().
        execute,
        /// The compiler's function is not called: `word` is its result.
        returns,
        /// The transaction fails as for that code of Panic(uint256).
        panics,
        /// It fails as before Solidity 0.8: by an invalid instruction.
        fails
    };
    Kind kind = Kind::execute;
    U256 word{};
    /// Arguments of the function that is not called.
    std::size_t arguments = 0;
};

/// The interpreter asks it before each instruction of the subject's runtime code.
class ActiveMutant
{
public:
    /// From now on the subject is this mutant; null = the original.
    /// @param sites of one mutant, all of which is_built(); must outlive this.
    /// @param has_panics the compiler's checks fail by Panic(uint256).
    void activate(const MutantSites* sites, bool has_panics);
    [[nodiscard]] bool is_active() const noexcept { return m_sites != nullptr; }

    /// The mutant's result of the instruction that has just been executed, where it has another
    /// one.
    /// @param next place of the instruction that comes next.
    /// @param stack after it, top last.
    [[nodiscard]] std::optional<U256> take_result(
        std::size_t depth, std::uint32_t next, std::span<const U256> stack);

    [[nodiscard]] bool has_site(std::uint32_t pc) const noexcept { return m_sites->at(pc) != 0; }
    /// What the mutant does about the instruction at a site.
    /// @param stack before it, top last.
    /// @param size of the instruction in bytes.
    [[nodiscard]] MutantStep reach(std::uint32_t pc, std::uint8_t opcode, std::size_t size,
        std::size_t depth, std::span<const U256> stack);

private:
    /// What becomes of the result of an instruction.
    struct Change
    {
        enum class Kind : std::uint8_t
        {
            becomes,
            flips,
            grows
        };
        Kind kind = Kind::becomes;
        U256 word{};
        std::size_t depth = 0;
        std::uint32_t next = 0;
    };

    [[nodiscard]] static std::optional<Change> change_of(const MutantSite& site,
        std::uint8_t change, const U256& left, const U256& right,
        const std::optional<U256>& result);
    [[nodiscard]] MutantStep call(const MutantSite& site, const std::optional<U256>& result,
        std::size_t arguments, const U256& right) const;
    [[nodiscard]] MutantStep fail(const MutantSite& site, const U256& right) const;

    const MutantSites* m_sites = nullptr;
    bool m_has_panics = true;
    std::optional<Change> m_change;
};

/// Tells whether an active mutant can do at that site exactly what the compiled mutant would. Not
/// where the compiler checks the result in line, after the operator or, for a divisor, before it:
/// those checks are of the original operator.
[[nodiscard]] bool is_built(const MutantSite& site, std::uint8_t opcode);

}  // namespace sbst::evm
