// SPDX-License-Identifier: Apache-2.0
#include "jvm/java_home.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/classfile/class_file.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/classfile/jdk_image.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ios>
#include <span>
#include <string>
#include <unistd.h>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

std::filesystem::path java_home()
{
    return test_java_home(std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path());
}

/// An empty folder.
class Scratch
{
public:
    Scratch()
      : m_path(std::filesystem::temp_directory_path() / ("sbst_image_" + std::to_string(getpid())))
    {
        std::filesystem::create_directories(m_path);
    }
    ~Scratch() { std::filesystem::remove_all(m_path); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// The file of an image, in the module `m`.
struct ImageFile
{
    std::string folder = "p";
    std::string name = "A";
    /// As many bytes as the image says that it has compressed; 0 = it is not compressed.
    std::uint8_t compressed = 0;
};

/// An image with one file, `/m/p/A.class`.
class SmallImage
{
public:
    explicit SmallImage(std::uint32_t magic = 0xCAFEDADA, std::uint32_t version = 0x00010000,
        const ImageFile& file = {})
    {
        const std::string end(1, '\0');
        std::string names = end + "m" + end;
        const auto add_name = [&names, &end](const std::string& name) {
            const auto offset = static_cast<std::uint8_t>(names.size());
            names += name + end;
            return offset;
        };
        const std::uint8_t folder = add_name(file.folder);
        const std::uint8_t name = add_name(file.name);
        const std::uint8_t extension = add_name("class");
        const std::vector<std::uint8_t> location{1U << 3U, 1, 2U << 3U, folder, 3U << 3U, name,
            4U << 3U, extension, 5U << 3U, 0, 6U << 3U, file.compressed, 7U << 3U, 4, 0};
        for (const std::uint32_t word :
            {magic, version, 0U, 1U, 1U, static_cast<std::uint32_t>(location.size()),
                static_cast<std::uint32_t>(names.size()), 0U, 0U})
        {
            const auto* bytes = reinterpret_cast<const std::byte*>(&word);
            m_bytes.insert(m_bytes.end(), bytes, bytes + sizeof(word));
        }
        for (const std::uint8_t byte : location)
        {
            m_bytes.push_back(std::byte{byte});
        }
        for (const char letter : names)
        {
            m_bytes.push_back(static_cast<std::byte>(letter));
        }
        m_contents = m_bytes.size();
        m_bytes.insert(m_bytes.end(), 4, std::byte{7});
    }

    [[nodiscard]] const std::vector<std::byte>& bytes() const { return m_bytes; }
    [[nodiscard]] std::size_t contents() const { return m_contents; }

private:
    std::vector<std::byte> m_bytes;
    std::size_t m_contents = 0;
};

}  // namespace

TEST_CASE("list_image: names, modules and places of class files", "[jvm][classfile]")
{
    const SmallImage image;
    const auto entries = list_image(image.bytes(), "modules");
    REQUIRE(entries.size() == 1);
    CHECK(entries[0].module == "m");
    CHECK(entries[0].name == "p/A");
    CHECK(entries[0].offset == image.contents());
    CHECK(entries[0].size == 4);
}

TEST_CASE("list_image refuses what is no image, or ends early", "[jvm][classfile]")
{
    CHECK_THROWS_AS(list_image(SmallImage(0xCAFEBABE).bytes(), "modules"), ParseError);
    CHECK_THROWS_AS(list_image(SmallImage(0xCAFEDADA, 2).bytes(), "modules"), ParseError);
    const SmallImage image;
    for (std::size_t size = 0; size < image.bytes().size(); ++size)
    {
        CAPTURE(size);
        CHECK_THROWS_AS(list_image(std::span(image.bytes()).first(size), "modules"), ParseError);
    }
}

TEST_CASE("JdkImage: classes, who extends whom, exported packages", "[jvm][classfile]")
{
    const auto jdk = JdkImage::open(java_home());
    REQUIRE(jdk);
    const auto bytes = jdk->class_bytes("java/util/ArrayList");
    REQUIRE(bytes);
    CHECK(parse_class(*bytes, "ArrayList").superclass == "java/util/AbstractList");
    CHECK_FALSE(jdk->class_bytes("java/util/NoList"));
    const auto& lists = jdk->subclasses().at("java/util/AbstractList");
    CHECK(std::is_sorted(lists.begin(), lists.end()));
    CHECK(std::find(lists.begin(), lists.end(), "java/util/ArrayList") != lists.end());
    CHECK(jdk->exported().contains("org/w3c/dom"));
    CHECK(jdk->exported().contains("java/util"));
    // Exported to some modules only, and of a module that is not the platform's.
    CHECK_FALSE(jdk->exported().contains("jdk/internal/misc"));
    CHECK_FALSE(jdk->exported().contains("com/sun/net/httpserver"));
    const auto near = jdk->classes_below("java/awt/geom");
    CHECK(std::find(near.begin(), near.end(), "java/awt/geom/Point2D$Double") != near.end());
}

TEST_CASE("a folder without an image is no JDK", "[jvm][classfile]")
{
    const Scratch folder;
    CHECK(JdkImage::open(folder.path()) == nullptr);
    const ClassPath path({folder.path()}, {.java_home = folder.path()});
    CHECK(path.jdk() == nullptr);
    CHECK(path.find("java/lang/Object") == nullptr);
}

TEST_CASE("an image that shows no java.lang.Object tells nothing", "[jvm][classfile]")
{
    const auto [file, is_told] = GENERATE(table<ImageFile, bool>({
        {{.folder = "java/lang", .name = "Object"}, true},
        {{.folder = "java/lang", .name = "Object", .compressed = 4}, false},
        {{.folder = "java/lang", .name = "String"}, false},
    }));
    CAPTURE(file.name, file.compressed);
    const Scratch folder;
    std::filesystem::create_directories(folder.path() / "lib");
    const SmallImage image(0xCAFEDADA, 0x00010000, file);
    std::ofstream(folder.path() / "lib" / "modules", std::ios::binary)
        .write(reinterpret_cast<const char*>(image.bytes().data()),
            static_cast<std::streamsize>(image.bytes().size()));
    // The image itself is well formed.
    CHECK(list_image(image.bytes(), "modules").size() == (file.compressed == 0 ? 1 : 0));
    CHECK((JdkImage::open(folder.path()) != nullptr) == is_told);
    CHECK((ClassPath({}, {.java_home = folder.path()}).jdk() != nullptr) == is_told);
}

TEST_CASE("a class path finds classes of its JDK behind its own", "[jvm][classfile]")
{
    const Scratch folder;
    const ClassPath path({folder.path()}, {.java_home = java_home()});
    REQUIRE(path.jdk() != nullptr);
    REQUIRE(path.find("java/lang/Object") != nullptr);
    CHECK(path.find("java/lang/Object")->superclass.empty());
    CHECK_FALSE(path.is_on_path("java/lang/Object"));
    CHECK(path.class_names().empty());
}

TEST_CASE("members that an earlier release lacks are newer", "[jvm][classfile]")
{
    const Scratch folder;
    ClassPath path({folder.path()}, {.java_home = java_home()});
    const ClassFile& list = path.at("java/util/List");
    const Method* copy_of = list.find_method("copyOf", "(Ljava/util/Collection;)Ljava/util/List;");
    const Method* of = list.find_method("of", "()Ljava/util/List;");
    const Method* size = list.find_method("size", "()I");
    REQUIRE((copy_of != nullptr && of != nullptr && size != nullptr));
    CHECK_FALSE(path.is_newer(list, *copy_of));

    path.set_jdk_release(9);
    CHECK(path.is_newer(list, *copy_of));
    CHECK_FALSE(path.is_newer(list, *of));

    path.set_jdk_release(8);
    CHECK(path.is_newer(list, *of));
    CHECK_FALSE(path.is_newer(list, *size));
    CHECK(path.is_newer(path.at("java/lang/ProcessHandle")));
    CHECK_FALSE(path.is_newer(list));
    const ClassFile& integer = path.at("java/lang/Integer");
    REQUIRE(integer.find_field("MAX_VALUE") != nullptr);
    CHECK_FALSE(path.is_newer(integer, *integer.find_field("MAX_VALUE")));

    // No JDK knows that release: nothing can be told.
    path.set_jdk_release(200);
    CHECK_FALSE(path.is_newer(list, *copy_of));
}

TEST_CASE("class path: what one path has read, an equal one shares", "[jvm][class_path]")
{
    const std::vector<std::filesystem::path> entries{SBST_CLASSES};
    const ClassPathOptions options{.java_home = java_home()};
    const ClassPath first(entries, options);
    const ClassFile* const own = first.find("kinds/Kinds");
    const ClassFile* const of_jdk = first.find("java/util/ArrayList");
    REQUIRE(own != nullptr);
    REQUIRE(of_jdk != nullptr);
    const ClassPath same(entries, options, {}, first.read_classes());
    CHECK(same.read_classes() == first.read_classes());
    CHECK(same.find("kinds/Kinds") == own);
    CHECK(same.find("java/util/ArrayList") == of_jdk);

    // Another path may find another class under the name.
    const ClassPath shorter({}, options, {}, first.read_classes());
    CHECK(shorter.read_classes() != first.read_classes());
    CHECK(shorter.find("kinds/Kinds") == nullptr);
    ClassPathOptions newer = options;
    newer.release = 21;
    CHECK(ClassPath(entries, newer, {}, first.read_classes()).find("kinds/Kinds") != own);
    // Without an image of the JDK a fallback supplies its classes.
    const ClassPath bare(entries);
    CHECK(ClassPath(entries, {}, {}, bare.read_classes()).read_classes() != bare.read_classes());
}
