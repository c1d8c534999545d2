// SPDX-License-Identifier: Apache-2.0
#include "byte_reader.hpp"
#include "pool_reader.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/classfile/class_file.hpp>
#include <sbst/jvm/classfile/jdk_image.hpp>

#include <boost/interprocess/file_mapping.hpp>
#include <boost/interprocess/mapped_region.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <utility>

namespace sbst::jvm
{

namespace
{

constexpr std::uint32_t image_magic = 0xCAFEDADA;
constexpr std::uint32_t image_version = 0x0001'0000;
constexpr std::size_t header_words = 7;

/// What is known of one file of an image: numbers by kind.
enum class Attribute : std::uint8_t
{
    end = 0,
    module = 1,
    parent = 2,
    base = 3,
    extension = 4,
    offset = 5,
    compressed = 6,
    size = 7
};
constexpr std::size_t attribute_kinds = 8;
using Attributes = std::array<std::uint64_t, attribute_kinds>;

/// The parts of an image, each within its bytes.
class ImageReader
{
public:
    ImageReader(std::span<const std::byte> bytes, const std::string& file)
      : m_bytes(bytes), m_file(file)
    {
        if (bytes.size() < header_words * sizeof(std::uint32_t) || word(0) != image_magic)
        {
            fail("it is no run-time image of a JDK");
        }
        if (word(1) != image_version)
        {
            fail("its version is unknown, expected 1.0");
        }
        const std::size_t table = word(4);
        const std::size_t locations = word(5);
        const std::size_t strings = word(6);
        const std::size_t index = (header_words + 2 * table) * sizeof(std::uint32_t);
        if (index + locations + strings > bytes.size())
        {
            fail("its index is longer than the file");
        }
        m_count = table;
        m_offsets = header_words + table;
        m_locations = bytes.subspan(index, locations);
        m_strings = bytes.subspan(index + locations, strings);
        m_contents = bytes.subspan(index + locations + strings);
        m_start = index + locations + strings;
    }

    [[nodiscard]] std::size_t count() const { return m_count; }

    [[nodiscard]] Attributes attributes(std::size_t index) const
    {
        Attributes found{};
        std::size_t at = word(m_offsets + index);
        while (at < m_locations.size())
        {
            const auto head = std::to_integer<std::size_t>(m_locations[at]);
            const std::size_t kind = head >> 3U;
            const std::size_t size = (head & 7U) + 1;
            if (kind == static_cast<std::size_t>(Attribute::end))
            {
                return found;
            }
            if (kind >= attribute_kinds || m_locations.size() - at <= size)
            {
                break;
            }
            std::uint64_t value = 0;
            for (std::size_t i = 1; i <= size; ++i)
            {
                value = value << 8U | std::to_integer<std::uint64_t>(m_locations[at + i]);
            }
            found[kind] = value;
            at += size + 1;
        }
        fail("the entry of a file has no end");
    }

    [[nodiscard]] std::string_view text(std::uint64_t offset) const
    {
        if (offset < m_strings.size())
        {
            const std::span<const std::byte> rest = m_strings.subspan(offset);
            const auto end = std::find(rest.begin(), rest.end(), std::byte{0});
            if (end != rest.end())
            {
                return {reinterpret_cast<const char*>(rest.data()),
                    static_cast<std::size_t>(end - rest.begin())};
            }
        }
        fail("a name is outside of its names");
    }

    /// Where the content begins in the file.
    [[nodiscard]] std::size_t place(std::uint64_t offset, std::uint64_t size) const
    {
        if (offset > m_contents.size() || size > m_contents.size() - offset)
        {
            fail("a file is outside of its contents");
        }
        return m_start + offset;
    }

private:
    [[nodiscard]] std::uint32_t word(std::size_t index) const
    {
        std::uint32_t value = 0;
        std::memcpy(
            &value, m_bytes.subspan(index * sizeof(value), sizeof(value)).data(), sizeof(value));
        return value;
    }

    [[noreturn]] void fail(const std::string& problem) const
    {
        throw ParseError(m_file, "", problem);
    }

