// SPDX-License-Identifier: Apache-2.0
// Ways to watch an execution, chosen at compile time: unused parts of a policy cost nothing. Next:
// context.hpp.
#pragma once

namespace sbst::evm
{

/// Watches nothing.
struct NoHooks
{
    static constexpr bool coverage = false;
    static constexpr bool provenance = false;
    static constexpr bool logs = false;
    static constexpr bool steps = false;
    static constexpr bool mutants = false;
    static constexpr bool is_mutant = false;
    static constexpr bool watched = false;
};

/// Records the subject's jumps and blocks.
struct CoverageHooks
{
    static constexpr bool coverage = true;
    static constexpr bool provenance = false;
    static constexpr bool logs = false;
    static constexpr bool steps = false;
    static constexpr bool mutants = false;
    static constexpr bool is_mutant = false;
    static constexpr bool watched = false;
};

/// The same, and follows conditions to tell their distances.
struct SearchHooks
{
    static constexpr bool coverage = true;
    static constexpr bool provenance = true;
    static constexpr bool logs = false;
    static constexpr bool steps = false;
    static constexpr bool mutants = false;
    static constexpr bool is_mutant = false;
    static constexpr bool watched = false;
};

/// The same, and writes the logs that the trace requests.
struct LoggingHooks
{
    static constexpr bool coverage = true;
    static constexpr bool provenance = true;
    static constexpr bool logs = true;
    static constexpr bool steps = false;
    static constexpr bool mutants = false;
    static constexpr bool is_mutant = false;
    static constexpr bool watched = false;
};

/// The same, and tells the trace before each instruction that has mutants.
struct MutantHooks
{
    static constexpr bool coverage = true;
    static constexpr bool provenance = true;
    static constexpr bool logs = true;
    static constexpr bool steps = false;
    static constexpr bool mutants = true;
    static constexpr bool is_mutant = false;
    static constexpr bool watched = false;
};

/// Watches nothing, and does what the trace's active mutant does in place of the original.
struct ActiveMutantHooks
{
    static constexpr bool coverage = false;
    static constexpr bool provenance = false;
    static constexpr bool logs = false;
    static constexpr bool steps = false;
    static constexpr bool mutants = false;
    static constexpr bool is_mutant = true;
    static constexpr bool watched = false;
};

/// Tells the machine's watcher before each instruction.
struct WatchedHooks
{
    static constexpr bool coverage = false;
    static constexpr bool provenance = false;
    static constexpr bool logs = false;
    static constexpr bool steps = false;
    static constexpr bool mutants = false;
    static constexpr bool is_mutant = false;
    static constexpr bool watched = true;
};

/// The same in the subject's frames: with all that LoggingHooks and MutantHooks record.
struct WatchedSearchHooks
{
    static constexpr bool coverage = true;
    static constexpr bool provenance = true;
    static constexpr bool logs = true;
    static constexpr bool steps = false;
    static constexpr bool mutants = false;
    static constexpr bool is_mutant = false;
    static constexpr bool watched = true;
};

/// Calls a listener before each instruction.
struct StepHooks
{
    static constexpr bool coverage = false;
    static constexpr bool provenance = false;
    static constexpr bool logs = false;
    static constexpr bool steps = true;
    static constexpr bool mutants = false;
    static constexpr bool is_mutant = false;
    static constexpr bool watched = false;
};

}  // namespace sbst::evm
