// SPDX-License-Identifier: Apache-2.0
#include "mending.hpp"

#include "spoilers.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

/// Reports after which no statement is repaired any more, so that what is left is proven in time.
constexpr std::size_t max_compile_rounds = 8;
/// Tests in a row that were not to blame for the failures of others, before the search for one
/// ends.
constexpr std::size_t most_blamed_in_vain = 3;

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

/// The message of a ClassCastException that ended the test in its first bad run.
std::optional<std::string> failed_cast(const RefereeReport& report, std::size_t test)
{
    for (const RefereeRunReport& run : report.runs)
    {
        const TestOutcome& outcome = run.outcomes[test];
        if (outcome.verdict == TestVerdict::failed)
        {
            return outcome.exception == "java.lang.ClassCastException" ?
                       std::optional(outcome.message) :
                       std::nullopt;
        }
    }
    return std::nullopt;
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
    if (failed.kind == JavaAssertionKind::not_null || failed.kind == JavaAssertionKind::printed ||
        failed.argument)
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
void erase_assertion(DraftTest& test, std::size_t erased)
{
    std::vector<JavaStep>& steps = test.test.steps;
    const auto presence = presence_of(steps, std::get<JavaAssertion>(steps[erased]));
    if (presence && std::count_if(steps.begin(), steps.end(), is_assertion) == 1)
    {
        steps[erased] = *presence;
    }
    else
    {
        erase_step(test.test, test.repair, erased);
    }
}

/// Those of the workers' classes, by internal name, whose initialisers had failed when a test
/// needed them.
std::set<std::string> broken_classes(
    const RefereeReport& report, const std::vector<std::string>& initialised)
{
    constexpr std::string_view words = "Could not initialize class ";
    std::set<std::string> names;
    for (const RefereeRunReport& run : report.runs)
    {
        for (const TestOutcome& outcome : run.outcomes)
        {
            if (outcome.exception == "java.lang.NoClassDefFoundError" &&
                outcome.message.starts_with(words))
            {
                std::string name = internal_name(outcome.message.substr(words.size()));
                if (std::find(initialised.begin(), initialised.end(), name) != initialised.end())
                {
                    names.insert(std::move(name));
                }
            }
        }
    }
    return names;
}

/// Tells whether a step has a member of the test class: a field that keeps what is restored, a
/// class or a method that makes an object, what catches the printed text.
bool needs_member(const JavaStep& step)
{
    const auto* const call = std::get_if<JavaCall>(&step);
    if (call == nullptr)
    {
        return std::get<JavaAssertion>(step).kind == JavaAssertionKind::printed;
    }
    const JavaCallableKind kind = call->callable.kind;
    return kind == JavaCallableKind::static_field_write || kind == JavaCallableKind::stand_in ||
           kind == JavaCallableKind::serial_copy || kind == JavaCallableKind::bean;
}

/// How many calls stand before a step.
std::size_t calls_before(const JavaTest& test, std::size_t step)
{
    return static_cast<std::size_t>(
        std::count_if(test.steps.begin(), test.steps.begin() + static_cast<std::ptrdiff_t>(step),
            [](const JavaStep& one) { return std::holds_alternative<JavaCall>(one); }));
}

}  // namespace

bool Mending::blame(const RefereeReport& report, const RenderedDraft& rendered,
    const SuiteDraft& draft, bool is_last_chance)
{
    if (report.is_compiled)
    {
        if (!is_last_chance && mends_static_state(report, draft))
        {
            return true;
        }
        blame_failures(report, rendered, draft);
    }
    else
    {
        blame_compile_errors(report, rendered, draft);
    }
    if (m_reasons.empty() && m_dropped_steps.empty() && m_broken.empty() && m_cast.empty())
    {
        if (report.is_compiled)
        {
            return false;
        }
        if (drops_static_state(draft))
        {
            return true;
        }
        drop_by_helper(
            "the suite does not compile, and no test is to blame: " + first_error(report), draft);
    }
    if (is_last_chance)
    {
        for (const auto& [place, steps] : m_dropped_steps)
        {
            drop(place, "an assertion does not compile or hold in every run");
        }
        for (const auto& [place, statements] : m_broken)
        {
            drop(place, "it does not compile: " + statements.begin()->second.message);
        }
        for (const auto& [place, message] : m_cast)
        {
            drop(place, "it fails: " + message);
        }
    }
    return true;
}

