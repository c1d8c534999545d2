// SPDX-License-Identifier: Apache-2.0
#include "call_story.hpp"

#include <sbst/evm/render/executed_tests.hpp>

#include <string>
#include <utility>

namespace sbst::evm
{
namespace
{
const AbiParameters* inputs_of(const ContractProblem& problem, const CallTarget& target)
{
    const ContractAbi& abi = problem.artifact().abi;
    if (target.kind == CallTarget::Kind::function)
    {
        return &abi.functions[target.function].inputs;
    }
    return target.kind == CallTarget::Kind::constructor && abi.constructor ?
               &abi.constructor->inputs :
               nullptr;
}

std::vector<ExecutedArgument> arguments_of(const ContractProblem& problem, const Callable& callable,
    const CallTarget& target, const CallRecord& record)
{
    std::vector<ExecutedArgument> arguments;
    const AbiParameters* const inputs = inputs_of(problem, target);
    for (std::size_t i = 0; i < record.arguments.size(); ++i)
    {
        const Parameter& parameter = callable.parameters[i];
        arguments.push_back({parameter.name, parameter.role,
            {inputs != nullptr ? inputs->types[i].name() : "bytes", record.arguments[i]}});
    }
    arguments.push_back({"", "sender", {"address", record.sender}});
    const auto add = [&arguments](const char* role, const U256& number) {
        if (!is_zero(number))
        {
            arguments.push_back({"", role, {"uint256", number.to_decimal()}});
        }
    };
    add("value", record.value);
    add("time", U256{record.time_step});
    add("blocks", U256{record.block_step});
    return arguments;
}

std::vector<ExecutedValue> results_of(
    const ContractProblem& problem, const CallTarget& target, const CallRecord& record)
{
    std::vector<ExecutedValue> results;
    for (std::size_t i = 0; i < record.results.size(); ++i)
    {
        const AbiFunction& function = problem.artifact().abi.functions[target.function];
        results.push_back({function.outputs.types[i].name(), record.results[i]});
    }
    return results;
}

ExecutedCall executed_call(
    const ContractProblem& problem, const Statement& statement, CallRecord record)
{
    const Callable& callable = problem.catalogue()[statement.callable];
    const CallTarget& target = problem.target(statement.callable);
    ExecutedCall call{.callable = statement.callable,
        .outcome = record.kind,
        .arguments = arguments_of(problem, callable, target, record),
        .results = results_of(problem, target, record),
        .failure = record.failure};
    DescribedCall described{target.kind, callable.name, {}, std::move(record)};
    for (std::size_t i = 0; i < target.argument_count; ++i)
    {
        described.parameters.push_back(callable.parameters[i].name);
    }
    call.story = story_of(described);
    return call;
}
}  // namespace

std::vector<ExecutedTest> execute_tests(
    const ContractProblem& problem, const std::vector<TestCase>& tests)
{
    std::vector<ExecutedTest> executed;
    executed.reserve(tests.size());
    for (const TestCase& test : tests)
    {
        std::vector<CallRecord> records = problem.describe(test);
        ExecutedTest one;
        for (std::size_t i = 0; i < test.length(); ++i)
        {
            one.calls.push_back(
                executed_call(problem, test.statements[i], std::move(records.at(i))));
        }
        executed.push_back(std::move(one));
    }
    return executed;
}

bool has_deployed(const ExecutedTest& test)
{
    return !test.calls.empty() && test.calls.front().outcome == OutcomeKind::returned;
}
}  // namespace sbst::evm
