// SPDX-License-Identifier: Apache-2.0
// A whole adapter: an account with a constructor and three methods, tested by DynaMOSA. The account
// reports its conditions to a recorder; the adapter describes the callables and the branches.
#include <sbst/in_process/in_process_problem.hpp>
#include <sbst/search/algorithms/dynamosa.hpp>
#include <sbst/suite/minimise.hpp>

#include <cstdint>
#include <cstdio>
#include <memory>

using sbst::Relation;

struct Account
{
    std::int64_t limit = 0, balance = 0;
    bool is_frozen = false;
};

class AccountProblem : public sbst::InProcessProblem<std::shared_ptr<Account>>
{
public:
    AccountProblem()
    {
        const auto amount = universe().add(sbst::integer_type(32, true, "amount"));
        const auto account = universe().add(sbst::object_type("Account"));
        const auto frozen = add_branch("withdraw: is frozen");
        const auto enough = add_branch("withdraw: is covered", {{frozen, false}});
        const auto exact = add_branch("withdraw: empties the account", {{enough, true}});
        const auto full = add_branch("deposit: reaches the limit");
        const auto audit = add_branch("audit: limit is the balance less 4242");
        add_constructor("Account", account, {{"limit", amount}}, [](const auto& arguments) {
            return Result(std::make_shared<Account>(Account{arguments.integer(0)}));
        });
        add_method({"account", account}, "deposit", {{"amount", amount}}, [=, this](const auto& a) {
            Account& self = *a.object(0);
            self.balance += a.integer(1);
            recorder().compare(full, self.balance, Relation::ge, self.limit);
            return Result();
        });
        add_method(
            {"account", account}, "withdraw", {{"amount", amount}}, [=, this](const auto& a) {
                Account& self = *a.object(0);
                if (recorder().is_true(frozen, self.is_frozen))
                {
                    throw sbst::SubjectException("Frozen");
                }
                if (recorder().compare(enough, a.integer(1), Relation::le, self.balance))
                {
                    self.balance -= a.integer(1);
                    self.is_frozen = recorder().compare(exact, self.balance, Relation::eq, 0);
                }
                return Result();
            });
        add_method({"account", account}, "audit", {}, [=, this](const auto& a) {
            const Account& self = *a.object(0);
            recorder().compare(audit, self.limit, Relation::eq, self.balance - 4242);
            return Result();
        });
    }
};
static_assert(sbst::SequenceProblem<AccountProblem>);

#ifndef SBST_TOY_PROBLEM_WITHOUT_MAIN
// NOLINTNEXTLINE(bugprone-exception-escape): an error ends an example
int main()
{
    AccountProblem problem;
    sbst::BudgetMeter meter(sbst::Budget{.max_executions = 20'000});
    sbst::Rng rng(1);
    const auto found = sbst::dynamosa(problem, {}, meter, rng);
    const auto suite = sbst::minimise(problem, found.archive.suite(problem.goals()), {}, rng);
    for (const auto& [test, goals] : suite.tests)
    {
        std::printf("%s\n", problem.render(test).c_str());
    }
    return found.stopped_by == sbst::StopReason::all_covered ? 0 : 1;
}
#endif
