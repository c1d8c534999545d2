// SPDX-License-Identifier: Apache-2.0
#include "subject.hpp"

#include <sbst/evm/analysis/disassembly.hpp>
#include <sbst/evm/exec/opcode.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace sbst::test
{

namespace
{

using evm::Address;
using evm::Artifact;
using evm::Bytes;
using evm::ContractAnalysis;
using evm::ContractFacts;

/// Makes words: small numbers, constants of the code and their neighbours, accounts, powers of two.
class Words
{
public:
    Words(const ContractFacts& facts, std::vector<Address> accounts)
      : m_accounts(std::move(accounts))
    {
        const evm::Disassembly code(facts.code);
        for (const evm::Instruction& instruction : code.instructions())
        {
            if (instruction.size > 1)
            {
                m_constants.push_back(instruction.immediate);
            }
        }
        m_constants.emplace_back(0);
    }

    U256 draw(Rng& rng) const
    {
        switch (rng.below(8))
        {
            case 0:
            case 1:
                return U256{rng.below(5)};
            case 2:
                return m_constants[rng.index(m_constants.size())];
            case 3:
                return m_constants[rng.index(m_constants.size())] + U256{1} - U256{rng.below(3)};
            case 4:
                return U256::power_of_two(static_cast<unsigned>(rng.below(257))) -
                       U256{rng.below(2)};
            case 5:
                return U256{32 * rng.below(8)};
            case 6:
                return U256{1 + rng.below(3000)};
            default:
                return m_accounts[rng.index(m_accounts.size())].to_word();
        }
    }

private:
    std::vector<Address> m_accounts;
    std::vector<U256> m_constants;
};

void append(Bytes& data, const U256& word)
{
    const auto bytes = word.to_be_bytes();
    data.insert(data.end(), bytes.begin(), bytes.end());
}

class RandomCaller
{
public:
    RandomCaller(const Artifact& artifact, const ContractFacts& facts,
        const ContractAnalysis& analysis, Rng& rng)
      : m_artifact(&artifact),
        m_facts(&facts),
        m_analysis(&analysis),
        m_rng(&rng),
        m_words(facts, make_accounts())
    {
        auto& state = m_executor.state();
        for (const Address& account : make_accounts())
        {
            state.set_balance(state.find_or_add(account), U256::power_of_two(100));
        }
        m_executor.block().timestamp = 1'700'000'000;
        m_executor.block().number = 1'000'000;
    }

    Contradictions run(std::size_t transactions)
    {
        for (std::size_t i = 0; i < transactions; ++i)
        {
            if (i % 40 == 0)
            {
                deploy();
            }
            m_executor.block().timestamp += m_rng->below(5) == 0 ? m_rng->below(2'000'000) : 12;
            m_executor.block().number += 1 + (m_rng->below(5) == 0 ? m_rng->below(3000) : 0);
            if (m_contract)
            {
                call();
            }
        }
        m_found.executed_edges = m_edges.size();
        m_found.outcomes = m_outcomes.size();
        return std::move(m_found);
    }

private:
    static std::vector<Address> make_accounts()
    {
        std::vector<Address> accounts;
        for (std::uint64_t i = 1; i <= 4; ++i)
        {
            accounts.push_back(Address::from_word(U256{0xacc0'0000 + i}));
        }
        return accounts;
    }

    void deploy()
    {
        m_contract.reset();
        for (int attempt = 0; attempt < 10 && !m_contract; ++attempt)
        {
            Bytes data = m_artifact->creation.bytes;
            const std::size_t arguments =
                m_artifact->abi.constructor ? m_artifact->abi.constructor->inputs.size() : 0;
            for (std::size_t i = 0; i < arguments; ++i)
            {
                append(data, m_words.draw(*m_rng));
            }
            if (arguments > 0)
            {
                append(data, U256{m_rng->below(2)});
            }
            evm::Transaction transaction;
            transaction.sender = make_accounts()[m_rng->index(4)];
            transaction.data = data;
            transaction.gas = 20'000'000;
            m_contract = m_executor.run(transaction).created;
        }
        if (!m_contract)  // the arguments are hard to guess: run the code as it is
        {
            m_contract = Address::from_word(U256{0xc0de});
            auto& state = m_executor.state();
            state.set_code(state.find_or_add(*m_contract), m_executor.codes().get(m_facts->code));
        }
    }

    void call()
    {
        Bytes data;
        std::optional<std::uint32_t> selector;
        if (!m_facts->functions.empty() && m_rng->below(12) != 0)
        {
            selector = m_facts->functions[m_rng->index(m_facts->functions.size())].selector;
            for (const unsigned shift : {24U, 16U, 8U, 0U})
            {
                data.push_back(static_cast<std::uint8_t>(*selector >> shift));
            }
        }
        else if (m_rng->below(2) == 0)
        {
            data.resize(m_rng->below(5), 0x5a);
        }
        const std::size_t words = selector ? m_rng->below(9) : 0;
        for (std::size_t i = 0; i < words; ++i)
        {
            append(data, m_words.draw(*m_rng));
        }
        evm::Transaction transaction;
        transaction.sender = make_accounts()[m_rng->index(4)];
        transaction.to = m_contract;
        transaction.data = data;
        if (m_rng->below(3) == 0)
        {
            transaction.value = std::min(m_words.draw(*m_rng), U256::power_of_two(90));
        }
        observe(transaction, selector);
    }

    void observe(const evm::Transaction& transaction, std::optional<std::uint32_t> selector)
    {
        std::optional<evm::Step> before;
        std::vector<evm::BranchEdge> taken;
        m_executor.run(transaction, [&](const evm::Step& step) {
            if (step.depth != 0)
            {
                return;
            }
            if (before)
            {
                note(*before, step.pc, taken);
            }
            before = step;
        });
        check_entries(selector, taken);
    }

    void note(const evm::Step& from, std::uint32_t to, std::vector<evm::BranchEdge>& taken)
    {
        const auto block = m_analysis->find_block(to);
        const bool begins = block && m_analysis->blocks[*block].begin == to;
        const auto op = static_cast<evm::Op>(from.opcode);
        const bool jumps = op == evm::Op::jump || op == evm::Op::jumpi;
        if (!begins && !jumps)
        {
            return;
        }
        if (m_edges.emplace(from.pc, to).second && !m_analysis->has_edge(from.pc, to))
        {
            m_found.missing_edges.push_back(fmt::format("{} -> {}", from.pc, to));
        }
        if (op != evm::Op::jumpi)
        {
            return;
        }
        const auto& jumpis = m_analysis->jumpis;
        const auto at = std::lower_bound(jumpis.begin(), jumpis.end(), from.pc);
        const evm::BranchEdge edge{
            static_cast<std::uint32_t>(at - jumpis.begin()), to != from.pc + 1};
        taken.push_back(edge);
        const auto goal = m_analysis->branch_goals[edge.jumpi][edge.outcome ? 1 : 0];
        if (!m_outcomes.insert(edge).second)
        {
            return;
        }
        if (!goal)
        {
            m_found.covered_infeasible.push_back(fmt::format("{}: no goal", from.pc));
        }
        else if (m_analysis->goals[*goal].proof != evm::Proof::none)
        {
            m_found.covered_infeasible.push_back(
                fmt::format("{} {}", from.pc, edge.outcome ? "jump" : "fall"));
        }
    }

    void check_entries(
        std::optional<std::uint32_t> selector, const std::vector<evm::BranchEdge>& taken)
    {
        for (const evm::FunctionEntry& entry : m_analysis->entries)
        {
            const bool entered = std::any_of(
                entry.edges.begin(), entry.edges.end(), [&](const evm::BranchEdge& edge) {
                    return std::find(taken.begin(), taken.end(), edge) != taken.end();
                });
            if (entered && entry.selector && entry.selector != selector)
            {
                m_found.wrong_entries.push_back(entry.name);
            }
        }
    }

    const Artifact* m_artifact;
    const ContractFacts* m_facts;
    const ContractAnalysis* m_analysis;
    Rng* m_rng;
    evm::Executor m_executor;
    Words m_words;
    std::optional<Address> m_contract;
    std::set<std::pair<std::uint32_t, std::uint32_t>> m_edges;
    std::set<evm::BranchEdge> m_outcomes;
    Contradictions m_found;
};

}  // namespace

ContractFacts runtime_facts(const Artifact& artifact)
{
    ContractFacts facts;
    facts.code = artifact.runtime.bytes;
    facts.creation_code = artifact.creation.bytes;
    facts.has_abi = true;
    for (const evm::AbiFunction& function : artifact.abi.functions)
    {
        facts.functions.push_back({.selector = function.selector,
            .name = function.display_name,
            .is_payable = function.is_payable(),
            .is_view = function.is_constant(),
            .is_getter = std::nullopt,
            .parameter_names = function.inputs.names});
    }
    facts.has_fallback = artifact.abi.fallback.has_value();
    facts.is_fallback_payable = artifact.abi.fallback && artifact.abi.fallback->is_payable();
    facts.has_receive = artifact.abi.receive.has_value();
    for (const evm::ImmutableReference& reference : artifact.immutables)
    {
        facts.unknown_bytes.emplace_back(static_cast<std::uint32_t>(reference.start),
            static_cast<std::uint32_t>(reference.length));
    }
    return facts;
}

Contradictions contradict(const Artifact& artifact, const ContractFacts& facts,
    const ContractAnalysis& analysis, std::size_t transactions, Rng& rng)
{
    return RandomCaller(artifact, facts, analysis, rng).run(transactions);
}

}  // namespace sbst::test
