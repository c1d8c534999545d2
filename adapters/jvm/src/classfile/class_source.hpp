// SPDX-License-Identifier: Apache-2.0
// One entry of a class path: a jar or a folder. Next: jar.cpp.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// Reads the files of one entry by their names in it: `p/A.class`.
class ClassSource
{
public:
    ClassSource() = default;
    virtual ~ClassSource() = default;
    ClassSource(const ClassSource&) = delete;
    ClassSource& operator=(const ClassSource&) = delete;

    [[nodiscard]] virtual bool contains(const std::string& name) const = 0;
    /// Nothing when there is no such file. @throws ParseError
    [[nodiscard]] virtual std::optional<std::vector<std::byte>> read(
        const std::string& name) const = 0;
    /// In no order; a name may come twice.
    [[nodiscard]] virtual std::vector<std::string> names() const = 0;
    /// `lang3.jar(p/A.class)`: for messages.
    [[nodiscard]] virtual std::string describe(const std::string& name) const = 0;
};

/// @throws ParseError when it is not a readable jar.
[[nodiscard]] std::unique_ptr<ClassSource> open_jar(
    const std::filesystem::path& path, const ClassPathOptions& options);
[[nodiscard]] std::unique_ptr<ClassSource> open_folder(
    const std::filesystem::path& path, const ClassPathOptions& options);

}  // namespace sbst::jvm
