// SPDX-License-Identifier: Apache-2.0
#include "options_json.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/analysis/contract_analysis.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace sbst::evm::detail
{

namespace
{

/// Visits every option with its name; `Options` is ProblemOptions, const or not.
template <class Options, class Visitor>
void for_each_option(Options& options, Visitor&& visit)
{
    visit("fork", options.fork);
    visit("transaction_gas", options.transaction_gas);
    visit("accounts", options.accounts);
    visit("account_balance", options.account_balance);
    visit("poor_account", options.poor_account);
    visit("zero_address", options.zero_address);
    visit("non_existing_account", options.non_existing_account);
    visit("contract_address", options.contract_address);
    visit("max_value", options.max_value);
    visit("min_array_length", options.min_array_length);
    visit("max_array_length", options.max_array_length);
    visit("max_text_length", options.max_text_length);
    visit("seeding_prob", options.seeding_prob);
    visit("max_time_step", options.max_time_step);
    visit("max_block_step", options.max_block_step);
    visit("ignore_functions", options.ignore_functions);
    visit("call_getters", options.call_getters);
    visit.seldom("ask_getters", options.ask_getters);
    visit("creation_goals", options.creation_goals);
    visit("show_classes", options.show_classes);
    visit("criteria", options.criteria);
}

/// A suite file has no sources, and so neither lines nor mutants. Nothing is sought when it is
/// replayed, so that it does not tell what was only measured.
bool needs_sources(Coverage coverage)
{
    return coverage == Coverage::line || coverage == Coverage::weak_mutation;
}

class Writer
{
public:
    void operator()(const char* name, std::optional<Fork> fork)
    {
        json[name] = fork ? OrderedJson(to_string(*fork)) : OrderedJson(nullptr);
    }
    void operator()(const char* name, const CriteriaChoice& criteria)
    {
        json[name] = OrderedJson::array();
        for (const Coverage member : all_coverages())
        {
            if (criteria.has(member) && !needs_sources(member))
            {
                json[name].push_back(to_string(member));
            }
        }
    }
    void operator()(const char* name, const U256& word) { json[name] = word.to_decimal(); }
    template <class T>
    void operator()(const char* name, const T& value)
    {
        json[name] = value;
    }

    /// Stands in the file only where it is set.
    void seldom(const char* name, bool value)
    {
        if (value)
        {
            json[name] = true;
        }
    }

    OrderedJson json = OrderedJson::object();
};

class Reader
{
public:
    explicit Reader(const JsonField& field) : m_field(&field) {}

    void operator()(const char* name, bool& value) { value = take(name).boolean(); }
    void operator()(const char* name, double& value)
    {
        const JsonField field = take(name);
        if (!field.json().is_number())
        {
            field.fail("expected a number");
        }
        value = field.json().get<double>();
    }
    void operator()(const char* name, std::uint64_t& value) { value = take(name).count(); }
    void operator()(const char* name, std::int64_t& value)
    {
        const JsonField field = take(name);
        const std::size_t count = field.count();
        if (count > static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max()))
        {
            field.fail(fmt::format("{} is too large", count));
        }
        value = static_cast<std::int64_t>(count);
    }
    void operator()(const char* name, U256& value)
    {
        const JsonField field = take(name);
        const auto word = U256::parse(field.text());
        if (!word)
        {
            field.fail("expected an amount in wei as a string of digits");
        }
        value = *word;
    }
    void operator()(const char* name, std::optional<Fork>& value)
    {
        const JsonField field = take(name);
        value = parse_fork(field.text());
        if (!value)
        {
            field.fail("unknown fork");
        }
    }
    /// Suites before schema 4 do not have it, and seek branches.
    void operator()(const char* name, CriteriaChoice& value)
    {
        if (!m_field->as_object().json().contains(name))
        {
            return;
        }
        const JsonField field = take(name);
        value.sought = {};
        for (std::size_t i = 0; i < field.as_array().size(); ++i)
        {
            const std::optional<Coverage> member = parse_coverage(field.at(i).text());
            if (!member || needs_sources(*member))
            {
                field.at(i).fail("expected a criterion that needs no sources");
            }
            value.sought.add(*member);
        }
    }
    void operator()(const char* name, std::vector<std::string>& value)
    {
        const JsonField field = take(name);
        value.clear();
        for (std::size_t i = 0; i < field.as_array().size(); ++i)
        {
            value.push_back(field.at(i).text());
            if (name == std::string_view("show_classes") && !parse_goal_class(value.back()))
            {
                field.at(i).fail(
                    fmt::format("'{}' found, a class of goals expected", value.back()));
            }
        }
    }

    void seldom(const char* name, bool& value)
    {
        if (m_field->as_object().json().contains(name))
        {
            value = take(name).boolean();
        }
    }

    void finish() const { require_known_members(*m_field, m_known); }

private:
    JsonField take(const char* name)
    {
        m_known.emplace_back(name);
        return m_field->at(name);
    }

    const JsonField* m_field;
    std::vector<std::string> m_known;
};

}  // namespace

void require_known_members(const JsonField& field, const std::vector<std::string>& known)
{
    for (const auto& member : field.as_object().json().items())
    {
        if (std::find(known.begin(), known.end(), member.key()) == known.end())
        {
            field.fail(fmt::format("unknown field '{}'", member.key()));
        }
    }
}

OrderedJson options_to_json(const ProblemOptions& options)
{
    Writer writer;
    for_each_option(options, writer);
    return writer.json;
}

ProblemOptions options_from_json(const JsonField& field)
{
    ProblemOptions options;
    Reader reader(field);
    for_each_option(options, reader);
    reader.finish();
    try
    {
        validate(options);
    }
    catch (const ConfigError& error)
    {
        field.fail(error.what());
    }
    return options;
}

}  // namespace sbst::evm::detail
