// SPDX-License-Identifier: Apache-2.0
// Classes of the values that calls return, and how near a value is to each. Next:
// output.hpp, whose goals they are.
#pragma once

#include <sbst/goal/goal.hpp>
#include <sbst/numeric/distance.hpp>
#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sbst
{

/// How the values of a result are divided into classes.
enum class OutputSort : std::uint8_t
{
    /// false, true
    boolean,
    /// negative, zero, positive
    number,
    /// zero, not zero: numbers without a sign, addresses, bytes of a fixed number
    natural,
    /// letter, digit, other: A to Z and a to z, 0 to 9
    character,
    /// null, not null
    reference,
    /// null, empty, not empty: texts, arrays and collections
    sized,
    /// empty, not empty, where there is no null
    container,
    /// it happened
    event
};

/// The names of the classes: `negative`, ...
[[nodiscard]] const std::vector<std::string_view>& output_classes(OutputSort sort);

/// A result, as far as its class is concerned: the caller fills what its sort needs.
struct OutputValue
{
    /// boolean: 0 or 1; number, natural: the magnitude; character: its code; sized, container: the
    /// number of elements.
    Distance magnitude{};
    bool is_negative = false;
    bool is_null = false;
    /// sized: it is not null, and its size is unknown.
    bool is_size_unknown = false;
};

/// Numbers the classes of all results: dense OutputIds.
class OutputTable
{
public:
    /// Adds a result; its classes get the next ids, in the order of output_classes().
    /// @return its number, for `note`.
    std::size_t add(OutputSort sort);

    /// The number of results, and of classes of all of them.
    [[nodiscard]] std::size_t size() const { return m_parts.size(); }
    [[nodiscard]] std::size_t output_count() const { return m_output_count; }
    [[nodiscard]] OutputSort sort(std::size_t part) const { return m_parts.at(part).sort; }
    [[nodiscard]] OutputId first_of(std::size_t part) const
    {
        return OutputId(m_parts.at(part).first);
    }

    /// Takes in one value of a result: it covers its class, and has an exact distance to each other
    /// one. Entries of one class may come several times until merge_outputs().
    ///
    /// A number v < 0 is |v| from zero and |v| + 1 from positive; 0 is 1 from both; v > 0 is v from
    /// zero and v + 1 from negative. A size n is n from empty. Other classes are at 1, characters
    /// as many as codes lie between.
    void note(std::size_t part, const OutputValue& value, std::vector<OutputTrace>& outputs) const;

private:
    struct Part
    {
        OutputSort sort = OutputSort::event;
        std::size_t first = 0;
    };

    std::vector<Part> m_parts;
    std::size_t m_output_count = 0;
};

/// Leaves one entry for each class, with all hits and the least distance, ascending.
void merge_outputs(std::vector<OutputTrace>& outputs);

/// Leaves only the classes that were returned: without distances a goal is covered or not, as in
/// EvoSuite's first form of the criterion.
void drop_output_distances(std::vector<OutputTrace>& outputs);

}  // namespace sbst
