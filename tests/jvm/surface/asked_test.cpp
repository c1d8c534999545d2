// SPDX-License-Identifier: Apache-2.0
// What code is given that asks by reflection, for objects that only other classes make, and for
// defaults of the JVM.
#include "jvm/java_home.hpp"
#include "jvm/surface/subject.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

using Names = std::set<std::string>;

/// The surface of a nested class of the fixture, with a JDK.
Subject asked(const std::string& type)
{
    const auto of_build = std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path();
    return {{"asked/Asked$" + type}, {.package = "asked"}, test_java_home(of_build)};
}

std::vector<JavaCallable> of_kind(const Subject& subject, JavaCallableKind kind)
{
    std::vector<JavaCallable> found;
    const auto& callables = subject.surface.callables();
    std::copy_if(callables.begin(), callables.end(), std::back_inserter(found),
        [kind](const JavaCallable& callable) { return callable.kind == kind; });
    return found;
}

/// `owner.name descriptor` of the members that are made as objects of a class of java.lang.reflect.
Names members(const Subject& subject, const std::string& type)
{
    Names names;
    for (std::size_t i = 0; i < subject.surface.catalogue().size(); ++i)
    {
        const JavaCallable& callable = subject.surface.callables()[i];
        const Callable& in_catalogue = subject.surface.catalogue()[CallableId(i)];
        if (callable.kind == JavaCallableKind::reflected_member &&
            subject.surface.type(in_catalogue.result).descriptor ==
                "Ljava/lang/reflect/" + type + ";")
        {
            CHECK_FALSE(in_catalogue.is_under_test);
            CHECK(in_catalogue.parameters.empty());
            names.insert(callable.owner + "." + callable.name + " " + callable.descriptor);
        }
    }
    return names;
}

/// The classes whose constructors tests call.
Names constructors(const Subject& subject)
{
    Names owners;
    for (const JavaCallable& callable : of_kind(subject, JavaCallableKind::constructor))
    {
        owners.insert(callable.owner);
    }
    return owners;
}

bool has_all(const Names& names, const Names& wanted)
{
    return std::includes(names.begin(), names.end(), wanted.begin(), wanted.end());
}

/// The classes whose default tests set.
Names surroundings(const std::string& type)
{
    const Subject subject = asked(type);
    Names owners;
    for (std::size_t i = 0; i < subject.surface.catalogue().size(); ++i)
    {
        if (subject.surface.catalogue()[CallableId(i)].sets_surroundings)
        {
            CHECK(subject.surface.callables()[i].name == "setDefault");
            owners.insert(subject.surface.callables()[i].owner);
        }
    }
    return owners;
}

/// `@type(name="text" name={"text"})`
std::string text_of(const BeanMark& mark)
{
    std::string text = "@" + mark.type + "(";
    for (const BeanText& element : mark.texts)
    {
        text += (text.back() == '(' ? "" : " ") + element.name + "=" +
                (element.is_array ? "{" + element.text + "}" : element.text);
    }
    return text + ")";
}

/// The annotations of the fields of each bean, one for each field.
std::set<std::vector<std::string>> field_marks(const Subject& subject)
{
    std::set<std::vector<std::string>> all;
    for (const JavaCallable& callable : of_kind(subject, JavaCallableKind::bean))
    {
        std::vector<std::string> of_bean;
        for (const std::vector<BeanMark>& marks : callable.bean.field_marks)
        {
            REQUIRE(marks.size() == 1);
            of_bean.push_back(text_of(marks.front()));
        }
        CHECK((of_bean.empty() || of_bean.size() == callable.bean.fields.size()));
        all.insert(of_bean);
    }
    return all;
}

}  // namespace

