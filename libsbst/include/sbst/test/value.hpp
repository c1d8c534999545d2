// SPDX-License-Identifier: Apache-2.0
// Values: literals of a test. A value has no type of its own; the Type beside it gives its meaning.
// Next: catalogue.hpp.
#pragma once

#include <sbst/numeric/u256.hpp>
#include <sbst/test/type.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sbst
{

/// A literal; a regular value type.
///
/// boolean, integer, enumeration: a U256 (0/1; the word, signed ones sign-extended to 256 bits; the
/// member's index). floating: a double, never NaN (a test is comparable). string and bytes: a
/// std::string of code units. array and tuple: a vector of values. object: only null (an object
/// otherwise comes from a call). Null is also a value of every other type that is nullable.
class Value
{
public:
    struct Null
    {
        friend bool operator==(Null, Null) = default;
    };
    using List = std::vector<Value>;

    Value() noexcept = default;
    // Defined in value.cpp: inlined, the five alternatives bloat each caller and make g++ 12 warn
    // about uninitialised values.
    Value(const Value& other);
    Value(Value&& other) noexcept;
    Value& operator=(const Value& other);
    Value& operator=(Value&& other) noexcept;
    ~Value();
    /// Any machine integer or bool; negative ones are sign-extended to 256 bits.
    template <std::integral Integer>
    explicit Value(Integer number) : m_data(extended(number))
    {}
    explicit Value(U256 word) : m_data(word) {}
    explicit Value(double number) : m_data(number) {}
    explicit Value(std::string text) : m_data(std::move(text)) {}
    explicit Value(List items) : m_data(std::move(items)) {}

    [[nodiscard]] bool is_null() const { return std::holds_alternative<Null>(m_data); }
    [[nodiscard]] bool is_word() const { return std::holds_alternative<U256>(m_data); }
    [[nodiscard]] bool is_number() const { return std::holds_alternative<double>(m_data); }
    [[nodiscard]] bool is_text() const { return std::holds_alternative<std::string>(m_data); }
    [[nodiscard]] bool is_list() const { return std::holds_alternative<List>(m_data); }

    // Precondition of each: the value holds that alternative (std::bad_variant_access otherwise).
    [[nodiscard]] const U256& word() const { return std::get<U256>(m_data); }
    [[nodiscard]] U256& word() { return std::get<U256>(m_data); }
    [[nodiscard]] double number() const { return std::get<double>(m_data); }
    [[nodiscard]] double& number() { return std::get<double>(m_data); }
    [[nodiscard]] const std::string& text() const { return std::get<std::string>(m_data); }
    [[nodiscard]] std::string& text() { return std::get<std::string>(m_data); }
    [[nodiscard]] const List& list() const { return std::get<List>(m_data); }
    [[nodiscard]] List& list() { return std::get<List>(m_data); }

    friend bool operator==(const Value&, const Value&) = default;

private:
    template <class Integer>
    static U256 extended(Integer number)
    {
        if constexpr (std::signed_integral<Integer>)
        {
            const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
            const std::uint64_t sign = number < 0 ? ~std::uint64_t{0} : 0;
            return U256{bits, sign, sign, sign};
        }
        else
        {
            return U256{static_cast<std::uint64_t>(number)};
        }
    }

    std::variant<Null, U256, double, std::string, List> m_data;
};

/// Tells whether `value` is a legal literal of `type`: alternative, bounds, sizes and members, also
/// of nested values.
[[nodiscard]] bool is_well_formed(const Value& value, TypeId type, const TypeUniverse& types);

/// Number of literals in a value: 1 for itself, plus those of its elements or members.
[[nodiscard]] std::size_t element_count(const Value& value);

/// The nested literal at a place in preorder (LiteralAddress::element; 0 is the value itself), or
/// null beyond the last one.
[[nodiscard]] const Value* find_element(const Value& value, std::size_t element);

/// The neutral literal of a type: 0, false, "", empty or zero-filled, the first member, null.
/// Integers take the value nearest to 0 within their bounds.
[[nodiscard]] Value neutral_value(TypeId type, const TypeUniverse& types);

/// Writes a value for people and logs: decimal integers, quoted and escaped strings, `0x` bytes,
/// `[a, b]`, `(a, b)`, member names, `null`. Deterministic.
[[nodiscard]] std::string to_text(const Value& value, TypeId type, const TypeUniverse& types);

}  // namespace sbst
