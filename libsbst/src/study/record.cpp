// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/json_field.hpp>
#include <sbst/error.hpp>
#include <sbst/study/record.hpp>
#include <sbst/study/sha256.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sbst::study
{

namespace
{

constexpr std::uint64_t record_schema = 1;

OrderedJson to_json(const std::vector<Metric>& metrics)
{
    OrderedJson json = OrderedJson::object();
    for (const auto& [name, value] : metrics)
    {
        json[name] = std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
    }
    return json;
}

std::vector<Metric> metrics_from(const OrderedJsonField& json)
{
    std::vector<Metric> metrics;
    for (const auto& [name, value] : json.members())
    {
        metrics.emplace_back(name, value.number_or_null());
    }
    return metrics;
}

/// The part that does not depend on the machine.
OrderedJson outcome_json(const std::string& key, const RunRecord& record)
{
    OrderedJson json{{"schema", record_schema}, {"key", key}};
    json["metrics"] = to_json(record.metrics);
    json["goals"] = record.goals;
    json["suite_hash"] = record.suite_hash;
    json["stopped_by"] = record.stopped_by;
    json["is_reproducible"] = record.is_reproducible;
    json["timeline"] = OrderedJson::array();
    for (const TimelinePoint& point : record.timeline)
    {
        json["timeline"].push_back(OrderedJson::array({point.executions, point.covered}));
    }
    return json;
}

OrderedJson machine_json(const StoredRecord& stored)
{
    const MachineInfo& machine = stored.machine;
    OrderedJson json{{"host", machine.host}, {"cpu", machine.cpu},
        {"version", machine.build.version}, {"compiler", machine.build.compiler},
        {"started", machine.started}, {"load", machine.load}};
    json["metrics"] = to_json(stored.record.machine_metrics);
    json["seconds_at"] = OrderedJson::array();
    for (const TimelinePoint& point : stored.record.timeline)
    {
        json["seconds_at"].push_back(point.seconds);
    }
    return json;
}

/// The last point for which `is_reached` holds; points are in order.
template <class IsReached>
std::uint64_t covered_where(const RunRecord& record, const IsReached& is_reached)
{
    const auto end =
        std::partition_point(record.timeline.begin(), record.timeline.end(), is_reached);
    return end == record.timeline.begin() ? 0 : std::prev(end)->covered;
}

}  // namespace

std::optional<double> metric(const RunRecord& record, std::string_view name)
{
    for (const auto* const metrics : {&record.metrics, &record.machine_metrics})
    {
        for (const auto& [known, value] : *metrics)
        {
            if (known == name)
            {
                return std::isnan(value) ? std::nullopt : std::optional(value);
            }
        }
    }
    return std::nullopt;
}

std::string digest(const std::string& key, const RunRecord& record)
{
    return sha256(outcome_json(key, record).dump());
}

std::string write_record(const StoredRecord& stored)
{
    OrderedJson json = outcome_json(stored.key, stored.record);
    json["digest"] = stored.digest;
    json["machine"] = machine_json(stored);
    return to_json_text(json);
}

StoredRecord read_record(const std::string& text, const std::string& file)
{
    const auto document = parse_json<OrderedJson>(text, file);
    const OrderedJsonField root(document, file, "");
    if (root.at("schema").count() != record_schema)
    {
        root.at("schema").fail("expected 1");
    }
    StoredRecord stored;
    stored.key = root.at("key").text();
    stored.digest = root.at("digest").text();
    RunRecord& record = stored.record;
    record.metrics = metrics_from(root.at("metrics"));
    record.goals = root.at("goals").count();
    record.suite_hash = root.at("suite_hash").text();
    record.stopped_by = root.at("stopped_by").text();
    record.is_reproducible = root.at("is_reproducible").boolean();

    const OrderedJsonField machine = root.at("machine");
    const std::uint64_t started = machine.at("started").count();
    if (started > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
    {
        machine.at("started").fail("expected seconds since 1970");
    }
    stored.machine = {.host = machine.at("host").text(),
        .cpu = machine.at("cpu").text(),
        .build = {machine.at("version").text(), machine.at("compiler").text()},
        .started = static_cast<std::int64_t>(started),
        .load = machine.number_or_null("load")};
    record.machine_metrics = metrics_from(machine.at("metrics"));
    const std::vector<OrderedJsonField> points = root.at("timeline").items();
    const std::vector<OrderedJsonField> seconds = machine.at("seconds_at").items();
    if (points.size() != seconds.size())
    {
        machine.at("seconds_at").fail("expected as many numbers as the timeline has points");
    }
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        const std::vector<OrderedJsonField> pair = points[i].items();
        if (pair.size() != 2)
        {
            points[i].fail("expected [executions, covered]");
        }
        record.timeline.push_back({pair[0].count(), pair[1].count(), seconds[i].number_or_null()});
        const std::size_t last = record.timeline.size() - 1;
        if (last > 0 && record.timeline[last].executions <= record.timeline[last - 1].executions)
        {
            points[i].fail("expected more executions than at the point before");
        }
    }
    return stored;
}

std::uint64_t covered_at_executions(const RunRecord& record, std::uint64_t executions)
{
    return covered_where(record,
        [executions](const TimelinePoint& point) { return point.executions <= executions; });
}

std::uint64_t covered_at_seconds(const RunRecord& record, double seconds)
{
    return covered_where(
        record, [seconds](const TimelinePoint& point) { return point.seconds <= seconds; });
}

}  // namespace sbst::study
