// SPDX-License-Identifier: Apache-2.0
#include "mending.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

std::string first_error(const RefereeReport& report)
{
    for (const CompileProblem& problem : report.problems)
    {
        if (problem.is_error)
        {
            return fmt::format("{}:{}: {}", problem.file, problem.line, problem.message);
        }
    }
    return "javac says nothing";
}

/// What a test asserted in vain in its first bad run.
std::optional<std::size_t> failed_assertion(
    const RefereeReport& report, std::size_t test, const RenderedDraft::Place& found)
{
    for (const RefereeRunReport& run : report.runs)
    {
        const TestOutcome& outcome = run.outcomes[test];
        if (outcome.verdict == TestVerdict::failed)
        {
            return found.asserted_at(outcome.line);
        }
    }
    return std::nullopt;
}

void erase_step(std::vector<JavaStep>& steps, std::size_t erased)
{
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(erased));
    const auto moved = [erased](std::size_t& step) { step -= step > erased ? 1U : 0U; };
    for (JavaStep& step : steps)
    {
        if (auto* call = std::get_if<JavaCall>(&step))
        {
            for (JavaValue& argument : call->arguments)
            {
                moved(argument.step);
            }
        }
        else
        {
            auto& assertion = std::get<JavaAssertion>(step);
            moved(assertion.step);
            moved(assertion.expected.step);
        }
    }
}

bool is_assertion(const JavaStep& step)
{
    const auto* call = std::get_if<JavaCall>(&step);
    return call == nullptr || !call->expected_exception.empty();
}

/// Less than an assertion that did not hold: that what it was about is there. None of what is no
/// object, and none for one that said no more.
std::optional<JavaAssertion> presence_of(
    const std::vector<JavaStep>& steps, const JavaAssertion& failed)
{
    if (failed.kind == JavaAssertionKind::not_null)
    {
        return std::nullopt;
    }
    const JavaValue& expected = failed.expected;
    const bool is_object = expected.kind == JavaValueKind::literal ?
                               expected.type == JavaTypeKind::string :
                               expected.kind != JavaValueKind::null;
    if (failed.inspector || is_object)
    {
        return JavaAssertion{.kind = JavaAssertionKind::not_null, .step = failed.step};
    }
    const auto& call = std::get<JavaCall>(steps[failed.step]);
    const bool has_receiver = call.callable.kind == JavaCallableKind::instance_method &&
                              call.arguments.front().kind == JavaValueKind::step;
    return has_receiver ? std::optional{JavaAssertion{.kind = JavaAssertionKind::not_null,
                              .step = call.arguments.front().step}} :
                          std::nullopt;
}

/// Takes an assertion out; the last one leaves behind what can still be said.
void erase_assertion(std::vector<JavaStep>& steps, std::size_t erased)
{
    const auto presence = presence_of(steps, std::get<JavaAssertion>(steps[erased]));
    if (presence && std::count_if(steps.begin(), steps.end(), is_assertion) == 1)
    {
        steps[erased] = *presence;
    }
    else
    {
        erase_step(steps, erased);
    }
}

}  // namespace

bool Mending::blame(const RefereeReport& report, const RenderedDraft& rendered,
    const SuiteDraft& draft, bool is_last_chance)
{
    if (report.is_compiled)
    {
        blame_failures(report, rendered, draft);
    }
    else
    {
        blame_compile_errors(report, rendered, draft);
    }
    if (m_reasons.empty() && m_dropped_steps.empty() && m_explicit.empty())
    {
        if (report.is_compiled)
        {
            return false;
        }
        for (std::size_t i = 0; i < draft.tests.size(); ++i)
        {
            drop(i, "the suite does not compile, and no test is to blame: " + first_error(report));
        }
    }
    if (is_last_chance)
    {
        for (const auto& [place, steps] : m_dropped_steps)
        {
            drop(place, "an assertion does not compile or hold in every run");
        }
        for (const std::size_t place : m_explicit)
        {
            drop(place, "it does not compile");
        }
    }
    return true;
}

void Mending::blame_compile_errors(
    const RefereeReport& report, const RenderedDraft& rendered, const SuiteDraft& draft)
{
    for (const CompileProblem& problem : report.problems)
    {
        const auto found = problem.is_error ? rendered.find(problem) : std::nullopt;
        if (found && !m_explicit.contains(found->in_draft))
        {
            blame_compile_error(*found, problem, draft);
        }
    }
}

/// Mends a test that does not compile: first with casts, then without the assertion that is to
/// blame, then without the test.
void Mending::blame_compile_error(
    const RenderedDraft::Place& found, const CompileProblem& problem, const SuiteDraft& draft)
{
    const DraftTest& test = draft.tests[found.in_draft];
    const auto assertion = test.law ? std::nullopt : found.assertion_at(problem.line);
    if (m_was_explicit.insert(test.origin).second)
    {
        m_explicit.insert(found.in_draft);
    }
    else if (assertion)
    {
        m_dropped_steps[found.in_draft].insert(*assertion);
    }
    else
    {
        drop(found.in_draft, "it does not compile: " + problem.message);
    }
}

void Mending::blame_failures(
    const RefereeReport& report, const RenderedDraft& rendered, const SuiteDraft& draft)
{
    for (std::size_t i = 0; i < report.tests.size(); ++i)
    {
        const auto reason = why_unproven(report, i);
        const auto found = reason ? rendered.find(report.tests[i]) : std::nullopt;
        if (!found)
        {
            continue;
        }
        const bool is_whole = draft.tests[found->in_draft].law.has_value();
        const auto step = is_whole ? std::nullopt : failed_assertion(report, i, *found);
        if (step)
        {
            m_dropped_steps[found->in_draft].insert(*step);
        }
        else
        {
            drop(found->in_draft, *reason);
        }
    }
}

void Mending::apply(SuiteDraft& draft)
{
    repair(draft);
    for (const std::size_t place : m_aside)
    {
        if (!m_reasons.contains(place))
        {
            draft.unproven.push_back(std::move(draft.tests[place]));
        }
    }
    for (std::size_t place = draft.tests.size(); place-- > 0;)
    {
        const auto dropped = m_reasons.find(place);
        if (dropped != m_reasons.end())
        {
            draft.dropped.push_back({draft.tests[place].origin, dropped->second});
        }
        if (dropped != m_reasons.end() || m_aside.contains(place))
        {
            draft.tests.erase(draft.tests.begin() + static_cast<std::ptrdiff_t>(place));
        }
    }
    m_reasons.clear();
    m_aside.clear();
    m_dropped_steps.clear();
    m_explicit.clear();
}

void Mending::repair(SuiteDraft& draft) const
{
    for (const auto& [place, steps] : m_dropped_steps)
    {
        auto& all = draft.tests[place].test.steps;
        // No step refers to an assertion, but the steps behind it move.
        for (const std::size_t step : steps)
        {
            if (auto* call = std::get_if<JavaCall>(&all[step]))
            {
                call->expected_message.reset();
            }
            else
            {
                erase_assertion(all, step);
            }
            ++draft.dropped_assertions;
        }
    }
    for (const std::size_t place : m_explicit)
    {
        for (JavaStep& step : draft.tests[place].test.steps)
        {
            if (auto* call = std::get_if<JavaCall>(&step))
            {
                call->is_explicit = true;
            }
        }
    }
}

}  // namespace sbst::jvm::detail
