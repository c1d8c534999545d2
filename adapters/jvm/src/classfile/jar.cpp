// SPDX-License-Identifier: Apache-2.0
#include "class_source.hpp"

#include <sbst/base/read_failure.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <zip.h>

namespace sbst::jvm
{

namespace
{

constexpr std::string_view manifest_name = "META-INF/MANIFEST.MF";
constexpr std::string_view versions_folder = "META-INF/versions/";
constexpr std::size_t jar_chunk_size = std::size_t{64} << 10U;

struct ArchiveCloser
{
    void operator()(zip_t* archive) const { zip_discard(archive); }
};

struct FileCloser
{
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};

std::string message_of(int code)
{
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    std::string message = zip_error_strerror(&error);
    zip_error_fini(&error);
    return message;
}

/// Tells whether the main section of a manifest says `Multi-Release: true`.
bool is_multi_release(std::string_view manifest)
{
    constexpr std::string_view key = "multi-release:";
    while (!manifest.empty())
    {
        const std::size_t end = std::min(manifest.find_first_of("\r\n"), manifest.size());
        std::string line{manifest.substr(0, end)};
        if (line.empty())
        {
            return false;
        }
        std::transform(line.begin(), line.end(), line.begin(),
            [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        if (line.starts_with(key))
        {
            line.erase(0, key.size());
            std::erase(line, ' ');
            return line == "true";
        }
        manifest.remove_prefix(end);
        manifest.remove_prefix(manifest.starts_with("\r\n") ? 2 : manifest.empty() ? 0 : 1);
    }
    return false;
}

/// Splits `META-INF/versions/11/p/A.class`; nothing for any other name.
std::optional<std::pair<std::uint32_t, std::string>> split_version(std::string_view name)
{
    if (!name.starts_with(versions_folder))
    {
        return std::nullopt;
    }
    name.remove_prefix(versions_folder.size());
    std::uint32_t release = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), release);
    name.remove_prefix(static_cast<std::size_t>(end - name.data()));
    if (error != std::errc{} || !name.starts_with('/'))
    {
        return std::nullopt;
    }
    return std::pair{release, std::string{name.substr(1)}};
}

class Jar : public ClassSource
{
public:
    Jar(const std::filesystem::path& path, const ClassPathOptions& options)
      : m_path(path.string()), m_max_size(options.max_entry_size)
    {
        int code = 0;
        m_archive.reset(zip_open(m_path.c_str(), ZIP_RDONLY, &code));
        if (!m_archive && (code == ZIP_ER_OPEN || code == ZIP_ER_READ))
        {
            fail_reading(m_path, errno);
        }
        if (!m_archive)
        {
            throw ParseError(m_path, "", "this is not a readable jar: " + message_of(code));
        }
        note_entries();
        if (const auto manifest = read_entry(std::string{manifest_name}))
        {
            // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): a text is bytes
            const auto* text = reinterpret_cast<const char*>(manifest->data());
            if (is_multi_release({text, manifest->size()}))
            {
                note_versions(options.release);
            }
        }
    }

    [[nodiscard]] bool contains(const std::string& name) const override
    {
        return m_entries.contains(name);
    }

    [[nodiscard]] std::optional<std::vector<std::byte>> read(const std::string& name) const override
    {
        return read_entry(name);
    }

    [[nodiscard]] std::vector<std::string> names() const override
    {
        std::vector<std::string> result;
        for (const auto& [name, index] : m_entries)
        {
            result.push_back(name);
        }
        std::sort(result.begin(), result.end());
        return result;
    }

    [[nodiscard]] std::string describe(const std::string& name) const override
    {
        return place_of(name);
    }

private:
    [[nodiscard]] std::string place_of(const std::string& name) const
    {
        return fmt::format("{}({})", m_path, name);
    }

    [[nodiscard]] std::optional<std::vector<std::byte>> read_entry(const std::string& name) const
    {
        const auto found = m_entries.find(name);
        if (found == m_entries.end())
        {
            return std::nullopt;
        }
        const std::unique_ptr<zip_file_t, FileCloser> file{
            zip_fopen_index(m_archive.get(), found->second, 0)};
        if (!file)
        {
            fail(name, zip_strerror(m_archive.get()));
        }
        // The sizes in the directory are not trusted: a small entry could claim much memory.
        std::vector<std::byte> bytes;
        for (;;)
        {
            const std::size_t before = bytes.size();
            bytes.resize(before + jar_chunk_size);
            const zip_int64_t count = zip_fread(file.get(), bytes.data() + before, jar_chunk_size);
            if (count < 0)
            {
                fail(name, zip_file_strerror(file.get()));
            }
            bytes.resize(before + static_cast<std::size_t>(count));
            if (count == 0)
            {
                return bytes;
            }
            if (bytes.size() > m_max_size)
            {
                fail(name, fmt::format("it unpacks to more than {} bytes", m_max_size));
            }
        }
    }

    void note_entries()
    {
        const zip_int64_t count = zip_get_num_entries(m_archive.get(), 0);
        for (zip_int64_t i = 0; i < count; ++i)
        {
            const auto index = static_cast<zip_uint64_t>(i);
            const char* name = zip_get_name(m_archive.get(), index, ZIP_FL_ENC_RAW);
            if (name != nullptr && *name != '\0' && !std::string_view{name}.ends_with('/'))
            {
                m_entries.emplace(name, index);
            }
        }
    }

    void note_versions(std::uint32_t release)
    {
        // By (version, index): later ones replace earlier ones.
        std::map<std::pair<std::uint32_t, std::string>, zip_uint64_t> versions;
        for (const auto& [name, index] : m_entries)
        {
            // Versions below 9 do not count (JAR File Specification, multi-release jars).
            if (auto version = split_version(name);
                version && version->first >= 9 && version->first <= release)
            {
                versions.emplace(std::move(*version), index);
            }
        }
        for (const auto& [version, index] : versions)
        {
            if (!std::string_view{version.second}.starts_with("META-INF/"))
            {
                m_entries[version.second] = index;
            }
        }
    }

    [[noreturn]] void fail(const std::string& name, const std::string& problem) const
    {
        throw ParseError(place_of(name), "", problem);
    }

    std::string m_path;
    std::size_t m_max_size;
    std::unique_ptr<zip_t, ArchiveCloser> m_archive;
    std::unordered_map<std::string, zip_uint64_t> m_entries;
};

}  // namespace

std::unique_ptr<ClassSource> open_jar(
    const std::filesystem::path& path, const ClassPathOptions& options)
{
    return std::make_unique<Jar>(path, options);
}

}  // namespace sbst::jvm
