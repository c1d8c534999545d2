// SPDX-License-Identifier: Apache-2.0
// Objects of types of the JDK, and those that other classes make.
#include "jvm/java_home.hpp"
#include "jvm/surface/subject.hpp"
#include "support/catch.hpp"

#include <filesystem>
#include <string>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

Subject found(const std::string& class_name = "found/Found")
{
    const auto of_build = std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path();
    return Subject("found", {class_name}, SBST_CLASSES, test_java_home(of_build));
}

/// Tells whether something makes objects of a type.
bool is_made(const Subject& subject, const std::string& type)
{
    for (std::size_t i = 0; i < subject.surface.catalogue().size(); ++i)
    {
        const std::string line = subject.text(i);
        if (line.starts_with(type + " " + type + "("))
        {
            return true;
        }
    }
    return false;
}

}  // namespace

TEST_CASE("an interface of the JDK is met by a class of it that costs least", "[jvm][surface]")
{
    const Subject subject = found();
    // The only public class with a constructor that implements Node.
    CHECK(is_made(subject, "javax.imageio.metadata.IIOMetadataNode"));
    CHECK(is_made(subject, "java.awt.geom.Point2D.Double"));
    CHECK(is_made(subject, "java.awt.geom.Point2D.Float"));
}

TEST_CASE("a class of the path that extends one of the JDK comes first", "[jvm][surface]")
{
    const Subject subject = found();
    CHECK(subject.find("found.Bytes found.Bytes(byte[])"));
    CHECK(is_made(subject, "java.io.DataInputStream"));
    // It opens a file.
    CHECK_FALSE(is_made(subject, "java.io.RandomAccessFile"));
}

TEST_CASE("below a type of the JDK with common classes there are those of the path, too",
    "[jvm][surface]")
{
    const Subject subject = found("found/Numbers");
    CHECK(subject.find("java.lang.Integer object(int)"));
    CHECK(subject.find("found.Part found.Part(int, int)"));
    CHECK(subject.find("java.io.ByteArrayInputStream java.io.ByteArrayInputStream(byte[])"));
    CHECK(subject.find("found.Ones found.Ones(byte[])"));
    // It takes another stream.
    CHECK_FALSE(is_made(subject, "found.Doubled"));
}

TEST_CASE("what forgets all that it is told is not made", "[jvm][surface]")
{
    const Subject subject = found("found/Numbers");
    CHECK(is_made(subject, "java.io.StringWriter"));
    CHECK(subject.count_of("nullWriter") == 0);
    CHECK(subject.count_of("nullInputStream") == 0);
}

TEST_CASE("what no class makes of itself is made by methods of others", "[jvm][surface]")
{
    const Subject subject = found();
    CHECK(subject.find("found.Order build(found.Order.Maker)"));
    CHECK(subject.find("found.Order.Maker maker()"));
    CHECK(subject.find("found.Order.Maker size(found.Order.Maker, int)"));
    CHECK(subject.find("java.awt.Graphics2D createGraphics(java.awt.image.BufferedImage)"));
    CHECK(is_made(subject, "java.awt.image.BufferedImage"));
}

TEST_CASE("what later JDKs lack is not made, and hash codes are no arguments", "[jvm][surface]")
{
    const Subject subject = found();
    CHECK(subject.find("void ask(java.lang.ClassLoader)"));
    // It is there in Java 17, as the cheapest loader that is one by name.
    CHECK_FALSE(is_made(subject, "javax.management.loading.MLet"));
    std::size_t hashes = 0;
    for (std::size_t i = 0; i < subject.surface.catalogue().size(); ++i)
    {
        const Callable& callable = subject.surface.catalogue()[CallableId(i)];
        if (callable.name != "hashCode")
        {
            continue;
        }
        ++hashes;
        CHECK(subject.name_of(callable.result) == "int");
        for (std::size_t j = 0; j < subject.surface.catalogue().size(); ++j)
        {
            for (const Parameter& parameter : subject.surface.catalogue()[CallableId(j)].parameters)
            {
                CHECK(parameter.type != callable.result);
            }
        }
    }
    CHECK(hashes > 0);
}

TEST_CASE("a class around another may keep its only object", "[jvm][surface]")
{
    const Subject subject = found();
    CHECK(subject.find("found.Found.Companion COMPANION()"));
    CHECK(subject.find("int use(found.Found.Companion, int)"));
}
