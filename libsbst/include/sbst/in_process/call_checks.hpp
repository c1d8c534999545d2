// SPDX-License-Identifier: Apache-2.0
// Mistakes in the body of a callable, found where they are made: a wrong argument, a wrong result.
// Each is an AdapterError that names the callable, the parameter and the test. Next:
// interpreter.hpp.
#pragma once

#include <sbst/test/catalogue.hpp>
#include <sbst/test/test_case.hpp>
#include <sbst/test/type.hpp>
#include <sbst/test/value.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <typeinfo>

namespace sbst::detail
{

/// @throws AdapterError: the body asks for an argument that the callable does not have.
[[noreturn]] void reject_index(const Callable& callable, std::size_t index);

/// @param wanted what the body asks for, `an integer` for instance.
/// @param found the literal that was passed; null = an object was passed.
/// @throws AdapterError: the argument is not of the kind that the body asks for.
[[noreturn]] void reject_argument(
    const Callable& callable, std::size_t index, std::string_view wanted, const Value* found);

/// The kind of result that a callable may return, looked up once.
enum class ResultRule : unsigned char
{
    nothing,
    an_object,
    an_object_or_null,
    a_value
};
[[nodiscard]] ResultRule result_rule(const Callable& callable, const TypeUniverse& types);

/// Tells whether the value is of the declared type, or null for a nullable type. Floating-point
/// results may be NaN, and texts may have any length.
[[nodiscard]] bool is_value_result_of(
    const Callable& callable, const Value& value, const TypeUniverse& types);

/// @throws AdapterError: the body returned something that is not of the declared type.
[[noreturn]] void reject_result(
    const Callable& callable, const Value& value, bool has_object, const TypeUniverse& types);

/// The name of an exception's class as written in C++: `std::out_of_range`.
[[nodiscard]] std::string type_name(const std::type_info& type);

/// Appends the calls of the test up to call `last`, only the last few if there are many.
[[nodiscard]] std::string with_test(std::string_view problem, const TestCase& test,
    std::size_t last, const Catalogue& catalogue, const TypeUniverse& types);

}  // namespace sbst::detail
