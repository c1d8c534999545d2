// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/base/address.hpp>

#include <algorithm>

namespace sbst::evm
{

std::optional<Address> Address::parse(std::string_view text)
{
    const std::optional<Bytes> raw = parse_hex(text);
    Address address;
    if (!raw || raw->size() != address.bytes.size())
    {
        return std::nullopt;
    }
    std::copy(raw->begin(), raw->end(), address.bytes.begin());
    return address;
}

std::string Address::to_hex() const
{
    return evm::to_hex(bytes);
}

std::string Address::to_checksum_hex() const
{
    std::string text = to_hex();
    Bytes digits;
    for (std::size_t i = 2; i < text.size(); ++i)
    {
        digits.push_back(static_cast<std::uint8_t>(text[i]));
    }
    const Hash256 hash = keccak256(digits);
    for (std::size_t i = 0; i < digits.size(); ++i)
    {
        const unsigned nibble = (unsigned{hash[i / 2]} >> (i % 2 == 0 ? 4U : 0U)) & 15U;
        char& c = text[i + 2];
        if (nibble >= 8 && c >= 'a')
        {
            c = static_cast<char>(c - 'a' + 'A');
        }
    }
    return text;
}

Address create_address(const Address& sender, std::uint64_t nonce)
{
    // RLP of [20 bytes, integer]: at most 1 + 21 + 9 bytes, so both prefixes are one byte.
    std::array<std::uint8_t, 31> list{};
    list[1] = 0x80 + 20;
    std::copy(sender.bytes.begin(), sender.bytes.end(), list.begin() + 2);
    std::size_t size = 22;
    if (nonce > 0 && nonce < 0x80)
    {
        list[size++] = static_cast<std::uint8_t>(nonce);
    }
    else
    {
        const auto length = (static_cast<std::size_t>(std::bit_width(nonce)) + 7) / 8;
        list[size++] = static_cast<std::uint8_t>(0x80 + length);
        for (std::size_t i = length; i-- > 0;)
        {
            list[size++] = static_cast<std::uint8_t>(nonce >> (8 * i));
        }
    }
    list[0] = static_cast<std::uint8_t>(0xc0 + size - 1);
    return Address::from_word(keccak256_word(BytesView{list}.first(size)));
}

Address create2_address(const Address& sender, const U256& salt, const Hash256& init_code_hash)
{
    std::array<std::uint8_t, 85> preimage{};
    preimage[0] = 0xff;
    const auto salt_bytes = salt.to_be_bytes();
    std::copy(sender.bytes.begin(), sender.bytes.end(), preimage.begin() + 1);
    std::copy(salt_bytes.begin(), salt_bytes.end(), preimage.begin() + 21);
    std::copy(init_code_hash.begin(), init_code_hash.end(), preimage.begin() + 53);
    return Address::from_word(keccak256_word(preimage));
}

}  // namespace sbst::evm
