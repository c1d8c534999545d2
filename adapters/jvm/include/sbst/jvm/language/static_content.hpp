// SPDX-License-Identifier: Apache-2.0
// What tests leave in static fields. Next: ../exec/run_detail.hpp.
#pragma once

#include <cstdint>

namespace sbst::jvm
{

/// Where a static field has what tests change: in itself (a primitive value, or null at first), or
/// in the object that it always refers to (a collection that is empty at first, a number, a
/// boolean, or null).
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
