// SPDX-License-Identifier: Apache-2.0
// Rows for EvmSettings. If AGSolT has another name for an option, the help gives it.
#include "options.hpp"

#include "../../options/option_kinds.hpp"
#include "settings.hpp"

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/render/units.hpp>

#include <algorithm>

namespace sbst::cli
{

namespace
{

constexpr std::array<Choice<Graph>, 2> graphs{{
    {"flow", Graph::flow},
    {"goals", Graph::goals},
}};

template <class Field>
[[nodiscard]] Option amount_option(Naming naming, Field field)
{
    return value_option(
        naming, "an amount such as 1000, 5 gwei or 2 ether", field,
        [](std::string_view text) { return evm::parse_amount(text); },
        [](const U256& wei) { return evm::amount_text(wei); });
}

std::vector<Option> account_options()
{
    return {
        whole_option({"accounts", "N", EvmTopic::accounts,
                         "Funded accounts that send and that address arguments name "
                         "(AGSolT: max_accounts)"},
            [](auto& s) -> auto& { return evm_of(s).problem.accounts; }, {1, evm::max_accounts}),
        amount_option(
            {"account-balance", "AMOUNT", EvmTopic::accounts, "Balance of each funded account"},
            [](auto& s) -> auto& { return evm_of(s).problem.account_balance; }),
        switch_option({"poor-account", "", EvmTopic::accounts,
                          "One more sender, poor, who owns 1000 wei only"},
            [](auto& s) -> auto& { return evm_of(s).problem.poor_account; }),
        switch_option({"zero-address", "", EvmTopic::accounts,
                          "Address arguments may be the zero address (AGSolT: zeroAddress)"},
            [](auto& s) -> auto& { return evm_of(s).problem.zero_address; }),
        switch_option(
            {"non-existing-account", "", EvmTopic::accounts,
                "Address arguments may be 'nobody', an account that does not exist (AGSolT: "
                "nonExistantAccount)"},
            [](auto& s) -> auto& { return evm_of(s).problem.non_existing_account; }),
        switch_option({"contract-address", "", EvmTopic::accounts,
                          "Address arguments may be the contract under test"},
            [](auto& s) -> auto& { return evm_of(s).problem.contract_address; }),
    };
}

}  // namespace

Option fork_option(std::string_view help)
{
    std::string words;
    std::vector<std::string_view> choices;
    for (std::size_t i = 0; i < evm::fork_count; ++i)
    {
        choices.push_back(evm::to_string(static_cast<evm::Fork>(i)));
        words += fmt::format("{}{}", words.empty() ? "" : ", ", choices.back());
    }
    Option option = optional_option(
        {"fork", "NAME", EvmTopic::values, std::string(help)}, "one of " + words,
        [](auto& s) -> auto& { return evm_of(s).problem.fork; },
        [](std::string_view text) { return evm::parse_fork(text); },
        [](evm::Fork fork) { return std::string(evm::to_string(fork)); });
    option.choices = std::move(choices);
    return option;
}

namespace
{

std::vector<Option> value_options()
{
    return {
        amount_option({"max-value", "AMOUNT", EvmTopic::values,
                          "Largest amount sent with a payable call (AGSolT: maxWei)"},
            [](auto& s) -> auto& { return evm_of(s).problem.max_value; }),
        probability_option({"seeding-prob", "P", EvmTopic::values,
                               "Probability that a literal comes from the constants of the "
                               "contract or of the run (AGSolT: 0.5, fixed)"},
            [](auto& s) -> auto& { return evm_of(s).problem.seeding_prob; }),
        whole_option({"min-array-length", "N", EvmTopic::values,
                         "Least length of a drawn dynamic array (AGSolT: minArrayLength)"},
            [](auto& s) -> auto& { return evm_of(s).problem.min_array_length; },
            {0, evm::max_drawn_array_length}),
        whole_option({"max-array-length", "N", EvmTopic::values,
                         "Greatest length of a drawn dynamic array (AGSolT: maxArrayLength)"},
            [](auto& s) -> auto& { return evm_of(s).problem.max_array_length; },
            {0, evm::max_drawn_array_length}),
        whole_option({"max-text-length", "BYTES", EvmTopic::values,
                         "Longest string and bytes that are drawn"},
            [](auto& s) -> auto& { return evm_of(s).problem.max_text_length; },
            {0, evm::max_drawn_text_length}),
        seconds_option({"max-time-step", "TIME", EvmTopic::values,
                           "Longest jump of time before a call; 0 = none (AGSolT: passTime, "
                           "passTimeTime)"},
            [](auto& s) -> auto& { return evm_of(s).problem.max_time_step; }),
        whole_option({"max-block-step", "N", EvmTopic::values,
                         "Longest jump of blocks before a call; 0 = none (AGSolT: passBlocks)"},
            [](auto& s) -> auto& { return evm_of(s).problem.max_block_step; }, {0, evm::max_step}),
        probability_option({"no-step-prob", "P", EvmTopic::values,
                               "Probability that a call is made without a jump"},
            [](auto& s) -> auto& { return evm_of(s).problem.no_step_prob; }),
        fork_option(
            "Rules of the chain; the default is the fork for which the compiler made the code"),
        whole_option({"transaction-gas", "GAS", EvmTopic::values, "Gas of each transaction"},
            [](auto& s) -> auto& { return evm_of(s).problem.transaction_gas; },
            {evm::min_transaction_gas, evm::max_transaction_gas}),
    };
}

/// Stores the shown classes; `all` means every class.
std::optional<std::string> set_shown_classes(Settings& settings, const Texts& texts)
{
    std::vector<std::string> classes;
    for (const std::string& text : texts)
    {
        if (text == "all")
        {
            for (const std::string_view name : goal_class_names())
            {
                classes.emplace_back(name);
            }
        }
        else if (evm::parse_goal_class(text))
        {
            classes.push_back(text);
        }
        else
        {
            return text;
        }
    }
    std::vector<std::string>& shown = evm_of(settings).problem.show_classes;
    shown.clear();
    for (std::string& name : classes)
    {
        if (std::find(shown.begin(), shown.end(), name) == shown.end())
        {
            shown.push_back(std::move(name));
        }
    }
    return std::nullopt;
}

Option show_option()
{
    std::string words = "all";
    std::vector<std::string_view> choices{"all"};
    for (const std::string_view name : goal_class_names())
    {
        words += fmt::format(", {}", name);
        choices.push_back(name);
    }
    Option option;
    option.naming = {"show", "CLASS,...", Topic::subject,
        "Classes of goals that are sought and shown; all = every class"};
    option.expects = "one of " + words;
    option.choices = std::move(choices);
    option.is_list = true;
    option.splits_commas = true;
    option.set = set_shown_classes;
    option.show = [](const Settings& settings) {
        const std::vector<std::string>& shown = evm_of(settings).problem.show_classes;
        return shown.empty() ? Texts{"user", "compiler-check"} : shown;
    };
    return option;
}

}  // namespace

std::vector<std::string_view> goal_class_names()
{
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < evm::goal_class_count; ++i)
    {
        names.push_back(evm::to_string(static_cast<evm::GoalClass>(i)));
    }
    return names;
}