    std::span<const std::byte> m_bytes;
    const std::string& m_file;
    std::size_t m_count = 0;
    /// Index of a word.
    std::size_t m_offsets = 0;
    std::span<const std::byte> m_locations;
    std::span<const std::byte> m_strings;
    std::span<const std::byte> m_contents;
    std::size_t m_start = 0;
};

constexpr std::uint64_t get(const Attributes& attributes, Attribute kind)
{
    return attributes[static_cast<std::size_t>(kind)];
}

/// The head of a class file.
struct ClassHead
{
    std::string superclass;
    std::vector<std::string> interfaces;
};

/// A reader behind magic number and version.
ByteReader behind_version(std::span<const std::byte> bytes, FileReading& reading)
{
    ByteReader reader(bytes, reading);
    reader.u4();
    reader.u4();
    return reader;
}

ClassHead read_head(std::span<const std::byte> bytes, const std::string& name)
{
    FileReading reading{.file = name};
    ByteReader reader = behind_version(bytes, reading);
    const ClassConstants pool = PoolReader::read(reader);
    reader.u2();
    read_class(reader, pool, "the class itself");
    ClassHead head;
    head.superclass = read_optional_class(reader, pool, "the superclass");
    const std::uint16_t count = reader.u2();
    for (std::uint16_t i = 0; i < count; ++i)
    {
        head.interfaces.push_back(read_class(reader, pool, "an interface"));
    }
    return head;
}

/// Packages that a module exports to everybody (JVMS 4.7.25), from its `module-info`.
void read_exports(
    std::span<const std::byte> bytes, const std::string& name, ImagePackages& exported)
{
    constexpr std::size_t class_words = 3;
    constexpr std::size_t requires_size = 6;
    FileReading reading{.file = name};
    ByteReader reader = behind_version(bytes, reading);
    const ClassConstants pool = PoolReader::read(reader);
    // Modules have neither superclass, interfaces, fields nor methods.
    reader.take((class_words + 3) * sizeof(std::uint16_t));
    const std::uint16_t count = reader.u2();
    for (std::uint16_t i = 0; i < count; ++i)
    {
        const std::string& attribute = read_utf8(reader, pool, "the name of an attribute");
        ByteReader contents = reader.part(reader.u4());
        if (attribute != "Module")
        {
            continue;
        }
        contents.take(class_words * sizeof(std::uint16_t));
        contents.take(contents.u2() * requires_size);
        for (std::uint16_t left = contents.u2(); left > 0; --left)
        {
            const std::uint16_t package = contents.u2();
            contents.u2();
            const std::uint16_t friends = contents.u2();
            contents.take(friends * sizeof(std::uint16_t));
            if (pool.tag(package) == PoolTag::package && friends == 0)
            {
                exported.insert(pool.text(package));
            }
        }
    }
}

}  // namespace

std::vector<ImageEntry> list_image(std::span<const std::byte> bytes, const std::string& file_name)
{
    const ImageReader reader(bytes, file_name);
    std::vector<ImageEntry> entries;
    entries.reserve(reader.count());
    for (std::size_t i = 0; i < reader.count(); ++i)
    {
        const Attributes attributes = reader.attributes(i);
        if (reader.text(get(attributes, Attribute::extension)) != "class" ||
            get(attributes, Attribute::compressed) != 0)
        {
            continue;
        }
        const std::string_view parent = reader.text(get(attributes, Attribute::parent));
        ImageEntry entry;
        entry.module = reader.text(get(attributes, Attribute::module));
        entry.name = parent;
        entry.name += parent.empty() ? "" : "/";
        entry.name += reader.text(get(attributes, Attribute::base));
        entry.size = get(attributes, Attribute::size);
        entry.offset = reader.place(get(attributes, Attribute::offset), entry.size);
        entries.push_back(std::move(entry));
    }
    return entries;
}

class JdkImage::Impl
{
public:
    explicit Impl(const std::filesystem::path& file)
      : m_mapping(file.c_str(), boost::interprocess::read_only),
        m_region(m_mapping, boost::interprocess::read_only),
        m_bytes(static_cast<const std::byte*>(m_region.get_address()), m_region.get_size()),
        m_entries(list_image(m_bytes, file.string()))
    {
        m_places.reserve(m_entries.size());
        for (const ImageEntry& entry : m_entries)
        {
            m_places.emplace(entry.name, &entry);
        }
    }

