// SPDX-License-Identifier: Apache-2.0
// Value operators: random literals of every type, and changes that always change. Next:
// operators.hpp.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/test/type.hpp>
#include <sbst/test/value.hpp>
#include <sbst/variation/options.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace sbst
{

class ConstantPool;

/// Draws and changes literals. Results are always well formed.
///
/// Keeps references to the universe and the pool, which must outlive it and may grow. Source:
/// EvoSuite's distributions for narrow types; for integers our mix (IntegerMix), which treats the
/// range of any integer type as [0, span] above its minimum, so that width, sign and bounds need no
/// special cases: a value that would leave the range is reflected into it, or stops at its end.
class ValueOperators
{
public:
    /// @throws ConfigError as validate(ValueOptions).
    ValueOperators(
        const TypeUniverse& types, const ConstantPool& pool, const ValueOptions& options);

    /// A random literal; for an object type null. Precondition: not a void type.
    [[nodiscard]] Value random(TypeId type, Rng& rng) const;

    /// Changes a literal into a different one and returns the place of the changed nested literal
    /// (in preorder, see LiteralAddress; for a change of an array's length, the place of the
    /// array). Nothing, and no change, when the type has only one literal. Precondition: well
    /// formed.
    std::optional<std::uint32_t> mutate(Value& value, TypeId type, Rng& rng) const;

    /// Tells whether a type has more than one literal (under the length limits of the options).
    [[nodiscard]] bool has_choice(TypeId type) const;

private:
    /// Most draws until a changed literal differs.
    static constexpr int max_tries = 8;

    /// Lengths that operators choose for strings, dynamic bytes and arrays; inclusive.
    struct Lengths
    {
        std::size_t min = 0;
        std::size_t max = 0;
    };

    [[nodiscard]] Lengths lengths(const Type& type) const;
    /// The most characters or items that operators make of a known length or of known texts.
    [[nodiscard]] std::size_t most_known(const Type& type) const;
    [[nodiscard]] std::optional<Value> from_pool(TypeId type, Rng& rng) const;

    /// As has_choice(), random() and mutate(), but without null.
    [[nodiscard]] bool has_choice_of_some(TypeId type) const;
    [[nodiscard]] Value random_some(TypeId type, Rng& rng) const;
    std::optional<std::uint32_t> mutate_some(Value& value, TypeId type, Rng& rng) const;

    [[nodiscard]] U256 random_integer(const Type& type, Rng& rng) const;
    [[nodiscard]] double random_number(const Type& type, Rng& rng) const;
    [[nodiscard]] std::string random_text(const Type& type, Rng& rng) const;
    [[nodiscard]] Value random_list(const Type& type, Rng& rng) const;

    void mutate_integer(U256& word, TypeId type, Rng& rng) const;
    [[nodiscard]] U256 moved_integer(const U256& word, TypeId type, Rng& rng) const;
    void mutate_number(double& number, TypeId type, Rng& rng) const;
    [[nodiscard]] double moved_number(double number, Rng& rng) const;
    void mutate_text(std::string& text, TypeId type, Rng& rng) const;
    void edit_text(std::string& text, const Type& type, Rng& rng) const;
    [[nodiscard]] char random_unit(const Type& type, Rng& rng) const;
    /// The same for strings of Unicode characters.
    [[nodiscard]] std::string random_characters(const Type& type, Rng& rng) const;
    void edit_characters(std::string& text, const Type& type, Rng& rng) const;
    /// Brings a text to a length that the subject compares lengths with: repeats or cuts its end.
    /// False, and no change, when none is known.
    bool edit_length(std::string& text, const Type& type, Rng& rng) const;
    /// Edits whole tokens (words, numbers, single signs): repeats, removes, exchanges, replaces or
    /// inserts one. False, and no change, when the draw finds nothing to do.
    bool edit_tokens(std::string& text, const Type& type, Rng& rng) const;
    /// A token of a text of the pool, or a short number; empty when there is none.
    [[nodiscard]] std::string known_token(const Type& type, Rng& rng) const;
    [[nodiscard]] std::string random_character(Rng& rng) const;
    [[nodiscard]] std::optional<std::uint32_t> known_character(Rng& rng) const;
    /// A length for a long array, or nothing for one of the usual length.
    [[nodiscard]] std::optional<std::size_t> long_length(const Type& type, Rng& rng) const;
    /// Brings an array to a long length: with more random items, or, half of the arrays of bytes,
    /// as one small number over and over, of 1, 2 or 4 bytes with the most significant first: files
    /// have counts and lengths of that sort, and code reads far only if most of them are small.
    void fill_long_array(Value::List& items, std::size_t length, const Type& type, Rng& rng) const;
    std::optional<std::uint32_t> mutate_array(Value::List& items, const Type& type, Rng& rng) const;
    std::optional<std::uint32_t> mutate_tuple(Value::List& items, const Type& type, Rng& rng) const;
    std::optional<std::uint32_t> mutate_item(
        Value::List& items, std::size_t at, TypeId item_type, Rng& rng) const;

    const TypeUniverse* m_types;
    const ConstantPool* m_pool;
    ValueOptions m_options;
    std::array<double, 7> m_mix{};
};

}  // namespace sbst
