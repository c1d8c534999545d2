// SPDX-License-Identifier: Apache-2.0
// What a JDK's classes offer to code for an earlier release (`javac --release`). Next: jdk_api.cpp.
#pragma once

#include "class_source.hpp"

#include <sbst/jvm/classfile/class_file.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

namespace sbst::jvm
{

/// Not safe for several threads.
class JdkApi
{
public:
    /// Opens `lib/ct.sym` below a JDK's folder; null when it cannot be read or does not know the
    /// release, as it does not know releases above the JDK's own.
    /// @param release at least 8
    [[nodiscard]] static std::unique_ptr<JdkApi> open(
        const std::filesystem::path& java_home, int release);

    /// The public and protected part of a class in that release, without code; null when the
    /// release has no such class.
    [[nodiscard]] const ClassFile* find(const std::string& internal_name) const;

private:
    JdkApi(std::unique_ptr<ClassSource> source, int release);

    std::unique_ptr<ClassSource> m_source;
    /// By internal name: the file that describes the class in the release.
    std::map<std::string, std::string> m_files;
    mutable std::unordered_map<std::string, std::unique_ptr<const ClassFile>> m_classes;
};

}  // namespace sbst::jvm
