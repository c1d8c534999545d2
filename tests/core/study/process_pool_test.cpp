// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "toy_laboratory.hpp"

#include <sbst/error.hpp>
#include <sbst/study/process_pool.hpp>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace
{

using namespace sbst;
using namespace sbst::study;
using namespace std::chrono_literals;

StudyProgress run(const Plan& plan, Store& store, const PoolOptions& options = {},
    std::chrono::milliseconds pause = {})
{
    return run_study(
        plan, [pause] { return std::make_unique<ToyLaboratory>(pause); }, store, options, {});
}

std::map<std::string, std::string> digests(const Store& store)
{
    std::map<std::string, std::string> result;
    for (const std::string& key : store.finished())
    {
        const StoredRecord stored = *store.read(key);
        CHECK(digest(key, stored.record) == stored.digest);
        result[key] = stored.digest;
    }
    return result;
}

TEST_CASE("run_study: any number of workers gives the same results", "[core][study][property]")
{
    const Plan plan = toy_plan("alpha, beta, gamma", 4);
    const TestFolder one;
    const TestFolder three;
    Store store_one(one.path());
    Store store_three(three.path());
    const StudyProgress done = run(plan, store_one);
    CHECK(done.finished == 24);
    CHECK(done.failed == 0);
    CHECK(run(plan, store_three, {.jobs = 3}).finished == 24);
    CHECK(digests(store_one) == digests(store_three));
    CHECK(store_one.claimed().empty());
    CHECK(progress_of(toy_plan("alpha, delta", 5), store_one).finished == 8);
}

TEST_CASE("run_study: a death costs the cell that was held", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = toy_plan("alpha, crash, fail, " + folder.path() + "/flaky", 1);
    const StudyProgress done = run(plan, store, {.jobs = 2});
    CHECK(done.cells == 8);
    CHECK(done.finished == 4);
    CHECK(done.failed == 4);
    std::map<std::string, std::string> reasons;
    for (const Failure& failure : store.failures())
    {
        // The other worker may have taken it over before the first death was noted.
        CHECK(failure.attempts >= 2);
        reasons[failure.cell] = failure.reason;
    }
    CHECK(reasons["crash, a, run 1"] == "its worker was ended by signal 9 (Killed)");
    CHECK(reasons["fail, b, run 1"] == "the harness broke");
    CHECK(reasons.size() == 4);
    CHECK(store.claimed().empty());
    // Failed cells are not tried again, and no others are left.
    CHECK(run(plan, store).failed == 4);
}

TEST_CASE("run_study: an error before a worker's first cell keeps its type", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = toy_plan("alpha", 1);
    const LaboratoryFactory refuses = []() -> std::unique_ptr<Laboratory> {
        throw ConfigError("no folder for " + std::string(1000, 'x'));
    };
    CHECK_THROWS_AS(run_study(plan, refuses, store, {}, {}), ConfigError);
    const LaboratoryFactory breaks = []() -> std::unique_ptr<Laboratory> {
        throw AdapterError("no harness");
    };
    CHECK_THROWS_AS(run_study(plan, breaks, store, {}, {}), AdapterError);
    const LaboratoryFactory dies = []() -> std::unique_ptr<Laboratory> { std::_Exit(9); };
    CHECK_THROWS_AS(run_study(plan, dies, store, {}, {}), AdapterError);
    CHECK(store.failures().empty());
}

TEST_CASE("run_study: a cell past its limit is killed", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = toy_plan("alpha, slow", 1);
    const StudyProgress done = run(plan, store, {.cell_limit = 0.3s});
    CHECK(done.finished == 2);
    CHECK(done.failed == 2);
    CHECK_THAT(store.failures().at(0).reason, Catch::Contains("longer than 0.3 s"));
}

TEST_CASE("run_study: cells that others hold are waited for or left", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = toy_plan("alpha", 2);
    const auto held = store.claim(plan.cells[1].key, 60s);
    REQUIRE(held);
    const StudyProgress done = run(plan, store, {.jobs = 2, .waits = false});
    CHECK(done.finished == 3);
    CHECK(done.failed == 0);
}

TEST_CASE("run_study: shards without stealing are parts of the whole", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = toy_plan("alpha, beta", 3);
    PoolOptions options;
    options.waits = false;
    options.worker.steals = false;
    options.worker.shard = {0, 3};
    CHECK(run(plan, store, options).finished == 4);
    options.worker.shard = {2, 3};
    CHECK(run(plan, store, options).finished == 8);
    options.worker.shard = {1, 3};
    CHECK(run(plan, store, options).finished == 12);
}

TEST_CASE("run_study: a kill at any moment tears nothing", "[core][study][property]")
{
    const TestFolder folder;
    const Plan plan = toy_plan("alpha, beta", 20);
    for (int kill_after_ms = 3; kill_after_ms < 150; kill_after_ms += 21)
    {
        const pid_t child = ::fork();
        if (child == 0)
        {
            ::setpgid(0, 0);
            Store store(folder.path());
            static_cast<void>(run(plan, store, {.jobs = 2}, 4ms));
            ::_exit(0);
        }
        ::setpgid(child, child);
        ::usleep(static_cast<useconds_t>(kill_after_ms * 1000));
        ::kill(-child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        const Store store(folder.path());
        static_cast<void>(digests(store));
    }
    Store store(folder.path());
    CHECK(run(plan, store, {.jobs = 2}).finished == plan.cells.size());
    const TestFolder fresh;
    Store other(fresh.path());
    CHECK(run(plan, other).finished == plan.cells.size());
    CHECK(digests(store) == digests(other));
    CHECK(store.claimed().empty());
    CHECK(store.remove_leftovers(0ms) == 0);
}

TEST_CASE("run_study: a result counts once, whether a look or its message tells of it first",
    "[core][study][unit]")
{
    const Plan plan = toy_plan("alpha", 10);
    for (int i = 0; i < 40; ++i)
    {
        const TestFolder folder;
        Store store(folder.path());
        std::size_t most = 0;
        const StudyProgress done = run_study(
            plan, [] { return std::make_unique<ToyLaboratory>(0ms); }, store, {.jobs = 2},
            [&most](const StudyProgress& progress) { most = std::max(most, progress.finished); });
        CHECK(most == plan.cells.size());
        CHECK(done.finished == plan.cells.size());
    }
}

TEST_CASE("run_study: told to stop, it ends soon and loses nothing", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    const Plan plan = toy_plan("alpha", 200);
    std::atomic<bool> flag{false};
    const StopToken stop(&flag);
    const StudyProgress done = run_study(
        plan, [] { return std::make_unique<ToyLaboratory>(5ms); }, store, {.jobs = 2, .stop = stop},
        [&flag](const StudyProgress& progress) { flag = progress.finished >= 5; });
    CHECK(done.finished >= 5);
    CHECK(done.finished < 400);
    CHECK(done.failed == 0);
    CHECK(store.failures().empty());
}

}  // namespace
