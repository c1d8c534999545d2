// SPDX-License-Identifier: Apache-2.0
// Writes a test class as Java source, for people to read. Next: object_law_checks.hpp.
#pragma once

#include <sbst/jvm/render/java_suite.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// Where a test stands in its source; lines count from 1.
struct TestPlace
{
    std::string method;
    /// From the first line of its comment or annotations to its closing brace.
    std::size_t first_line = 0;
    std::size_t last_line = 0;
    /// By step: the line that its call begins with; 0 = nothing is written for it.
    std::vector<std::size_t> step_lines;
};

struct RenderedSuite
{
    /// `org/example/FractionTest.java`.
    std::string file_name;
    /// ASCII only, lines up to 100 columns unless something unbreakable is longer.
    std::string text;
    /// By index of the test.
    std::vector<TestPlace> tests;
};

/// Writes the suite. The same suite gives the same bytes.
///
/// Results that are used once, where that keeps the order of evaluation, are written where they
/// are used; other used results get a variable. Preconditions: steps refer to earlier calls with
/// a result, callables and descriptors are well formed.
[[nodiscard]] RenderedSuite render_suite(const JavaSuite& suite);

}  // namespace sbst::jvm
