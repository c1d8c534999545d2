// SPDX-License-Identifier: Apache-2.0
#include "artifact_json.hpp"
#include "options_json.hpp"
#include "tests_json.hpp"

#include <sbst/evm/render/suite_json.hpp>
#include <sbst/report/report_json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sbst::evm
{

namespace
{

constexpr std::string_view format_name = "sbst evm suite";

/// Where the contract is depends on who deploys it.
bool has_address(const Actor& actor)
{
    return actor.name != contract_actor;
}

OrderedJson actors_to_json(std::span<const Actor> actors)
{
    OrderedJson list = OrderedJson::array();
    for (const Actor& actor : actors)
    {
        OrderedJson json{{"name", actor.name}};
        if (has_address(actor))
        {
            json["address"] = actor.address.to_checksum_hex();
        }
        json["balance"] = actor.balance.to_decimal();
        json["can_send"] = actor.can_send;
        list.push_back(std::move(json));
    }
    return list;
}

void check_address(const JsonField& entry, const Actor& actor)
{
    const auto written = entry.find("address");
    if (!has_address(actor) && written)
    {
        written->fail(fmt::format("'{}' is where each test deploys it", actor.name));
    }
    if (has_address(actor) && entry.at("address").text() != actor.address.to_checksum_hex())
    {
        entry.at("address").fail(
            fmt::format("'{}' is {} here", actor.name, actor.address.to_checksum_hex()));
    }
}

/// A name stands for an address: a suite written when it stood for another one means something
/// else.
void check_actors(const JsonField& field, std::span<const Actor> actors)
{
    for (std::size_t i = 0; i < field.as_array().size(); ++i)
    {
        const JsonField entry = field.at(i);
        detail::require_known_members(entry, {"name", "address", "balance", "can_send"});
        const std::string& name = entry.at("name").text();
        const auto actor = std::find_if(actors.begin(), actors.end(),
            [&name](const Actor& candidate) { return candidate.name == name; });
        if (actor == actors.end())
        {
            continue;
        }
        check_address(entry, *actor);
        if (entry.at("balance").text() != actor->balance.to_decimal())
        {
            entry.at("balance").fail(fmt::format(
                "'{}' owns {} wei by the options of the chain", name, actor->balance.to_decimal()));
        }
    }
}

JsonField root_of(const SortedJson& json, const std::string& file)
{
    return {json, file, ""};
}

}  // namespace

std::string write_suite(
    const ContractProblem& problem, const std::vector<TestCase>& tests, const SuiteOrigin& origin)
{
    OrderedJson json{{"format", format_name}, {"schema", suite_schema}};
    json["origin"] = {
        {"algorithm", origin.algorithm}, {"seed", origin.seed}, {"command", origin.command}};
    json["chain"] = detail::options_to_json(problem.options());
    json["actors"] = actors_to_json(problem.actors());
    json["tests"] = detail::tests_to_json(tests, problem.catalogue(), problem.types());
    json["contract"] = detail::artifact_to_json(problem.artifact());
    return to_json_text(json);
}

SuiteFile parse_suite(std::string text, const std::string& file)
{
    const auto json = parse_json<SortedJson>(text, file);
    const JsonField root = root_of(json, file);
    if (root.as_object().text_or_empty("format") != format_name)
    {
        root.fail(fmt::format(R"(no suite: "format": "{}" is missing)", format_name));
    }
    const JsonField schema = root.at("schema");
    if (schema.count() < oldest_suite_schema || schema.count() > suite_schema)
    {
        schema.fail(fmt::format("version {} is unknown; this program reads versions {} to {}",
            schema.count(), oldest_suite_schema, suite_schema));
    }
    detail::require_known_members(
        root, {"format", "schema", "origin", "chain", "actors", "tests", "contract"});
    SuiteFile suite{.file = file, .text = {}, .origin = {}, .artifact = {}, .options = {}};
    const JsonField origin = root.at("origin");
    suite.origin = {
        origin.at("algorithm").text(), origin.at("seed").count(), origin.at("command").text()};
    suite.options = detail::options_from_json(root.at("chain"));
    suite.artifact = detail::artifact_from_json(root.at("contract"));
    suite.text = std::move(text);
    return suite;
}

std::vector<TestCase> read_tests(const SuiteFile& suite, const ContractProblem& problem)
{
    const auto json = parse_json<SortedJson>(suite.text, suite.file);
    const JsonField root = root_of(json, suite.file);
    check_actors(root.at("actors"), problem.actors());
    return detail::tests_from_json(root.at("tests"), problem.catalogue(), problem.types());
}

}  // namespace sbst::evm
