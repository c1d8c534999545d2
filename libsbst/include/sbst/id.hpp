// SPDX-License-Identifier: Apache-2.0
// Strong ids: a dense index that cannot be mixed up with an index of another kind.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace sbst
{

/// An index of one kind (`Tag` is never defined). A default-constructed id is not valid.
template <class Tag>
class StrongId
{
public:
    constexpr StrongId() = default;
    constexpr explicit StrongId(std::size_t index) : m_value(static_cast<std::uint32_t>(index)) {}

    [[nodiscard]] constexpr std::size_t index() const { return m_value; }
    [[nodiscard]] constexpr bool is_valid() const { return m_value != none; }

    friend constexpr bool operator==(StrongId, StrongId) = default;
    friend constexpr auto operator<=>(StrongId, StrongId) = default;

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t m_value = none;
};

}  // namespace sbst

template <class Tag>
struct std::hash<sbst::StrongId<Tag>>
{
    std::size_t operator()(sbst::StrongId<Tag> id) const noexcept { return id.index(); }
};
