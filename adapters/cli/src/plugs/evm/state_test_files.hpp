// SPDX-License-Identifier: Apache-2.0
// Finds files of conformance cases and runs them on several threads; results come in the order of
// the files. Next: statetest.cpp.
#pragma once

#include <sbst/error.hpp>
#include <sbst/evm/chain/state_test.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sbst::cli
{

/// Cases by outcome.
struct StateTestCounts
{
    std::size_t passed = 0;
    std::size_t total = 0;
};

/// A case that did not pass.
struct StateTestFailure
{
    std::string file;
    std::string test;
    evm::StateTestCase which;
    evm::StateTestOutcome outcome;
};

struct StateTestFileResult
{
    /// A test's folder is the one in its name, or that of the file if the name has none.
    std::map<std::string, StateTestCounts> folders;
    std::vector<StateTestFailure> failures;
    std::vector<std::string> unknown_forks;
    /// Why the file cannot be used; it has no cases then.
    std::optional<ParseError> problem;
};

/// Replaces each folder by all .json files below it, sorted by path; repeated files are left out.
/// @throws ParseError for a path that cannot be read and a folder without such files.
[[nodiscard]] std::vector<std::string> find_state_test_files(const std::vector<std::string>& paths);

/// Runs the cases of the fork, or of all forks, one result per file.
[[nodiscard]] std::vector<StateTestFileResult> run_state_test_files(
    const std::vector<std::string>& files, std::optional<evm::Fork> fork, std::size_t jobs);

}  // namespace sbst::cli
