// SPDX-License-Identifier: Apache-2.0
// The local variables of a method, as far as parameters and debug information tell. Next:
// mutants.cpp.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// A variable as its uses know it.
struct Variable
{
    std::uint32_t slot = 0;
    /// `argument 2` for a parameter without a name.
    std::string name;
    std::string descriptor;
};

/// The number of the kind of a load or store: int (and all smaller types), long, float, double,
/// reference.
[[nodiscard]] std::size_t kind_of(std::string_view descriptor);
inline constexpr std::size_t no_kind = std::numeric_limits<std::size_t>::max();
/// The same for an instruction; `no_kind` for others.
[[nodiscard]] std::size_t kind_of_load(Opcode opcode);

/// Refers to the method, which must have code.
class LocalVariables
{
public:
    explicit LocalVariables(const Method& method);

    /// The variable that a load reads, without `this`; nothing when nothing tells.
    [[nodiscard]] std::optional<Variable> at(std::uint32_t load) const;
    /// The parameters, with the names that they have at an instruction.
    [[nodiscard]] std::vector<Variable> parameters(std::uint32_t instruction) const;
    /// Tells whether no code uses the slots of a parameter for another type, so that it can be
    /// loaded everywhere. The second slot of a long or double must not be stored at all.
    [[nodiscard]] bool keeps_type(const Variable& parameter) const;

private:
    void add_parameters(const Method& method);
    void find_stores();
    [[nodiscard]] std::vector<Variable> named(std::uint32_t instruction) const;

    const Code* m_code;
    std::vector<Variable> m_parameters;
    /// By slot: the kind of its stores.
    std::vector<std::size_t> m_stored;
};

}  // namespace sbst::jvm
