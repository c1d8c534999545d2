// SPDX-License-Identifier: Apache-2.0
// Finds methods and branches made by the compiler. Next: class_goals.cpp.
#pragma once

#include <sbst/jvm/analysis/class_goals.hpp>

#include <cstdint>
#include <map>
#include <vector>

namespace sbst::jvm
{

/// Classes of a conditional jump's goals, by outcome.
struct JumpClass
{
    JavaGoalClass when_true = JavaGoalClass::user;
    JavaGoalClass when_false = JavaGoalClass::user;
};

/// Classes of a switch's goals.
struct SwitchClass
{
    JavaGoalClass cases = JavaGoalClass::user;
    JavaGoalClass default_way = JavaGoalClass::user;
};

/// javac's second switch of a switch over strings: the test whose outcome leads to a key.
struct StringCase
{
    std::uint32_t second_switch = 0;
    std::int32_t key = 0;
    /// A conditional jump and its outcome when the string is the case's.
    std::uint32_t test = 0;
    bool outcome = false;
};

/// By instruction; branches in neither map are the user's.
struct CompilerMade
{
    std::map<std::uint32_t, JumpClass> jumps;
    std::map<std::uint32_t, SwitchClass> switches;
    std::vector<StringCase> string_cases;
};

[[nodiscard]] CompilerMade find_compiler_made(const ClassFile& file, const Code& code);

/// The class of all goals of a method; `user` if its branches differ.
[[nodiscard]] JavaGoalClass class_of_method(const ClassFile& file, const Method& method);

}  // namespace sbst::jvm
