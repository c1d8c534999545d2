// SPDX-License-Identifier: Apache-2.0
// Run-time images of JDKs: bytes are an image whose files lie within it, or refused.
#include "fuzz.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/classfile/jdk_image.hpp>

#include <string>

using namespace sbst;
using namespace sbst::jvm;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
    try
    {
        for (const ImageEntry& entry : list_image(bytes, "modules"))
        {
            require(entry.offset <= size && entry.size <= size - entry.offset,
                "a file lies within the image");
        }
    }
    catch (const ParseError& error)
    {
        require(error.file == "modules", "a ParseError names the image");
    }
    return 0;
}
