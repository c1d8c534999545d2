// SPDX-License-Identifier: Apache-2.0
#include "occasions.hpp"

#include "run_comparison.hpp"

#include <sbst/criteria/criteria.hpp>
#include <sbst/fitness/scorer.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Results of tests may be large: these are held at once.
constexpr std::size_t runs_at_once = 512;
/// Suites whose tests wait get no more time for this, so that some is left for the proof.
constexpr std::chrono::seconds time_for_numbers{20};
/// Sequences for tests that ask for the time only: most of a year's dates.
constexpr std::size_t date_sequences = 32;

/// Goals of exceptions are left out: the workers of a run number exceptions by themselves, and a
/// test that throws another one in some run is of no use.
std::vector<GoalId> covered_by(const JavaProblem& problem, const Scorer& scorer, const Trace& trace)
{
    std::vector<GoalId> covered;
    scorer.append_covered(trace, covered);
    std::erase_if(covered, [&problem](GoalId goal) {
        return coverage_of(problem.goals()[goal]) == Coverage::exception;
    });
    return covered;
}

/// Notes which of the first run's goals the other one does not cover.
void note_unsure(
    const std::vector<GoalId>& first, const std::vector<GoalId>& other, std::vector<GoalId>& unsure)
{
    std::vector<GoalId> missing;
    std::set_difference(
        first.begin(), first.end(), other.begin(), other.end(), std::back_inserter(missing));
    std::vector<GoalId> all;
    std::set_union(
        unsure.begin(), unsure.end(), missing.begin(), missing.end(), std::back_inserter(all));
    unsure = std::move(all);
}

/// Puts the elements of `other` that differ from `first` into `kept`. All three have one per call.
template <class Element>
void keep_different(const std::vector<Element>& first, const std::vector<Element>& other,
    std::vector<Element>& kept)
{
    for (std::size_t i = 0; i < first.size(); ++i)
    {
        if (first[i] != other[i])
        {
            kept[i] = other[i];
        }
    }
}

/// Leaves in `kept` what `other` has as well.
template <class Element>
void keep_common(const std::vector<Element>& other, std::vector<Element>& kept)
{
    std::erase_if(kept, [&](const Element& one) {
        return std::none_of(other.begin(), other.end(),
            [&one](const Element& another) { return are_same(one, another); });
    });
}

/// Changes `kept`, which ends as `first` does, where the other run differs from `first`.
void keep_different(const RunDetail& first, RunDetail other, RunDetail& kept)
{
    if (!end_alike(first, other))
    {
        kept = std::move(other);
        return;
    }
    kept.was_refused = kept.was_refused || other.was_refused;
    kept.was_refused_here = kept.was_refused_here || other.was_refused_here;
    kept.had_threads = kept.had_threads || other.had_threads;
    if (first.thrown && first.thrown->message != other.thrown->message)
    {
        kept.thrown = other.thrown;
    }
    if (first.printed != other.printed)
    {
        kept.printed = other.printed;
    }
    keep_different(first.results, other.results, kept.results);
    keep_different(first.first_with, other.first_with, kept.first_with);
    keep_common(other.observations, kept.observations);
    keep_common(other.contents, kept.contents);
}

/// Runs tests with other numbers each time, and at other dates.
class OtherNumbers
{
public:
    /// @param covered by test: what its first run covers.
    OtherNumbers(const JavaProblem& problem, const OccasionRuns& runs, const Scorer& scorer,
        const std::vector<std::vector<GoalId>>& covered, OccasionAnswers& answers)
      : m_problem(&problem),
        m_runs(&runs),
        m_scorer(&scorer),
        m_covered(&covered),
        m_answers(&answers)
    {}

    void run(const StopToken& stop)
    {
        const StopToken in_time = stop.with_deadline(StopToken::Clock::now() + time_for_numbers);
        // All tests with the same numbers at once: each has the same share of the time.
        for (std::size_t numbers = 1; numbers <= number_sequences; ++numbers)
        {
            for (std::size_t place = 0; place < m_runs->tests.size(); ++place)
            {
                if (is_wanted(place, numbers))
                {
                    add(place, numbers);
                }
            }
            if (m_tests.size() >= runs_at_once || numbers == number_sequences)
            {
                run_added(in_time);
            }
        }
    }

private:
    /// Tests that are lost already are not run.
    [[nodiscard]] bool is_wanted(std::size_t place, std::size_t numbers) const
    {
        const RunDetail& first = m_runs->first[place];
        const RunDetail& second = m_runs->second[place];
        const bool was_run = m_runs->traces[place].was_run && m_runs->second_traces[place].was_run;
        if (!was_run || first.stop != StopCause::none || second.was_refused ||
            !end_alike(first, second))
        {
            return false;
        }
        const bool is_repeatable =
            m_runs->traces[place].is_repeatable && m_runs->second_traces[place].is_repeatable;
        return first.has_drawn || second.has_drawn || (!is_repeatable && numbers <= date_sequences);
    }

