// SPDX-License-Identifier: Apache-2.0
#include "random_abi.hpp"

#include <string>
#include <utility>
#include <vector>

namespace sbst::evm::testing
{

namespace
{

std::string random_text(std::size_t size, Rng& rng)
{
    std::string text(size, '\0');
    for (char& c : text)
    {
        c = static_cast<char>(rng.below(256));
    }
    return text;
}

}  // namespace

AbiType random_type(Rng& rng, std::size_t depth)
{
    switch (rng.below(depth == 0 ? 8 : 12))
    {
        case 0:
        case 1:
            return AbiType::integer(8 * static_cast<unsigned>(1 + rng.below(32)), rng.chance(0.5));
        case 2:
            return AbiType::address();
        case 3:
            return AbiType::boolean();
        case 4:
            return AbiType::fixed_bytes(1 + rng.index(32));
        case 5:
            return AbiType::bytes();
        case 6:
            return AbiType::string();
        case 7:
            return AbiType::function();
        case 8:
        case 9:
            return AbiType::array(random_type(rng, depth - 1));
        case 10:
            return AbiType::fixed_array(random_type(rng, depth - 1), 1 + rng.index(4));
        default:
            break;
    }
    std::vector<AbiType> members;
    for (std::size_t count = 1 + rng.index(4); count > 0; --count)
    {
        members.push_back(random_type(rng, depth - 1));
    }
    return AbiType::tuple(std::move(members));
}

Value random_value(const AbiType& type, Rng& rng)
{
    switch (type.kind())
    {
        case AbiKind::unsigned_integer:
            return Value(rng.word() >> (256 - type.bits()));
        case AbiKind::signed_integer:
            return Value(sign_extend(U256{(type.bits() / 8) - 1}, rng.word()));
        case AbiKind::address:
            return Value(rng.word() >> 96);
        case AbiKind::boolean:
            return Value(U256{rng.below(2)});
        case AbiKind::fixed_bytes:
        case AbiKind::function:
            return Value(random_text(type.size(), rng));
        case AbiKind::bytes:
        case AbiKind::string:
            return Value(random_text(rng.index(70), rng));
        default:
            break;
    }
    Value::List items;
    if (type.kind() == AbiKind::tuple)
    {
        for (const AbiType& member : type.members())
        {
            items.push_back(random_value(member, rng));
        }
        return Value(std::move(items));
    }
    const std::size_t count = type.kind() == AbiKind::array ? rng.index(4) : type.size();
    for (std::size_t i = 0; i < count; ++i)
    {
        items.push_back(random_value(type.element(), rng));
    }
    return Value(std::move(items));
}

}  // namespace sbst::evm::testing
