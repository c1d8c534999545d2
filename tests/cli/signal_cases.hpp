// SPDX-License-Identifier: Apache-2.0
// The commands that get signals: what each needs, and what it may leave. Next: signal_matrix.cpp.
#pragma once

#include "program.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

using Milliseconds = std::chrono::duration<double, std::milli>;
using Words = std::vector<std::string>;

/// What is wrong with what a run left; empty when nothing is.
using Check = std::function<std::string(const Program&)>;

struct Case
{
    std::string name;
    Words words;
    /// The exit code of an undisturbed run.
    int code = 0;
    std::function<void(Program&)> prepare;
    Check check;
    /// Words of a run that goes on where a disturbed one ended, and its exit code is 0; or none.
    Words resume;
    /// Progress of a search is told on stderr; from then on a signal leaves files.
    bool is_search = false;
    /// What it may take to end after a signal, on a machine that is not very busy.
    Milliseconds patience{5000};
    /// When it waits for something that does not come: the time in which signals come.
    std::optional<Milliseconds> waits{};
};

/// Commands of contracts and studies.
[[nodiscard]] std::vector<Case> contract_cases();
/// Commands of classes; none in a build without the JVM adapter.
[[nodiscard]] std::vector<Case> class_cases();

/// Names of all regular files below a folder of the program's directory.
[[nodiscard]] std::vector<std::string> files_below(
    const Program& program, const std::string& folder);
/// The names with blanks between.
[[nodiscard]] std::string joined(const std::vector<std::string>& names);
