// SPDX-License-Identifier: Apache-2.0
// Values as people name them, `state.players[].level`: a root and the fields and elements that lead
// to the value. Next: folding.hpp.
#pragma once

#include <sbst/jvm/dataflow/value_graph.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sbst::jvm
{

struct PathStep
{
    enum class Kind : std::uint8_t
    {
        field,
        /// Any element of an array.
        element,
        /// The length of an array.
        length
    };

    Kind kind = Kind::field;
    /// For a field: the class that the code names (a subclass of the one that declares it,
    /// perhaps), its name and its descriptor.
    std::string owner{};
    std::string name{};
    std::string descriptor{};

    friend bool operator==(const PathStep&, const PathStep&) = default;
    friend auto operator<=>(const PathStep&, const PathStep&) = default;
};

struct AccessPath
{
    enum class Root : std::uint8_t
    {
        /// `number` counts the receiver, if there is one, as 0.
        parameter,
        /// The first step is the field.
        static_field,
        /// What the call at instruction `number` returns.
        result,
        /// Made by instruction `number`.
        made,
        constant,
        null,
        /// Computed, or caught.
        other
    };

    Root root = Root::other;
    std::uint32_t number = 0;
    std::vector<PathStep> steps{};

    friend bool operator==(const AccessPath&, const AccessPath&) = default;
    friend auto operator<=>(const AccessPath&, const AccessPath&) = default;
};

/// The paths of a value, ascending, each once: one for each way of merged values, of at most
/// `max_path_steps` steps. At most `most`, and not all where there are very many ways. What comes
/// round to itself (the element of a list that a loop follows) is followed round once.
inline constexpr std::size_t max_path_steps = 8;
[[nodiscard]] std::vector<AccessPath> paths_of(
    const ValueGraph& graph, ValueId id, std::size_t most = 16);

/// The values that one is computed of, ascending, each once: through operations and merges, to
/// those that are neither; itself if it is neither.
[[nodiscard]] std::vector<ValueId> sources_of(const ValueGraph& graph, ValueId id);

/// `this.players[].level`, `argument 1`, `Game.count`, `result of next()`.
[[nodiscard]] std::string to_text(const AccessPath& path, const ValueGraph& graph);

}  // namespace sbst::jvm
