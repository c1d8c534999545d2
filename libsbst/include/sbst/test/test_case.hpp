// SPDX-License-Identifier: Apache-2.0
// The test case: a sequence of calls, each a call whose arguments are literals or references
// to what stands earlier. Next: ../variation/operators.hpp (how tests vary),
// ../in_process/interpreter.hpp (how they run).
#pragma once

#include <sbst/test/catalogue.hpp>
#include <sbst/test/value.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace sbst
{

/// Refers to the result of an earlier call.
struct ResultRef
{
    std::uint32_t call = 0;
    friend bool operator==(const ResultRef&, const ResultRef&) = default;
};

/// Refers to an argument of an earlier call: whatever stood there is used again.
///
/// Only for types with literals ("the same amount as before"); an object is referred to by the
/// call that made it.
struct ArgumentRef
{
    std::uint32_t call = 0;
    std::uint32_t argument = 0;
    friend bool operator==(const ArgumentRef&, const ArgumentRef&) = default;
};

using Argument = std::variant<Value, ResultRef, ArgumentRef>;

/// One call: one argument a parameter of the callable.
struct Call
{
    CallableId callable;
    std::vector<Argument> arguments;
    friend bool operator==(const Call&, const Call&) = default;
};

/// A test: a regular value type. Its length is the number of its calls.
struct TestCase
{
    std::vector<Call> calls;

    [[nodiscard]] std::size_t length() const { return calls.size(); }
    friend bool operator==(const TestCase&, const TestCase&) = default;
};

/// Says what is wrong with a test, or nothing when it is well formed: known callables, an opening
/// where one is due and nowhere else, one argument a parameter, literals of their types, references
/// strictly to earlier calls and to assignable types, no argument reference to an object.
[[nodiscard]] std::string find_defect(
    const TestCase& test, const Catalogue& catalogue, const TypeUniverse& types);

/// What an argument finally is: follows ArgumentRefs to the literal or result that stands there.
/// Precondition: the test is well formed.
[[nodiscard]] const Argument& resolve(const TestCase& test, const Argument& argument);

/// Tells whether an argument of the call is the result of call `index`.
[[nodiscard]] bool uses_result_of(const Call& call, std::size_t index);

/// Writes a test, one call a line: `v2 = withdraw(v0, 17)`. Deterministic; for logs and for
/// adapters without a renderer of their own.
[[nodiscard]] std::string to_text(
    const TestCase& test, const Catalogue& catalogue, const TypeUniverse& types);

}  // namespace sbst
