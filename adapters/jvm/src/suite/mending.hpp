// SPDX-License-Identifier: Apache-2.0
// What a judge complains of, put right in the draft: a statement repaired, an assertion less, or a
// test less. Next: prove.cpp, which judges again.
#pragma once

#include "rendered_draft.hpp"
#include "suite_draft.hpp"

#include <sbst/jvm/referee/referee.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// Collects who is to blame, by place in the draft, until apply() changes it.
class Mending
{
public:
    /// Notes what a report has against the tests of the draft that it is of.
    /// @param is_last_chance what would need another report goes.
    /// @returns false when there is nothing to mend.
    bool blame(const RefereeReport& report, const RenderedDraft& rendered, const SuiteDraft& draft,
        bool is_last_chance);

    /// The test goes; the first of two reasons is kept.
    void drop(std::size_t place, std::string reason)
    {
        m_reasons.emplace(place, std::move(reason));
    }
    /// Statements that do not compile go at once from now on.
    void hurry() { m_is_hurried = true; }
    /// The test is not to be proven any more.
    void set_aside(std::size_t place) { m_aside.insert(place); }
    /// Tells whether tests go.
    [[nodiscard]] bool drops_any() const { return !m_reasons.empty() || !m_aside.empty(); }

    /// Repairs, drops and sets aside; tests of the draft have other places then.
    void apply(SuiteDraft& draft);

private:
    /// Tries to let each test begin in the static state that it began in when the search ran it;
    /// what does not help is taken back.
    /// @returns true when nothing else is to be mended before the next report.
    bool mends_static_state(const RefereeReport& report, const SuiteDraft& draft);
    /// Takes back what was done for the static state; false when nothing was.
    bool drops_static_state(const SuiteDraft& draft);
    /// Blames printed texts that did not hold alone: a class that keeps the stream of the first
    /// test makes the others fail, and no test of them is at fault.
    bool blame_printed(
        const RefereeReport& report, const RenderedDraft& rendered, const SuiteDraft& draft);
    /// Drops the tests for which the test class has members of its own, or all if none has.
    void drop_by_helper(const std::string& reason, const SuiteDraft& draft);
    void blame_compile_errors(
        const RefereeReport& report, const RenderedDraft& rendered, const SuiteDraft& draft);
    void blame_compile_error(
        const RenderedDraft::Place& found, const CompileProblem& problem, const SuiteDraft& draft);
    void blame_failures(
        const RefereeReport& report, const RenderedDraft& rendered, const SuiteDraft& draft);
    /// Drops the test after which others fail, if there is one. A few such tests in a row that were
    /// not to blame come back, and no more are dropped.
    /// @returns the victims, by index in the report.
    std::vector<std::size_t> blame_spoiler(
        const RefereeReport& report, const RenderedDraft& rendered, const SuiteDraft& draft);
    void repair(SuiteDraft& draft);
    void bring_back(SuiteDraft& draft);

    /// A statement that does not compile, and the compiler's first message about it.
    struct BrokenStatement
    {
        std::vector<std::size_t> steps;
        std::string message;
    };
    /// By the statement's own step, the last first, so that repairing one moves none of the others.
    using Statements = std::map<std::size_t, BrokenStatement, std::greater<>>;
    /// @returns the assertions that were left out.
    std::size_t repair_statements(DraftTest& test, std::size_t place, const Statements& statements);

    /// By place in the draft: why the test goes; which of its steps go. The last place and step
    /// first, so that erasing one moves none of the others.
    std::map<std::size_t, std::string, std::greater<>> m_reasons;
    std::map<std::size_t, std::set<std::size_t, std::greater<>>> m_dropped_steps;
    std::set<std::size_t> m_aside;
    /// By place in the draft: the message of the exception.
    std::map<std::size_t, std::string> m_cast;
    /// By place in the draft.
    std::map<std::size_t, Statements> m_broken;
    /// Reports so far of sources that do not compile.
    std::size_t m_compile_rounds = 0;
    bool m_is_hurried = false;
    /// Something that is done to all tests: kept if fewer fail then.
    struct Trial
    {
        bool is_begun = false;
        bool is_judged = false;
        /// Tests that failed before.
        std::size_t failed = 0;
    };
    /// A test that was dropped because others failed after it.
    struct Blamed
    {
        std::size_t place = 0;
        /// By origin.
        std::set<std::size_t> victims{};
        DraftTest test{};
    };
    /// Those whose victims have not passed since, in order.
    std::vector<Blamed> m_blamed;
    /// The last of them is still in the draft.
    bool m_is_blame_new = false;
    bool m_are_innocent = false;
    bool m_may_blame = true;
    Trial m_resetting;
    Trial m_initialising;
    /// What apply() tells the draft, if anything.
    std::optional<bool> m_resets_fields;
    std::optional<std::set<std::string>> m_first_classes;
};

}  // namespace sbst::jvm::detail
