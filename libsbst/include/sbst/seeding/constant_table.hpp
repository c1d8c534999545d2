// SPDX-License-Identifier: Apache-2.0
// The table behind constant pools: constants sorted so that the constants that fit a type form a
// few contiguous slices. Next: constant_pool.hpp.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/test/type.hpp>
#include <sbst/test/value.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sbst
{

/// Distinct values in order, each with the number of times it was added.
template <class T, class Less>
class SortedConstants
{
public:
    /// Adds a value; true when it is new. O(size) when new, O(log size) otherwise.
    bool add(const T& value, std::uint64_t count)
    {
        const std::size_t at = lower_bound(value);
        if (at < m_values.size() && !Less{}(value, m_values[at]))
        {
            m_counts[at] += count;
            return false;
        }
        m_values.insert(m_values.begin() + static_cast<std::ptrdiff_t>(at), value);
        m_counts.insert(m_counts.begin() + static_cast<std::ptrdiff_t>(at), count);
        return true;
    }

    /// Removes a value; precondition: the table holds it.
    void remove(const T& value)
    {
        const auto at = static_cast<std::ptrdiff_t>(lower_bound(value));
        m_values.erase(m_values.begin() + at);
        m_counts.erase(m_counts.begin() + at);
    }

    [[nodiscard]] std::uint64_t count(const T& value) const
    {
        const std::size_t at = lower_bound(value);
        return at < m_values.size() && !Less{}(value, m_values[at]) ? m_counts[at] : 0;
    }

    /// Values in [low, high], both included.
    [[nodiscard]] std::span<const T> slice(const T& low, const T& high) const
    {
        const auto first = m_values.begin() + static_cast<std::ptrdiff_t>(lower_bound(low));
        const auto last = std::upper_bound(first, m_values.end(), high, Less{});
        return {first, last};
    }

    [[nodiscard]] const std::vector<T>& values() const { return m_values; }
    [[nodiscard]] std::size_t size() const { return m_values.size(); }

private:
    [[nodiscard]] std::size_t lower_bound(const T& value) const
    {
        return static_cast<std::size_t>(
            std::lower_bound(m_values.begin(), m_values.end(), value, Less{}) - m_values.begin());
    }

    std::vector<T> m_values;
    std::vector<std::uint64_t> m_counts;
};

/// Orders texts by length, then by code units.
struct ShorterFirst
{
    bool operator()(const std::string& a, const std::string& b) const
    {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
};

/// Constants of all kinds. Words are 256-bit patterns; the type for which a word is drawn decides
/// whether it is negative.
struct ConstantTable
{
    SortedConstants<U256, std::less<>> words;
    SortedConstants<double, std::less<>> numbers;
    SortedConstants<std::string, ShorterFirst> texts;

    /// One of the constants that fit the type, drawn uniformly; nothing (and no draw) when no
    /// constant fits.
    [[nodiscard]] std::optional<Value> draw(const Type& type, Rng& rng) const;

private:
    [[nodiscard]] std::optional<Value> draw_integer(const Type& type, Rng& rng) const;
    [[nodiscard]] std::optional<Value> draw_number(const Type& type, Rng& rng) const;
    [[nodiscard]] std::optional<Value> draw_text(const Type& type, Rng& rng) const;
    [[nodiscard]] std::optional<Value> draw_fixed_bytes(std::size_t size, Rng& rng) const;
};

}  // namespace sbst
