// SPDX-License-Identifier: Apache-2.0
#include "core/guided/guided_run.hpp"
#include "support/catch.hpp"
#include "support/oo_adapter.hpp"

#include <sbst/error.hpp>
#include <sbst/guided/sequence_sampler.hpp>
#include <sbst/run/generate.hpp>
#include <sbst/search/algorithms/random_search.hpp>

#include <limits>
#include <vector>

using namespace sbst;
using namespace sbst::testing_support;
using sbst::test_support::OoAdapter;

namespace
{

/// Makes and runs tests one at a time.
struct Session
{
    explicit Session(const GuidedOptions& options = {}, std::uint64_t seed = 1)
      : rng(seed),
        sampler(adapter.operators(), adapter.goals(), guided_facts_of(adapter, options), options)
    {}

    TestCase step()
    {
        const TestCase test = sampler.make(rng);
        const Request<TestCase> request{&test, Record::coverage | Record::produced};
        adapter.execute({&request, 1}, {&trace, 1}, StopToken());
        sampler.learn(test, trace, {});
        return test;
    }

    OoAdapter adapter;
    Rng rng;
    SequenceSampler sampler;
    Trace trace;
};

}  // namespace

TEST_CASE("SequenceSampler: all its tests are well formed and within the limits",
    "[core][guided][property]")
{
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
    {
        Session session({}, seed);
        const OperatorOptions& limits = session.adapter.operators().options();
        for (int i = 0; i < 400; ++i)
        {
            const TestCase test = session.step();
            INFO(to_text(test, session.adapter.catalogue(), session.adapter.types()));
            REQUIRE(find_defect(test, session.adapter.catalogue(), session.adapter.types()) == "");
            CHECK(test.length() >= limits.min_length);
            CHECK(test.length() <= limits.max_length);
        }
    }
}

TEST_CASE(
    "SequenceSampler: the pool has sequences that return, by type", "[core][guided][property]")
{
    Session session;
    for (int i = 0; i < 300; ++i)
    {
        (void)session.step();
    }
    const SequencePool& pool = session.sampler.pool();
    REQUIRE(pool.size() > 20);
    std::vector<Trace> traces(1);
    for (const PooledSequence& sequence : pool.sequences())
    {
        const Request<TestCase> request{&sequence.calls, Record::coverage | Record::produced};
        session.adapter.execute({&request, 1}, traces, StopToken());
        INFO(to_text(sequence.calls, session.adapter.catalogue(), session.adapter.types()));
        for (const CallOutcome& call : traces[0].calls)
        {
            CHECK(call.kind == OutcomeKind::returned);
        }
        CHECK(session.adapter.catalogue()[sequence.calls.calls[sequence.output].callable].result ==
              sequence.type);
        CHECK(sequence.cost >= static_cast<double>(sequence.calls.length()));
    }
}

TEST_CASE("SequenceSampler: the same seed makes the same tests", "[core][guided][property]")
{
    Session first({}, 5);
    Session second({}, 5);
    Session other({}, 6);
    bool differs = false;
    for (int i = 0; i < 100; ++i)
    {
        const TestCase test = first.step();
        REQUIRE(test == second.step());
        differs = differs || test != other.step();
    }
    CHECK(differs);
}

TEST_CASE("SequenceSampler: a call that took the result of a failed one is not kept",
    "[core][guided][unit]")
{
    // A bank's test: the second call fails, the third used its result and returned all the same.
    Session session;
    TestCase test;
    for (int i = 0; i < 200 && test.length() < 6; ++i)
    {
        test = session.sampler.make(session.rng);
    }
    REQUIRE(test.length() >= 6);
    for (std::size_t failed = 0; failed < test.length(); ++failed)
    {
        Trace trace;
        trace.was_run = true;
        CallOutcome returned;
        returned.kind = OutcomeKind::returned;
        trace.calls.assign(test.length(), returned);
        trace.calls[failed].kind = OutcomeKind::threw;
        for (std::size_t call = 0; call < test.length(); ++call)
        {
            trace.produced.push_back({.call = static_cast<std::uint32_t>(call),
                .type = session.adapter.catalogue()[test.calls[call].callable].result});
        }
        session.sampler.learn(test, trace, {});
    }
    for (const PooledSequence& sequence : session.sampler.pool().sequences())
    {
        CHECK(find_defect(sequence.calls, session.adapter.catalogue(), session.adapter.types()) ==
              "");
    }
}

TEST_CASE("SequenceSampler: unusable options are rejected", "[core][guided][unit]")
{
    const double not_a_number = std::numeric_limits<double>::quiet_NaN();
    const GuidedOptions bad = GENERATE_COPY(GuidedOptions{.constant_prob = 1.1},
        GuidedOptions{.deviation = 0.5}, GuidedOptions{.deviation = not_a_number},
        GuidedOptions{.change_prob = -0.1}, GuidedOptions{.uncovered_weight = 1.5},
        GuidedOptions{.decay = 1.0}, GuidedOptions{.decay = 0.0}, GuidedOptions{.update_every = 0},
        GuidedOptions{.max_sequences = 0});
    CHECK_THROWS_AS(Session(bad), ConfigError);
}

TEST_CASE(
    "guided random testing: covers more of a bank than random search", "[core][guided][property]")
{
    std::size_t guided = 0;
    std::size_t random = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
    {
        OoAdapter first;
        guided += run_guided(first, {}, 60, seed).archive.covered_count();
        OoAdapter second;
        BudgetMeter meter(Budget{.max_executions = 60});
        Rng rng(seed);
        random += random_search(second, {}, meter, rng).archive.covered_count();
    }
    INFO("guided " << guided << ", random " << random);
    CHECK(guided > random);
}

TEST_CASE(
    "seed pool: the search begins with tests of guided random testing", "[core][guided][unit]")
{
    const Algorithm algorithm = GENERATE(Algorithm::dynamosa, Algorithm::mosa, Algorithm::mio,
        Algorithm::whole_suite, Algorithm::random);
    const auto run = [algorithm](std::uint64_t seed_pool, std::uint64_t executions) {
        OoAdapter adapter;
        RunSpec spec{.algorithm = algorithm, .budget = {.max_executions = executions}};
        spec.seed_pool = seed_pool;
        return generate(adapter, spec);
    };
    const auto guided_alone = [] {
        OoAdapter adapter;
        return generate(
            adapter, {.algorithm = Algorithm::guided_random, .budget = {.max_executions = 100}});
    }();
    // The first executions are those of guided random testing, whatever the algorithm.
    const RunResult seeded = run(100, 100);
    REQUIRE(seeded.log.timeline.size() > 3);
    for (std::size_t point = 0; point < 3; ++point)
    {
        CHECK(seeded.log.timeline[point] == guided_alone.log.timeline[point]);
    }
    CHECK(run(100, 400).log.timeline != run(0, 400).log.timeline);
    CHECK(run(100, 400).executions == 400);
}
