// SPDX-License-Identifier: Apache-2.0
#include "class_source.hpp"
#include "jdk_api.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/classfile/jdk_image.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace sbst::jvm
{

namespace
{

constexpr std::string_view class_ending = ".class";

std::string file_of(const std::string& internal_name)
{
    return internal_name + std::string{class_ending};
}

/// The name `p/A` of `p/A.class`; nothing for a file that is not a class.
std::optional<std::string> class_of(std::string_view file)
{
    if (!file.ends_with(class_ending) || file.starts_with("META-INF/"))
    {
        return std::nullopt;
    }
    file.remove_suffix(class_ending.size());
    const std::string_view last = file.substr(file.rfind('/') + 1);
    return last == "module-info" || last.empty() ? std::nullopt : std::optional{std::string{file}};
}

std::unique_ptr<ClassSource> open_entry(
    const std::filesystem::path& path, const ClassPathOptions& options)
{
    std::error_code failed;
    const std::filesystem::file_status status = std::filesystem::status(path, failed);
    if (!std::filesystem::exists(status))
    {
        throw ConfigError(
            fmt::format("the class path names {}, which does not exist", path.string()));
    }
    return std::filesystem::is_directory(status) ? open_folder(path, options) :
                                                   open_jar(path, options);
}

}  // namespace

class ReadClasses
{
public:
    ReadClasses(std::vector<std::filesystem::path> entries, ClassPathOptions options)
      : m_entries(std::move(entries)), m_options(std::move(options))
    {
        for (const std::filesystem::path& entry : m_entries)
        {
            m_sources.push_back(open_entry(entry, m_options));
        }
        m_jdk = m_options.java_home.empty() ? nullptr : JdkImage::open(m_options.java_home);
    }

    [[nodiscard]] const std::vector<std::filesystem::path>& entries() const { return m_entries; }
    [[nodiscard]] const std::vector<std::unique_ptr<ClassSource>>& sources() const
    {
        return m_sources;
    }
    [[nodiscard]] const std::filesystem::path& java_home() const { return m_options.java_home; }
    [[nodiscard]] const JdkImage* jdk() const { return m_jdk.get(); }

    /// Tells whether a path of those entries and options finds the same classes. What a fallback
    /// supplies may differ; it is asked only where there is no image of the JDK.
    [[nodiscard]] bool are_of(
        const std::vector<std::filesystem::path>& entries, const ClassPathOptions& options) const
    {
        return m_jdk != nullptr && entries == m_entries && options == m_options;
    }

    /// Tells whether an entry has the class, asking each entry once.
    [[nodiscard]] bool is_on_path(const std::string& internal_name)
    {
        const auto [known, is_new] = m_is_on_path.emplace(internal_name, false);
        if (is_new)
        {
            const std::string file = file_of(internal_name);
            known->second = class_of(file).has_value() &&
                            std::any_of(m_sources.begin(), m_sources.end(),
                                [&](const auto& source) { return source->contains(file); });
        }
        return known->second;
    }

    /// Internal names of all classes of all entries, ascending, each once.
    [[nodiscard]] const std::vector<std::string>& class_names()
    {
        if (!m_names)
        {
            std::vector<std::string>& names = m_names.emplace();
            for (const auto& source : m_sources)
            {
                for (const std::string& file : source->names())
                {
                    if (auto name = class_of(file))
                    {
                        names.push_back(std::move(*name));
                    }
                }
            }
            std::sort(names.begin(), names.end());
            names.erase(std::unique(names.begin(), names.end()), names.end());
        }
        return *m_names;
    }

    /// What is known of one name.
    struct Entry
    {
        /// Null for a class that does not exist or cannot be read.
        std::unique_ptr<const ClassFile> file;
        /// Why it cannot be read.
        std::exception_ptr error;
    };

    const Entry& find(const std::string& internal_name, const ClassFallback& fallback)
    {
        const auto known = m_classes.find(internal_name);
        if (known != m_classes.end())
        {
            return known->second;
        }
        Entry entry;
        try
        {
            entry.file = load(internal_name, fallback);
        }
        catch (const ParseError&)
        {
            entry.error = std::current_exception();
        }
        return m_classes.emplace(internal_name, std::move(entry)).first->second;
    }

private:
    [[nodiscard]] std::unique_ptr<const ClassFile> load(
        const std::string& internal_name, const ClassFallback& fallback) const
    {
        const std::string file = file_of(internal_name);
        if (!class_of(file))
        {
            return nullptr;
        }
        for (const auto& source : m_sources)
        {
            if (const auto bytes = source->read(file))
            {
                return parse(*bytes, source->describe(file), internal_name);
            }
        }
        if (m_jdk)
        {
            if (const auto bytes = m_jdk->class_bytes(internal_name))
            {
                return parse(*bytes, internal_name, internal_name);
            }
        }
        else if (fallback)
        {
            if (const auto bytes = fallback(internal_name))
            {
                return parse(*bytes, internal_name, internal_name);
            }
        }
        return nullptr;
    }

    static std::unique_ptr<const ClassFile> parse(const std::vector<std::byte>& bytes,
        const std::string& file, const std::string& internal_name)
    {
        auto result = std::make_unique<ClassFile>(parse_class(bytes, file));
        if (result->name != internal_name)
        {
            throw ParseError(file, "",
                fmt::format("it holds the class {}, expected {}", binary_name(result->name),
                    binary_name(internal_name)));
        }
        return result;
    }

    std::vector<std::filesystem::path> m_entries;
    ClassPathOptions m_options;
    std::vector<std::unique_ptr<ClassSource>> m_sources;
    std::unique_ptr<JdkImage> m_jdk;
    std::unordered_map<std::string, Entry> m_classes;
    std::unordered_map<std::string, bool> m_is_on_path;
    std::optional<std::vector<std::string>> m_names;
};

class ClassPath::Impl
{
public:
    Impl(std::vector<std::filesystem::path> entries, const ClassPathOptions& options,
        ClassFallback fallback, std::shared_ptr<ReadClasses> read)
      : m_read(read != nullptr && read->are_of(entries, options) ?
                   std::move(read) :
                   std::make_shared<ReadClasses>(std::move(entries), options)),
        m_fallback(std::move(fallback))
    {}

    [[nodiscard]] const std::shared_ptr<ReadClasses>& read() const { return m_read; }
    [[nodiscard]] const JdkApi* api() const { return m_api.get(); }

    void set_jdk_release(int release)
    {
        m_api = m_read->java_home().empty() ? nullptr : JdkApi::open(m_read->java_home(), release);
    }

    const ReadClasses::Entry& find(const std::string& internal_name)
    {
        return m_read->find(internal_name, m_fallback);
    }

private:
    std::shared_ptr<ReadClasses> m_read;
    std::unique_ptr<JdkApi> m_api;
    ClassFallback m_fallback;
};

ClassPath::ClassPath(std::vector<std::filesystem::path> entries, const ClassPathOptions& options,
    ClassFallback fallback, std::shared_ptr<ReadClasses> read)
  : m_impl(
        std::make_unique<Impl>(std::move(entries), options, std::move(fallback), std::move(read)))
{}

ClassPath::~ClassPath() = default;
ClassPath::ClassPath(ClassPath&&) noexcept = default;
ClassPath& ClassPath::operator=(ClassPath&&) noexcept = default;

const std::vector<std::filesystem::path>& ClassPath::entries() const
{
    return m_impl->read()->entries();
}

const ClassFile* ClassPath::find(const std::string& internal_name) const
{
    return m_impl->find(internal_name).file.get();
}

const ClassFile& ClassPath::at(const std::string& internal_name) const
{
    const ReadClasses::Entry& found = m_impl->find(internal_name);
    if (found.error)
    {
        std::rethrow_exception(found.error);
    }
    if (found.file == nullptr)
    {
        throw ConfigError(
            fmt::format("the class {} is not on the class path", binary_name(internal_name)));
    }
    return *found.file;
}

bool ClassPath::is_on_path(const std::string& internal_name) const
{
    return m_impl->read()->is_on_path(internal_name);
}

const std::vector<std::string>& ClassPath::class_names() const
{
    return m_impl->read()->class_names();
}

void ClassPath::set_jdk_release(int release)
{
    m_impl->set_jdk_release(release);
}

bool ClassPath::is_newer(const ClassFile& jdk_class) const
{
    return m_impl->api() != nullptr && m_impl->api()->find(jdk_class.name) == nullptr;
}

bool ClassPath::is_newer(const ClassFile& jdk_class, const Method& method) const
{
    const ClassFile* earlier =
        m_impl->api() != nullptr ? m_impl->api()->find(jdk_class.name) : nullptr;
    return earlier != nullptr && earlier->find_method(method.name, method.descriptor) == nullptr;
}

bool ClassPath::is_newer(const ClassFile& jdk_class, const Field& field) const
{
    const ClassFile* earlier =
        m_impl->api() != nullptr ? m_impl->api()->find(jdk_class.name) : nullptr;
    return earlier != nullptr && earlier->find_field(field.name) == nullptr;
}

const std::shared_ptr<ReadClasses>& ClassPath::read_classes() const
{
    return m_impl->read();
}

const JdkImage* ClassPath::jdk() const
{
    return m_impl->read()->jdk();
}

std::optional<std::vector<std::byte>> ClassPath::resource(const std::string& name) const
{
    for (const auto& source : m_impl->read()->sources())
    {
        if (auto bytes = source->read(name))
        {
            return bytes;
        }
    }
    return std::nullopt;
}

}  // namespace sbst::jvm
