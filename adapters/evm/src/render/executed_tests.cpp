// SPDX-License-Identifier: Apache-2.0
#include "call_story.hpp"

#include <sbst/evm/render/executed_tests.hpp>
#include <sbst/output/test_name.hpp>

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

ValueForm form_of(const AbiType& type, const std::string& text)
{
    switch (type.kind())
    {
        case AbiKind::unsigned_integer:
        case AbiKind::signed_integer:
            return ValueForm::integer;
        case AbiKind::boolean:
            return ValueForm::boolean;
        case AbiKind::string:
            return ValueForm::text;
        case AbiKind::array:
            return text == "[]" ? ValueForm::list : ValueForm::other;
        default:
            return ValueForm::other;
    }
}

ExecutedValue executed_value(const AbiType& type, const std::string& text)
{
    ExecutedValue value{.type = type.name(), .text = text, .can_be_stated = true};
    value.form = form_of(type, text);
    const bool is_text = value.form == ValueForm::text && text.size() >= 2;
    const bool has_content = value.form != ValueForm::other && value.form != ValueForm::list;
    value.content = is_text ? text.substr(1, text.size() - 2) : has_content ? text : "";
    return value;
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
            executed_value(
                inputs != nullptr ? inputs->types[i] : AbiType::bytes(), record.arguments[i])});
    }
    arguments.push_back({"", "sender", executed_value(AbiType::address(), record.sender)});
    const AbiType word = AbiType::integer(256, false);
    const auto add = [&arguments, &word](const char* role, const U256& number) {
        if (!is_zero(number))
        {
            arguments.push_back({"", role, executed_value(word, number.to_decimal())});
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
        results.push_back(executed_value(function.outputs.types[i], record.results[i]));
    }
    return results;
}

ExecutedCall executed_call(const ContractProblem& problem, const Call& call, CallRecord record)
{
    const Callable& callable = problem.catalogue()[call.callable];
    const CallTarget& target = problem.target(call.callable);
    const bool is_deployment = target.kind == CallTarget::Kind::constructor;
    ExecutedCall as_run{.callable = call.callable,
        .kind = is_deployment ? CallableKind::constructor : CallableKind::function,
        .name = callable.name,
        .outcome = record.kind,
        .arguments = arguments_of(problem, callable, target, record),
        .results = results_of(problem, target, record),
        .failure = record.failure,
        .failure_words = record.kind == OutcomeKind::threw ? "reverts" : ""};
    DescribedCall described{target.kind, callable.name, {}, std::move(record)};
    for (std::size_t i = 0; i < target.argument_count; ++i)
    {
        described.parameters.push_back(callable.parameters[i].name);
    }
    as_run.story = story_of(described);
    return as_run;
}

}  // namespace

std::vector<ExecutedTest> execute_tests(
    const ContractProblem& problem, const std::vector<TestCase>& tests)
{
    std::vector<ExecutedTest> executed;
    executed.reserve(tests.size());
    for (const TestCase& test : tests)
    {
        DescribedTest described = problem.observe(test);
        ExecutedTest one;
        for (std::size_t i = 0; i < test.length(); ++i)
        {
            one.calls.push_back(
                executed_call(problem, test.calls[i], std::move(described.calls.at(i))));
        }
        for (const LineId line : described.lines)
        {
            one.lines.push_back(line.index());
        }
        executed.push_back(std::move(one));
    }
    name_tests(executed, NameTable{});
    return executed;
}

bool has_deployed(const ExecutedTest& test)
{
    return !test.calls.empty() && test.calls.front().outcome == OutcomeKind::returned;
}

}  // namespace sbst::evm
