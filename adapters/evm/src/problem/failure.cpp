// SPDX-License-Identifier: Apache-2.0
#include "failure.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sbst::evm
{

namespace
{

constexpr std::size_t selector_size = 4;
constexpr std::array<std::uint8_t, selector_size> error_selector{0x08, 0xc3, 0x79, 0xa0};
constexpr std::array<std::uint8_t, selector_size> panic_selector{0x4e, 0x48, 0x7b, 0x71};
// Longer messages are distinguished only by their beginning.
constexpr std::size_t longest_message = 512;

bool starts_with(BytesView data, const std::array<std::uint8_t, selector_size>& selector)
{
    return data.size() >= selector_size &&
           std::equal(selector.begin(), selector.end(), data.begin());
}

std::string in_words(Status status)
{
    std::string text{to_string(status)};
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

}  // namespace

void append_failure_key(const Result& result, std::string& key)
{
    key.push_back(static_cast<char>(result.status));
    if (result.status != Status::revert)
    {
        return;
    }
    const BytesView output{result.output};
    const bool is_whole =
        starts_with(output, error_selector) || starts_with(output, panic_selector);
    const std::size_t kept = std::min(output.size(), is_whole ? longest_message : selector_size);
    key.append(output.begin(), output.begin() + static_cast<std::ptrdiff_t>(kept));
}

std::string describe_failure(
    Status status, BytesView output, const ContractAbi& abi, const AddressNamer& name_address)
{
    if (status != Status::revert)
    {
        return in_words(status);
    }
    const RevertReason reason = decode_revert(output, abi);
    switch (reason.kind)
    {
        case RevertKind::empty:
            return "reverts";
        case RevertKind::panic:
            return describe_revert(output, abi, name_address);
        case RevertKind::message:
        case RevertKind::custom:
        case RevertKind::unknown:
            break;
    }
    return "reverts with " + describe_revert(output, abi, name_address);
}

std::string describe_failure_key(const std::string& key, const ContractAbi& abi)
{
    const auto status = static_cast<Status>(key.front());
    const Bytes output(key.begin() + 1, key.end());
    if (output.size() == selector_size)
    {
        const std::uint32_t selector = static_cast<std::uint32_t>(output[0]) << 24U |
                                       static_cast<std::uint32_t>(output[1]) << 16U |
                                       static_cast<std::uint32_t>(output[2]) << 8U | output[3];
        for (const AbiError& error : abi.errors)
        {
            if (error.selector == selector)
            {
                return "reverts with " + error.signature;
            }
        }
    }
    return describe_failure(status, output, abi);
}

}  // namespace sbst::evm