bool Mending::mends_static_state(const RefereeReport& report, const SuiteDraft& draft)
{
    std::size_t failed = 0;
    for (std::size_t i = 0; i < report.tests.size(); ++i)
    {
        failed += why_unproven(report, i) ? 1U : 0U;
    }
    const auto is_in_vain = [failed](Trial& trial) {
        const bool is_due = trial.is_begun && !std::exchange(trial.is_judged, trial.is_begun);
        return is_due && failed >= trial.failed;
    };
    if (is_in_vain(m_resetting))
    {
        m_resets_fields = false;
        return true;
    }
    if (is_in_vain(m_initialising))
    {
        m_first_classes.emplace();
        return true;
    }
    if (failed == 0 || m_is_hurried)
    {
        return false;
    }
    const bool are_filled = std::any_of(draft.tests.begin(), draft.tests.end(),
        [](const DraftTest& test) { return !test.filled_fields.empty(); });
    if (!m_resetting.is_begun && are_filled)
    {
        m_resetting = {.is_begun = true, .failed = failed};
        m_resets_fields = true;
        return true;
    }
    std::set<std::string> broken = broken_classes(report, draft.initialised);
    if (!m_initialising.is_begun && !broken.empty())
    {
        m_initialising = {.is_begun = true, .failed = failed};
        m_first_classes = std::move(broken);
        return true;
    }
    return false;
}

bool Mending::drops_static_state(const SuiteDraft& draft)
{
    const bool is_any = draft.resets_fields || !draft.first_classes.empty();
    if (is_any)
    {
        m_resets_fields = false;
        m_first_classes.emplace();
    }
    return is_any;
}

void Mending::drop_by_helper(const std::string& reason, const SuiteDraft& draft)
{
    const auto has_helper = [](const DraftTest& test) {
        return std::any_of(test.test.steps.begin(), test.test.steps.end(), needs_member);
    };
    const bool is_any = std::any_of(draft.tests.begin(), draft.tests.end(), has_helper);
    for (std::size_t i = 0; i < draft.tests.size(); ++i)
    {
        if (!is_any || has_helper(draft.tests[i]))
        {
            drop(i, reason);
        }
    }
}

void Mending::blame_compile_errors(
    const RefereeReport& report, const RenderedDraft& rendered, const SuiteDraft& draft)
{
    ++m_compile_rounds;
    for (const CompileProblem& problem : report.problems)
    {
        if (!problem.is_error)
        {
            continue;
        }
        if (const auto found = rendered.find(problem))
        {
            blame_compile_error(*found, problem, draft);
            continue;
        }
        for (const CompileProblem& use : rendered.uses_of_import(problem))
        {
            blame_compile_error(*rendered.find(use), use, draft);
        }
    }
}

void Mending::blame_compile_error(
    const RenderedDraft::Place& found, const CompileProblem& problem, const SuiteDraft& draft)
{
    std::vector<std::size_t> statement = found.statement_at(problem.line);
    if (statement.empty())
    {
        const RepairState& state = draft.tests[found.in_draft].repair;
        drop(found.in_draft,
            "it does not compile: " + (state.cause.empty() ? problem.message : state.cause));
        return;
    }
    const std::size_t last = statement.back();
    m_broken[found.in_draft].emplace(last, BrokenStatement{std::move(statement), problem.message});
}

bool Mending::blame_printed(
    const RefereeReport& report, const RenderedDraft& rendered, const SuiteDraft& draft)
{
    bool is_any = false;
    for (std::size_t i = 0; i < report.tests.size(); ++i)
    {
        const auto found = why_unproven(report, i) ? rendered.find(report.tests[i]) : std::nullopt;
        const auto step = found ? failed_assertion(report, i, *found) : std::nullopt;
        if (!step || *step >= draft.tests[found->in_draft].test.steps.size())
        {
            continue;
        }
        const auto* const assertion =
            std::get_if<JavaAssertion>(&draft.tests[found->in_draft].test.steps[*step]);
        if (assertion != nullptr && assertion->kind == JavaAssertionKind::printed)
        {
            m_dropped_steps[found->in_draft].insert(*step);
            is_any = true;
        }
    }
    return is_any;
}

std::vector<std::size_t> Mending::blame_spoiler(
    const RefereeReport& report, const RenderedDraft& rendered, const SuiteDraft& draft)
{
    std::set<std::size_t> failing;
    for (std::size_t i = 0; i < report.tests.size(); ++i)
    {
        const auto found = why_unproven(report, i) ? rendered.find(report.tests[i]) : std::nullopt;
        if (found)
        {
            failing.insert(draft.tests[found->in_draft].origin);
        }
    }
    const bool is_in_vain =
        !m_blamed.empty() &&
        std::any_of(m_blamed.back().victims.begin(), m_blamed.back().victims.end(),
            [&](std::size_t origin) { return failing.contains(origin); });
    if (!is_in_vain)
    {
        m_blamed.clear();
    }
    m_are_innocent = m_blamed.size() >= most_blamed_in_vain;
    m_may_blame = m_may_blame && !m_are_innocent;
    // A test less, and the others may pass: they are judged again without it.
    Spoiler spoiler = m_may_blame ? find_spoiler(report) : Spoiler{};
    const auto guilty =
        spoiler.victims.empty() ? std::nullopt : rendered.find(report.tests[spoiler.test]);
    if (!guilty)
    {
        return {};
    }
    Blamed blamed{.place = guilty->in_draft};
    for (const std::size_t victim : spoiler.victims)
    {
        if (const auto found = rendered.find(report.tests[victim]))
        {
            blamed.victims.insert(draft.tests[found->in_draft].origin);
        }
    }
    m_blamed.push_back(std::move(blamed));
    m_is_blame_new = true;
    drop(guilty->in_draft,
        fmt::format("after it {} other tests fail, the first {}", spoiler.victims.size(),
            why_unproven(report, spoiler.victims.front()).value_or("")));
    return std::move(spoiler.victims);
}

