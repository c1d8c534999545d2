// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>

#include <utility>

namespace sbst
{

namespace
{

std::string joined(const std::string& file, const std::string& place, const std::string& problem)
{
    std::string text = file;
    if (!place.empty())
    {
        text += (text.empty() ? "" : ": ") + place;
    }
    return text + (text.empty() ? "" : ": ") + problem;
}

}  // namespace

ParseError::ParseError(std::string file_name, std::string place_in_file, const std::string& problem)
  // NOLINTNEXTLINE(readability-suspicious-call-argument): in that order
  : Error(joined(file_name, place_in_file, problem)),
    file(std::move(file_name)),
    place(std::move(place_in_file))
{}

}  // namespace sbst
