// SPDX-License-Identifier: Apache-2.0
// The subject of these tests, with the tools of this build.
#pragma once

#include <sbst/jvm/suite/generate.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace sbst::jvm
{

/// A folder of this process: the same test may run on another JDK at the same time.
[[nodiscard]] const std::filesystem::path& scratch();

/// Options for a class that is compiled for these tests.
[[nodiscard]] JavaProblemOptions options_of(const std::string& class_name);
[[nodiscard]] JavaProblemOptions ledger_options();
[[nodiscard]] RefereeTools referee_tools();

[[nodiscard]] bool has(const std::string& text, std::string_view part);
/// The first callable of that name; `<init>` of the class under test.
[[nodiscard]] CallableId callable_named(const JavaProblem& problem, std::string_view name);
/// A constructor of any class of the catalogue, by internal name.
[[nodiscard]] CallableId constructor_of(
    const JavaProblem& problem, std::string_view owner, std::string_view descriptor);
void check_all_passed(const RefereeReport& report);

}  // namespace sbst::jvm
