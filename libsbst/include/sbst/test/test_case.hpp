// SPDX-License-Identifier: Apache-2.0
// The test case: a sequence of calls, each a call whose arguments are literals or references
// to earlier results or arguments. Next: ../variation/operators.hpp (how tests vary),
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

/// Refers to an argument of an earlier call, which is used again.
///
/// Only for types with literals ("the same amount as before"); a reference to an object names the
/// call that made it.
struct ArgumentRef
{
    std::uint32_t call = 0;
    std::uint32_t argument = 0;
    friend bool operator==(const ArgumentRef&, const ArgumentRef&) = default;
};

using Argument = std::variant<Value, ResultRef, ArgumentRef>;

/// One call: one argument per parameter of the callable.
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

/// Describes the defect of a test; empty when it is well formed: known callables, an opening at the
/// start if the catalogue has one and nowhere else, one argument per parameter, literals of their
/// types, references only to earlier calls and to assignable types, no argument reference to
/// an object.
[[nodiscard]] std::string find_defect(
    const TestCase& test, const Catalogue& catalogue, const TypeUniverse& types);

/// Follows ArgumentRefs to the literal or result that they finally refer to. Precondition: the test
/// is well formed.
[[nodiscard]] const Argument& resolve(const TestCase& test, const Argument& argument);

/// Tells whether an argument of the call is the result of call `index`.
[[nodiscard]] bool uses_result_of(const Call& call, std::size_t index);

/// Writes a test, one call per line: `v2 = withdraw(v0, 17)`. Deterministic; for logs and for
/// adapters without a renderer of their own.
[[nodiscard]] std::string to_text(
    const TestCase& test, const Catalogue& catalogue, const TypeUniverse& types);

}  // namespace sbst
