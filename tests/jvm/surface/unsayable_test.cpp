// SPDX-License-Identifier: Apache-2.0
// What a class file may hold and Java cannot say is in no catalogue, and never costs the class.
#include "jvm/surface/subject.hpp"
#include "support/catch.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

using Changes = std::vector<std::pair<std::string, std::string>>;

/// A text as a constant pool has it: its length in two bytes, and its bytes.
std::string pool_text(const std::string& text)
{
    return std::string{'\0', static_cast<char>(text.size())} + text;
}

/// The fixtures' classes, with other texts in the constant pools.
class ChangedClasses
{
public:
    explicit ChangedClasses(const Changes& changes)
    {
        std::filesystem::remove_all(m_folder);
        for (const auto& entry : std::filesystem::recursive_directory_iterator(SBST_CLASSES))
        {
            if (entry.is_regular_file())
            {
                copy(entry.path(), changes);
            }
        }
    }
    ChangedClasses(const ChangedClasses&) = delete;
    ChangedClasses& operator=(const ChangedClasses&) = delete;
    ~ChangedClasses() { std::filesystem::remove_all(m_folder); }

    [[nodiscard]] std::string path() const { return m_folder.string(); }

private:
    void copy(const std::filesystem::path& from, const Changes& changes) const
    {
        std::ifstream in(from, std::ios::binary);
        std::string bytes{std::istreambuf_iterator<char>(in), {}};
        for (const auto& [old_text, new_text] : changes)
        {
            const std::string wanted = pool_text(old_text);
            for (std::size_t at = bytes.find(wanted); at != std::string::npos;
                 at = bytes.find(wanted, at))
            {
                bytes.replace(at, wanted.size(), pool_text(new_text));
                at += 2 + new_text.size();
            }
        }
        const std::filesystem::path to = m_folder / std::filesystem::relative(from, SBST_CLASSES);
        std::filesystem::create_directories(to.parent_path());
        std::ofstream(to, std::ios::binary) << bytes;
    }

    std::filesystem::path m_folder =
        std::filesystem::temp_directory_path() / ("sbst-unsayable-" + std::to_string(::getpid()));
};

}  // namespace

TEST_CASE("JavaSurface: an inner object belongs to a constant as to any object", "[jvm][surface]")
{
    const Subject subject("shop", {"shop/Ring", "shop/Ring$Stone"});
    const auto stone = subject.find("shop.Ring.Stone shop.Ring.Stone(shop.Ring, int)");
    REQUIRE(stone);
    const Callable& callable = subject.surface.catalogue()[CallableId(*stone)];
    const TypeUniverse& types = subject.surface.types();
    CHECK(types[callable.parameters.front().type].kind == TypeKind::object);
    CHECK(subject.find("shop.Ring object(shop.Ring)"));
    CHECK(subject.find("shop.Ring.Box shop.Ring.Box(shop.Ring.Stone)"));
    CHECK(subject.find("shop.Ring.Maker lambda(shop.Ring)"));
    // Only asked for by an argument.
    CHECK(
        Subject("shop", {"shop/Ring$Box"}).find("shop.Ring.Stone shop.Ring.Stone(shop.Ring, int)"));
}

TEST_CASE("JavaSurface: a record has inner classes with type parameters", "[jvm][surface]")
{
    const Subject subject("shop", {"shop/Ring"});
    CHECK(
        subject.find("shop.Ring.Round.Edge<java.lang.String> "
                     "shop.Ring.Round.Edge(shop.Ring.Round, java.lang.Object)"));
}

TEST_CASE(
    "JavaSurface: no lambda is of a sealed interface or has type parameters", "[jvm][surface]")
{
    const Subject subject("shop", {"shop/Ring"});
    CHECK(subject.find("shop.Ring.Round shop.Ring.Round(int)"));
    CHECK(subject.count_of("lambda") == 1);
}

TEST_CASE("JavaSurface: names that no source can have are not called", "[jvm][surface]")
{
    const ChangedClasses changed(
        {{"with_minus", "with-minus"}, {"WITH_MINUS", "WITH-MINUS"}, {"volatil_", "volatile"}});
    const Subject subject("shop", {"shop/Names"}, changed.path());
    CHECK(subject.count_of("with-minus") == 0);
    CHECK(subject.count_of("volatile") == 0);
    CHECK(subject.count_of("plain") == 1);
    const auto mark = subject.find("int take(shop.Names, shop.Names.Mark, shop.Names.Inner_)");
    REQUIRE(mark);
    const Callable& callable = subject.surface.catalogue()[CallableId(*mark)];
    CHECK(subject.surface.types()[callable.parameters[1].type].members ==
          std::vector<std::string>{"PLAIN"});
}

TEST_CASE("JavaSurface: a word of the grammar names a member and no type", "[jvm][surface]")
{
    const ChangedClasses changed({{"Inner_", "record"}, {"shop/Names$Inner_", "shop/Names$record"},
        {"()Lshop/Names$Inner_;", "()Lshop/Names$record;"}, {"volatil_", "record"},
        {"(Lshop/Names$Mark;Lshop/Names$Inner_;)I", "(Lshop/Names$Mark;Lshop/Names$record;)I"}});
    std::filesystem::rename(
        changed.path() + "/shop/Names$Inner_.class", changed.path() + "/shop/Names$record.class");
    const Subject subject("shop", {"shop/Names"}, changed.path());
    CHECK(subject.find("int record(shop.Names)"));
    CHECK_FALSE(subject.find("shop.Names.record shop.Names.record()"));
}

TEST_CASE("JavaSurface: what differs in its result only is ambiguous", "[jvm][surface]")
{
    CHECK(Subject("shop", {"shop/Names"}).count_of("twin") == 1);
    const ChangedClasses changed(Changes{{"twim", "twin"}});
    CHECK(Subject("shop", {"shop/Names"}, changed.path()).count_of("twin") == 0);
}

TEST_CASE("JavaSurface: the attribute Synthetic marks a member as the flag does", "[jvm][surface]")
{
    CHECK(Subject("shop", {"shop/Names"}).count_of("cache") == 1);
    const ChangedClasses changed(Changes{{"Deprecated", "Synthetic"}});
    const Subject subject("shop", {"shop/Names"}, changed.path());
    CHECK(subject.count_of("cache") == 0);
    CHECK(subject.count_of("cached") == 0);
    CHECK(subject.count_of("twin") == 1);
}

TEST_CASE("JavaSurface: a named package does not see classes of the unnamed one", "[jvm][surface]")
{
    const Subject named("shop", {"Nameless"});
    CHECK(named.surface.catalogue().size() == 0);
    const Subject unnamed("", {"Nameless"});
    CHECK(unnamed.is_under_test("int size(Nameless)"));
    CHECK(unnamed.find("shop.Shop shop.Shop()"));
}
