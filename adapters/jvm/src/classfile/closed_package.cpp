// SPDX-License-Identifier: Apache-2.0
#include "closed_package.hpp"

#include "class_source.hpp"

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::jvm
{

namespace
{

std::string lower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
        [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return result;
}

/// Lines of a manifest; a line that begins with a blank continues the one before.
std::vector<std::string> lines_of(const std::string& manifest)
{
    std::vector<std::string> lines{""};
    for (std::size_t i = 0; i < manifest.size(); ++i)
    {
        const char letter = manifest[i];
        const bool is_end = letter == '\n' || letter == '\r';
        if (!is_end)
        {
            lines.back() += letter;
            continue;
        }
        i += letter == '\r' && i + 1 < manifest.size() && manifest[i + 1] == '\n' ? 1U : 0U;
        const bool continues = i + 1 < manifest.size() && manifest[i + 1] == ' ';
        i += continues ? 1U : 0U;
        if (!continues)
        {
            lines.emplace_back();
        }
    }
    return lines;
}

/// The value of an attribute in a line; names ignore case.
std::optional<std::string> value_of(const std::string& line, std::string_view attribute)
{
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || lower(line.substr(0, colon)) != attribute)
    {
        return std::nullopt;
    }
    const std::size_t begin = line.find_first_not_of(' ', colon + 1);
    return begin == std::string::npos ? std::string() : line.substr(begin);
}

bool is_signature(const std::string& name)
{
    const std::string low = lower(name);
    return low.starts_with("meta-inf/") && low.ends_with(".sf");
}

}  // namespace

bool is_sealed(const std::string& manifest, const std::string& package)
{
    bool is_main = true;
    std::string section;
    std::optional<bool> in_main;
    std::optional<bool> in_own;
    for (const std::string& line : lines_of(manifest))
    {
        if (line.empty())
        {
            is_main = false;
            section.clear();
        }
        section = value_of(line, "name").value_or(section);
        if (const auto sealed = value_of(line, "sealed"))
        {
            const bool is_true = lower(*sealed) == "true";
            in_main = is_main ? std::optional(is_true) : in_main;
            in_own = !is_main && section == package ? std::optional(is_true) : in_own;
        }
    }
    return in_own.value_or(in_main.value_or(false));
}

bool is_in_closed_package(const ClassPath& path, const std::string& internal_name)
{
    const std::string file = internal_name + ".class";
    for (const std::filesystem::path& entry : path.entries())
    {
        if (!std::filesystem::is_regular_file(entry))
        {
            continue;
        }
        const std::unique_ptr<ClassSource> jar = open_jar(entry, {});
        if (!jar->contains(file))
        {
            continue;
        }
        const std::vector<std::string> names = jar->names();
        if (std::any_of(names.begin(), names.end(), is_signature))
        {
            return true;
        }
        std::string manifest;
        for (const std::byte byte :
            jar->read("META-INF/MANIFEST.MF").value_or(std::vector<std::byte>{}))
        {
            manifest += std::to_integer<char>(byte);
        }
        return is_sealed(manifest, internal_name.substr(0, internal_name.rfind('/') + 1));
    }
    return false;
}

}  // namespace sbst::jvm
