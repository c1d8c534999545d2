// SPDX-License-Identifier: Apache-2.0
// Which steps of a test need no statement of their own.
#pragma once

#include <sbst/jvm/render/java_suite.hpp>

#include <cstddef>
#include <vector>

namespace sbst::jvm::detail
{

enum class StepForm
{
    /// Has a statement; its result, if it is used, a variable.
    statement,
    /// Is written where its result is used.
    inlined,
    /// Makes a value that no call uses.
    dropped
};

struct TestLayout
{
    std::vector<StepForm> forms;
    /// How often the result of a step is used.
    std::vector<std::size_t> uses;
};

/// Decides for each step. Effects keep their order: what is inlined comes last before its user,
/// and stands in the order in which the user evaluates it. A variable stays where its declared type
/// hides one that the compiler infers and that may not fit.
[[nodiscard]] TestLayout lay_out(const JavaSuite& suite, const JavaTest& test);

/// Steps that the step uses, in the order of their evaluation.
[[nodiscard]] std::vector<std::size_t> operands(const JavaStep& step);

}  // namespace sbst::jvm::detail
