// SPDX-License-Identifier: Apache-2.0
// The effect of one method: the objects that it writes to and returns, found by following its
// parameters and the objects that it made itself. Next: method_effect.cpp, then purity.cpp, which
// includes callees.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace sbst::jvm
{

/// Where a value may come from: a set of the method's parameters and the rest of the world. The
/// empty set is a value that was made in the method, or is no reference. The receiver, and the new
/// object of a constructor, is parameter 0 of methods that have one.
class Origins
{
public:
    constexpr Origins() = default;
    /// Parameters from `max_parameters` on are not told from the rest of the world.
    [[nodiscard]] static constexpr Origins parameter(std::size_t number)
    {
        return number < max_parameters ? Origins(std::uint32_t{1} << number) : other();
    }
    [[nodiscard]] static constexpr Origins other() { return Origins(std::uint32_t{1} << 31U); }
    [[nodiscard]] static constexpr Origins anything() { return Origins(~std::uint32_t{0}); }

    [[nodiscard]] constexpr bool is_fresh() const { return m_set == 0; }
    [[nodiscard]] constexpr bool has_other() const { return has(other()); }
    [[nodiscard]] constexpr bool has(Origins some) const { return (m_set & some.m_set) != 0; }

    friend constexpr Origins operator|(Origins a, Origins b) { return Origins(a.m_set | b.m_set); }
    friend constexpr bool operator==(Origins, Origins) = default;

    static constexpr std::size_t max_parameters = 31;

private:
    explicit constexpr Origins(std::uint32_t set) : m_set(set) {}

    std::uint32_t m_set = 0;
};

/// The effect of a call.
struct MethodEffect
{
    /// The origins of the objects that are written to; empty = no object that existed before.
    Origins writes{};
    Origins result{};

    friend bool operator==(const MethodEffect&, const MethodEffect&) = default;
};

/// The worst effect.
inline constexpr MethodEffect unknown_effect{Origins::anything(), Origins::anything()};

[[nodiscard]] MethodEffect join(MethodEffect a, MethodEffect b);

/// Returns the effect of a call instruction, by the parameters of the callee.
using CallEffect = std::function<MethodEffect(const Instruction& call)>;

/// Above this product of instructions and slots plus handlers, a method has an unknown effect.
inline constexpr std::size_t max_effect_cost = 4'000'000;

/// The effect of a method with code. Unknown too for code that the JVM's verifier would refuse and
/// for code with `jsr`.
[[nodiscard]] MethodEffect find_effect(
    const ClassFile& file, const Method& method, const CallEffect& effect_of);

}  // namespace sbst::jvm
