// SPDX-License-Identifier: Apache-2.0
// The surface of the fixtures as a text that tests can ask.
#pragma once

#include <sbst/jvm/surface/java_surface.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// The fixture's surface: without any class of the JDK, what is the path's own, or with a JDK.
struct Subject
{
    explicit Subject(const std::string& package = "shop",
        const std::vector<std::string>& classes = {"shop/Shop"},
        const std::string& folder = SBST_CLASSES, const std::filesystem::path& java_home = {})
      : path({folder}, {.java_home = java_home}), surface(path, classes, {.package = package})
    {}

    /// The fixtures with other limits.
    Subject(const std::vector<std::string>& classes, const SurfaceOptions& options,
        const std::filesystem::path& java_home = {})
      : path({SBST_CLASSES}, {.java_home = java_home}), surface(path, classes, options)
    {}

    /// `result name(parameter types)`, as found in the catalogue.
    [[nodiscard]] std::string text(std::size_t index) const
    {
        const Callable& callable = surface.catalogue()[CallableId(index)];
        std::string line = name_of(callable.result) + " " + callable.name + "(";
        for (const Parameter& parameter : callable.parameters)
        {
            line += (line.back() == '(' ? "" : ", ") + name_of(parameter.type);
        }
        return line + ")";
    }

    [[nodiscard]] std::optional<std::size_t> find(const std::string& line) const
    {
        for (std::size_t i = 0; i < surface.catalogue().size(); ++i)
        {
            if (text(i) == line)
            {
                return i;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::size_t count_of(const std::string& name) const
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < surface.catalogue().size(); ++i)
        {
            count += surface.catalogue()[CallableId(i)].name == name ? 1U : 0U;
        }
        return count;
    }

    [[nodiscard]] bool is_under_test(const std::string& line) const
    {
        const auto index = find(line);
        return index && surface.catalogue()[CallableId(*index)].is_under_test;
    }

    [[nodiscard]] std::string name_of(TypeId type) const { return surface.type(type).generic_name; }

    ClassPath path;
    JavaSurface surface;
};

}  // namespace sbst::jvm
