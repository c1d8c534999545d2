// SPDX-License-Identifier: Apache-2.0
#include "subjects.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>

#include <algorithm>
#include <array>

using namespace sbst;
using namespace sbst::evm;

namespace
{

// An auction that alice opens for an hour and bob bids on.
struct AuctionTest
{
    std::unique_ptr<ContractProblem> problem = example("Auction");
    TestCase test;

    AuctionTest()
    {
        test.calls.push_back(call(*problem, "Auction", {Value(U256(5)), Value(U256(2))}));
        test.calls.push_back(call(*problem, "open", {Value(U256(3600))}));
        test.calls.push_back(bid("bob", 10));
    }

    Call bid(const std::string& sender, std::uint64_t wei) const
    {
        Call made = call(*problem, "bid");
        set(*problem, made, "sender", actor(*problem, sender));
        set(*problem, made, "value", U256(wei));
        return made;
    }
};

bool same_trace(const Trace& a, const Trace& b)
{
    const auto same_predicate = [](const PredicateTrace& x, const PredicateTrace& y) {
        return x.predicate == y.predicate && x.all.hits_true == y.all.hits_true &&
               x.all.hits_false == y.all.hits_false && x.all.least_true == y.all.least_true &&
               x.all.least_false == y.all.least_false;
    };
    const auto same_call = [](const CallOutcome& x, const CallOutcome& y) {
        return x.kind == y.kind && x.exception == y.exception && x.steps == y.steps &&
               x.weight == y.weight;
    };
    return std::equal(a.predicates.begin(), a.predicates.end(), b.predicates.begin(),
               b.predicates.end(), same_predicate) &&
           std::equal(a.calls.begin(), a.calls.end(), b.calls.begin(), b.calls.end(), same_call);
}

}  // namespace

TEST_CASE("contract_problem: sender, value and time of a call reach the contract", "[evm][problem]")
{
    AuctionTest auction;
    auction.test.calls.push_back(auction.bid("alice", 20));  // the seller may not bid
    auction.test.calls.push_back(auction.bid("carol", 11));  // less than the increment
    auction.test.calls.push_back(auction.bid("carol", 12));
    Call late = auction.bid("bob", 20);
    set(*auction.problem, late, "time", U256(3600));
    auction.test.calls.push_back(late);

    const auto calls = auction.problem->describe(auction.test);
    REQUIRE(calls.size() == 7);
    CHECK(calls[2].kind == OutcomeKind::returned);
    CHECK(calls[2].sender == "bob");
    CHECK(calls[2].events == std::vector<std::string>{"BidPlaced(bidder = bob, amount = 10)"});
    CHECK(calls[3].failure == "reverts with SellerCannotBid()");
    CHECK(calls[4].failure == "reverts with BidTooLow(offered = 11)");
    CHECK(calls[5].kind == OutcomeKind::returned);
    CHECK(calls[6].time_step == 3600);
    CHECK(calls[6].failure == "reverts with BiddingClosed()");
}

TEST_CASE("contract_problem: each test begins in the same world", "[evm][problem]")
{
    AuctionTest auction;
    const Trace alone = run(*auction.problem, auction.test);
    TestCase other = auction.test;
    other.calls.push_back(auction.bid("carol", 50));
    other.calls[0] = call(*auction.problem, "Auction", {Value(U256(1)), Value(U256(1))});
    run(*auction.problem, other);
    CHECK(same_trace(alone, run(*auction.problem, auction.test)));
}

TEST_CASE(
    "contract_problem: a remembered deployment leaves the trace of a real one", "[evm][problem]")
{
    AuctionTest auction;
    const Trace first = run(*auction.problem, auction.test);
    const Trace remembered = run(*auction.problem, auction.test);
    CHECK(same_trace(first, remembered));
    // Logs force a real deployment.
    const Trace logged = run(*auction.problem, auction.test,
        Record::coverage | Record::distances | Record::values | Record::state);
    CHECK(same_trace(first, logged));
    CHECK(first.values.entries().empty());
    CHECK_FALSE(logged.values.entries().empty());
    CHECK(std::any_of(logged.state.entries().begin(), logged.state.entries().end(),
        [](const StateAccess& access) { return access.is_write && access.call == 2; }));
}

TEST_CASE("contract_problem: the number of jobs never changes a trace", "[evm][problem]")
{
    std::array<std::unique_ptr<ContractProblem>, 2> problems;
    std::array<std::vector<Trace>, 2> traces;
    for (std::size_t k = 0; k < 2; ++k)
    {
        ProblemOptions options;
        options.jobs = k + 1;
        problems.at(k) = example("Token", options);
        Rng rng(7);
        std::vector<TestCase> tests;
        for (int i = 0; i < 40; ++i)
        {
            tests.push_back(problems.at(k)->generate(rng));
        }
        std::vector<Request<TestCase>> requests;
        for (const TestCase& test : tests)
        {
            requests.push_back({.test = &test});
        }
        traces.at(k).resize(tests.size());
        problems.at(k)->execute(requests, traces.at(k), StopToken{});
    }
    for (std::size_t i = 0; i < traces[0].size(); ++i)
    {
        INFO("test " << i);
        CHECK(same_trace(traces[0][i], traces[1][i]));
        for (const CallOutcome& outcome : traces[0][i].calls)
        {
            if (outcome.kind == OutcomeKind::threw)
            {
                CHECK(problems[0]->exception_text(outcome.exception) ==
                      problems[1]->exception_text(outcome.exception));
            }
        }
    }
}

