// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/in_process/call_checks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <vector>

namespace sbst::detail
{

namespace
{

std::string_view kind_of(const Value& value)
{
    return value.is_word()   ? "an integer" :
           value.is_number() ? "a floating-point number" :
           value.is_text()   ? "a text" :
           value.is_list()   ? "a list" :
                               "null";
}

std::string named(const Callable& callable, std::size_t index)
{
    const std::string& name = callable.parameters[index].name;
    return name.empty() ? fmt::format("{}", index) : fmt::format("{} '{}'", index, name);
}

std::string counted_parameters(const Callable& callable)
{
    const std::size_t count = callable.parameters.size();
    if (count == 0)
    {
        return "it has no parameters";
    }
    std::string text = fmt::format("it has {} parameter{}:", count, count == 1 ? "" : "s");
    for (std::size_t i = 0; i < count; ++i)
    {
        text += (i == 0 ? " " : ", ") + named(callable, i);
    }
    return text;
}

bool is_list_result(const Value::List& items, const Type& type, const TypeUniverse& types);

/// Like is_well_formed, without the rules for literals only (no NaN, not too long).
bool is_result(const Value& value, TypeId id, const TypeUniverse& types)
{
    const Type& type = types[id];
    if (value.is_null())
    {
        return type.nullable;
    }
    switch (type.kind)
    {
        case TypeKind::floating:
            return value.is_number();
        case TypeKind::string:
            return value.is_text();
        case TypeKind::bytes:
            return value.is_text() && (!type.fixed_size || value.text().size() == *type.fixed_size);
        case TypeKind::array:
        case TypeKind::tuple:
            return value.is_list() && is_list_result(value.list(), type, types);
        default:
            return is_well_formed(value, id, types);
    }
}

bool is_list_result(const Value::List& items, const Type& type, const TypeUniverse& types)
{
    const bool is_tuple = type.kind == TypeKind::tuple;
    const bool has_size = is_tuple ? items.size() == type.elements.size() :
                                     !type.fixed_size || items.size() == *type.fixed_size;
    for (std::size_t i = 0; has_size && i < items.size(); ++i)
    {
        if (!is_result(items[i], type.elements[is_tuple ? i : 0], types))
        {
            return false;
        }
    }
    return has_size;
}

std::string result_text(const Value& value, bool has_object, const Type& type)
{
    if (has_object)
    {
        return "an object";
    }
    if (value.is_null())
    {
        return "nothing";
    }
    if (!value.is_word())
    {
        return std::string(kind_of(value));
    }
    const bool is_minus = is_negative(value.word()) && type.is_signed;
    return fmt::format("the integer {}{}", is_minus ? "-" : "",
        is_minus ? (-value.word()).to_decimal() : value.word().to_decimal());
}

std::string declared_text(const Type& type, ResultRule rule)
{
    if (rule == ResultRule::nothing)
    {
        return "no result (a method's result type is the last argument of add_method)";
    }
    return fmt::format("a result of type '{}'{}", type.name,
        rule == ResultRule::an_object ? ", which is never null here" : "");
}

}  // namespace

void reject_index(const Callable& callable, std::size_t index)
{
    throw AdapterError(fmt::format("the body of '{}' asks for argument {}, but {} (counted from 0)",
        callable.name, index, counted_parameters(callable)));
}

void reject_argument(
    const Callable& callable, std::size_t index, std::string_view wanted, const Value* found)
{
    const bool is_null = found != nullptr && found->is_null();
    throw AdapterError(
        fmt::format("the body of '{}' reads argument {} as {}, but it is {}{}", callable.name,
            named(callable, index), wanted, found == nullptr ? "an object" : kind_of(*found),
            is_null ? fmt::format(" here: ask is_null({}) first", index) : ""));
}

ResultRule result_rule(const Callable& callable, const TypeUniverse& types)
{
    const Type& type = types[callable.result];
    if (type.kind == TypeKind::void_type)
    {
        return ResultRule::nothing;
    }
    if (type.kind != TypeKind::object)
    {
        return ResultRule::a_value;
    }
    return type.nullable && callable.kind != CallableKind::constructor ?
               ResultRule::an_object_or_null :
               ResultRule::an_object;
}

bool is_value_result_of(const Callable& callable, const Value& value, const TypeUniverse& types)
{
    return is_result(value, callable.result, types);
}

void reject_result(
    const Callable& callable, const Value& value, bool has_object, const TypeUniverse& types)
{
    const Type& type = types[callable.result];
    throw AdapterError(fmt::format("the body of '{}' returned {}, but '{}' declares {}",
        callable.name, result_text(value, has_object, type), callable.name,
        declared_text(type, result_rule(callable, types))));
}

std::string type_name(const std::type_info& type)
{
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> readable(
        abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
    std::string name = status == 0 ? readable.get() : type.name();
    // Programmers do not write the library's inline namespace.
    constexpr std::string_view inner = "__cxx11::";
    for (std::size_t at = name.find(inner); at != std::string::npos; at = name.find(inner))
    {
        name.erase(at, inner.size());
    }
    return name;
}

std::string with_test(std::string_view problem, const TestCase& test, std::size_t last,
    const Catalogue& catalogue, const TypeUniverse& types)
{
    constexpr std::size_t most_lines = 15;
    TestCase head = test;
    head.calls.resize(std::min(test.length(), last + 1));
    std::string lines = to_text(head, catalogue, types);
    std::string text = fmt::format("{}\nin the last call of this test:\n", problem);
    if (head.length() > most_lines)
    {
        const std::size_t left_out = head.length() - most_lines;
        for (std::size_t i = 0; i < left_out; ++i)
        {
            lines.erase(0, lines.find('\n') + 1);
        }
        text += fmt::format("... ({} calls before)\n", left_out);
    }
    lines.pop_back();
    return text + lines;
}

}  // namespace sbst::detail
