// SPDX-License-Identifier: Apache-2.0
// The parameters of a callable that words of a call come from. Next: state_slice.hpp.
#pragma once

#include <sbst/evm/abi/contract_abi.hpp>
#include <sbst/evm/construction/storage_facts.hpp>
#include <sbst/evm/problem/actors.hpp>
#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/test/catalogue.hpp>

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace sbst::evm
{

/// Holds references to what it is made of.
class CallInputs
{
public:
    /// @param arguments of the function or the constructor; null where it has none.
    CallInputs(const CallTarget& target, const Callable& callable, const AbiParameters* arguments,
        std::span<const Actor> actors);

    /// The parameter that a term is, if one word is all of it.
    [[nodiscard]] std::optional<std::size_t> parameter_of(const Term& term) const;
    /// The parameters on which a term depends, ascending.
    [[nodiscard]] std::vector<std::size_t> parameters_of(
        const StorageFacts& facts, TermId term) const;
    /// Tells whether a parameter is a wait before the call.
    [[nodiscard]] bool is_step(std::size_t parameter) const
    {
        return parameter == m_target->time_step || parameter == m_target->block_step;
    }
    [[nodiscard]] std::size_t argument_count() const { return m_heads.size(); }
    /// Parameters that are arrays of accounts.
    [[nodiscard]] const std::vector<std::size_t>& account_lists() const { return m_account_lists; }
    /// Tells whether a parameter is an account.
    [[nodiscard]] bool is_account(std::size_t parameter) const;
    [[nodiscard]] const std::string& name(std::size_t parameter) const
    {
        return m_callable->parameters[parameter].name;
    }
    /// A word as a value of a parameter: accounts have numbers. Nothing where no account has it.
    [[nodiscard]] std::optional<Value> value_of(std::size_t parameter, const U256& word) const;

private:
    [[nodiscard]] std::optional<std::size_t> parameter_with(const U256& offset) const;
    void collect(const StorageFacts& facts, TermId id, std::set<std::size_t>& found,
        std::set<TermId>& seen) const;

    const CallTarget* m_target;
    const Callable* m_callable;
    std::span<const Actor> m_actors;
    /// By argument: the offset of its head.
    std::vector<std::size_t> m_heads;
    std::vector<bool> m_is_address;
    /// By argument: one word of the head is its value.
    std::vector<bool> m_is_word;
    std::vector<std::size_t> m_account_lists;
    std::size_t m_end = 0;
};

}  // namespace sbst::evm
