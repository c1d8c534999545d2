// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/problem/actors.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace sbst::evm
{

namespace
{

constexpr std::array<std::string_view, max_accounts> account_names{"alice", "bob", "carol", "dave",
    "erin", "frank", "grace", "heidi", "ivan", "judy", "kevin", "laura", "mike", "nina", "oscar",
    "peggy", "quinn", "rita", "sam", "trudy"};

// An address without a known key: hashed from the name, so that its bits are spread over all 20
// bytes like those of real addresses.
Address address_of(std::string_view name)
{
    const std::string text = "sbst actor " + std::string(name);
    Bytes bytes(text.begin(), text.end());
    return Address::from_word(keccak256_word(bytes));
}

}  // namespace

std::vector<Actor> make_actors(const ProblemOptions& options, const std::vector<Address>& literals)
{
    std::vector<Actor> actors;
    const auto add = [&actors](std::string_view name, const Address& address, const U256& balance,
                         bool can_send) {
        actors.push_back({std::string(name), address, balance, can_send});
    };
    for (std::size_t i = 0; i < options.accounts; ++i)
    {
        add(account_names.at(i), address_of(account_names.at(i)), options.account_balance, true);
    }
    if (options.poor_account)
    {
        add("poor", address_of("poor"), U256(1000), true);
    }
    if (options.zero_address)
    {
        add("zero", Address{}, U256{}, false);
    }
    if (options.non_existing_account)
    {
        add("nobody", address_of("nobody"), U256{}, false);
    }
    if (options.contract_address)
    {
        add(contract_actor, Address{}, U256{}, false);
    }
    for (const Address& literal : literals)
    {
        const bool is_known = std::any_of(actors.begin(), actors.end(),
            [&literal](const Actor& actor) { return actor.address == literal; });
        if (!is_known)
        {
            add(literal.to_checksum_hex(), literal, U256{}, false);
        }
    }
    return actors;
}

}  // namespace sbst::evm