Option contract_option()
{
    return text_option(
        {"contract", "NAME", Topic::subject, "The contract of an artifact that holds several"},
        [](auto& s) -> auto& { return evm_of(s).contract; })
        .often_used();
}

std::vector<Option> problem_options()
{
    return joined(account_options(), value_options());
}

std::vector<Option> goal_options()
{
    return {
        show_option().often_used(),
        list_option({"ignore-function", "NAME", Topic::subject,
                        "A function, by name or signature, that tests never call; may be given "
                        "several times (AGSolT: IgnoreFunctions)"},
            "the name or signature of a function",
            [](auto& s) -> auto& { return evm_of(s).problem.ignore_functions; }),
        switch_option({"call-getters", "", Topic::subject,
                          "Call the getters of public state variables too "
                          "(AGSolT: ignoreStateVariables, negated)"},
            [](auto& s) -> auto& { return evm_of(s).problem.call_getters; }),
        switch_option({"creation-goals", "", Topic::subject,
                          "Seek the branches of the constructor's code too"},
            [](auto& s) -> auto& { return evm_of(s).problem.creation_goals; }),
    };
}

std::vector<Option> analyze_options()
{
    constexpr std::uint64_t most_goals = 1'000'000'000;
    return {
        optional_whole_option(
            {"construction-graph", "GOAL", Topic::output,
                "Show only the construction graph of a branch, by the number that --verbose shows: "
                "what state of the contract it depends on; --dot draws it"},
            [](auto& s) -> auto& { return evm_of(s).construction_graph; }, {0, most_goals})
            .on_command_line_only(),
        switch_option({"storage", "", Topic::output,
                          "Show only what each function writes to which place of storage"},
            [](auto& s) -> auto& { return evm_of(s).storage; })
            .on_command_line_only(),
        text_option({"dot", "FILE", Topic::output,
                        "Write a graph in the DOT language; - = standard output"},
            [](auto& s) -> auto& { return evm_of(s).dot; })
            .on_command_line_only()
            .often_used(),
        choice_option(
            {"graph", "NAME", Topic::output, "What --dot draws"},
            [](auto& s) -> auto& { return evm_of(s).graph; }, graphs)
            .on_command_line_only(),
    };
}

std::vector<Option> replay_options()
{
    return {
        text_option({"artifact", "FILE", Topic::subject,
                        "Execute the calls on this artifact instead of the embedded code"},
            [](auto& s) -> auto& { return evm_of(s).artifact; })
            .on_command_line_only()
            .that_names_input()
            .often_used(),
        text_option({"expect", "REPORT", Topic::output,
                        "Compare with a report.json; another coverage gives exit code 5"},
            [](auto& s) -> auto& { return evm_of(s).expect; })
            .on_command_line_only()
            .that_names_input()
            .often_used(),
    };
}

std::vector<Option> evm_options()
{
    return joined(joined({contract_option()}, problem_options()), goal_options());
}

}  // namespace sbst::cli
