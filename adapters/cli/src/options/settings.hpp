// SPDX-License-Identifier: Apache-2.0
// What a command was asked to do: the target of every row of the option table. Next: option.hpp.
#pragma once

#include "../console/terminal.hpp"

#include <sbst/evm/problem/options.hpp>
#include <sbst/evm/suite/generate.hpp>
#include <sbst/study/job_script.hpp>
#include <sbst/study/worker.hpp>
#include <sbst/variation/operators.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbst::cli
{

/// What `analyze --dot` draws.
enum class Graph
{
    flow,
    goals
};

/// How much `--help` and `-h` say.
enum class Help
{
    none,
    brief,
    full
};

/// What concerns Java classes only, as plain values: they get their meaning where the adapter is.
struct JvmSettings
{
    /// Jars and folders; an entry may hold several, separated by colons.
    std::vector<std::string> class_path;
    std::string class_name;
    std::string method;
    std::string package;
    int junit = 5;
    std::string java;
    std::string tools;
    std::string jars;
    std::uint64_t heap_megabytes = 256;
    std::uint64_t probe_budget = 100'000;
    std::uint64_t test_limit_ms = 50;
    /// For everything together.
    std::optional<std::chrono::duration<double>> deadline;
};

/// What concerns studies only.
struct StudySettings
{
    /// What stands for ${data} in study files.
    std::string data;
    /// Part of the cells that workers begin with.
    study::Shard shard;
    bool steal = true;
    bool wait = true;
    bool retry_failed = false;
    std::uint64_t heartbeat_seconds = 5;
    std::optional<std::chrono::duration<double>> cell_limit;
    /// Cells that verify runs again.
    std::optional<std::uint64_t> sample = 10;
    bool figures = false;
    std::optional<std::chrono::duration<double>> watch;
    study::Engine engine = study::Engine::slurm;
    /// Absent = by the time that cells take.
    std::optional<std::uint64_t> chunks;
    std::uint64_t chunk_minutes = 10;
};

/// Everything that can be set; the defaults are those of the library, but for the budget of
/// executions, which is the command's only when no limit at all is asked for (Command::complete
/// sees to it).
struct Settings
{
    Settings() { run.budget.max_executions.reset(); }

    std::vector<std::string> operands;
    /// Names of the options that stand on the command line.
    std::vector<std::string> typed;

    RunSpec run;
    evm::ProblemOptions problem;
    JvmSettings jvm;
    StudySettings study;
    OperatorOptions operators;
    std::uint64_t jobs = 1;

    std::string contract;
    /// Empty = the command's own.
    std::string out;
    std::string config;
    std::string artifact;
    std::string expect;
    std::string dot;
    Graph graph = Graph::flow;

    When color = When::automatic;
    When progress = When::automatic;
    Help help = Help::none;
    bool version = false;
    bool quiet = false;
    bool verbose = false;
    bool json = false;
};

}  // namespace sbst::cli