TEST_CASE("contract_problem: after a failed deployment nothing is reached", "[evm][problem]")
{
    const auto problem = example("MultiSigWallet");
    TestCase test;
    // A wallet without owners.
    test.calls.push_back(call(*problem, "MultiSigWallet", {Value(Value::List{}), Value(U256(1))}));
    test.calls.push_back(test.calls[0]);
    Rng rng(3);
    while (test.calls[1].callable == test.calls[0].callable)
    {
        const TestCase random = problem->generate(rng);
        test.calls[1] = random.calls.back();
        std::replace_if(
            test.calls[1].arguments.begin(), test.calls[1].arguments.end(),
            [](const Argument& argument) { return !std::holds_alternative<Value>(argument); },
            Argument(Value(U256{})));
    }
    const Trace trace = run(*problem, test);
    REQUIRE(trace.calls.size() == 2);
    CHECK(trace.calls[0].kind == OutcomeKind::threw);
    CHECK(trace.calls[1].kind == OutcomeKind::not_reached);
    CHECK(problem->describe(test).size() == 2);
}

TEST_CASE("contract_problem: a result can be an argument of a later call", "[evm][problem]")
{
    const auto problem = example("DateLibrary");
    TestCase test;
    test.calls.push_back(call(*problem, "DateLibrary"));
    test.calls.push_back(
        call(*problem, "toDayNumber", {Value(U256(2000)), Value(U256(2)), Value(U256(29))}));
    test.calls.push_back(call(*problem, "fromDayNumber"));
    test.calls[2].arguments[0] = ResultRef{1};
    test.calls.push_back(call(*problem, "daysInMonth", {Value(U256(1900))}));
    test.calls[3].arguments[1] = ArgumentRef{1, 1};
    REQUIRE(find_defect(test, problem->catalogue(), problem->types()).empty());
    const auto calls = problem->describe(test);
    CHECK(calls[1].results == std::vector<std::string>{"11016"});
    CHECK(calls[2].arguments == std::vector<std::string>{"11016"});
    CHECK(calls[2].results == std::vector<std::string>{"2000", "2", "29"});
    CHECK(calls[3].results == std::vector<std::string>{"28"});
}

TEST_CASE("contract_problem: options choose actors and callables", "[evm][problem]")
{
    ProblemOptions options;
    options.accounts = 3;
    options.poor_account = false;
    options.zero_address = false;
    options.ignore_functions = {"cancel"};
    const auto problem = example("Auction", options);
    const auto actors = problem->actors();
    CHECK(std::count_if(actors.begin(), actors.end(), [](const Actor& a) { return a.can_send; }) ==
          3);
    CHECK(std::none_of(
        actors.begin(), actors.end(), [](const Actor& a) { return a.name == "zero"; }));
    CHECK_THROWS(callable(*problem, "cancel"));
    // Getters are left out unless asked for.
    CHECK_THROWS(callable(*problem, "highestBid"));
    options.call_getters = true;
    CHECK_NOTHROW(callable(*example("Auction", options), "highestBid"));
    options.ignore_functions = {"cancle"};
    CHECK_THROWS_AS(example("Auction", options), ConfigError);
    options.ignore_functions = {};
    options.show_classes = {"usr"};
    CHECK_THROWS_AS(example("Auction", options), ConfigError);
}

TEST_CASE("contract_problem: options out of range are refused by name", "[evm][problem]")
{
    const auto refuses = [](const char* name, const auto& change) {
        ProblemOptions options;
        change(options);
        CHECK_THROWS_WITH(validate(options), Catch::Contains(name));
    };
    refuses("accounts", [](ProblemOptions& o) { o.accounts = 0; });
    refuses("accounts", [](ProblemOptions& o) { o.accounts = 21; });
    refuses("max-value", [](ProblemOptions& o) { o.max_value = U256::max(); });
    refuses("seeding-prob", [](ProblemOptions& o) { o.seeding_prob = 1.5; });
    refuses("no-step-prob", [](ProblemOptions& o) { o.no_step_prob = -0.1; });
    refuses("min-array-length", [](ProblemOptions& o) { o.min_array_length = 11; });
    refuses("transaction-gas", [](ProblemOptions& o) { o.transaction_gas = 1; });
    refuses("jobs", [](ProblemOptions& o) { o.jobs = 0; });
    CHECK_NOTHROW(validate(ProblemOptions{}));
}

TEST_CASE("contract_problem: goals of hidden classes stay in the graph", "[evm][problem]")
{
    const auto shown = [](const ContractProblem& problem) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < problem.goals().size(); ++i)
        {
            count += problem.goals()[GoalId(i)].is_shown ? 1U : 0U;
        }
        return count;
    };
    const auto by_default = example("Auction");
    ProblemOptions options;
    options.show_classes = {"user", "compiler-check", "dispatcher"};
    const auto wider = example("Auction", options);
    CHECK(by_default->goals().size() == wider->goals().size());
    CHECK(shown(*by_default) < shown(*wider));
}
