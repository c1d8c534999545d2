// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/study/record.hpp>

#include <cmath>
#include <string>

namespace
{

using namespace sbst;
using namespace sbst::study;

StoredRecord example()
{
    StoredRecord stored;
    stored.key = std::string(64, 'a');
    stored.record.metrics = {{"covered", 7.0}, {"coverage", 0.1}, {"unknown", std::nan("")}};
    stored.record.timeline = {{1, 3, 0.25}, {40, 7, 1.5}};
    stored.record.goals = 70;
    stored.record.suite_hash = "beef";
    stored.record.stopped_by = "executions";
    stored.record.machine_metrics = {{"seconds", 2.0}};
    stored.machine = {.host = "h", .cpu = "c", .build = {"v", "g++"}, .started = 5, .load = 0.5};
    stored.digest = digest(stored.key, stored.record);
    return stored;
}

TEST_CASE("record: a written record is read back", "[core][study][unit]")
{
    const StoredRecord stored = example();
    const std::string text = write_record(stored);
    const StoredRecord back = read_record(text, "r.json");
    CHECK(write_record(back) == text);
    CHECK(back.record.timeline == stored.record.timeline);
    CHECK(metric(back.record, "coverage") == 0.1);
    CHECK(metric(back.record, "seconds") == 2.0);
    CHECK_FALSE(metric(back.record, "unknown"));
    CHECK_FALSE(metric(back.record, "none"));
    CHECK(digest(back.key, back.record) == back.digest);
    CHECK(back.machine.build.compiler == "g++");
}

TEST_CASE("record: the digest is of all but the machine's part", "[core][study][unit]")
{
    const StoredRecord stored = example();
    StoredRecord other = stored;
    other.record.machine_metrics.clear();
    other.record.timeline[0].seconds = 9.0;
    CHECK(digest(other.key, other.record) == stored.digest);
    other.record.metrics[0].second = 8.0;
    CHECK(digest(other.key, other.record) != stored.digest);
    other = stored;
    other.record.timeline[1].covered = 6;
    CHECK(digest(other.key, other.record) != stored.digest);
    other = stored;
    other.record.suite_hash = "dead";
    CHECK(digest(other.key, other.record) != stored.digest);
    CHECK(digest(std::string(64, 'b'), stored.record) != stored.digest);
}

TEST_CASE("record: the timeline answers for shorter budgets", "[core][study][unit]")
{
    const RunRecord record = example().record;
    CHECK(covered_at_executions(record, 0) == 0);
    CHECK(covered_at_executions(record, 1) == 3);
    CHECK(covered_at_executions(record, 39) == 3);
    CHECK(covered_at_executions(record, 1000) == 7);
    CHECK(covered_at_seconds(record, 0.2) == 0);
    CHECK(covered_at_seconds(record, 0.25) == 3);
    CHECK(covered_at_seconds(record, 9.0) == 7);
}

TEST_CASE("record: an error in a record names file and field", "[core][study][unit]")
{
    const std::string text = write_record(example());
    const auto changed = [&text](const std::string& from, const std::string& to) {
        std::string result = text;
        result.replace(result.find(from), from.size(), to);
        return result;
    };
    CHECK_THROWS_WITH(
        read_record("{", "r.json"), Catch::Contains("r.json: line 1, column 2: no JSON"));
    CHECK_THROWS_WITH(
        read_record("[]", "r.json"), Catch::Contains("r.json: an object expected, array found"));
    CHECK_THROWS_WITH(
        read_record(changed("\"schema\": 1", "\"schema\": 2"), "r"), Catch::Contains("schema"));
    CHECK_THROWS_WITH(read_record(changed("70", "-1"), "r"), Catch::Contains("goals"));
    CHECK_THROWS_WITH(
        read_record(changed("[40, 7]", "[1, 7]"), "r"), Catch::Contains("timeline[1]"));
    CHECK_THROWS_WITH(read_record(changed("[40, 7]", "[40]"), "r"), Catch::Contains("timeline[1]"));
    CHECK_THROWS_AS(read_record(std::string(100'000, '['), "r"), ParseError);
}

}  // namespace
