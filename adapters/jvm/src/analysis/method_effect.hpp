// SPDX-License-Identifier: Apache-2.0
// The effect of one method: the objects that it writes to and returns, found by following the
// objects that it made itself. Next: method_effect.cpp, then purity.cpp, which includes callees.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace sbst::jvm
{

/// Where a value comes from; a value with several possible origins has the last of them.
enum class Origin : std::uint8_t
{
    /// Made here, or not a reference.
    fresh,
    /// The object on which the method was called.
    receiver,
    other
};

/// The effect of a call.
struct MethodEffect
{
    /// The last origin of the objects that are written to; `fresh` = no object that existed before.
    Origin writes = Origin::fresh;
    Origin result = Origin::fresh;

    friend bool operator==(const MethodEffect&, const MethodEffect&) = default;
};

/// The worst effect.
inline constexpr MethodEffect unknown_effect{Origin::other, Origin::other};

[[nodiscard]] MethodEffect join(MethodEffect a, MethodEffect b);

/// Returns the effect of a call instruction; it does not know the origins of the arguments, so a
/// callee that writes to an argument has the effect `other`.
using CallEffect = std::function<MethodEffect(const Instruction& call)>;

/// Above this product of instructions and slots plus handlers, a method has an unknown effect.
inline constexpr std::size_t max_effect_cost = 4'000'000;

/// The effect of a method with code. Unknown too for code that the JVM's verifier would refuse and
/// for code with `jsr`.
[[nodiscard]] MethodEffect find_effect(
    const ClassFile& file, const Method& method, const CallEffect& effect_of);

}  // namespace sbst::jvm