TEST_CASE("a parameter of the type of a member gets members", "[jvm][surface]")
{
    const Subject subject = asked("Members");
    const std::string own = "asked/Asked$Members.";
    const Names methods = members(subject, "Method");
    CHECK(has_all(
        methods, {own + "parameters (Ljava/lang/reflect/Method;)I", "java/lang/String.length ()I",
                     "java/lang/Runnable.run ()V", "java/util/Date.setTime (J)V"}));
    const Names fields = members(subject, "Field");
    CHECK(
        has_all(fields, {own + "level I", "java/lang/Integer.MAX_VALUE I", "java/awt/Point.x I"}));
    const Names constructors = members(subject, "Constructor");
    CHECK(
        has_all(constructors, {own + "<init> (Ljava/lang/String;)V", "java/lang/String.<init> ()V",
                                  "java/lang/StringBuilder.<init> (I)V"}));
    // Tests cannot name private ones.
    CHECK_FALSE(methods.contains(own + "secret ()I"));
    CHECK_FALSE(fields.contains(own + "hidden I"));
    CHECK(of_kind(subject, JavaCallableKind::reflected_member).size() ==
          methods.size() + fields.size() + constructors.size());
    CHECK(of_kind(asked("Simple"), JavaCallableKind::reflected_member).empty());
}

TEST_CASE("code that reads fields is given beans with annotations on them", "[jvm][surface]")
{
    // The second class asks the first one.
    const auto* const type = GENERATE("Options", "Command");
    CAPTURE(type);
    const std::string option = "@asked/Asked$Option(names={-";
    const std::string skipped = "@asked/Asked$Skipped()";
    const std::set<std::vector<std::string>> expected{{},
        {option + "n} title=name nameOfGroup=name)", option + "r} title=ready nameOfGroup=ready)",
            option + "c} title=count nameOfGroup=count)"},
        {skipped, skipped, skipped}};
    CHECK(field_marks(asked(type)) == expected);
    CHECK(of_kind(asked(type), JavaCallableKind::bean).size() == expected.size());
}

TEST_CASE("code that reads no fields is given no beans", "[jvm][surface]")
{
    CHECK(of_kind(asked("Simple"), JavaCallableKind::bean).empty());
    CHECK(of_kind(asked("Purse"), JavaCallableKind::bean).empty());
}

TEST_CASE("another class makes what the own constructor cannot make", "[jvm][surface]")
{
    const Subject subject = asked("Purse");
    // The own constructor is there, but nothing makes its argument.
    CHECK(constructors(subject).contains("asked/Asked$Coin"));
    CHECK_FALSE(constructors(subject).contains("asked/Asked$Seal"));
    CHECK(subject.find("asked.Asked.Coin strike(int)"));
    CHECK_FALSE(subject.is_under_test("asked.Asked.Coin strike(int)"));
    // The own constructor is enough here.
    CHECK(constructors(subject).contains("asked/Asked$Note"));
    CHECK(subject.count_of("print") == 0);
}

TEST_CASE("tests set the defaults that the code reads through objects of the JDK", "[jvm][surface]")
{
    const Names locale{"java/util/Locale"};
    CHECK(surroundings("ByCalendar").contains("java/util/TimeZone"));
    CHECK(surroundings("ByDateFormat") == Names{"java/util/Locale", "java/util/TimeZone"});
    CHECK(surroundings("ByNumberFormat") == locale);
    CHECK(surroundings("ByBundle") == locale);
    for (const char* type :
        {"ByLowerCase", "ByPrint", "ByFormatted", "ByPattern", "ByMessage", "ByCollator"})
    {
        CAPTURE(type);
        CHECK(surroundings(type) == locale);
    }
    for (const char* type : {"ByDateFormatOf", "ByHours", "ByToday"})
    {
        CAPTURE(type);
        CHECK(surroundings(type) == Names{"java/util/TimeZone"});
    }
    CHECK(surroundings("ByItself").empty());
    CHECK(surroundings("Simple").empty());
}

TEST_CASE("tests do not write a static field whose type they cannot name", "[jvm][surface]")
{
    const Subject subject = asked("Keeper");
    Names written;
    for (const JavaCallable& callable : of_kind(subject, JavaCallableKind::static_field_write))
    {
        written.insert(callable.name);
    }
    CHECK(written == Names{"count"});
}
