// SPDX-License-Identifier: Apache-2.0
#include "goal_reasons.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace sbst::jvm::detail
{

namespace
{

/// By StopCause.
constexpr std::array<std::string_view, stop_cause_count> cause_words{"", "out of probe budget",
    "out of time", "StackOverflowError", "OutOfMemoryError", "exit", "not linked", "too large",
    "the worker died",
    "the sandbox refused it something, it leaves changes behind, or it waits less than half a "
    "second for its threads"};

/// Calls by which tests reach a goal.
struct Calls
{
    bool has_ended = false;
    std::array<bool, stop_cause_count> has_stopped{};
    /// Names of those that were stopped.
    std::vector<std::string> names{};
    /// Names of those that an error of linking ended, and what it says.
    std::set<std::string> unlinked{};
    std::set<std::string> link_words{};

    void add(const std::string& name, const CallOutcomes& outcomes)
    {
        has_ended = has_ended || outcomes.ended > 0;
        bool is_stopped = false;
        for (std::size_t i = 0; i < outcomes.stopped.size(); ++i)
        {
            has_stopped[i] = has_stopped[i] || outcomes.stopped[i] > 0;
            is_stopped = is_stopped || outcomes.stopped[i] > 0;
        }
        if (is_stopped && std::find(names.begin(), names.end(), name) == names.end())
        {
            names.push_back(name);
        }
        for (const std::string& error : outcomes.link_errors)
        {
            const std::string missing = missing_class(error);
            unlinked.insert(name);
            link_words.insert(missing.empty() ? error : missing + " was not found");
        }
    }

    [[nodiscard]] std::string causes() const
    {
        std::vector<std::string_view> causes;
        for (std::size_t i = 0; i < has_stopped.size(); ++i)
        {
            if (has_stopped[i])
            {
                causes.push_back(cause_words[i]);
            }
        }
        return fmt::format("{}{}", fmt::join(causes, ", "),
            link_words.empty() ? std::string() : fmt::format(" ({})", fmt::join(link_words, ", ")));
    }
};

bool calls_method(const JavaCallable& callable, const GoalMethod& method)
{
    return callable.owner == method.owner->name && callable.name == method.method->name &&
           callable.descriptor == method.method->descriptor;
}

bool is_of_initialiser(const JavaProblem& problem, GoalId goal)
{
    return has_class(problem.goals()[goal], JavaGoalClass::static_initialiser);
}

/// Calls of the goal's own method where tests made some, otherwise of those that may reach it.
Calls find_calls(const JavaProblem& problem, GoalId goal)
{
    const ClassGoals& known = problem.class_goals();
    const std::optional<MethodId> method = known.method_of(goal);
    const std::vector<CallOutcomes>& outcomes = problem.call_outcomes();
    Calls own;
    Calls reaching;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
    {
        const std::string& name = problem.catalogue()[CallableId(i)].name;
        if (method &&
            calls_method(problem.surface().callables()[i], known.methods[method->index()]))
        {
            own.add(name, outcomes[i]);
        }
        if (problem.may_decide(CallableId(i), goal))
        {
            reaching.add(name, outcomes[i]);
        }
    }
    return own.has_ended || !own.names.empty() ? own : reaching;
}

}  // namespace

OutcomeWords outcome_words()
{
    constexpr std::string_view words = "had this outcome";
    return {.is_true = words, .is_false = words};
}

ReasonRule rule_of_stopped_calls(const JavaProblem& problem)
{
    return [&problem](GoalId goal, const GoalAnswer& answer) -> std::string {
        if (is_of_initialiser(problem, goal))
        {
            return {};
        }
        const Calls calls = find_calls(problem, goal);
        if (calls.names.empty() && calls.unlinked.empty())
        {
            return {};
        }
        if (calls.names.empty())
        {
            return fmt::format("{}tests that called {} ended with: {}",
                answer.reason.empty() ? "" : answer.reason + "; ", fmt::join(calls.unlinked, ", "),
                fmt::join(calls.link_words, ", "));
        }
        const std::string names = fmt::format("{}", fmt::join(calls.names, ", "));
        return calls.has_ended ?
                   fmt::format("{}some tests that called {} were stopped: {}",
                       answer.reason.empty() ? "" :
                                               answer.reason + " in tests that ran to an end; ",
                       names, calls.causes()) :
                   fmt::format("every test that called {} was stopped: {}", names, calls.causes());
    };
}

ReasonRule rule_of_unproven(const JavaProblem& problem, const std::vector<GoalAnswer>& before)
{
    return [&problem, &before](GoalId goal, const GoalAnswer&) -> std::string {
        const bool was_covered =
            goal.index() < before.size() && before[goal.index()].status == GoalStatus::covered;
        if (!was_covered || is_of_initialiser(problem, goal))
        {
            return {};
        }
        const Calls calls = find_calls(problem, goal);
        return fmt::format("covered only by tests that could not be proven{}{}",
            calls.link_words.empty() ? "" : ": ", fmt::join(calls.link_words, ", "));
    };
}

ReasonRule rule_of_silence()
{
    return [](GoalId, const GoalAnswer& answer) -> std::string {
        return answer.reason.empty() ? "no test that ran to an end says anything of it" : "";
    };
}

std::string initialised_otherwise()
{
    return "only class initialisation runs it, once, and it went another way";
}

std::string never_initialised(std::string_view class_name)
{
    return fmt::format(
        "class initialisation covers it, but no test initialises {}", binary_name(class_name));
}

std::string covered_by_initialisation()
{
    return "class initialisation";
}

void keep_answers(
    const JavaProblem& problem, const std::vector<GoalAnswer>& before, RunResult& result)
{
    for (std::size_t i = 0; i < result.answers.size() && i < before.size(); ++i)
    {
        GoalAnswer& answer = result.answers[i];
        if (!is_of_initialiser(problem, GoalId(i)) && answer.status == GoalStatus::open &&
            before[i].status == GoalStatus::open && !before[i].reason.empty())
        {
            answer = before[i];
        }
    }
}

}  // namespace sbst::jvm::detail
