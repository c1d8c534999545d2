// SPDX-License-Identifier: Apache-2.0
#include "jvm/surface/subject.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

TEST_CASE("JavaSurface: what the package can call of a class is under test", "[jvm][surface]")
{
    const Subject subject;
    CHECK(subject.is_under_test("shop.Shop shop.Shop()"));
    CHECK(subject.is_under_test("int total(shop.Shop, shop.Shop.Item[], shop.Shop.Size, int[])"));
    CHECK(
        subject.is_under_test("boolean has(shop.Shop, java.util.List<java.lang.String>, "
                              "java.util.function.Predicate<shop.Shop.Item>)"));
    CHECK(subject.is_under_test(
        "java.lang.String first(shop.Shop, shop.Shop.Box<java.lang.String>)"));
    CHECK(subject.is_under_test(
        "shop.Shop open(shop.Shop.Counter, java.lang.Class, java.lang.Object)"));
    CHECK_FALSE(subject.find("void secret(shop.Shop)"));
    // A field that can change is written, one that cannot is not.
    CHECK(subject.find("void shelf(shop.Shop, int)"));
    CHECK_FALSE(subject.find("void fixed(shop.Shop, int)"));
}

TEST_CASE("JavaSurface: what is inherited is under test where its class is", "[jvm][surface]")
{
    const std::string in_years = "int inYears(shop.Family.Child, int)";
    const std::string gifts = "int gifts(shop.Family.Aunt)";
    const Subject subject(
        "shop", {"shop/Family", "shop/Family$Aunt", "shop/Family$Child", "shop/Family$Elder"});
    CHECK(subject.is_under_test(in_years));
    CHECK(subject.is_under_test(gifts));
    const Subject child("shop", {"shop/Family$Child", "shop/Family$Aunt"});
    CHECK(child.find(in_years));
    CHECK_FALSE(child.is_under_test(in_years));
    CHECK_FALSE(child.is_under_test(gifts));
}

TEST_CASE("JavaSurface: what is inherited has the type arguments of the class", "[jvm][surface]")
{
    const Subject subject("shop", {"shop/Family$Worn"});
    CHECK(
        subject.find("shop.Family.Chest<java.lang.String> put(shop.Family.Worn, "
                     "java.lang.String)"));
    CHECK(
        subject.find("java.lang.String top(shop.Family.Worn, "
                     "java.lang.Class<java.lang.String>)"));
    CHECK(subject.find("java.lang.Integer other(shop.Family.Worn)"));
    // Neither the bridge that the compiler made for it nor what it overrides.
    CHECK(subject.count_of("other") == 1);
}

TEST_CASE("JavaSurface: public methods of a class that is not are inherited", "[jvm][surface]")
{
    for (const std::string name : {"Shown", "Deep"})
    {
        const Subject subject("shop", {"shop/Family$" + name});
        CHECK(subject.find("int depth(shop.Family." + name + ")"));
        CHECK(subject.count_of("depth") == 1);
    }
}

TEST_CASE("JavaSurface: objects that arguments want can be made", "[jvm][surface]")
{
    const Subject subject;
    CHECK(subject.find("shop.Shop.Book shop.Shop.Book(java.lang.String)"));
    CHECK(subject.find("shop.Shop.Hidden make(int)"));
    CHECK(subject.find("shop.Shop.Box<java.lang.String> shop.Shop.Box()"));
    CHECK(subject.find("void put(shop.Shop.Box<java.lang.String>, java.lang.String)"));
    CHECK(subject.find("shop.Shop.Item[] array of 2(shop.Shop.Item, shop.Shop.Item)"));
    const auto counter = subject.find("shop.Shop.Counter shop.Shop.Counter(shop.Shop, int)");
    REQUIRE(counter);
    CHECK(subject.surface.callables()[*counter].is_inner);
    // What stands before `.new` is never null.
    CHECK(has_receiver(subject.surface.catalogue()[CallableId(*counter)].kind));
    const auto literal = subject.find("java.lang.Class class Lshop/Shop;()");
    REQUIRE(literal);
    CHECK(subject.surface.callables()[*literal].kind == JavaCallableKind::class_literal);
    CHECK(subject.surface.callables()[*literal].descriptor == "Lshop/Shop;");
}

TEST_CASE(
    "JavaSurface: classes without a name are tested by what others know them by", "[jvm][surface]")
{
    const std::string off = "int off(shop.Shop.Discount, int)";
    CHECK(Subject("shop", {"shop/Shop", "shop/Shop$Half"}).is_under_test(off));
    CHECK_FALSE(Subject().is_under_test(off));
}

TEST_CASE(
    "JavaSurface: an interface with one method to implement can be a lambda", "[jvm][surface]")
{
    const Subject subject;
    CHECK(subject.find("shop.Shop.Discount lambda(int)"));
    CHECK(subject.find("shop.Shop.BookRule lambda(int)"));
    CHECK_FALSE(subject.find("shop.Shop.Coupon lambda(int)"));
}

TEST_CASE("JavaSurface: what the code asks for by instanceof is made", "[jvm][surface]")
{
    const Subject subject;
    CHECK(subject.find("shop.Shop.Rare shop.Shop.Rare()"));
    CHECK(subject.find("long[] array of 1(long)"));
}

