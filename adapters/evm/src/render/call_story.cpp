// SPDX-License-Identifier: Apache-2.0
#include "call_story.hpp"

#include <sbst/base/duration_text.hpp>
#include <sbst/evm/render/readable.hpp>
#include <sbst/evm/render/units.hpp>

#include <fmt/format.h>

namespace sbst::evm
{

namespace
{

std::string joined(const std::vector<std::string>& parts)
{
    std::string text;
    for (const std::string& part : parts)
    {
        text += (text.empty() ? "" : ", ") + with_readable_numbers(part);
    }
    return text;
}

std::string arguments_text(const DescribedCall& call)
{
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < call.record.arguments.size(); ++i)
    {
        const bool has_name = i < call.parameters.size() && !call.parameters[i].empty();
        parts.push_back(has_name ?
                            fmt::format("{} = {}", call.parameters[i], call.record.arguments[i]) :
                            call.record.arguments[i]);
    }
    return joined(parts);
}

std::string action_text(const DescribedCall& call)
{
    const CallRecord& record = call.record;
    std::string text;
    switch (call.kind)
    {
        case CallTarget::Kind::constructor:
            text = fmt::format("{} deploys {}({})", record.sender, call.name, arguments_text(call));
            break;
        case CallTarget::Kind::function:
            text = fmt::format("{}: {}({})", record.sender, call.name, arguments_text(call));
            break;
        case CallTarget::Kind::fallback:
            text = fmt::format("{} calls with data {}", record.sender, joined(record.arguments));
            break;
        case CallTarget::Kind::receive:
            text = fmt::format("{} sends", record.sender);
            break;
    }
    const bool is_transfer = call.kind == CallTarget::Kind::receive;
    if (!is_zero(record.value) || is_transfer)
    {
        text += fmt::format("{} {}", is_transfer ? "" : ", sending", amount_text(record.value));
    }
    return text;
}

std::string wait_text(const CallRecord& record)
{
    const std::string time = record.time_step == 0 ? "" : duration_text(record.time_step);
    const std::string blocks = record.block_step == 0 ? "" :
                                                        fmt::format("{} block{}", record.block_step,
                                                            record.block_step == 1 ? "" : "s");
    return fmt::format("{}{}{}", time, time.empty() || blocks.empty() ? "" : " and ", blocks);
}

std::string outcome_text(const CallRecord& record)
{
    switch (record.kind)
    {
        case OutcomeKind::not_reached:
            return "not reached: the contract is not deployed";
        case OutcomeKind::returned:
            return record.results.empty() ? std::string() : "returns " + joined(record.results);
        case OutcomeKind::timed_out:
            return "runs out of steps";
        case OutcomeKind::unsupported:
            return record.failure.empty() ? "uses what this version cannot execute" :
                                            "cannot be executed here: " + record.failure;
        case OutcomeKind::threw:
            break;
    }
    return record.failure.starts_with("reverts") ? record.failure : "fails: " + record.failure;
}

}  // namespace

CallStory story_of(const DescribedCall& call)
{
    CallStory story;
    const std::string wait = wait_text(call.record);
    story.before = wait.empty() ? wait : "wait " + wait;
    story.action = action_text(call);
    story.outcome = outcome_text(call.record);
    for (const std::string& event : call.record.events)
    {
        story.notes.push_back("event " + with_readable_numbers(event));
    }
    return story;
}

}  // namespace sbst::evm
