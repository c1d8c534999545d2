// SPDX-License-Identifier: Apache-2.0
#include "jdk_api.hpp"

#include <sbst/error.hpp>

#include <string_view>
#include <utility>

namespace sbst::jvm
{

namespace
{

constexpr std::string_view ending = ".sig";

/// The letter of a release in the names of folders: 8, 9, A for 10, B for 11.
char letter_of(int release)
{
    constexpr int first_letter = 10;
    return static_cast<char>(release < first_letter ? '0' + release : 'A' + release - first_letter);
}

}  // namespace

/// Files are named `RELEASES/MODULE/p/A.sig`.
JdkApi::JdkApi(std::unique_ptr<ClassSource> source, int release) : m_source(std::move(source))
{
    for (const std::string& file : m_source->names())
    {
        const std::size_t folder = file.find('/');
        const std::size_t module =
            folder == std::string::npos ? folder : file.find('/', folder + 1);
        if (module != std::string::npos && file.ends_with(ending) &&
            file.find(letter_of(release)) < folder)
        {
            m_files.emplace(
                file.substr(module + 1, file.size() - module - 1 - ending.size()), file);
        }
    }
}

std::unique_ptr<JdkApi> JdkApi::open(const std::filesystem::path& java_home, int release)
{
    try
    {
        std::unique_ptr<JdkApi> api(
            new JdkApi(open_jar(java_home / "lib" / "ct.sym", ClassPathOptions()), release));
        return api->m_files.empty() ? nullptr : std::move(api);
    }
    catch (const Error&)
    {
        // A JDK without the file compiles for its own release only.
        return nullptr;
    }
}

const ClassFile* JdkApi::find(const std::string& internal_name) const
{
    const auto known = m_classes.find(internal_name);
    if (known != m_classes.end())
    {
        return known->second.get();
    }
    std::unique_ptr<const ClassFile> found;
    const auto file = m_files.find(internal_name);
    try
    {
        if (const auto bytes = file == m_files.end() ? std::nullopt : m_source->read(file->second))
        {
            found = std::make_unique<ClassFile>(parse_class(*bytes, file->second));
        }
    }
    catch (const ParseError&)
    {
        found = nullptr;
    }
    return m_classes.emplace(internal_name, std::move(found)).first->second.get();
}

}  // namespace sbst::jvm
