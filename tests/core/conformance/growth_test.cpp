// SPDX-License-Identifier: Apache-2.0
// Adapters whose types, callables and goals grow during a run.
#include "support/catch.hpp"
#include "support/growing_problem.hpp"

#include <sbst/in_process/in_process_problem.hpp>
#include <sbst/testing/conformance.hpp>

#include <algorithm>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using test_support::GrowingProblem;

namespace
{

/// Meets rooms in the order in which workers end, not in that of the requests.
struct HastyProblem : GrowingProblem
{
    explicit HastyProblem(std::size_t workers) : GrowingProblem(workers), is_reversed(workers > 1)
    {}
    void execute(
        std::span<const Request<TestCase>> requests, std::span<Trace> traces, const StopToken& stop)
    {
        for (std::size_t i = 0; is_reversed && i < requests.size(); ++i)
        {
            const std::size_t last = requests.size() - 1 - i;
            GrowingProblem::execute(requests.subspan(last, 1), traces.subspan(last, 1), stop);
        }
        GrowingProblem::execute(requests, traces, stop);
    }
    bool is_reversed;
};

/// A counter in this process; the body of `count` meets methods that come later.
struct LateProblem : InProcessProblem<std::shared_ptr<int>>
{
    LateProblem()
    {
        const TypeId counter = universe().add(object_type("Counter"));
        const TypeId number = universe().add(integer_type(8, true, "number"));
        const PredicateId full = add_branch("count: full");
        add_constructor(
            "Counter", counter, {}, [](const auto&) { return Result(std::make_shared<int>(0)); });
        add_method(
            {"counter", counter}, "count", {{"n", number}}, [=, this](const auto& arguments) {
                int& self = *arguments.object(0);
                self += static_cast<int>(arguments.integer(1));
                if (recorder().compare(full, self, Relation::gt, 100) && met.insert("reset").second)
                {
                    grow_later([=, this] { add_reset(counter); });
                }
                return Result();
            });
    }

    void add_reset(TypeId counter)
    {
        const PredicateId was_set = add_branch("reset: was set");
        add_method({"counter", counter}, "reset", {}, [=, this](const auto& arguments) {
            int& self = *arguments.object(0);
            recorder().compare(was_set, std::exchange(self, 0), Relation::ne, 0);
            return Result();
        });
    }

    std::set<std::string> met;
};

}  // namespace

TEST_CASE("conformance: adapters that grow while tests are executed keep the rules",
    "[core][conformance][growth]")
{
    CHECK(to_text(check_conformance([] { return GrowingProblem(1); })).empty());
    CHECK(to_text(check_conformance([] { return GrowingProblem(2); })).empty());
    CHECK(to_text(check_conformance([] { return LateProblem(); })).empty());
}

TEST_CASE(
    "conformance: growth is the same with any number of workers", "[core][conformance][growth]")
{
    for (const std::uint64_t seed : {1U, 2U, 3U})
    {
        const ConformanceOptions options{.seed = seed};
        CHECK(to_text(check_workers([] { return GrowingProblem(1); },
                          [] { return GrowingProblem(2); }, options))
                  .empty());
    }
    const auto findings =
        check_workers([] { return HastyProblem(1); }, [] { return HastyProblem(2); });
    INFO(to_text(findings));
    CHECK(std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.check == ConformanceCheck::workers_do_not_matter;
    }));
}

TEST_CASE("in-process adapters: what a body meets is there behind the batch",
    "[core][conformance][growth]")
{
    LateProblem problem;
    const TestCase test{{{CallableId(0), {}}, {CallableId(1), {ResultRef{0}, Value(100)}},
        {CallableId(1), {ResultRef{0}, Value(5)}}}};
    const std::vector<Request<TestCase>> requests(2, {&test});
    std::vector<Trace> traces(2);
    CHECK(problem.catalogue().size() == 2);
    problem.execute(requests, traces, StopToken{});
    REQUIRE(problem.catalogue().size() == 3);
    CHECK(problem.goals().size() == 4);
    const TestCase later{{{CallableId(0), {}}, {CallableId(2), {ResultRef{0}}}}};
    const std::vector<Request<TestCase>> more{{&later}};
    problem.execute(more, std::span(traces).first(1), StopToken{});
    CHECK(traces[0].predicates.size() == 1);
}
