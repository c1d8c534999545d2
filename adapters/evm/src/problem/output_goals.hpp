// SPDX-License-Identifier: Apache-2.0
// Goals of the classes of values that functions return, and of events.
#pragma once

#include "catalogue_builder.hpp"
#include "goal_builder.hpp"

#include <sbst/criteria/output_table.hpp>
#include <sbst/evm/abi/contract_abi.hpp>
#include <sbst/evm/exec/transaction.hpp>
#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace sbst::evm
{

/// The results of the functions that tests call: each value that a function returns has classes;
/// tuples and arrays of a fixed size have none. An event that the ABI names is a goal of the
/// contract, whichever call emits it.
class OutputGoals
{
public:
    /// Adds the goals, hidden unless the selection shows their class.
    /// @param abi must outlive it
    OutputGoals(const ContractAbi& abi, const ContractSurface& surface,
        const ContractAnalysis& runtime, const GoalSelection& selection, ContractGoals& goals);

    /// Takes in a transaction that succeeded.
    /// @param function index in ContractAbi::functions; nothing for other calls
    /// @param contract only its own events count
    void note(std::optional<std::size_t> function, const Result& result, const Address& contract,
        std::vector<OutputTrace>& outputs) const;

private:
    void add_function(std::size_t function, const ContractAnalysis& runtime,
        const GoalSelection& selection, ContractGoals& goals);
    void add_events(
        const ContractAnalysis& runtime, const GoalSelection& selection, ContractGoals& goals);
    void add_goals(std::size_t part, const std::string& head, const CodeGoal& detail,
        const GoalSelection& selection, ContractGoals& goals) const;

    const ContractAbi* m_abi;
    OutputTable m_table;
    /// By function: the part of each value, in order; nothing for values without classes.
    std::map<std::size_t, std::vector<std::optional<std::size_t>>> m_parts;
    /// By topic.
    std::map<U256, std::size_t> m_events;
};

}  // namespace sbst::evm
