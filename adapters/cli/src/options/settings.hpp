// SPDX-License-Identifier: Apache-2.0
// The settings of a command: the target of every row of the option table. Next: option.hpp.
#pragma once

#include "../console/terminal.hpp"

#include <sbst/criteria/coverage.hpp>
#include <sbst/run/run.hpp>
#include <sbst/study/job_script.hpp>
#include <sbst/study/worker.hpp>
#include <sbst/variation/operators.hpp>

#include <any>
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

namespace sbst::cli
{

/// How much `--help` and `-h` show.
enum class Help
{
    none,
    brief,
    full
};

/// Settings of single adapters: one value of each type that a plug requests, with defaults until it
/// is changed.
class PlugSettings
{
public:
    template <class T>
    [[nodiscard]] T& of()
    {
        std::any& slot = m_slots[typeid(T)];
        if (!slot.has_value())
        {
            slot.emplace<T>();
        }
        return *std::any_cast<T>(&slot);
    }

    template <class T>
    [[nodiscard]] const T& of() const
    {
        static const T usual;
        const auto found = m_slots.find(typeid(T));
        return found == m_slots.end() ? usual : *std::any_cast<T>(&found->second);
    }

private:
    std::map<std::type_index, std::any> m_slots;
};

/// Settings of studies.
struct StudySettings
{
    /// The value of ${data} in study files.
    std::string data;
    /// The part of the cells with which workers begin.
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
    /// Absent = derived from the time of the cells.
    std::optional<std::uint64_t> chunks;
    std::uint64_t chunk_minutes = 10;
};

/// Refinement by symbolic execution.
struct RefinementSettings
{
    /// A row of solver_rows().
    std::string solver = "none";
    /// A program and its arguments, for the rows that run any program.
    std::string program;
    /// Most tests of refinement, as a share of all executed so far.
    double share = 0.5;
    /// A word of refinement_aims.
    std::string aim = "goals";

    /// For the aim `population`; see dse::PopulationRefinementOptions.
    struct Population
    {
        /// A word of refinement_triggers.
        std::string trigger = "changed-literals";
        double probability = 1.0;
        double adaptation_rate = 1.0;
        std::uint64_t tests_per_round = 10;
        std::uint64_t conditions_per_round = 100;
        bool only_open_sides = true;
        bool keep_all = false;

        friend bool operator==(const Population&, const Population&) = default;
    } population{};
};

/// What refinement is aimed at: the nearest tests of open goals, or the population.
inline constexpr std::array<std::string_view, 2> refinement_aims{"goals", "population"};
/// When a round of the aim `population` begins.
inline constexpr std::array<std::string_view, 2> refinement_triggers{
    "changed-literals", "new-tests"};

/// All settings. The defaults are those of the library, except the budget of executions: the
/// command sets it only when no limit is given (Command::complete).
struct Settings
{
    Settings() { run.budget.max_executions.reset(); }

    std::vector<std::string> operands;
    /// Names of the options on the command line.
    std::vector<std::string> typed;

    RunSpec run;
    RefinementSettings refinement;
    CriteriaChoice criteria{};
    /// The finished suite is measured for all goals of these too.
    CoverageSet measured;
    bool output_distances = true;
    /// Real mutants are built, and the finished suite is run on them.
    bool mutation_score = false;
    PlugSettings plugs;
    StudySettings study;
    OperatorOptions operators;
    std::uint64_t jobs = 1;

    /// Empty = the command's default.
    std::string out;
    /// Names of what is written; empty = what is usual.
    std::vector<std::string> formats;
    std::string config;

    When color = When::automatic;
    When progress = When::automatic;
    Help help = Help::none;
    bool version = false;
    bool quiet = false;
    bool verbose = false;
    bool json = false;
};

/// Whether branches that are not asked for are sought as helpers: only DynaMOSA goes from goal to
/// goal along them. Source: the coverage goal selector, section IV.
[[nodiscard]] inline bool follows_branches(const Settings& settings)
{
    return settings.run.algorithm == Algorithm::dynamosa;
}

/// What the two options say together. Smart selection with DynaMOSA seeks branches too, because its
/// goals hang on them. Source: the coverage goal selector, section 4.4.
[[nodiscard]] CriteriaChoice criteria_of(const Settings& settings);

}  // namespace sbst::cli
