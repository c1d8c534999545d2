// SPDX-License-Identifier: Apache-2.0
// Texts of common forms, for subjects that read such. Next: constant_pool.hpp, which they go into;
// regular_expression.hpp for forms that the code itself describes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sbst
{

/// A form that programs read. Which of them a subject reads is the adapter's knowledge.
enum class TextForm
{
    /// Integers and decimals, with signs, exponents, radixes, separators, and names of special
    /// ones.
    number,
    /// Dates, times, both, durations, and the patterns of formatters.
    date,
    json,
    xml,
    /// Addresses: URIs, mail, hosts.
    address,
    /// Names of files and folders.
    path,
    /// Lines of `name = value`.
    properties,
    /// Codes of currencies (ISO 4217), of languages (BCP 47), names of time zones, of encodings.
    currency,
    language,
    time_zone,
    encoding,
    /// Universally unique identifiers (RFC 4122).
    unique_id
};

/// Some texts of a form, the simplest first; a few are nearly right.
[[nodiscard]] std::span<const std::string_view> sample_texts(TextForm form);

/// A text of a form that is right, and no border.
[[nodiscard]] std::string_view usual_text(TextForm form);

/// The ways to write `count` of these parts with a separator between them, for subjects that split
/// a text and read what they get: at most `most` of them.
[[nodiscard]] std::vector<std::string> compound_texts(std::span<const std::string> parts,
    std::string_view separator, std::size_t count, std::size_t most);

/// A date and time as a pattern of letters (those of Unicode's LDML, `dd.MM.yyyy HH:mm`) writes it:
/// 29 February 2020, 13:45:30. Nothing for texts that are no such pattern: with other letters
/// outside quotes, or fewer than two fields.
[[nodiscard]] std::optional<std::string> date_of_pattern(std::string_view pattern);

}  // namespace sbst
