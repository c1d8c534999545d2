// SPDX-License-Identifier: Apache-2.0
// What is proven of a draft when the time is up in the middle of a round. Next: prove.cpp, which
// runs the rounds.
#pragma once

#include "mending.hpp"
#include "rendered_draft.hpp"
#include "suite_draft.hpp"

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/referee/referee.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// A draft with its sources, the report on them, and what is to be mended.
struct JudgedDraft
{
    const JavaProblem* problem = nullptr;
    /// Flavour: 4 or 5.
    int junit = 5;
    SuiteDraft draft{};
    RenderedDraft rendered{};
    RefereeReport report{};
    Mending mending{};

    void render() { rendered = {*problem, draft, junit}; }
};

class LateProof
{
public:
    /// @param seed of the runs that each test must pass: standard_runs().
    explicit LateProof(std::uint64_t seed) : m_seed(seed) {}

    /// Notes a whole report, for the case that the time ends in the next round.
    void note(const JudgedDraft& judged);

    /// Keeps what passed all that must be, in this report or in the one noted before, whichever
    /// proves more, and sets the rest aside. An empty report proves nothing; how tests failed in
    /// this one is written above them. Renders, and restricts the report to what is kept.
    void keep(JudgedDraft& judged) const;

private:
    /// A row of a report, and what it is of.
    struct Row
    {
        std::size_t row = 0;
        std::size_t origin = 0;
    };
    /// A whole report, and the tests that passed all of it.
    struct Noted
    {
        RefereeReport report{};
        std::vector<Row> rows{};
        /// What the test class did before each test, and before all.
        bool resets_fields = false;
        std::set<std::string> first_classes{};
    };

    [[nodiscard]] std::vector<Row> proven_now(const JudgedDraft& judged) const;
    [[nodiscard]] bool has_passed_standard_runs(const RefereeReport& report, std::size_t row) const;
    /// The rows of the noted report whose tests are still there.
    [[nodiscard]] std::vector<Row> proven_before(const SuiteDraft& draft) const;
    static void keep_rows(JudgedDraft& judged, const std::vector<Row>& rows);
    static void restrict_report(JudgedDraft& judged, const std::vector<Row>& rows);

    std::uint64_t m_seed;
    Noted m_noted;
};

}  // namespace sbst::jvm::detail
