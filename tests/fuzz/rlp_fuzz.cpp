// SPDX-License-Identifier: Apache-2.0
// RLP: bytes are refused or are exactly what the item that they hold is encoded as.
#include "fuzz.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/chain/rlp.hpp>

#include <algorithm>

using namespace sbst;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const evm::BytesView bytes{data, size};
    try
    {
        const evm::Bytes again = evm::encode_rlp(evm::decode_rlp(bytes));
        fuzz::require(std::equal(again.begin(), again.end(), bytes.begin(), bytes.end()),
            "decoded RLP is encoded as it was");
    }
    catch (const ParseError&)
    {
        return 0;
    }
    return 0;
}
