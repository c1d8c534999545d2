// SPDX-License-Identifier: Apache-2.0
// Adapters that each break one rule: the conformance suite must find it. All are small changes of
// adapters that keep the rules.
#pragma once

#define SBST_TOY_PROBLEM_WITHOUT_MAIN
// NOLINTNEXTLINE(bugprone-suspicious-include): an example is one file, and this tests it
#include "../../../examples/010_toy_problem.cpp"
#include "core/search/lock_problem.hpp"

#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/method_entry.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <string>

namespace sbst::testing_support
{

using LockTest = LockProblem::Test;
using LockRequests = std::span<const Request<LockTest>>;
using AccountRequests = std::span<const Request<TestCase>>;

/// Draws from its own source, independent of the seed.
struct UnseededLock : LockProblem
{
    explicit UnseededLock(std::size_t instance) : hidden_source(instance) {}
    LockTest generate(Rng& rng)
    {
        LockTest test = LockProblem::generate(rng);
        test[0] = static_cast<int>(hidden_source.below(10'000));
        return test;
    }
    Rng hidden_source;
};

/// Keeps state from one execution to the next.
struct StatefulLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        for (Trace& trace : traces)
        {
            if (!trace.predicates.empty())
            {
                trace.predicates[0].all.hits_false += ++runs;
            }
        }
    }
    std::uint32_t runs = 0;
};

/// A result depends on the previous test.
struct OrderDependentLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        for (std::size_t i = 1; i < requests.size(); ++i)
        {
            // An empty test has no call.
            if (!traces[i].calls.empty())
            {
                traces[i].calls[0].steps = requests[i - 1].test->size();
            }
        }
    }
};

/// A result depends on how many tests are run at once.
struct BatchDependentLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        for (Trace& trace : traces)
        {
            if (!trace.calls.empty())
            {
                trace.calls[0].weight = requests.size();
            }
        }
    }
};

/// Changes the tests that it runs.
struct MeddlingLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        for (const Request<LockTest>& request : requests)
        {
            const_cast<LockTest*>(request.test)->back() = 0;
        }
    }
};

/// Reports distance 0 for a direction that was not taken.
struct ZeroUntakenLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        for (Trace& trace : traces)
        {
            for (PredicateTrace& predicate : trace.predicates)
            {
                predicate.all.least_true = Distance::zero();
            }
        }
    }
};

/// Reports a distance for a direction that was taken.
struct TakenAtDistanceLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        for (Trace& trace : traces)
        {
            for (PredicateTrace& predicate : trace.predicates)
            {
                predicate.all.least_false = Distance(U256{1});
                predicate.direct.least_false = Distance(U256{1});
            }
        }
    }
};

/// Does not clear the trace.
struct UnclearedLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        for (std::size_t i = 0; i < requests.size(); ++i)
        {
            Trace fresh;
            LockProblem::execute(requests.subspan(i, 1), std::span(&fresh, 1), stop);
            traces[i].was_run = fresh.was_run;
            traces[i].calls = fresh.calls;
            for (const PredicateTrace& predicate : fresh.predicates)
            {
                traces[i].predicates.push_back(predicate);
            }
        }
    }
};

/// Does not look at the stop token.
struct DeafLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken)
    {
        LockProblem::execute(requests, traces, StopToken{});
    }
};

/// Runs only half of each batch.
struct LazyLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        const std::size_t half = (requests.size() + 1) / 2;
        LockProblem::execute(requests.first(half), traces.first(half), stop);
        for (Trace& trace : traces.subspan(half))
        {
            trace.clear();
        }
    }
};

/// Enters a predicate twice.
struct DuplicatingLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        for (Trace& trace : traces)
        {
            if (!trace.predicates.empty())
            {
                trace.predicates.push_back(trace.predicates[0]);
            }
        }
    }
};

/// Adds entries to each trace of a test that evaluated something.
template <class Spoil>
struct SpoiledLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        for (Trace& trace : traces)
        {
            if (!trace.predicates.empty())
            {
                Spoil()(trace);
            }
        }
    }
};

/// Enters a mutant twice, or without an id.
struct TwiceMutated
{
    void operator()(Trace& trace) const
    {
        trace.mutants.assign(2, {.mutant = MutantId(3), .least = Distance(U256{1})});
    }
};
struct NamelessMutant
{
    void operator()(Trace& trace) const { trace.mutants.emplace_back(); }
};

