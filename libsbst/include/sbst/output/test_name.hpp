// SPDX-License-Identifier: Apache-2.0
// What a test and the variables in it are called, whatever the language. Next: identifiers.hpp.
#pragma once

#include <sbst/output/executed_suite.hpp>
#include <sbst/output/identifiers.hpp>

#include <string>
#include <vector>

namespace sbst
{

/// A wish for the name of a test: the words that it has, or what its last call of what is under
/// test does and how that ends, as `divideByThrowsArithmeticException`. Never empty.
[[nodiscard]] std::string name_wish(const ExecutedTest& test);

/// Gives each test the name that it wishes, or one with a number where another test has it.
void name_tests(std::vector<ExecutedTest>& tests, NameTable names);

/// What a language knows of a variable for the result of a call.
struct VariableFacts
{
    /// Words that it wishes; mostly empty.
    std::string words{};
    /// Its type says little: a number, a text, any object.
    bool is_plain = false;
    /// The type as an identifier: `fraction`, `maps`.
    std::string type_word{};
};

/// A wish for the name of a variable for the result of a call. Never empty.
[[nodiscard]] std::string variable_wish(const ExecutedCall& call, const VariableFacts& facts);

}  // namespace sbst
