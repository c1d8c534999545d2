// SPDX-License-Identifier: Apache-2.0
#include "observation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sbst::evm::differential
{

namespace
{

constexpr std::array<std::string_view, 4> ending_names{"success", "failure", "rejected", "broken"};

/// Returns the line that begins at a place, or a text for the end.
std::string line_at(std::string_view text, std::size_t place)
{
    if (place >= text.size())
    {
        return "(no further step)";
    }
    return std::string{text.substr(place, text.find('\n', place) - place)};
}

std::optional<Divergence> compare_traces(std::string_view ours, std::string_view theirs)
{
    if (ours == theirs)
    {
        return std::nullopt;
    }
    const auto differing =
        std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end()).first;
    const auto place = static_cast<std::size_t>(differing - ours.begin());
    const std::size_t newline = place == 0 ? std::string_view::npos : ours.rfind('\n', place - 1);
    const std::size_t line = newline == std::string_view::npos ? 0 : newline + 1;
    const auto step =
        std::count(ours.begin(), ours.begin() + static_cast<std::ptrdiff_t>(line), '\n');
    return Divergence{"step (pc, opcode, gas, depth, memory words, stack height, top)",
        line_at(ours, line), line_at(theirs, line), static_cast<std::size_t>(step)};
}

std::string describe(const std::vector<LogView>& logs)
{
    std::string text = fmt::format("{} logs", logs.size());
    for (const LogView& log : logs)
    {
        text += fmt::format("; {}", log.address.to_hex());
        for (const U256& topic : log.topics)
        {
            text += fmt::format(" {}", topic.to_hex());
        }
        text += fmt::format(" data {}", to_hex(log.data));
    }
    return text;
}

std::string describe_ending(const Observation& seen)
{
    return seen.kind.empty() ? std::string{to_string(seen.ending)} :
                               fmt::format("{} ({})", to_string(seen.ending), seen.kind);
}

std::string describe(const std::optional<Address>& address)
{
    return address ? address->to_hex() : "none";
}

std::string describe(const Accounts& accounts, const Address& address)
{
    const auto found = accounts.find(address);
    if (found == accounts.end())
    {
        return "absent";
    }
    const AccountView& account = found->second;
    std::string text = fmt::format("balance {} nonce {} code {}", account.balance.to_hex(),
        account.nonce, to_hex(account.code));
    for (const auto& [slot, value] : account.storage)
    {
        text += fmt::format(" [{}]={}", slot.to_hex(), value.to_hex());
    }
    return text;
}

}  // namespace

std::string_view to_string(Ending ending) noexcept
{
    return ending_names[static_cast<std::size_t>(ending)];
}

std::optional<Divergence> find_divergence(const Observation& ours, const Observation& theirs)
{
    const bool is_broken = ours.ending == Ending::broken || theirs.ending == Ending::broken;
    if (!is_broken)
    {
        if (auto divergence = compare_traces(ours.trace, theirs.trace))
        {
            return divergence;
        }
    }
    if (is_broken || ours.ending != theirs.ending)
    {
        return Divergence{"ending", describe_ending(ours), describe_ending(theirs), {}};
    }
    if (ours.gas_used != theirs.gas_used)
    {
        return Divergence{
            "gas used", fmt::format("{}", ours.gas_used), fmt::format("{}", theirs.gas_used), {}};
    }
    if (ours.output != theirs.output)
    {
        return Divergence{"output", to_hex(ours.output), to_hex(theirs.output), {}};
    }
    if (ours.created != theirs.created)
    {
        return Divergence{"created address", describe(ours.created), describe(theirs.created), {}};
    }
    if (ours.logs != theirs.logs)
    {
        return Divergence{"logs", describe(ours.logs), describe(theirs.logs), {}};
    }
    if (ours.root != theirs.root)
    {
        return Divergence{"state root", to_hex(ours.root), to_hex(theirs.root), {}};
    }
    return std::nullopt;
}

Divergence explain_state(const Accounts& ours, const Accounts& theirs)
{
    Accounts all = ours;
    all.insert(theirs.begin(), theirs.end());
    for (const auto& [address, unused] : all)
    {
        std::string our_side = describe(ours, address);
        std::string their_side = describe(theirs, address);
        if (our_side != their_side)
        {
            return {fmt::format("state of {}", address.to_hex()), std::move(our_side),
                std::move(their_side), {}};
        }
    }
    return {"state root", "as expected of the accounts that we have",
        "as if there were an account or a slot that we do not have", {}};
}

}  // namespace sbst::evm::differential
