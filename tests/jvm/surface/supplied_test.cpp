// SPDX-License-Identifier: Apache-2.0
// What comes first among the members that give an argument what the code under test reads.
#include "jvm/java_home.hpp"
#include "jvm/surface/subject.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

using Names = std::vector<std::string>;

constexpr const char* prefix = "supplied.Supplied.";

Subject supplied(const SurfaceOptions& options)
{
    return {{"supplied/Supplied"}, options};
}

/// The names of what changes objects of a nested class, in the order of the catalogue.
Names mutators(const std::string& type, std::size_t most)
{
    const Subject subject = supplied({.package = "supplied", .max_mutators = most});
    Names names;
    for (std::size_t i = 0; i < subject.surface.catalogue().size(); ++i)
    {
        const Callable& callable = subject.surface.catalogue()[CallableId(i)];
        const bool is_on_it = has_receiver(callable.kind) &&
                              subject.name_of(callable.parameters.front().type) == prefix + type;
        if (is_on_it && !callable.is_under_test && subject.name_of(callable.result) == "void")
        {
            names.push_back(callable.name);
        }
    }
    return names;
}

/// The constants of a nested class, in the order of the catalogue.
Names constants(const Subject& subject, const std::string& type)
{
    Names names;
    for (std::size_t i = 0; i < subject.surface.catalogue().size(); ++i)
    {
        if (subject.text(i).starts_with(prefix + type + " ") &&
            subject.surface.callables()[i].kind == JavaCallableKind::static_field_read)
        {
            names.push_back(subject.surface.catalogue()[CallableId(i)].name);
        }
    }
    return names;
}

}  // namespace

TEST_CASE("a method that writes a field which the code reads comes first", "[jvm][surface]")
{
    CHECK(mutators("Dial", 1) == Names{"fill"});
    CHECK(mutators("Dial", 3) == Names{"fill", "first", "second"});
    CHECK(mutators("Dial", 12) == Names{"fill", "first", "second", "third"});
}

TEST_CASE("what a getter returns is written first, then changed, then named", "[jvm][surface]")
{
    const Names all{"fill", "mark", "setLevel", "other"};
    for (std::size_t most = 0; most <= all.size(); ++most)
    {
        CAPTURE(most);
        const auto end = all.begin() + static_cast<std::ptrdiff_t>(most);
        CHECK(mutators("Meter", most) == Names(all.begin(), end));
    }
}

TEST_CASE("an inherited method comes first if it writes what the code reads", "[jvm][surface]")
{
    CHECK(mutators("Boat", 1) == Names{"sink"});
    // The other one of the superclass would only take the place of the class's own.
    CHECK(mutators("Boat", 12) == Names{"sink", "first", "second"});
}

TEST_CASE("what the code reads of a product decides what its builder is told", "[jvm][surface]")
{
    CHECK(mutators("PlanBuilder", 2) == Names{"setPort", "withRoute"});
    CHECK(mutators("PlanBuilder", 3) == Names{"setPort", "withRoute", "first"});
}

TEST_CASE("constants that the code names come before the others", "[jvm][surface]")
{
    const Subject narrow = supplied({.package = "supplied", .max_producers = 2});
    CHECK(constants(narrow, "Grade") == Names{"BEST", "ONE", "TWO"});
    const Names usual = constants(supplied({.package = "supplied"}), "Grade");
    REQUIRE(usual.size() == SurfaceOptions{}.max_producers + 1);
    CHECK(usual.front() == "BEST");
    CHECK(std::find(usual.begin(), usual.end(), "SEVEN") == usual.end());
}

TEST_CASE("a builder has the steps of its superclass", "[jvm][surface]")
{
    const Subject subject({"supplied/Steps"}, {.package = "supplied"});
    Names steps;
    for (std::size_t i = 0; i < subject.surface.catalogue().size(); ++i)
    {
        const Callable& callable = subject.surface.catalogue()[CallableId(i)];
        if (has_receiver(callable.kind) &&
            subject.name_of(callable.parameters.front().type) == "supplied.Steps.Builder")
        {
            steps.push_back(callable.name);
        }
    }
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    CHECK(steps == Names{"build", "floors", "named", "self"});
}

TEST_CASE("a class of any enumeration is one of the path", "[jvm][surface]")
{
    const Subject subject({"supplied/Steps"}, {.package = "supplied"});
    Names classes;
    for (const JavaCallable& callable : subject.surface.callables())
    {
        if (callable.kind == JavaCallableKind::class_literal)
        {
            classes.push_back(callable.descriptor);
        }
    }
    CHECK(std::find(classes.begin(), classes.end(), "Lsupplied/Steps$Side;") != classes.end());
    CHECK(std::find(classes.begin(), classes.end(), "Ljava/lang/Enum;") == classes.end());
}

TEST_CASE("a class of any type is one that the code names or asks for", "[jvm][surface]")
{
    const auto of_build = std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path();
    const Subject subject({"supplied/Classes"}, {.package = "supplied"}, test_java_home(of_build));
    Names classes;
    for (const JavaCallable& callable : subject.surface.callables())
    {
        if (callable.kind == JavaCallableKind::class_literal)
        {
            classes.push_back(callable.descriptor);
        }
    }
    std::sort(classes.begin(), classes.end());
    // Usual ones; what the code compares with, but for what a test cannot name; an array and an
    // enumeration, since the code asks for these, but no annotation.
    CHECK(classes == Names{"I", "Ljava/lang/Integer;", "Ljava/lang/Object;", "Ljava/lang/String;",
                         "Ljava/util/ArrayList;", "Ljava/util/LinkedHashMap;", "Ljava/util/Map;",
                         "Ljava/util/concurrent/TimeUnit;", "Lsupplied/Classes;", "V", "[I",
                         "[Ljava/lang/String;", "[[Lsupplied/Classes;"});
}

TEST_CASE(
    "constants that the code reads or compares with are objects of their types", "[jvm][surface]")
{
    const Subject subject({"supplied/Named"}, {.package = "supplied"});
    Names fields;
    for (const JavaCallable& callable : subject.surface.callables())
    {
        if (callable.owner == "supplied/Marks" &&
            callable.kind == JavaCallableKind::static_field_read)
        {
            fields.push_back(callable.name);
        }
    }
    std::sort(fields.begin(), fields.end());
    // No text, nothing that changes, no collection, nothing that the code does not name.
    CHECK(fields == Names{"FIRST", "THIRD"});
    // Such objects do not stand in the way of others of the type.
    CHECK(subject.find("supplied.Named.Mark fourth()"));
    CHECK(subject.find("supplied.Named.Mark second()"));
}

TEST_CASE("a parameter of the type Proxy gets proxies", "[jvm][surface]")
{
    const auto of_build = std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path();
    const Subject subject({"supplied/Supplied"}, {.package = "supplied"}, test_java_home(of_build));
    const auto asked = subject.find("boolean isThere(java.lang.reflect.Proxy)");
    REQUIRE(asked);
    const TypeId wanted = subject.surface.catalogue()[CallableId(*asked)].parameters[0].type;
    Names interfaces;
    for (std::size_t i = 0; i < subject.surface.catalogue().size(); ++i)
    {
        const JavaCallable& made = subject.surface.callables()[i];
        if (made.kind == JavaCallableKind::proxy)
        {
            const TypeId result = subject.surface.catalogue()[CallableId(i)].result;
            CHECK(subject.surface.types().is_assignable(result, wanted));
            interfaces.push_back(made.owner);
        }
    }
    // This code asks for nothing else of proxies.
    CHECK(interfaces == Names{"java/lang/Runnable", "java/util/concurrent/Callable"});
}
