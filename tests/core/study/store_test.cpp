// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "toy_laboratory.hpp"

#include <sbst/error.hpp>
#include <sbst/study/store.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace
{

using namespace sbst;
using namespace sbst::study;
using namespace std::chrono_literals;

const std::string key_a(64, 'a');
const std::string key_b(64, 'b');

StoredRecord record_of(const std::string& key, double value)
{
    StoredRecord stored;
    stored.key = key;
    stored.record.metrics = {{"covered", value}};
    stored.digest = digest(key, stored.record);
    return stored;
}

void write(const std::string& file, const std::string& text)
{
    std::ofstream(file) << text;
}

TEST_CASE("store: the first result of a key stays", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    CHECK_FALSE(store.has(key_a));
    CHECK_FALSE(store.read(key_a));
    CHECK(store.publish(record_of(key_a, 1.0)));
    CHECK_FALSE(store.publish(record_of(key_a, 2.0)));
    CHECK(store.publish(record_of(key_b, 3.0)));
    CHECK(metric(store.read(key_a)->record, "covered") == 1.0);
    CHECK(store.finished() == std::vector<std::string>{key_a, key_b});
    CHECK(Store(folder.path()).has(key_b));
}

TEST_CASE("store: another cell's result under a name is an error", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    store.publish(record_of(key_a, 1.0));
    std::filesystem::create_directories(folder.path() + "/runs/bb");
    std::filesystem::copy_file(folder.path() + "/runs/aa/" + key_a + ".json",
        folder.path() + "/runs/bb/" + key_b + ".json");
    CHECK_THROWS_WITH(store.read(key_b), Catch::Contains("another cell's"));
}

TEST_CASE("store: a claim belongs to one process until it is released", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    {
        const auto claim = store.claim(key_a, 60s);
        REQUIRE(claim);
        CHECK(store.is_held(key_a, 60s));
        CHECK(store.claimed() == std::vector<std::string>{key_a});
        CHECK_FALSE(store.claim(key_a, 60s));
        CHECK(store.claim(key_b, 60s));
    }
    CHECK_FALSE(store.is_held(key_a, 60s));
    CHECK(store.claim(key_a, 60s));
    CHECK(store.claimed().empty());
}

TEST_CASE("store: claims of ended and silent processes are taken over", "[core][study]")
{
    const TestFolder folder;
    Store store(folder.path());
    const pid_t child = ::fork();
    if (child == 0)
    {
        // The claim is never released: the process ends at once.
        auto* const claim = new auto(store.claim(key_a, 60s));
        ::_exit(claim->has_value() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(status == 0);
    REQUIRE(store.claimed().size() == 1);
    CHECK_FALSE(store.is_held(key_a, 60s));
    CHECK(store.claim(key_a, 60s));

    // One that lives may be silent: a busy machine does not give it its turn.
    {
        const auto claim = store.claim(key_a, 60s);
        REQUIRE(claim);
        std::filesystem::last_write_time(
            claim->file(), std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
        CHECK(store.is_held(key_a, 60s));
        CHECK_FALSE(store.claim(key_a, 60s));
    }

    // Only the last touch of another machine's claim is known.
    const std::string file = folder.path() + "/claims/" + key_b;
    write(file, "elsewhere/boot/1/1\n");
    CHECK(store.is_held(key_b, 60s));
    CHECK_FALSE(store.claim(key_b, 60s));
    std::filesystem::last_write_time(
        file, std::filesystem::file_time_type::clock::now() - std::chrono::seconds(61));
    CHECK(store.claim(key_b, 60s));
    std::filesystem::remove(file);
    write(file, "elsewhere/boot/1/1\n");
    std::filesystem::last_write_time(
        file, std::filesystem::file_time_type::clock::now() - std::chrono::seconds(61));
    touch(file);
    CHECK_FALSE(store.claim(key_b, 60s));
}

TEST_CASE("store: failures are counted", "[core][study][unit]")
{
    const TestFolder folder;
    Store store(folder.path());
    CHECK_FALSE(store.failure(key_a));
    CHECK(store.add_failure({.key = key_a, .cell = "x, a, run 1", .reason = "one"}) == 1);
    CHECK(store.add_failure({.key = key_a, .cell = "x, a, run 1", .reason = "two"}) == 2);
    CHECK(store.failure(key_a)->reason == "two");
    REQUIRE(store.failures().size() == 1);
    CHECK(store.failures()[0].attempts == 2);
    store.forget_failure(key_a);
    CHECK(store.failures().empty());
}

TEST_CASE("store: leftovers of killed processes are removed, other files stay", "[core][study]")
{
    const TestFolder folder;
    Store store(folder.path());
    std::filesystem::create_directories(folder.path() + "/runs/aa");
    const std::string old = folder.path() + "/runs/aa/" + key_a + ".json.draft.elsewhere~b~1~1";
    const std::string fresh = folder.path() + "/failed/x.json.draft.elsewhere~b~2~1";
    write(old, "{");
    write(fresh, "{");
    std::filesystem::last_write_time(
        old, std::filesystem::file_time_type::clock::now() - std::chrono::seconds(61));
    CHECK(store.remove_leftovers(60s) == 1);
    CHECK_FALSE(std::filesystem::exists(old));
    CHECK(std::filesystem::exists(fresh));
    CHECK(store.finished().empty());
}

TEST_CASE("store: a folder that cannot be made is named", "[core][study][unit]")
{
    const TestFolder folder;
    write(folder.path() + "/file", "");
    CHECK_THROWS_WITH(Store(folder.path() + "/file/study"), Catch::Contains("/file/study"));
}

}  // namespace
