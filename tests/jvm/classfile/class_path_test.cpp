// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/classfile/class_path.hpp>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>
#include <zip.h>

using namespace sbst;
using namespace sbst::jvm;
using Catch::Matchers::Contains;

namespace
{

namespace fs = std::filesystem;
using Files = std::vector<std::pair<std::string, std::string>>;

/// A folder of its own for each test.
class Scratch
{
public:
    Scratch() : m_path(fs::temp_directory_path() / ("sbst_class_path_" + std::to_string(getpid())))
    {
        fs::remove_all(m_path);
        fs::create_directories(m_path);
    }
    ~Scratch() { fs::remove_all(m_path); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    [[nodiscard]] fs::path operator/(const std::string& name) const { return m_path / name; }

private:
    fs::path m_path;
};

std::string text_of(const std::vector<std::byte>& bytes)
{
    std::string text(bytes.size(), '\0');
    if (!bytes.empty())
    {
        std::memcpy(text.data(), bytes.data(), bytes.size());
    }
    return text;
}

std::string class_text(const std::string& name)
{
    const ClassPath path{{SBST_CLASSES}};
    return text_of(path.resource(name + ".class").value());
}

fs::path make_jar(const fs::path& path, const Files& files)
{
    int code = 0;
    zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
    REQUIRE(archive != nullptr);
    for (const auto& [name, text] : files)
    {
        zip_source_t* source = zip_source_buffer(archive, text.data(), text.size(), 0);
        REQUIRE(zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8) >= 0);
    }
    REQUIRE(zip_close(archive) == 0);
    return path;
}

}  // namespace

TEST_CASE("classes are found in jars and folders, the first entry first", "[jvm][class_path]")
{
    const Scratch scratch;
    const fs::path jar = make_jar(scratch / "a.jar",
        {{"kinds/Kinds$Circle.class", class_text("kinds/Kinds$Circle")}, {"p/data.txt", "first"},
            {"module-info.class", ""}, {"META-INF/versions/9/p/B.class", ""}, {"folder/", ""}});
    const ClassPath path{{jar, SBST_CLASSES}};
    CHECK(path.is_on_path("kinds/Kinds$Circle"));
    CHECK(path.at("kinds/Kinds$Circle").name == "kinds/Kinds$Circle");
    CHECK(path.find("kinds/Kinds") == path.find("kinds/Kinds"));
    CHECK(path.class_names().size() == 8);
    CHECK(path.class_names().front() == "kinds/Kinds");
    CHECK(text_of(path.resource("p/data.txt").value()) == "first");
    CHECK_FALSE(path.resource("p/none.txt"));
    CHECK(path.find("p/None") == nullptr);
    CHECK_THROWS_WITH(path.at("p/None"), "the class p.None is not on the class path");
}

TEST_CASE("names do not lead out of a folder", "[jvm][class_path]")
{
    const ClassPath path{{fs::path{SBST_CLASSES} / "kinds"}};
    CHECK(path.resource("Kinds.class"));
    CHECK_FALSE(path.resource("../kinds/Kinds.class"));
    CHECK_FALSE(path.resource("./Kinds.class"));
    CHECK_FALSE(path.resource((fs::path{SBST_CLASSES} / "kinds/Kinds.class").string()));
    CHECK_FALSE(path.resource(""));
}

TEST_CASE("multi-release jars give the version of the release", "[jvm][class_path]")
{
    const Scratch scratch;
    const auto seen = [&](const std::string& manifest, std::uint32_t release) {
        const fs::path jar = make_jar(scratch / "m.jar",
            {{"META-INF/MANIFEST.MF", manifest}, {"d", "base"}, {"META-INF/versions/9/d", "nine"},
                {"META-INF/versions/17/d", "seventeen"}, {"META-INF/versions/8/d", "eight"},
                {"META-INF/versions/x/d", "none"}});
        ClassPathOptions options;
        options.release = release;
        const ClassPath path{{jar}, options};
        return text_of(path.resource("d").value());
    };
    const std::string manifest = "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n";
    CHECK(seen(manifest, 8) == "base");
    CHECK(seen(manifest, 16) == "nine");
    CHECK(seen(manifest, 17) == "seventeen");
    CHECK(seen(manifest, 25) == "seventeen");
    CHECK(seen("Manifest-Version: 1.0\n", 25) == "base");
    CHECK(seen("Manifest-Version: 1.0\n\nMulti-Release: true\n", 25) == "base");
}

TEST_CASE("the fallback supplies what no entry has", "[jvm][class_path]")
{
    const Scratch scratch;
    std::vector<std::string> asked;
    const ClassFallback fallback =
        [&](const std::string& name) -> std::optional<std::vector<std::byte>> {
        asked.push_back(name);
        if (name != "kinds/Kinds")
        {
            return std::nullopt;
        }
        return ClassPath{{SBST_CLASSES}}.resource(name + ".class");
    };
    const ClassPath path{{make_jar(scratch / "e.jar", {{"x", ""}})}, {}, fallback};
    CHECK(path.at("kinds/Kinds").access.is_abstract());
    CHECK(path.find("p/None") == nullptr);
    CHECK(path.find("p/None") == nullptr);
    CHECK(asked == std::vector<std::string>{"kinds/Kinds", "p/None"});
    CHECK_FALSE(path.is_on_path("kinds/Kinds"));
}

TEST_CASE("what is missing or broken is named", "[jvm][class_path]")
{
    const Scratch scratch;
    CHECK_THROWS_AS(ClassPath({scratch / "none.jar"}), ConfigError);
    CHECK_THROWS_WITH(
        ClassPath({scratch / "none.jar"}), Contains("none.jar, which does not exist"));
    std::ofstream{scratch / "text.jar"} << "no jar";
    CHECK_THROWS_AS(ClassPath({scratch / "text.jar"}), ParseError);
    CHECK_THROWS_WITH(ClassPath({scratch / "text.jar"}), Contains("this is not a readable jar"));

    const ClassPath path{{make_jar(
        scratch / "b.jar", {{"p/A.class", class_text("kinds/Kinds")}, {"p/B.class", "no class"}})}};
    CHECK_THROWS_WITH(path.at("p/A"), Contains("b.jar(p/A.class): it holds the class kinds.Kinds"));
    CHECK_THROWS_WITH(path.at("p/B"), Contains("b.jar(p/B.class): byte 0"));
    // A class that nothing depends on may be broken.
    CHECK(path.find("p/B") == nullptr);
    CHECK_THROWS_AS(path.at("p/B"), ParseError);
}

TEST_CASE("an entry that unpacks to too much is refused", "[jvm][class_path]")
{
    const Scratch scratch;
    const fs::path jar = make_jar(
        scratch / "bomb.jar", {{"p/A.class", std::string(1'000'001, '\0')}, {"small", "x"}});
    CHECK(fs::file_size(jar) < 10'000);
    ClassPathOptions options;
    options.max_entry_size = 1'000'000;
    const ClassPath path{{jar}, options};
    CHECK_THROWS_WITH(
        path.at("p/A"), Contains("bomb.jar(p/A.class): it unpacks to more than 1000000 bytes"));
    CHECK(path.resource("small"));

    fs::create_directories(scratch / "d");
    std::ofstream{scratch / "d/big"} << std::string(1'000'001, 'x');
    const ClassPath folder{{scratch / "d"}, options};
    CHECK_THROWS_WITH(folder.resource("big"), Contains("it has 1000001 bytes"));
}