void Mending::bring_back(SuiteDraft& draft)
{
    // The last one first: each goes where it was.
    for (; !m_blamed.empty(); m_blamed.pop_back())
    {
        Blamed& innocent = m_blamed.back();
        std::erase_if(draft.dropped,
            [&innocent](const auto& dropped) { return dropped.origin == innocent.test.origin; });
        const std::size_t place = std::min(innocent.place, draft.tests.size());
        draft.tests.insert(
            draft.tests.begin() + static_cast<std::ptrdiff_t>(place), std::move(innocent.test));
    }
    m_are_innocent = false;
}

void Mending::blame_failures(
    const RefereeReport& report, const RenderedDraft& rendered, const SuiteDraft& draft)
{
    if (blame_printed(report, rendered, draft))
    {
        return;
    }
    const std::vector<std::size_t> victims = blame_spoiler(report, rendered, draft);
    for (std::size_t i = 0; i < report.tests.size(); ++i)
    {
        if (std::find(victims.begin(), victims.end(), i) != victims.end())
        {
            continue;
        }
        const auto reason = why_unproven(report, i);
        const auto found = reason ? rendered.find(report.tests[i]) : std::nullopt;
        if (!found)
        {
            continue;
        }
        const DraftTest& test = draft.tests[found->in_draft];
        if (auto message = failed_cast(report, i); message && !test.repair.is_cast_whole)
        {
            m_cast.emplace(found->in_draft, *std::move(message));
            continue;
        }
        const bool is_whole = test.law.has_value();
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
    draft.resets_fields = m_resets_fields.value_or(draft.resets_fields);
    m_resets_fields.reset();
    if (m_first_classes)
    {
        draft.first_classes = std::move(*m_first_classes);
        m_first_classes.reset();
    }
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
        if (m_is_blame_new && m_blamed.back().place == place)
        {
            m_blamed.back().test = std::move(draft.tests[place]);
            m_is_blame_new = false;
        }
        if (dropped != m_reasons.end() || m_aside.contains(place))
        {
            draft.tests.erase(draft.tests.begin() + static_cast<std::ptrdiff_t>(place));
        }
    }
    m_reasons.clear();
    m_aside.clear();
    m_dropped_steps.clear();
    m_broken.clear();
    m_cast.clear();
    if (m_are_innocent)
    {
        bring_back(draft);
    }
}

std::size_t Mending::repair_statements(
    DraftTest& test, std::size_t place, const Statements& statements)
{
    std::size_t erased = 0;
    for (const auto& [last, broken] : statements)
    {
        if (m_is_hurried || m_compile_rounds > max_compile_rounds)
        {
            test.repair.tried.resize(test.test.steps.size(), Repair::none);
            test.repair.tried[last] = Repair::narrow_variables;
        }
        switch (repair_statement(test.test, test.repair, broken.steps, broken.message, !test.law))
        {
            case Repair::no_assertion:
                erase_assertion(test, last);
                ++erased;
                break;
            case Repair::no_statement:
                test.lost_calls.insert(calls_before(test.test, last));
                break;
            case Repair::no_test:
                drop(place, "it does not compile: " + test.repair.cause);
                return erased;
            default:
                break;
        }
    }
    return erased;
}

void Mending::repair(SuiteDraft& draft)
{
    for (const auto& [place, message] : m_cast)
    {
        cast_whole(draft.tests[place].test, draft.tests[place].repair, message);
    }
    for (const auto& [place, statements] : m_broken)
    {
        draft.dropped_assertions += repair_statements(draft.tests[place], place, statements);
    }
    for (const auto& [place, steps] : m_dropped_steps)
    {
        DraftTest& test = draft.tests[place];
        // No step refers to an assertion, but the steps behind it move.
        for (const std::size_t step : steps)
        {
            if (auto* call = std::get_if<JavaCall>(&test.test.steps[step]))
            {
                call->expected_message.reset();
            }
            else
            {
                erase_assertion(test, step);
            }
            ++draft.dropped_assertions;
        }
    }
}

}  // namespace sbst::jvm::detail