TEST_CASE("JavaSurface: types say what stands where", "[jvm][surface]")
{
    const Subject subject;
    const TypeUniverse& types = subject.surface.types();
    const auto item = subject.surface.find_class("shop/Shop$Item");
    const auto book = subject.surface.find_class("shop/Shop$Book");
    REQUIRE(item);
    REQUIRE(book);
    CHECK(types.is_assignable(*book, *item));
    CHECK_FALSE(types.is_assignable(*item, *book));
    const auto total =
        subject.find("int total(shop.Shop, shop.Shop.Item[], shop.Shop.Size, int[])");
    REQUIRE(total);
    const Callable& callable = subject.surface.catalogue()[CallableId(*total)];
    const Type& size = types[callable.parameters[2].type];
    CHECK(size.members == std::vector<std::string>{"SMALL", "LARGE"});
    CHECK(size.nullable);
    CHECK(subject.surface.type(callable.parameters[2].type).descriptor == "Lshop/Shop$Size;");
    CHECK(callable.parameters[1].name == "items");
    CHECK(subject.surface.callables()[*total].is_varargs);
    const auto first =
        subject.find("java.lang.String first(shop.Shop, shop.Shop.Box<java.lang.String>)");
    REQUIRE(first);
    CHECK(subject.surface.callables()[*first].declared_exceptions ==
          std::vector<std::string>{"java/io/IOException"});
}

TEST_CASE("JavaSurface: from another package only what is public can be used", "[jvm][surface]")
{
    const Subject subject("elsewhere");
    CHECK(subject.find("shop.Shop open(shop.Shop.Counter, java.lang.Class, java.lang.Object)"));
    CHECK_FALSE(subject.find("java.lang.String first(shop.Shop, shop.Shop.Box<java.lang.String>)"));
    CHECK_FALSE(subject.find("shop.Shop.Hidden make(int)"));
}

TEST_CASE("JavaSurface: a class that is not there is an error", "[jvm][surface]")
{
    const ClassPath path({SBST_CLASSES});
    CHECK_THROWS_AS(JavaSurface(path, {"shop/Nowhere"}, {}), ConfigError);
}

TEST_CASE("JavaSurface: what is boxed is told by the literal's type", "[jvm][surface]")
{
    const Subject subject;
    const auto number = subject.find("java.lang.Integer object(int)");
    REQUIRE(number);
    CHECK(subject.surface.callables()[*number].kind == JavaCallableKind::as_object);
    CHECK(subject.surface.callables()[*number].descriptor == "I");
}

TEST_CASE("JavaSurface: classes and annotations are those that bounds allow", "[jvm][surface]")
{
    const Subject subject;
    CHECK(subject.is_under_test(
        "boolean isNoted(shop.Shop, java.lang.Class<java.lang.annotation.Annotation>)"));
    const std::string any = "java.lang.Class<java.lang.annotation.Annotation>";
    CHECK(subject.find(any + " class Lshop/Shop$Note;()"));
    CHECK_FALSE(subject.find(any + " class Ljava/lang/String;()"));
    CHECK(subject.find("java.lang.Class<shop.Shop.Item> class Lshop/Shop$Book;()"));
    // One annotation type that is asked for, and any.
    const auto note = subject.find(
        "shop.Shop.Note getAnnotation(java.lang.Class<shop.Shop.Book>, "
        "java.lang.Class<shop.Shop.Note>)");
    REQUIRE(note);
    CHECK(subject.surface.callables()[*note].owner == "java/lang/Class");
    CHECK(
        subject.find("java.lang.annotation.Annotation getAnnotation("
                     "java.lang.Class<shop.Shop.Book>, java.lang.Class<shop.Shop.Note>)"));
    CHECK(subject.find("java.lang.Class<shop.Shop.Book> class Lshop/Shop$Book;()"));
}

TEST_CASE("JavaSurface: who fills any list cannot fill one of strings", "[jvm][surface]")
{
    const Subject subject;
    const TypeUniverse& types = subject.surface.types();
    const auto fills_any =
        subject.find("void put(shop.Shop.Box<java.lang.Object>, java.lang.Object)");
    const auto makes_any = subject.find("shop.Shop.Box<java.lang.Object> shop.Shop.Box()");
    const auto takes_any = subject.find("boolean isFull(shop.Shop, shop.Shop.Box)");
    const auto makes_one = subject.find("shop.Shop.Box<java.lang.String> shop.Shop.Box()");
    REQUIRE(fills_any);
    REQUIRE(makes_any);
    REQUIRE(takes_any);
    REQUIRE(makes_one);
    const auto result = [&subject](std::size_t index) {
        return subject.surface.catalogue()[CallableId(index)].result;
    };
    const auto parameter = [&subject](std::size_t index, std::size_t place) {
        return subject.surface.catalogue()[CallableId(index)].parameters[place].type;
    };
    // Factories take what the list that is wanted holds.
    CHECK(subject.find("shop.Shop.Box<java.lang.String> of(java.lang.String)"));
    CHECK(subject.find("shop.Shop.Box<java.lang.Object> of(java.lang.Object)"));
    CHECK(types.is_assignable(result(*makes_any), parameter(*fills_any, 0)));
    CHECK_FALSE(types.is_assignable(result(*makes_one), parameter(*fills_any, 0)));
    CHECK(types.is_assignable(result(*makes_any), parameter(*takes_any, 1)));
    CHECK(types.is_assignable(result(*makes_one), parameter(*takes_any, 1)));
}