    [[nodiscard]] std::optional<std::vector<std::byte>> class_bytes(const std::string& name) const
    {
        const auto found = m_places.find(name);
        if (found == m_places.end())
        {
            return std::nullopt;
        }
        const auto bytes = bytes_of(*found->second);
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    }

    const ImageSubclasses& subclasses()
    {
        if (!m_subclasses)
        {
            m_subclasses.emplace();
            read_all(false, [this](std::span<const std::byte> bytes, const std::string& name) {
                const ClassHead head = read_head(bytes, name);
                (*m_subclasses)[head.superclass].push_back(name);
                for (const std::string& interface : head.interfaces)
                {
                    (*m_subclasses)[interface].push_back(name);
                }
            });
            for (auto& [name, below] : *m_subclasses)
            {
                std::sort(below.begin(), below.end());
            }
        }
        return *m_subclasses;
    }

    const ImagePackages& exported()
    {
        if (!m_exported)
        {
            m_exported.emplace();
            read_all(true, [this](std::span<const std::byte> bytes, const std::string& name) {
                read_exports(bytes, name, *m_exported);
            });
        }
        return *m_exported;
    }

    [[nodiscard]] std::vector<std::string> classes_below(const std::string& package) const
    {
        std::vector<std::string> found;
        for (const ImageEntry& entry : m_entries)
        {
            if (entry.module.starts_with("java.") && entry.name.starts_with(package + "/"))
            {
                found.push_back(entry.name);
            }
        }
        std::sort(found.begin(), found.end());
        return found;
    }

private:
    [[nodiscard]] std::span<const std::byte> bytes_of(const ImageEntry& entry) const
    {
        return m_bytes.subspan(entry.offset, entry.size);
    }

    /// Reads the descriptions of the platform's modules, or else their classes. What cannot be read
    /// is left out.
    template <class Read>
    void read_all(bool is_of_modules, const Read& read) const
    {
        for (const ImageEntry& entry : m_entries)
        {
            if (!entry.module.starts_with("java.") ||
                (entry.name == "module-info") != is_of_modules)
            {
                continue;
            }
            try
            {
                read(bytes_of(entry), entry.name);
            }
            catch (const ParseError&)
            {
                continue;
            }
        }
    }

    boost::interprocess::file_mapping m_mapping;
    boost::interprocess::mapped_region m_region;
    std::span<const std::byte> m_bytes;
    std::vector<ImageEntry> m_entries;
    std::unordered_map<std::string_view, const ImageEntry*> m_places;
    std::optional<ImageSubclasses> m_subclasses;
    std::optional<ImagePackages> m_exported;
};

JdkImage::JdkImage(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
JdkImage::~JdkImage() = default;

std::unique_ptr<JdkImage> JdkImage::open(const std::filesystem::path& java_home)
{
    try
    {
        auto impl = std::make_unique<Impl>(java_home / "lib" / "modules");
        // An image may be compressed: then it tells nothing.
        return impl->class_bytes("java/lang/Object") ?
                   std::unique_ptr<JdkImage>(new JdkImage(std::move(impl))) :
                   nullptr;
    }
    catch (const boost::interprocess::interprocess_exception&)
    {
        return nullptr;
    }
    catch (const ParseError&)
    {
        return nullptr;
    }
}

std::optional<std::vector<std::byte>> JdkImage::class_bytes(const std::string& internal_name) const
{
    return m_impl->class_bytes(internal_name);
}

const ImageSubclasses& JdkImage::subclasses() const
{
    return m_impl->subclasses();
}

const ImagePackages& JdkImage::exported() const
{
    return m_impl->exported();
}

std::vector<std::string> JdkImage::classes_below(const std::string& package) const
{
    return m_impl->classes_below(package);
}

}  // namespace sbst::jvm
