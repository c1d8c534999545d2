// SPDX-License-Identifier: Apache-2.0
// Where classes come from: jars, folders, and whoever supplies those of the JDK. Next:
// ../analysis/class_goals.hpp, ../surface/java_surface.hpp.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sbst::jvm
{

struct ClassPathOptions
{
    /// The Java release whose versions are taken from multi-release jars: the highest in
    /// META-INF/versions that is not above it.
    std::uint32_t release = 17;
    /// Bytes that a class or a resource may have, unpacked.
    std::size_t max_entry_size = std::size_t{64} << 20U;

    /// Of the release of the JDK that is to run the classes; at least the default.
    [[nodiscard]] static ClassPathOptions for_release(int feature_version)
    {
        ClassPathOptions options;
        if (feature_version > static_cast<int>(options.release))
        {
            options.release = static_cast<std::uint32_t>(feature_version);
        }
        return options;
    }
};

/// Supplies the bytes of a class that is not on the path, by internal name; nothing = there is
/// none.
using ClassFallback =
    std::function<std::optional<std::vector<std::byte>>(const std::string& internal_name)>;

/// A class path. Classes are read when they are asked for the first time and kept: pointers and
/// references to them stay valid as long as the path. Not for several threads at once.
///
/// Of a name that several entries have, the first entry wins. `Class-Path` in manifests is not
/// followed. The package `META-INF` and `module-info` are no classes.
class ClassPath
{
public:
    /// Opens jars and notes what is in them; folders are looked into when needed.
    /// @throws ConfigError when an entry does not exist, ParseError when a jar cannot be read.
    explicit ClassPath(std::vector<std::filesystem::path> entries, ClassPathOptions options = {},
        ClassFallback fallback = {});
    ~ClassPath();
    ClassPath(ClassPath&&) noexcept;
    ClassPath& operator=(ClassPath&&) noexcept;
    ClassPath(const ClassPath&) = delete;
    ClassPath& operator=(const ClassPath&) = delete;

    [[nodiscard]] const std::vector<std::filesystem::path>& entries() const;
    /// The class, from the path or else from the fallback; null when neither has it.
    /// @throws ParseError when it cannot be read or is another class than its name says.
    [[nodiscard]] const ClassFile* find(const std::string& internal_name) const;
    /// The same for a class that must be there.
    /// @throws ConfigError when it is not.
    [[nodiscard]] const ClassFile& at(const std::string& internal_name) const;
    /// Tells whether an entry of the path has the class, the fallback left aside.
    [[nodiscard]] bool is_on_path(const std::string& internal_name) const;
    /// Internal names of all classes of all entries, ascending, each once.
    [[nodiscard]] std::vector<std::string> class_names() const;
    /// The bytes of a file of an entry, `tz/data/ZoneInfoMap`; nothing when there is none.
    /// @throws ParseError when it cannot be read.
    [[nodiscard]] std::optional<std::vector<std::byte>> resource(const std::string& name) const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace sbst::jvm
