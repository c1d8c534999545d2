// SPDX-License-Identifier: Apache-2.0
// The classes of a JDK, from its run-time image (`lib/modules`): their bytes, and who extends whom.
// Next: class_path.hpp.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// Where the image has a file; the name is without module and ending: `java/lang/Object`.
struct ImageEntry
{
    std::string module;
    std::string name;
    std::size_t offset = 0;
    std::size_t size = 0;
};

/// Lists the class files of an image that are not compressed, in the order of the image.
/// @throws ParseError when the bytes are not an image of version 1.0 in this machine's byte order.
[[nodiscard]] std::vector<ImageEntry> list_image(
    std::span<const std::byte> bytes, const std::string& file_name);

/// By internal name: direct subclasses and implementations, ascending.
using ImageSubclasses = std::map<std::string, std::vector<std::string>, std::less<>>;
/// `org/w3c/dom`.
using ImagePackages = std::set<std::string, std::less<>>;

/// Not safe for several threads.
class JdkImage
{
public:
    /// Opens the image below a JDK's folder; null when there is none that can be read.
    [[nodiscard]] static std::unique_ptr<JdkImage> open(const std::filesystem::path& java_home);
    ~JdkImage();
    JdkImage(const JdkImage&) = delete;
    JdkImage& operator=(const JdkImage&) = delete;
    JdkImage(JdkImage&&) = delete;
    JdkImage& operator=(JdkImage&&) = delete;

    /// Nothing when the image has no such class.
    [[nodiscard]] std::optional<std::vector<std::byte>> class_bytes(
        const std::string& internal_name) const;
    /// The classes of the platform's modules, public or not, and the packages that these modules
    /// export to everybody. Modules of one JDK, such as jdk.httpserver, do not count. Each is read
    /// at the first request.
    [[nodiscard]] const ImageSubclasses& subclasses() const;
    [[nodiscard]] const ImagePackages& exported() const;
    /// Classes of a package and of those whose names begin with its name, ascending.
    /// @param package `java/awt`
    [[nodiscard]] std::vector<std::string> classes_below(const std::string& package) const;

private:
    class Impl;
    explicit JdkImage(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> m_impl;
};

}  // namespace sbst::jvm
