// SPDX-License-Identifier: Apache-2.0
// What one method writes to and gives back, by following which values are objects that it made
// itself. Next: method_effect.cpp, then purity.cpp, which does it for all that a method calls.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace sbst::jvm
{

/// Where a value comes from; a value that may come from several places has the last of them.
enum class Origin : std::uint8_t
{
    /// Made here, or no reference at all.
    fresh,
    /// The object on which the method was called.
    receiver,
    other
};

/// What a call does.
struct MethodEffect
{
    /// The last of the objects that are written to; `fresh` = nothing that was there before.
    Origin writes = Origin::fresh;
    Origin result = Origin::fresh;

    friend bool operator==(const MethodEffect&, const MethodEffect&) = default;
};

/// The worst that can be.
inline constexpr MethodEffect unknown_effect{Origin::other, Origin::other};

[[nodiscard]] MethodEffect join(MethodEffect a, MethodEffect b);

/// Answers for a call instruction; `origins` of references among the arguments are not known to it,
/// so that a callee that writes to an argument has the effect `other`.
using CallEffect = std::function<MethodEffect(const Instruction& call)>;

/// Methods have an unknown effect whose instructions times their slots and handlers are more.
inline constexpr std::size_t max_effect_cost = 4'000'000;

/// The effect of a method with code. Unknown too for code that the JVM's verifier would refuse and
/// for code with `jsr`.
[[nodiscard]] MethodEffect find_effect(
    const ClassFile& file, const Method& method, const CallEffect& effect_of);

}  // namespace sbst::jvm
