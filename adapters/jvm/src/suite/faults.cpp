// SPDX-License-Identifier: Apache-2.0
#include "faults.hpp"

#include <sbst/criteria/exception.hpp>
#include <sbst/suite/minimise.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::array<std::string_view, 8> fault_names{"java.lang.ArithmeticException",
    "java.lang.ArrayIndexOutOfBoundsException", "java.lang.ArrayStoreException", assertion_error,
    "java.lang.ClassCastException", "java.lang.NegativeArraySizeException",
    "java.lang.NullPointerException", "java.lang.StringIndexOutOfBoundsException"};

/// The exceptions of last calls as goals: a search over a class asks for none of them, but the
/// core's minimiser can keep one. Satisfies SequenceProblem; generates nothing.
class ThrowingCalls
{
public:
    using Test = TestCase;

    explicit ThrowingCalls(JavaProblem& problem) : m_problem(&problem) {}

    [[nodiscard]] const GoalGraph& goals() const { return m_goals; }
    [[nodiscard]] const TypeUniverse& types() const { return m_problem->types(); }
    [[nodiscard]] const Catalogue& catalogue() const { return m_problem->catalogue(); }
    [[nodiscard]] TestCase generate(Rng& rng) { return m_problem->generate(rng); }
    Change mutate(TestCase& test, Rng& rng) { return m_problem->mutate(test, rng); }
    ChangePair crossover(TestCase& first, TestCase& second, Rng& rng)
    {
        return m_problem->crossover(first, second, rng);
    }
    [[nodiscard]] static std::size_t length(const TestCase& test) { return test.length(); }
    [[nodiscard]] std::string render(const TestCase& test) const { return m_problem->render(test); }

    /// An exception's id is that of the last call and what it threw; no other call throws.
    void execute(
        std::span<const Request<TestCase>> requests, std::span<Trace> traces, StopToken stop)
    {
        m_problem->execute(requests, traces, stop);
        for (std::size_t i = 0; i < requests.size(); ++i)
        {
            name_thrown(*requests[i].test, traces[i].calls);
        }
    }

    /// What the last call of each test threw; invalid where it did not throw.
    [[nodiscard]] std::vector<ExceptionId> thrown_by(
        const std::vector<TestCase>& tests, const StopToken& stop)
    {
        std::vector<Request<TestCase>> requests;
        requests.reserve(tests.size());
        for (const TestCase& test : tests)
        {
            requests.push_back({.test = &test, .record = Record::coverage});
        }
        std::vector<Trace> traces(tests.size());
        execute(requests, traces, stop);
        std::vector<ExceptionId> thrown;
        thrown.reserve(tests.size());
        for (const Trace& trace : traces)
        {
            thrown.push_back(trace.calls.empty() ? ExceptionId() : trace.calls.back().exception);
        }
        return thrown;
    }

    /// Precondition: thrown_by() gave that id, and it is no goal yet.
    void seek(ExceptionId thrown)
    {
        m_goals.add(exception_goal(thrown, "throws " + exception_name(thrown)));
    }

    [[nodiscard]] const std::string& exception_name(ExceptionId thrown) const
    {
        return m_problem->workers().exceptions()[m_known[thrown.index()].second.index()];
    }

private:
    using Thrown = std::pair<CallableId, ExceptionId>;

    void name_thrown(const TestCase& test, std::vector<CallOutcome>& outcomes)
    {
        for (std::size_t i = 0; i < outcomes.size(); ++i)
        {
            const bool is_last = i + 1 == test.length();
            outcomes[i].exception =
                is_last && outcomes[i].kind == OutcomeKind::threw ?
                    id_of({test.calls[i].callable, m_problem->thrown(outcomes[i].exception).what}) :
                    ExceptionId();
        }
    }

    ExceptionId id_of(const Thrown& thrown)
    {
        const auto found = std::find(m_known.begin(), m_known.end(), thrown);
        const ExceptionId id(static_cast<std::size_t>(found - m_known.begin()));
        if (found == m_known.end())
        {
            m_known.push_back(thrown);
        }
        return id;
    }

    JavaProblem* m_problem;
    GoalGraph m_goals;
    /// By ExceptionId.
    std::vector<Thrown> m_known;
};

static_assert(SequenceProblem<ThrowingCalls>);

}  // namespace

bool is_fault(std::string_view exception)
{
    return std::find(fault_names.begin(), fault_names.end(), exception) != fault_names.end();
}

void add_faults(JavaProblem& problem, std::vector<TestCase>& suite, const StopToken& stop)
{
    ThrowingCalls calls(problem);
    const std::vector<ExceptionId> known = calls.thrown_by(suite, stop);
    const std::vector<TestCase> found = problem.throwing_tests();
    const std::vector<ExceptionId> thrown = calls.thrown_by(found, stop);
    std::vector<TestCase> faults;
    for (std::size_t i = 0; i < found.size() && faults.size() < max_faults; ++i)
    {
        const bool is_new = thrown[i].is_valid() && !find_exception(calls.goals(), thrown[i]) &&
                            std::find(known.begin(), known.end(), thrown[i]) == known.end();
        if (is_new && is_fault(calls.exception_name(thrown[i])))
        {
            calls.seek(thrown[i]);
            faults.push_back(found[i]);
        }
    }
    Rng rng(1);
    const MinimiseOptions options{.simplify_values = false};
    for (auto& entry : minimise(calls, std::move(faults), options, rng, stop).tests)
    {
        suite.push_back(std::move(entry.test));
    }
}

}  // namespace sbst::jvm::detail
