// SPDX-License-Identifier: Apache-2.0
// What tests leave in static fields. Next: ../exec/run_detail.hpp.
#pragma once

#include <cstdint>

namespace sbst::jvm
{

/// Where a static field has its content: in itself (nothing is null, 0 or false), or in the object
/// that it always refers to (nothing is an empty collection, 0, false or null in it).
enum class StaticContent : std::uint8_t
{
    itself = 0,
    map = 1,
    collection = 2,
    atomic_integer = 3,
    atomic_long = 4,
    atomic_boolean = 5,
    atomic_reference = 6
};

}  // namespace sbst::jvm
