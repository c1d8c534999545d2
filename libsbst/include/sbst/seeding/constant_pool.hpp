// SPDX-License-Identifier: Apache-2.0
// Constant pools: literals of the subject's code (static) and values seen in its comparisons
// (dynamic), drawn wherever they fit. Next: dynamic_seeding.hpp, which fills the dynamic pool.
#pragma once

#include <sbst/problem/trace.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/seeding/constant_table.hpp>
#include <sbst/seeding/options.hpp>
#include <sbst/test/type.hpp>
#include <sbst/test/value.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sbst
{

/// Constants worth trying as arguments.
///
/// Typed, with reuse between types: an integer serves every integer type whose range holds its word
/// and floating-point types; a byte string serves strings, fixed bytes of its size and, up to 32
/// bytes, integers (big-endian); an integer serves fixed bytes that are wide enough; an integral
/// number serves integers. Booleans and enumerations are too small for a pool.
///
/// A draw is uniform over the distinct constants that fit; the number of additions of each is kept
/// for weighting. The dynamic part remembers the last `dynamic_size` distinct values of each kind.
/// Source: Fraser and Arcuri, EvoSuite's constant pools, as used by AGSolT, section 4.2.
class ConstantPool
{
public:
    /// @throws ConfigError see validate(PoolOptions).
    explicit ConstantPool(const PoolOptions& options = {});

    /// Adds a constant of the subject, seen `count` times; for an array or a tuple, its elements.
    /// Precondition: the value is well formed.
    void add(const Value& value, TypeId type, const TypeUniverse& types, std::uint64_t count = 1);

    /// Adds a length that the subject compares lengths of texts or arrays with.
    void add_length(std::size_t length);

    /// Remembers a value that the subject used at run time.
    void observe(const Value& value);
    /// Remembers both sides of a comparison.
    void observe(const ComparedValues& compared);

    /// A constant that is a well-formed literal of the type; nothing when no constant fits.
    /// O(log constants); draws at most twice.
    [[nodiscard]] std::optional<Value> draw(TypeId type, const TypeUniverse& types, Rng& rng) const;
    /// The same for a type that no universe needs to have.
    [[nodiscard]] std::optional<Value> draw(const Type& type, Rng& rng) const;

    /// One of the lengths within [min, max], drawn uniformly; nothing (and no draw) when there is
    /// none.
    [[nodiscard]] std::optional<std::size_t> draw_length(
        std::size_t min, std::size_t max, Rng& rng) const;

    /// The number of times that this word, number or text was added (not observed).
    [[nodiscard]] std::uint64_t count(const Value& value) const;
    [[nodiscard]] std::size_t static_size() const { return size_of(m_static); }
    [[nodiscard]] std::size_t dynamic_size() const { return size_of(m_dynamic); }

private:
    /// Values in the order of arrival; a ring once it is full.
    template <class T>
    struct Arrivals
    {
        std::vector<T> ring;
        std::size_t oldest = 0;
    };

    static std::size_t size_of(const ConstantTable& table);
    template <class T, class Less>
    void remember(SortedConstants<T, Less>& constants, Arrivals<T>& arrivals, const T& value);

    PoolOptions m_options;
    ConstantTable m_static;
    ConstantTable m_dynamic;
    SortedConstants<std::size_t, std::less<>> m_lengths;
    Arrivals<U256> m_words;
    Arrivals<double> m_numbers;
    Arrivals<std::string> m_texts;
};

}  // namespace sbst