/// Enters a class of results twice, at distance 0 without a result of it, and the other way round.
struct TwiceReturned
{
    void operator()(Trace& trace) const
    {
        trace.outputs.assign(2, {.output = OutputId(3), .hits = 1, .least = Distance::zero()});
    }
};
struct ZeroUnreturned
{
    void operator()(Trace& trace) const
    {
        trace.outputs.push_back({.output = OutputId(3), .hits = 0, .least = Distance::zero()});
    }
};
struct ReturnedAtDistance
{
    void operator()(Trace& trace) const
    {
        trace.outputs.push_back({.output = OutputId(3), .hits = 1, .least = Distance(U256{1})});
    }
};

/// Forgets the outcome of the last call.
struct ForgetfulLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        for (Trace& trace : traces)
        {
            if (!trace.calls.empty())
            {
                trace.calls.pop_back();
            }
        }
    }
};

/// Throws something that it does not name.
struct NamelessLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        for (Trace& trace : traces)
        {
            if (trace.was_run)
            {
                trace.calls.back().kind = OutcomeKind::threw;
            }
        }
    }
};

/// Covers nothing unless distances are recorded.
struct RecordDependentLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        for (std::size_t i = 0; i < requests.size(); ++i)
        {
            if (!has(requests[i].record, Record::distances))
            {
                traces[i].predicates.clear();
            }
        }
    }
};

/// Mutates without saying so.
struct SilentLock : LockProblem
{
    Change mutate(LockTest& test, Rng& rng)
    {
        LockProblem::mutate(test, rng);
        return {};
    }
};

/// Renders nothing.
struct MuteLock : LockProblem
{
    std::string render(const LockTest&) const { return {}; }
};

/// Counts calls of render.
struct CountingLock : LockProblem
{
    std::string render(const LockTest& test) const
    {
        return LockProblem::render(test) + std::to_string(++*count);
    }
    std::shared_ptr<int> count = std::make_shared<int>(0);
};

/// Replaces its goals by others while running.
struct ShiftingLock : LockProblem
{
    [[nodiscard]] const GoalGraph& goals() const
    {
        return has_run ? other.goals() : LockProblem::goals();
    }
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        has_run = true;
    }
    LockProblem other{std::vector<int>{1, 2}};
    bool has_run = false;
};

/// Has two goals of one name.
struct TwinLock : LockProblem
{
    TwinLock() { graph().add(method_entry_goal(MethodId(0), "digit 0 hit")); }
};

/// Proved a goal infeasible that every test covers.
struct WishfulLock : LockProblem
{
    WishfulLock() { graph().mark_infeasible(GoalId(0), "wishful thinking"); }
};

/// Finds goals in an order that depends on the size of the batch.
struct UnorderedLock : LockProblem
{
    void execute(LockRequests requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        for (std::size_t i = requests.size(); i-- > 0 && !stop.stop_requested();)
        {
            const ExceptionId exception(requests[i].test->size());
            if (!find_exception(goals(), exception))
            {
                graph().add(
                    exception_goal(exception, "length " + std::to_string(exception.index())));
            }
        }
    }
};

/// Makes calls whose receiver comes later.
struct DanglingAccount : AccountProblem
{
    TestCase generate(Rng& rng)
    {
        TestCase test = AccountProblem::generate(rng);
        for (Call& call : test.calls)
        {
            if (call.arguments.size() == 2)
            {
                call.arguments[0] = ResultRef{static_cast<std::uint32_t>(test.length())};
            }
        }
        return test;
    }
    // Such tests cannot be run or varied.
    Change mutate(TestCase&, Rng&) { return {}; }
    ChangePair crossover(TestCase&, TestCase&, Rng&) { return {}; }
    void execute(AccountRequests requests, std::span<Trace> traces, StopToken stop)
    {
        for (std::size_t i = 0; i < requests.size(); ++i)
        {
            traces[i].clear();
            traces[i].was_run = !stop.stop_requested();
            traces[i].calls.resize(traces[i].was_run ? requests[i].test->length() : 0);
        }
    }
    [[nodiscard]] std::string render(const TestCase&) const { return "a test"; }
};

/// Reports that a change starts later than it does.
struct LateAccount : AccountProblem
{
    Change mutate(TestCase& test, Rng& rng)
    {
        Change change = AccountProblem::mutate(test, rng);
        change.first_call += change.is_empty() ? 0U : 1U;
        return change;
    }
};

}  // namespace sbst::testing_support
