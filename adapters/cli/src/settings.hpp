// SPDX-License-Identifier: Apache-2.0
// What a command was asked to do: the target of every row of the option table. Next: option.hpp.
#pragma once

#include <sbst/chromosome/operators.hpp>
#include <sbst/evm/generate.hpp>
#include <sbst/evm/problem/options.hpp>

#include <string>
#include <vector>

namespace sbst::cli
{

/// When to do something that suits a terminal only.
enum class When
{
    automatic,
    always,
    never
};

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

/// Everything that can be set; the defaults are those of the library, but for the budget of
/// executions, which is the library's only when no limit at all is asked for (`configure` sees to
/// it).
struct Settings
{
    Settings() { run.budget.max_executions.reset(); }

    std::vector<std::string> operands;
    /// Names of the options that stand on the command line.
    std::vector<std::string> typed;

    RunSpec run;
    evm::ProblemOptions problem;
    OperatorOptions operators;

    std::string contract;
    std::string out = "sbst-out";
    std::string config;
    std::string artifact;
    std::string expect;
    std::string dot;
    Graph graph = Graph::flow;

    When color = When::automatic;
    When progress = When::automatic;
    Help help = Help::none;
    bool quiet = false;
    bool verbose = false;
    bool json = false;
};

}  // namespace sbst::cli
