// SPDX-License-Identifier: Apache-2.0
// What the handlers of one method do: the code that runs only after an exception. Next:
// caught_exceptions.cpp.
#pragma once

#include <sbst/jvm/analysis/method_flow.hpp>
#include <sbst/jvm/classfile/class_file.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// The call that an instruction names, if it is one.
[[nodiscard]] const MemberRef* called_member(const ClassFile& file, const Instruction& instruction);

class HandlerCode
{
public:
    /// Handlers of a method that are looked at.
    static constexpr std::size_t max_handlers = 256;

    /// Keeps references to both.
    HandlerCode(const ClassFile& file, const Code& code);

    /// Tells whether a compiler wrote the handler, for a resource that is closed: one of Throwable
    /// that suppresses an exception, protects such code, or only throws again.
    [[nodiscard]] bool is_of_compiler(const ExceptionHandler& handler) const;

    /// Tells whether branches or methods may be reached only through the handler: its code has a
    /// jump with a condition, a switch, or a call of a method of these classes, or it changes a
    /// variable, or begins a loop anew, before ordinary code goes on.
    [[nodiscard]] bool decides(
        const ExceptionHandler& handler, const std::set<std::string>& own) const;

private:
    /// The instructions that run only behind the handler, and where ordinary code goes on.
    struct Region
    {
        std::vector<std::uint32_t> instructions;
        std::vector<std::uint32_t> joins;
    };

    [[nodiscard]] Region region_of(const ExceptionHandler& handler) const;

    const ClassFile& m_file;
    const Code& m_code;
    std::optional<MethodFlow> m_flow;
    /// By node: it runs without an exception.
    std::vector<bool> m_is_ordinary;
    /// Handlers that suppress an exception, and where the code begins that they protect.
    std::set<std::size_t> m_suppressing;
    std::set<std::size_t> m_suppressed;
};

}  // namespace sbst::jvm
