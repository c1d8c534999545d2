// SPDX-License-Identifier: Apache-2.0
// Literals of tests as JSON, by their types: both ways. Next: suite_json.cpp.
#pragma once

#include <sbst/base/json_field.hpp>
#include <sbst/report/report_json.hpp>
#include <sbst/test/test_case.hpp>
#include <sbst/test/type.hpp>
#include <sbst/test/value.hpp>

namespace sbst::evm::detail
{

/// Writes a literal: integers as decimal strings, booleans as such, members of enumerations
/// (actors) by name, bytes as `0x` digits, strings as strings - or as `{"hex": "0x.."}` where they
/// are no UTF-8 -, arrays and tuples as arrays.
[[nodiscard]] OrderedJson value_to_json(const Value& value, TypeId type, const TypeUniverse& types);

/// Writes a literal, or a reference: `{"result_of": 3}`, `{"argument_of": [2, 0]}`.
[[nodiscard]] OrderedJson argument_to_json(
    const Argument& argument, TypeId type, const TypeUniverse& types);

/// Reads what `value_to_json` writes; integers may be JSON numbers or hexadecimal strings as well.
/// @throws ParseError naming the place: another form, or out of the type's range.
[[nodiscard]] Value value_from_json(const JsonField& field, TypeId type, const TypeUniverse& types);

/// Reads what `argument_to_json` writes; whether a reference fits is not looked at.
[[nodiscard]] Argument argument_from_json(
    const JsonField& field, TypeId type, const TypeUniverse& types);

}  // namespace sbst::evm::detail
