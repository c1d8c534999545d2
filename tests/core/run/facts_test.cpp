// SPDX-License-Identifier: Apache-2.0
#define SBST_TOY_PROBLEM_WITHOUT_MAIN
// NOLINTNEXTLINE(bugprone-suspicious-include): an example is one file, and this tests it
#include "../../../examples/010_toy_problem.cpp"
#include "support/catch.hpp"

#include <sbst/run/facts.hpp>

#include <string>

using namespace sbst;

namespace
{

struct Knowing : AccountProblem
{
    [[nodiscard]] bool may_decide(CallableId callable, GoalId) const
    {
        return callable == CallableId(1);
    }
};

// Both would be ignored without a word.
struct Misspelt : AccountProblem
{
    [[nodiscard]] bool may_decide(GoalId, CallableId) const { return false; }
};
struct Misplaced : AccountProblem
{
    std::string constants() { return "42"; }
};

static_assert(HasConstants<AccountProblem> && HasOperators<AccountProblem>);
static_assert(!KnowsDecidingCalls<AccountProblem> && KnowsDecidingCalls<Knowing>);
static_assert(facts_are_sound<AccountProblem> && facts_are_sound<Knowing>);
static_assert(!facts_are_sound<Misspelt> && !facts_are_sound<Misplaced>);

}  // namespace

TEST_CASE("facts: where an adapter does not know which calls decide, any may", "[core][run][unit]")
{
    const AccountProblem account;
    CHECK(may_decide(account, CallableId(0), GoalId(0)));
    const Knowing knowing;
    CHECK_FALSE(may_decide(knowing, CallableId(0), GoalId(0)));
    CHECK(may_decide(knowing, CallableId(1), GoalId(0)));
}
