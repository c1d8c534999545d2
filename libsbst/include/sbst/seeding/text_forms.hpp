// SPDX-License-Identifier: Apache-2.0
// Texts of common forms, for subjects that read such. Next: constant_pool.hpp, which they go into;
// regular_expression.hpp for forms that the code itself describes.
#pragma once

#include <span>
#include <string_view>

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
    properties
};

/// Some texts of a form, the simplest first; a few are nearly right.
[[nodiscard]] std::span<const std::string_view> sample_texts(TextForm form);

}  // namespace sbst
