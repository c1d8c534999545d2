// SPDX-License-Identifier: Apache-2.0
// The sources of classes: jars, folders, and a fallback for those of the JDK. Next:
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

class JdkImage;

struct ClassPathOptions
{
    /// The Java release whose versions are taken from multi-release jars: the highest version in
    /// META-INF/versions that is not above it.
    std::uint32_t release = 17;
    /// The largest size of a class or a resource, unpacked, in bytes.
    std::size_t max_entry_size = std::size_t{64} << 20U;
    /// The folder of the JDK whose classes are found behind those of the path; empty = none.
    std::filesystem::path java_home{};

    [[nodiscard]] bool operator==(const ClassPathOptions&) const = default;

    /// Options for the JDK that will run the classes, with its release, at least the default, and
    /// its classes.
    [[nodiscard]] static ClassPathOptions for_jdk(
        const std::filesystem::path& java_home, int feature_version)
    {
        ClassPathOptions options;
        options.java_home = java_home;
        if (feature_version > static_cast<int>(options.release))
        {
            options.release = static_cast<std::uint32_t>(feature_version);
        }
        return options;
    }
};

/// Supplies the bytes of a class that is not on the path, by internal name; nothing = there is no
/// such class.
using ClassFallback =
    std::function<std::optional<std::vector<std::byte>>(const std::string& internal_name)>;

/// What one class path has read, for the next one: see ClassPath::read_classes().
class ReadClasses;

/// A class path. Classes are read at the first request and kept: pointers and references to them
/// are valid as long as the path, or another one that shares them. Not safe for several threads.
///
/// If several entries have the same name, the first entry wins. `Class-Path` in manifests is not
/// followed. The package `META-INF` and `module-info` are not classes.
class ClassPath
{
public:
    /// Opens jars and lists their entries; folders are searched when needed.
    /// @param read what an earlier path has read: taken over if entries and options are equal, so
    ///   that nothing is read twice. Both are then to be used by one thread.
    /// @throws ConfigError when an entry does not exist, ParseError when a jar cannot be read.
    explicit ClassPath(std::vector<std::filesystem::path> entries,
        const ClassPathOptions& options = {}, ClassFallback fallback = {},
        std::shared_ptr<ReadClasses> read = nullptr);
    ~ClassPath();
    ClassPath(ClassPath&&) noexcept;
    ClassPath& operator=(ClassPath&&) noexcept;
    ClassPath(const ClassPath&) = delete;
    ClassPath& operator=(const ClassPath&) = delete;

    [[nodiscard]] const std::vector<std::filesystem::path>& entries() const;
    /// The class, from the path, or else from the JDK, or else, where there is no image of a JDK,
    /// from the fallback; null when none of
    /// them has it, and when it cannot be read: most of a path's classes are not those under test.
    [[nodiscard]] const ClassFile* find(const std::string& internal_name) const;
    /// The same for a class that must exist.
    /// @throws ConfigError when it does not, ParseError when it cannot be read or its name differs
    /// from the requested one.
    [[nodiscard]] const ClassFile& at(const std::string& internal_name) const;
    /// Tells whether an entry of the path has the class, ignoring the fallback.
    [[nodiscard]] bool is_on_path(const std::string& internal_name) const;
    /// Internal names of all classes of all entries, ascending, each once.
    [[nodiscard]] const std::vector<std::string>& class_names() const;
    /// From now on members and classes of the JDK that this release lacks are newer. The JDK knows
    /// earlier releases from 8 on; for others nothing is newer.
    void set_jdk_release(int release);
    /// Tells whether that release lacks the JDK's class, or the public or protected member of it.
    [[nodiscard]] bool is_newer(const ClassFile& jdk_class) const;
    [[nodiscard]] bool is_newer(const ClassFile& jdk_class, const Method& method) const;
    [[nodiscard]] bool is_newer(const ClassFile& jdk_class, const Field& field) const;
    /// What was read so far, and will be.
    [[nodiscard]] const std::shared_ptr<ReadClasses>& read_classes() const;
    /// The classes of the JDK; null when the options name none, or its image cannot be read.
    [[nodiscard]] const JdkImage* jdk() const;
    /// The bytes of a file of an entry, `tz/data/ZoneInfoMap`; nothing when there is none.
    /// @throws ParseError when it cannot be read.
    [[nodiscard]] std::optional<std::vector<std::byte>> resource(const std::string& name) const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace sbst::jvm