    void add(std::size_t place, std::size_t numbers)
    {
        m_places.push_back(place);
        m_tests.push_back(m_runs->tests[place]);
        m_circumstances.push_back(
            {.own = m_answers->own[place], .numbers = static_cast<std::uint16_t>(numbers)});
    }

    void run_added(const StopToken& stop)
    {
        std::vector<Trace> traces(m_tests.size());
        std::vector<RunDetail> details(m_tests.size());
        m_problem->execute_in_detail(
            m_tests, traces, details, stop, Occasion::other, m_circumstances);
        for (std::size_t i = 0; i < m_places.size(); ++i)
        {
            // A test may have ended otherwise in a run before.
            if (traces[i].was_run && is_wanted(m_places[i], 1))
            {
                take(m_places[i], traces[i], std::move(details[i]));
            }
        }
        m_places.clear();
        m_tests.clear();
        m_circumstances.clear();
    }

    void take(std::size_t place, const Trace& trace, RunDetail detail)
    {
        note_unsure((*m_covered)[place], covered_by(*m_problem, *m_scorer, trace),
            m_answers->unsure[place]);
        keep_different(m_runs->first[place], std::move(detail), m_runs->second[place]);
    }

    const JavaProblem* m_problem;
    const OccasionRuns* m_runs;
    const Scorer* m_scorer;
    const std::vector<std::vector<GoalId>>* m_covered;
    OccasionAnswers* m_answers;
    /// What the next call of the workers runs.
    std::vector<std::size_t> m_places;
    std::vector<TestCase> m_tests;
    std::vector<Circumstances> m_circumstances;
};

/// The first test that covers a goal, if one does.
std::optional<std::size_t> find_covering(const RunResult& result, GoalId goal)
{
    for (std::size_t i = 0; i < result.covered_by_test.size(); ++i)
    {
        const std::vector<GoalId>& covered = result.covered_by_test[i];
        if (std::find(covered.begin(), covered.end(), goal) != covered.end())
        {
            return i;
        }
    }
    return std::nullopt;
}

}  // namespace

OccasionAnswers run_on_other_occasions(
    const JavaProblem& problem, const OccasionRuns& runs, const StopToken& stop)
{
    OccasionAnswers answers{.own = run_in_other_surroundings(problem, runs, stop), .unsure = {}};
    answers.unsure.resize(runs.tests.size());
    const Scorer scorer(problem.goals());
    std::vector<std::vector<GoalId>> covered(runs.tests.size());
    for (std::size_t i = 0; i < runs.tests.size(); ++i)
    {
        if (runs.traces[i].was_run && runs.second_traces[i].was_run)
        {
            covered[i] = covered_by(problem, scorer, runs.traces[i]);
            note_unsure(
                covered[i], covered_by(problem, scorer, runs.second_traces[i]), answers.unsure[i]);
        }
    }
    OtherNumbers(problem, runs, scorer, covered, answers).run(stop);
    return answers;
}

void withdraw_unsure(const std::vector<std::vector<GoalId>>& unsure, RunResult& result)
{
    const std::size_t count = std::min(unsure.size(), result.covered_by_test.size());
    for (std::size_t test = 0; test < count; ++test)
    {
        std::erase_if(result.covered_by_test[test], [&](GoalId goal) {
            return std::binary_search(unsure[test].begin(), unsure[test].end(), goal);
        });
    }
    for (std::size_t test = 0; test < count; ++test)
    {
        for (const GoalId goal : unsure[test])
        {
            GoalAnswer& answer = result.answers[goal.index()];
            if (answer.status != GoalStatus::covered || answer.test != test)
            {
                continue;
            }
            answer.test = find_covering(result, goal);
            if (!answer.test)
            {
                answer.status = GoalStatus::open;
                answer.reason = "covered at some times or with some random numbers only";
            }
        }
    }
}

}  // namespace sbst::jvm::detail
