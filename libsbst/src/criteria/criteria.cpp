// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/criteria.hpp>

#include <cassert>

namespace sbst
{

namespace
{

/// The answer of the goal's criterion.
template <class Answer, class Question>
Answer ask(const Goal& goal, const Question& question)
{
    assert(goal.criterion.index() < criterion_count);
    Answer answer{};
    for_each_criterion([&](auto criterion) {
        if (criterion.id == goal.criterion)
        {
            answer = question(criterion);
        }
    });
    return answer;
}

}  // namespace

std::string_view criterion_name(const Goal& goal)
{
    return ask<std::string_view>(goal, [](auto criterion) { return criterion.name; });
}

Coverage coverage_of(const Goal& goal)
{
    return ask<Coverage>(goal, [](auto criterion) { return criterion.coverage; });
}

std::string_view criterion_class(const Goal& goal)
{
    return ask<std::string_view>(goal, [](auto criterion) { return criterion.goal_class; });
}

std::string_view achieved_word(const Goal& goal)
{
    return ask<std::string_view>(goal, [](auto criterion) { return criterion.achieved; });
}

std::string describe_goal(const Goal& goal)
{
    return ask<std::string>(goal, [&](auto criterion) { return criterion.describe(goal.index); });
}

std::string why_open(const OpenGoal& open, const OutcomeWords& words)
{
    return ask<std::string>(
        open.goal, [&](auto criterion) { return criterion.why_open(open, words); });
}

}  // namespace sbst
