// SPDX-License-Identifier: Apache-2.0
// Writes one test method.
#pragma once

#include "code.hpp"
#include "type_namer.hpp"

#include <sbst/jvm/render/render.hpp>

#include <set>
#include <string>

namespace sbst::jvm::detail
{

/// What the tests of a file need from the rest of it.
struct FileNeeds
{
    /// Assertions by name.
    std::set<std::string> assertions;
    /// Methods of Mockito by name.
    std::set<std::string> mockito;
    bool has_raw_types = false;
    bool has_disabled_tests = false;
};

/// The text on one line, with `?` for what is not ASCII.
[[nodiscard]] std::string ascii_text(const std::string& text);
/// The text on one line of a comment in ASCII: \u begins an escape even there, and the other
/// characters are escapes. Source: JLS 3.3.
[[nodiscard]] std::string comment_text(const std::string& text);
/// Writes each line after `//`, broken at spaces.
void write_comment(LineWriter& lines, const std::vector<std::string>& comment, std::size_t level);
/// Writes the annotation that keeps a test, or a class of tests, from running.
void write_disabled(LineWriter& lines, int junit, const std::string& reason, std::size_t level);

/// The file that tests are written to; all it refers to outlives it.
struct TestFile
{
    const JavaSuite& suite;
    LineWriter& lines;
    TypeNamer& types;
    FileNeeds& needs;
};

/// Writes the test under that name.
[[nodiscard]] TestPlace write_test(
    const TestFile& file, const JavaTest& test, const std::string& method);

}  // namespace sbst::jvm::detail
