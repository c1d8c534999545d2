// SPDX-License-Identifier: Apache-2.0
// A laboratory for any problem: one measured run of its search. A plug finds and opens its
// subjects. Next: run_record.hpp.
#pragma once

#include "../options/command.hpp"
#include "../options/option.hpp"
#include "../options/solvers.hpp"
#include "run_record.hpp"
#include "study_settings.hpp"

#include <sbst/error.hpp>
#include <sbst/problem/stop_token.hpp>
#include <sbst/report/refinement_text.hpp>
#include <sbst/run/run.hpp>
#include <sbst/study/laboratory.hpp>
#include <sbst/test/test_case.hpp>

#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::cli
{

/// A laboratory over one type of problem, which has `goals()` and `render(test)`. Its options are
/// those of the adapter's `generate`. Facts of subjects: `branches`, by count_branches.
template <class Problem>
class SearchLaboratory : public study::Laboratory
{
public:
    /// @param command the path of that `generate`.
    /// @param own names of options that the study sets itself.
    SearchLaboratory(std::string_view command, std::vector<std::string_view> own)
      : m_options(find_command(command)->options()), m_own(std::move(own))
    {}

    [[nodiscard]] std::vector<study::Setting> normalised(
        std::span<const study::Setting> settings) final
    {
        return normalised_settings(settings, m_options, m_own);
    }

    [[nodiscard]] study::RunRecord run(const study::RunOrder& order, const StopToken& stop) final
    {
        const auto start = std::chrono::steady_clock::now();
        Settings settings = settings_of(order.settings);
        settings.run.seed = order.seed;
        settings.run.budget = budget_of_study(*order.budget, settings.run.budget.keep_going);
        // The result of a stopped run is dropped.
        study::RunRecord record;
        with_problem(*order.subject, settings, stop, [&](Problem& problem) {
            const RunResult result = search(problem, spec_of_run(settings), stop);
            if (!result.failure.empty())
            {
                throw AdapterError(result.failure);
            }
            if (!stop.stop_requested())
            {
                check_refinement(settings.refinement, result);
            }
            std::vector<std::string> rendered;
            for (const TestCase& test : result.suite)
            {
                rendered.push_back(problem.render(test));
            }
            record = make_record(problem.goals(), result, rendered, criteria_of(settings), start);
            record.is_reproducible = record.is_reproducible && is_reproducible(problem);
        });
        return record;
    }

    [[nodiscard]] std::vector<study::MetricInfo> metrics() const final { return record_metrics(); }

protected:
    /// The settings of one run.
    [[nodiscard]] Settings settings_of(std::span<const study::Setting> settings) const
    {
        return settings_of_study(settings, m_options, m_own);
    }

    using Use = std::function<void(Problem&)>;

    /// Makes the problem of a subject, passes it on and drops it; does nothing when `stop` fired
    /// before it was ready.
    virtual void with_problem(const study::Subject& subject, Settings& settings,
        const StopToken& stop, const Use& use) = 0;
    [[nodiscard]] virtual RunResult search(
        Problem& problem, const RunSpec& spec, const StopToken& stop) = 0;
    /// Tells whether nothing in it has depended on the clock so far.
    [[nodiscard]] virtual bool is_reproducible(const Problem& /*problem*/) const { return true; }

private:
    /// A run is no measurement of its configuration when a solver did nothing, or lied.
    static void check_refinement(const RefinementSettings& settings, const RunResult& result)
    {
        const RefinementWork work = result.refinement.value_or(RefinementWork{});
        std::string problem = work.refuted.empty() ? failed_solver_text(work) : work.refuted;
        if (!result.refinement && settings.solver != RefinementSettings().solver)
        {
            problem = no_conditions_text(settings);
        }
        if (!problem.empty())
        {
            throw AdapterError(problem);
        }
    }

    std::vector<Option> m_options;
    std::vector<std::string_view> m_own;
};

}  // namespace sbst::cli
