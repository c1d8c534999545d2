// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/json_text.hpp>
#include <sbst/output/tests_json.hpp>
#include <sbst/report/report_json.hpp>

#include <string_view>
#include <utility>

namespace sbst
{

namespace
{

std::string_view outcome_name(OutcomeKind outcome)
{
    switch (outcome)
    {
        case OutcomeKind::not_reached:
            return "not-reached";
        case OutcomeKind::returned:
            return "returned";
        case OutcomeKind::threw:
            return "threw";
        case OutcomeKind::timed_out:
            return "timed-out";
        case OutcomeKind::unsupported:
            return "unsupported";
    }
    return {};
}

OrderedJson value_to_json(const ExecutedValue& value)
{
    return {{"type", value.type}, {"value", value.text}};
}

OrderedJson call_to_json(const ExecutedCall& call)
{
    OrderedJson json{{"name", call.name}, {"action", call.story.action}};
    json["arguments"] = OrderedJson::array();
    for (const ExecutedArgument& argument : call.arguments)
    {
        OrderedJson row{{"name", argument.name}, {"role", argument.role}};
        row.update(value_to_json(argument.value));
        row["result_of"] =
            argument.result_of ? OrderedJson(*argument.result_of + 1) : OrderedJson(nullptr);
        json["arguments"].push_back(std::move(row));
    }
    json["outcome"] = outcome_name(call.outcome);
    json["results"] = OrderedJson::array();
    for (const ExecutedValue& result : call.results)
    {
        json["results"].push_back(value_to_json(result));
    }
    json["failure"] = call.failure;
    json["notes"] = call.story.notes;
    return json;
}

OrderedJson test_to_json(const ExecutedTest& test, const ExecutedSuite& suite)
{
    OrderedJson json{{"name", test.name}};
    json["calls"] = OrderedJson::array();
    for (const ExecutedCall& call : test.calls)
    {
        json["calls"].push_back(call_to_json(call));
    }
    json["observations"] = OrderedJson::array();
    for (const Observation& observation : test.observations)
    {
        OrderedJson row{{"call", observation.call + 1}};
        if (observation.argument)
        {
            row["argument"] = *observation.argument + 1;
        }
        row["member"] = observation.member;
        row.update(value_to_json(observation.value));
        json["observations"].push_back(std::move(row));
    }
    json["goals"] = test.goals;
    json["new_goals"] = test.new_goals;
    json["lines"] = OrderedJson::array();
    for (const std::size_t line : test.lines)
    {
        json["lines"].push_back(
            {{"file", suite.lines.at(line).file}, {"line", suite.lines.at(line).line}});
    }
    return json;
}

}  // namespace

std::string write_tests_json(const ExecutedSuite& suite)
{
    OrderedJson json{{"schema", tests_json_schema}, {"subject", suite.subject},
        {"origin", suite.origin}, {"command", suite.command}};
    add_search(json, suite.run);
    json["tests"] = OrderedJson::array();
    for (const ExecutedTest& test : suite.tests)
    {
        json["tests"].push_back(test_to_json(test, suite));
    }
    return to_json_text(json);
}

Writer<> tests_json_writer()
{
    return {"tests", "tests.json", [](const ExecutedSuite& suite) {
                return std::vector<OutputFile>{{"tests.json", write_tests_json(suite)}};
            }};
}

}  // namespace sbst
