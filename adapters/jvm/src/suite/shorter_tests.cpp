// SPDX-License-Identifier: Apache-2.0
#include "shorter_tests.hpp"

#include "../repair/fewer_calls.hpp"
#include "observed_test.hpp"
#include "occasions.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

bool calls_class_under_test(const JavaProblem& problem, const TestCase& test)
{
    return std::any_of(test.calls.begin(), test.calls.end(),
        [&problem](const Call& call) { return problem.catalogue()[call.callable].is_under_test; });
}

/// The tests of a draft that lost calls, without these.
class ShorterTests
{
public:
    ShorterTests(const JavaProblem& problem, const std::vector<TestCase>& suite, SuiteDraft& draft)
      : m_problem(&problem), m_draft(&draft)
    {
        for (std::size_t place = 0; place < draft.tests.size(); ++place)
        {
            const DraftTest& test = draft.tests[place];
            if (test.lost_calls.empty())
            {
                continue;
            }
            FewerCalls fewer = without_calls(suite[test.origin], test.lost_calls);
            if (!calls_class_under_test(problem, fewer.test))
            {
                m_reasons.emplace_back(place, "it does not compile: " + test.repair.cause);
                continue;
            }
            m_places.push_back(place);
            m_tests.push_back(std::move(fewer.test));
            m_calls.push_back(std::move(fewer.calls));
        }
    }

    [[nodiscard]] bool is_empty() const { return m_places.empty(); }

    void write_anew(std::vector<TestCase>& suite, const StopToken& stop)
    {
        std::vector<Trace> traces(m_tests.size());
        std::vector<Trace> second_traces(m_tests.size());
        std::vector<RunDetail> first(m_tests.size());
        std::vector<RunDetail> second(m_tests.size());
        m_problem->execute_in_detail(m_tests, traces, first, stop);
        OccasionAnswers answers = run_on_other_occasions(
            *m_problem, {m_tests, traces, first, second_traces, second}, stop);
        TestObserver observer(*m_problem);
        for (std::size_t i = 0; i < m_tests.size(); ++i)
        {
            observer.add(m_tests[i], traces[i], first[i]);
        }
        for (std::size_t i = 0; i < m_tests.size(); ++i)
        {
            const bool was_run = traces[i].was_run && second_traces[i].was_run;
            ObservedTest observed = was_run ? observer.observe({.test = &m_tests[i],
                                                  .trace = &traces[i],
                                                  .first = &first[i],
                                                  .second = &second[i],
                                                  .own = answers.own[i]}) :
                                              ObservedTest{.test = {},
                                                  .unusable = "time was up before it was proven",
                                                  .classes = {}};
            replace(i, std::move(observed));
            const std::size_t origin = m_draft->tests[m_places[i]].origin;
            if (origin < m_draft->unsure.size())
            {
                m_draft->unsure[origin] = std::move(answers.unsure[i]);
            }
            suite[origin] = std::move(m_tests[i]);
        }
    }

    void drop()
    {
        std::sort(m_reasons.begin(), m_reasons.end());
        for (std::size_t i = m_reasons.size(); i-- > 0;)
        {
            const auto& [place, reason] = m_reasons[i];
            m_draft->dropped.push_back({m_draft->tests[place].origin, reason});
            m_draft->tests.erase(m_draft->tests.begin() + static_cast<std::ptrdiff_t>(place));
        }
    }

private:
    void replace(std::size_t index, ObservedTest observed)
    {
        DraftTest& old = m_draft->tests[m_places[index]];
        m_draft->shortened.insert(old.origin);
        if (!observed.unusable.empty() || (old.is_suspicious && !observed.is_suspicious))
        {
            m_reasons.emplace_back(m_places[index],
                "it does not compile: " + old.repair.cause +
                    (observed.unusable.empty() ? "" :
                                                 "; without that statement " + observed.unusable));
            return;
        }
        DraftTest made{.test = std::move(observed.test),
            .origin = old.origin,
            .is_suspicious = observed.is_suspicious,
            .repair = {.classes = std::move(observed.classes)}};
        take_over_repairs(old.test, old.repair, m_calls[index], made.test, made.repair);
        m_draft->dropped_assertions += observed.unstable;
        old = std::move(made);
    }

    const JavaProblem* m_problem;
    SuiteDraft* m_draft;
    std::vector<std::size_t> m_places;
    std::vector<TestCase> m_tests;
    std::vector<std::vector<std::size_t>> m_calls;
    /// By place in the draft: why the test goes.
    std::vector<std::pair<std::size_t, std::string>> m_reasons;
};

}  // namespace

void rewrite_shorter(const JavaProblem& problem, std::vector<TestCase>& suite, SuiteDraft& draft,
    const StopToken& stop)
{
    ShorterTests shorter(problem, suite, draft);
    if (!shorter.is_empty())
    {
        shorter.write_anew(suite, stop);
    }
    shorter.drop();
}

}  // namespace sbst::jvm::detail
