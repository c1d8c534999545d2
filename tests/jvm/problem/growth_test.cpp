// SPDX-License-Identifier: Apache-2.0
// Classes that are met during a run: running workers are told of their callables.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/search/algorithms/dynamosa.hpp>

#include <array>
#include <chrono>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

constexpr std::array<const char*, 20> met_classes{"java/util/concurrent/atomic/AtomicBoolean",
    "java/util/StringJoiner", "java/util/StringTokenizer", "java/util/ArrayDeque", "java/util/UUID",
    "java/util/OptionalInt", "java/util/OptionalLong", "java/util/concurrent/atomic/AtomicInteger",
    "java/util/concurrent/atomic/AtomicLong", "java/util/zip/CRC32", "java/util/zip/Adler32",
    "java/math/BigInteger", "java/time/Duration", "java/time/LocalDate", "java/time/Period",
    "java/text/StringCharacterIterator", "proof/Amount", "proof/Pair", "proof/Point",
    "proof/Shelf"};

/// Meets a class before each generation, and counts what calls of their callables did.
struct Finder
{
    JavaProblem& problem;
    std::size_t first_new = 0;
    std::size_t next = 0;
    std::size_t returned = 0;

    void explore(Exploration<TestCase>&, Rng&)
    {
        if (next < met_classes.size())
        {
            CHECK(problem.add_class(met_classes.at(next++)));
        }
    }
    void on_evaluated(const Evaluated<TestCase>& evaluated)
    {
        for (std::size_t i = 0; i < evaluated.trace.calls.size(); ++i)
        {
            const OutcomeKind kind = evaluated.trace.calls[i].kind;
            if (evaluated.test.calls[i].callable.index() >= first_new)
            {
                returned += kind == OutcomeKind::returned ? 1U : 0U;
            }
        }
    }
};

}  // namespace

TEST_CASE("classes that come during a run give the same with one worker and with two",
    "[jvm][problem][growth]")
{
    std::vector<std::string> written;
    for (const std::size_t jobs : {std::size_t{1}, std::size_t{2}})
    {
        JavaProblemOptions options = options_of("proof.Box");
        options.worker.jobs = jobs;
        // A call on large numbers may take about as long as the usual limit, so that one run stops
        // it and the other does not.
        options.worker.test_limit = std::chrono::seconds(2);
        JavaProblem problem(options);
        const std::size_t callables = problem.catalogue().size();
        const std::size_t types = problem.types().size();
        BudgetMeter meter(Budget{.max_executions = 4000, .keep_going = true});
        Rng rng(1);
        Finder finder{problem, callables};
        const auto found = dynamosa(problem, {}, meter, rng, finder);
        CHECK(finder.next == met_classes.size());
        CHECK(problem.catalogue().size() >= callables + 100);
        CHECK(problem.types().size() >= types + 20);
        CHECK(problem.workers().counters().respawns == 0);
        CHECK(finder.returned > 100);
        // Some may ask for more memory than there is, but none is unknown to the workers.
        CHECK(problem.workers().counters().not_linked == 0);

        std::string text = std::to_string(finder.returned) + "\n";
        const std::vector<TestCase> suite = found.archive.suite(problem.goals());
        for (const TestCase& test : suite)
        {
            text += problem.render(test) + "\n";
        }
        for (const CoveragePoint& point : found.log.timeline)
        {
            text += std::to_string(point.executions) + " " + std::to_string(point.covered) + "\n";
        }
        written.push_back(std::move(text));

        // Directed mutation may ask of any callable, and workers of their own know all of them.
        CHECK_NOTHROW(problem.may_decide(CallableId(problem.catalogue().size() - 1), GoalId(0)));
        std::vector<Trace> traces(suite.size());
        std::vector<RunDetail> details(suite.size());
        problem.execute_in_detail(suite, traces, details);
        for (const Trace& trace : traces)
        {
            CHECK(trace.was_run);
        }
    }
    CHECK(written[0] == written[1]);
}

TEST_CASE("a class that tests cannot name adds nothing", "[jvm][problem][growth]")
{
    JavaProblem problem(ledger_options());
    const std::size_t callables = problem.catalogue().size();
    CHECK_FALSE(problem.add_class("no/Such"));
    CHECK_FALSE(problem.add_class("sun/misc/Unsafe$Hidden"));
    CHECK(problem.catalogue().size() == callables);
    CHECK(problem.add_class("java/util/BitSet"));
    const std::size_t grown = problem.catalogue().size();
    CHECK(grown > callables);
    CHECK(problem.add_class("java/util/BitSet"));
    CHECK(problem.catalogue().size() == grown);
}
