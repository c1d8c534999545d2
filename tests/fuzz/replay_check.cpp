// SPDX-License-Identifier: Apache-2.0
// A target with a planted defect: shows that the replay of stored inputs can fail.
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* /*data*/, std::size_t size)
{
    sbst::fuzz::require(size < 8, "an input has less than 8 bytes");
    return 0;
}
