// SPDX-License-Identifier: Apache-2.0
#include <sbst/output/executed_suite.hpp>

#include <fmt/format.h>

#include <optional>
#include <variant>

namespace sbst
{

namespace
{

std::string argument_text(const Argument& argument, TypeId type, const TypeUniverse& types)
{
    const auto* const result = std::get_if<ResultRef>(&argument);
    return result != nullptr ? fmt::format("v{}", result->call) :
                               to_text(std::get<Value>(argument), type, types);
}

/// `v2 = withdraw(v0, 17)`.
std::string action_text(const ExecutedCall& call, std::size_t number, const Callable& callable,
    const TypeUniverse& types)
{
    std::string text;
    for (const ExecutedArgument& argument : call.arguments)
    {
        text += text.empty() ? "" : ", ";
        text += argument.value.text;
    }
    const bool has_result = types[callable.result].kind != TypeKind::void_type;
    return fmt::format("{}{}({})", has_result ? fmt::format("v{} = ", number) : std::string(),
        callable.name, text);
}

/// Words for calls whose failure has no words of its own.
std::string_view outcome_text(OutcomeKind outcome)
{
    switch (outcome)
    {
        case OutcomeKind::not_reached:
            return "not reached";
        case OutcomeKind::threw:
            return "throws";
        case OutcomeKind::timed_out:
            return "runs out of time";
        case OutcomeKind::unsupported:
            return "cannot be executed here";
        case OutcomeKind::returned:
            break;
    }
    return {};
}

}  // namespace

ExecutedTest executed_test(
    const TestCase& test, const Trace& trace, const Catalogue& catalogue, const TypeUniverse& types)
{
    ExecutedTest executed;
    for (std::size_t i = 0; i < test.length(); ++i)
    {
        const Call& call = test.calls[i];
        const Callable& callable = catalogue[call.callable];
        ExecutedCall as_run{.callable = call.callable,
            .kind = callable.kind,
            .name = callable.name,
            .is_under_test = callable.is_under_test};
        for (std::size_t a = 0; a < call.arguments.size(); ++a)
        {
            const Parameter& parameter = callable.parameters[a];
            const Argument& argument = resolve(test, call.arguments[a]);
            const auto* const result = std::get_if<ResultRef>(&argument);
            as_run.arguments.push_back({parameter.name, parameter.role,
                {.type = types[parameter.type].name,
                    .text = argument_text(argument, parameter.type, types)},
                result == nullptr ? std::nullopt : std::optional<std::size_t>(result->call)});
        }
        const bool is_known = trace.was_run && i < trace.calls.size();
        as_run.outcome = is_known ? trace.calls[i].kind : OutcomeKind::not_reached;
        as_run.story.action = action_text(as_run, i, callable, types);
        as_run.story.outcome = outcome_text(as_run.outcome);
        as_run.failure_words = as_run.outcome == OutcomeKind::threw ? "throws" : "";
        executed.calls.push_back(std::move(as_run));
    }
    return executed;
}

void assign_goals(const std::vector<std::vector<GoalId>>& covered_by_test, ExecutedSuite& suite)
{
    std::vector<bool> is_covered(suite.goals.size(), false);
    for (std::size_t i = 0; i < suite.tests.size(); ++i)
    {
        ExecutedTest& test = suite.tests[i];
        for (const GoalId goal : covered_by_test.at(i))
        {
            test.goals.push_back(goal.index());
            if (suite.goals.at(goal.index()).goal.is_shown && !is_covered[goal.index()])
            {
                is_covered[goal.index()] = true;
                test.new_goals.push_back(goal.index());
            }
        }
    }
}

}  // namespace sbst
