// SPDX-License-Identifier: Apache-2.0
#include "number.hpp"

#include <charconv>
#include <system_error>

namespace sbst::cli
{

namespace
{

template <class T>
std::optional<T> parse_all(std::string_view text)
{
    T value{};
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    const bool is_read = result.ec == std::errc() && result.ptr == end;
    return is_read ? std::optional<T>(value) : std::nullopt;
}

template <class T>
std::optional<T> within(std::optional<T> value, T least, T most)
{
    // Written so that a NaN is refused too.
    return value && *value >= least && *value <= most ? value : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> parse_whole(
    std::string_view text, std::uint64_t least, std::uint64_t most)
{
    return within(parse_all<std::uint64_t>(text), least, most);
}

std::optional<double> parse_real(std::string_view text, double least, double most)
{
    return within(parse_all<double>(text), least, most);
}

std::optional<bool> parse_switch(std::string_view text)
{
    if (text == "true")
    {
        return true;
    }
    return text == "false" ? std::optional<bool>(false) : std::nullopt;
}

}  // namespace sbst::cli
