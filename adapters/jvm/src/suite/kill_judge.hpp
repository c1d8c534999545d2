// SPDX-License-Identifier: Apache-2.0
// Whether a written test fails on a mutant, by a run of it on the mutant: what it asserts is
// looked up there. Next: mutation_scoring.hpp.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/exec/run_detail.hpp>
#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/render/java_suite.hpp>
#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace sbst::jvm::detail
{

/// A run with all results.
struct JudgedRun
{
    const Trace* trace = nullptr;
    const RunDetail* detail = nullptr;
};

class KillJudge
{
public:
    /// @param junit flavour: JUnit 4 takes 0.0 and -0.0 for equal.
    KillJudge(const JavaProblem& problem, int junit) : m_problem(&problem), m_junit(junit) {}

    /// Why a test that passes in the usual run would fail in the other one, in words: `timed out`,
    /// `add returns another value`. Nothing when it would pass, and where the run does not tell.
    [[nodiscard]] std::optional<std::string> why_fails(
        const JavaTest& test, const JudgedRun& usual, const JudgedRun& changed) const;

private:
    struct Asked;
    [[nodiscard]] std::optional<std::string> why_call_fails(const JavaCall& call, std::size_t index,
        const JudgedRun& usual, const JudgedRun& changed) const;
    [[nodiscard]] bool holds(
        const JavaAssertion& assertion, std::size_t call, const Asked& asked) const;
    [[nodiscard]] bool member_holds(
        const JavaAssertion& assertion, std::size_t call, const Asked& asked) const;
    [[nodiscard]] bool content_holds(
        const JavaAssertion& assertion, std::size_t call, const Asked& asked) const;
    [[nodiscard]] bool are_equal(const JavaResult& expected, const JavaResult& actual) const;
    [[nodiscard]] bool are_all_equal(const JavaResult& expected, const JavaResult& actual) const;
    [[nodiscard]] bool is_same_number(double expected, double actual) const;
    /// By internal names.
    [[nodiscard]] bool is_subclass(std::string name, const std::string& super) const;

    const JavaProblem* m_problem;
    int m_junit;
};

}  // namespace sbst::jvm::detail
