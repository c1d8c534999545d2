// SPDX-License-Identifier: Apache-2.0
// Between the values of variables and the literals of tests that they stand for. Next: path.hpp.
#pragma once

#include <sbst/symbolic/evaluation.hpp>
#include <sbst/test/test_case.hpp>
#include <sbst/test/type.hpp>
#include <sbst/test/value.hpp>

#include <optional>

namespace sbst::symbolic
{

/// The literal that a value of the variable means. Nothing where the type has no such literal.
///
/// A bit-vector is the word of a boolean, an integer (by its sign) or an enumeration, or the bytes
/// of a text of fixed size, the first one highest; a string is a text of one byte for each unit;
/// a floating-point number is itself, if it is one.
[[nodiscard]] std::optional<Value> to_literal(
    const Variable& variable, const Datum& datum, const Type& type);

/// The value that a literal gives the variable; its inverse. Nothing where the domain lacks it.
[[nodiscard]] std::optional<Datum> to_datum(const Variable& variable, const Value& literal);

/// Sets the literal at the variable's address; false when there is none, or a reference.
[[nodiscard]] bool set_literal(TestCase& test, const LiteralAddress& address, Value literal);

}  // namespace sbst::symbolic
