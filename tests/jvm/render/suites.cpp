// SPDX-License-Identifier: Apache-2.0
#include "suites.hpp"

#include "dsl.hpp"

#include <cstdint>
#include <limits>

using namespace sbst::jvm;

namespace
{

using Kind = JavaCallableKind;

JavaTest product()
{
    Steps s;
    s.test().comment = {"Covers times():79 and sign():87 if (top < 0) false."};
    const auto a = s.ratio_of(1, 2);
    const auto b = s.ratio_of(3, 4);
    const auto c = s.on(a, "times", "(Lshop/Ratio;)Lshop/Ratio;", {java_step(b)});
    s.expect({.step = c, .inspector = Steps::method("intValue", "()I"), .expected = java_int(0)});
    s.expect({.step = c,
        .inspector = Steps::method("doubleValue", "()D"),
        .expected = java_double(0.375)});
    s.expect({.step = c,
        .inspector = Steps::method("toString", "()Ljava/lang/String;"),
        .expected = java_string(u"3/8")});
    s.expect({.step = c,
        .inspector =
            JavaCallable{
                .kind = Kind::field_read, .owner = ratio, .name = "bottom", .descriptor = "I"},
        .expected = java_int(8)});
    return s.test();
}

JavaTest sign()
{
    Steps s;
    const auto a = s.ratio_of(-3, 7);
    const auto sign = s.on(a, "sign", "()Lshop/Ratio$Sign;");
    s.expect(sign, java_enum("Lshop/Ratio$Sign;", "NEGATIVE"));
    return s.test();
}

JavaTest zero_bottom()
{
    Steps s;
    const auto a = s.ratio_of(1, 0);
    s.at(a).expected_exception = "java/lang/ArithmeticException";
    s.at(a).expected_message = u"bottom is 0";
    return s.test();
}

JavaTest null_factor()
{
    Steps s;
    const auto a = s.ratio_of(5, 1);
    const auto b = s.on(a, "times", "(Lshop/Ratio;)Lshop/Ratio;", {java_null()});
    s.at(b).expected_exception = "java/lang/NullPointerException";
    s.at(b).overloads = {};
    return s.test();
}

JavaTest parsed()
{
    Steps s;
    const auto a = s.statically("parse", "(Ljava/lang/String;)Lshop/Ratio;", {java_string(u"6/3")});
    s.at(a).callable.declared_exceptions = {"java/io/IOException"};
    s.expect({.step = a, .inspector = Steps::method("intValue", "()I"), .expected = java_int(2)});
    return s.test();
}

JavaTest parsed_null()
{
    Steps s;
    const auto a = s.statically("parse", "(Ljava/lang/String;)Lshop/Ratio;", {java_null()});
    s.at(a).callable.declared_exceptions = {"java/io/IOException"};
    s.at(a).expected_exception = "java/io/IOException";
    s.at(a).expected_message = u"no text\twith \"quotes\"";
    return s.test();
}

JavaTest same_object()
{
    Steps s;
    const auto a = s.ratio_of(1, 3);
    const auto b = s.on(a, "self", "()Lshop/Ratio;");
    s.expect({.kind = JavaAssertionKind::same, .step = b, .expected = java_step(a)});
    return s.test();
}

JavaTest equality()
{
    Steps s;
    const auto a = s.ratio_of(1, 2);
    const auto b = s.ratio_of(2, 4);
    const auto c = s.on(a, "equals", "(Ljava/lang/Object;)Z", {java_step(b)});
    s.expect(c, java_boolean(true));
    return s.test();
}

JavaTest boxes(int value)
{
    Steps s;
    const auto a = s.statically("boxed", "(I)Ljava/lang/Integer;", {java_int(value)});
    if (value < 0)
    {
        s.expect({.kind = JavaAssertionKind::is_null, .step = a});
    }
    else
    {
        s.expect(a, java_int(value));
    }
    return s.test();
}

JavaTest arrays()
{
    Steps s;
    const auto a =
        s.statically("halves", "([D)[D", {java_array("[D", {java_double(1), java_double(-0.5)})});
    s.expect(a, java_array("[D", {java_double(0.5), java_double(-0.25)}));
    const auto b = s.statically("grid", "(I)[[I", {java_int(2)});
    const JavaValue row = java_array("[I", {java_int(0), java_int(0)});
    s.expect(b, java_array("[[I", {row, row}));
    return s.test();
}

JavaTest fields()
{
    Steps s;
    s.of_kind(Kind::static_field_write, ratio, "I", {java_int(5)}, "made");
    const auto a = s.ratio_of(1, 1);
    s.of_kind(Kind::field_write, ratio, string_type, {java_step(a), java_string(u"mine")}, "label");
    const auto made = s.of_kind(Kind::static_field_read, ratio, "I", {}, "made");
    s.expect(made, java_int(6));
    s.expect({.step = a,
        .inspector = JavaCallable{.kind = Kind::field_read,
            .owner = ratio,
            .name = "label",
            .descriptor = string_type},
        .expected = java_string(u"mine")});
    return s.test();
}

JavaTest overloads(const JavaValue& argument, const std::string& type, const std::u16string& kind)
{
    Steps s;
    const auto a = s.statically("kind", "(" + type + ")Ljava/lang/String;", {argument});
    for (const std::string other : {"Ljava/lang/Object;", "Ljava/lang/Integer;", "J"})
    {
        s.at(a).overloads.push_back("(" + other + ")Ljava/lang/String;");
    }
    s.expect(a, java_string(kind));
    return s.test();
}

JavaTest boxed_overload()
{
    Steps s;
    const auto five = s.of_kind(Kind::as_object, "", "I", {java_int(-5)});
    const auto a =
        s.statically("kind", "(Ljava/lang/Object;)Ljava/lang/String;", {java_step(five)});
    s.at(a).overloads = {"(J)Ljava/lang/String;"};
    s.expect(a, java_string(u"object"));
    return s.test();
}

JavaTest varargs()
{
    Steps s;
    const std::string descriptor = "(Ljava/lang/String;[Ljava/lang/String;)Ljava/lang/String;";
    const auto join = [&](JavaValue rest) {
        const auto a = s.statically("join", descriptor, {java_string(u"a"), std::move(rest)});
        s.at(a).callable.is_varargs = true;
        return a;
    };
    const std::string strings = "[Ljava/lang/String;";
    s.expect(join(java_array(strings, {java_string(u"b"), java_null()})), java_string(u"ab+null"));
    s.expect(join(java_array(strings, {})), java_string(u"a"));
    s.expect(join(java_array(strings, {java_null()})), java_string(u"anull"));
    s.expect(join(java_null()), java_string(u"anull"));
    const auto sum = s.statically("sum", "([I)J", {java_array("[I", {java_int(1), java_int(2)})});
    s.at(sum).callable.is_varargs = true;
    s.expect(sum, java_number(JavaTypeKind::long_integer, 3));
    return s.test();
}

JavaTest lambdas()
{
    Steps s;
    const std::string object = "Ljava/lang/Object;";
    const auto function = s.of_kind(Kind::functional, "java/util/function/Function",
        "(Ljava/lang/Object;)Ljava/lang/Object;", {java_string(u"done")}, "apply");
    const auto applied =
        s.statically("apply", "(Ljava/util/function/Function;Ljava/lang/String;)Ljava/lang/Object;",
            {java_step(function), java_string(u"x")});
    s.expect(applied, java_string(u"done"));
    const auto a = s.ratio_of(1, 2);
    const auto order = s.of_kind(Kind::functional, "java/util/Comparator",
        "(Ljava/lang/Object;Ljava/lang/Object;)I", {}, "compare");
    const auto compared =
        s.statically("compare", "(Ljava/util/Comparator;Lshop/Ratio;Lshop/Ratio;)I",
            {java_step(order), java_step(a), java_step(a)});
    s.expect(compared, java_int(0));
    // As if there were another method of that name.
    s.at(compared).overloads = {"(Ljava/util/function/Function;Lshop/Ratio;Lshop/Ratio;)I"};
    const auto kept = s.of_kind(Kind::functional, "java/util/Comparator",
        "(Ljava/lang/Object;Ljava/lang/Object;)I", {java_int(-1)}, "compare");
    s.at(kept).result_type = "Ljava/lang/Object;";
    for (int i = 0; i < 2; ++i)
    {
        const auto any =
            s.statically("any", "(Ljava/lang/Object;)Ljava/lang/Object;", {java_step(kept)});
        s.expect({.kind = JavaAssertionKind::same, .step = any, .expected = java_step(kept)});
    }
    const auto task = s.of_kind(Kind::functional, "java/lang/Runnable", "()V", {}, "run");
    s.statically("run", "(Ljava/lang/Runnable;)V", {java_step(task)});
    // Where an object is wanted each keeps its interface.
    const auto returned = s.of_kind(Kind::functional, "java/lang/Runnable", "()V", {}, "run");
    const auto returning = s.of_kind(Kind::functional, "java/util/function/Function",
        "(Ljava/lang/Object;)Ljava/lang/Object;", {java_step(returned)}, "apply");
    s.statically("any", "(Ljava/lang/Object;)Ljava/lang/Object;", {java_step(returning)});
    const auto element = s.of_kind(Kind::functional, "java/lang/Runnable", "()V", {}, "run");
    s.statically("any", "(Ljava/lang/Object;)Ljava/lang/Object;",
        {java_array("[Ljava/lang/Object;", {java_step(element)})});
    return s.test();
}

JavaTest generics()
{
    Steps s;
    const auto list = s.make("java/util/ArrayList", "()V", {});
    s.of_kind(Kind::instance_method, "java/util/ArrayList", "(Ljava/lang/Object;)Z",
        {java_step(list), java_string(u"a")}, "add");
    const auto size = s.statically("size", "(Ljava/util/List;)I", {java_step(list)});
    s.at(size).overloads = {"(Ljava/util/Map;)I"};
    s.expect(size, java_int(1));
    const auto map = s.make("java/util/HashMap", "()V", {});
    const auto none = s.statically("size", "(Ljava/util/Map;)I", {java_step(map)});
    s.expect(none, java_int(0));
    const auto pair = s.make("shop/Ratio$Pair", "(Ljava/lang/Object;)V", {java_string(u"left")});
    const auto left = s.of_kind(Kind::instance_method, "shop/Ratio$Pair", "()Ljava/lang/Object;",
        {java_step(pair)}, "left");
    s.expect(left, java_string(u"left"));
    return s.test();
}

JavaTest bounded()
{
    Steps s;
    const std::string comparable = "Ljava/lang/Comparable;";
    const auto a = s.ratio_of(1, 2);
    const auto b = s.ratio_of(2, 3);
    const auto larger = s.statically(
        "larger", "(" + comparable + comparable + ")" + comparable, {java_step(a), java_step(b)});
    s.at(larger).is_explicit = true;
    s.expect({.kind = JavaAssertionKind::same, .step = larger, .expected = java_step(b)});
    return s.test();
}

JavaTest inner()
{
    Steps s;
    const auto a = s.ratio_of(9, 2);
    const auto part = s.make("shop/Ratio$Part", "(Lshop/Ratio;I)V", {java_step(a), java_int(4)});
    const auto whole =
        s.of_kind(Kind::instance_method, "shop/Ratio$Part", "()I", {java_step(part)}, "whole");
    s.expect(whole, java_int(9));
    const auto map = s.make("shop/Ratio$Map", "()V", {});
    const auto name = s.of_kind(
        Kind::instance_method, "shop/Ratio$Map", "()Ljava/lang/String;", {java_step(map)}, "name");
    s.expect(name, java_string(u"map"));
    return s.test();
}

JavaTest objects()
{
    Steps s;
    const auto a = s.ratio_of(3, 1);
    const auto any = s.statically("any", "(Ljava/lang/Object;)Ljava/lang/Object;", {java_step(a)});
    s.expect(
        {.kind = JavaAssertionKind::instance_of, .step = any, .expected = java_class(ratio_type)});
    const auto cast = s.of_kind(Kind::cast, ratio, "", {java_step(any)});
    const auto value = s.on(cast, "intValue", "()I");
    s.expect(value, java_int(3));
    const auto ints = s.statically(
        "any", "(Ljava/lang/Object;)Ljava/lang/Object;", {java_array("[I", {java_int(1)})});
    s.expect(ints, java_array("[I", {java_int(1)}));
    const auto type = s.statically(
        "nameOf", "(Ljava/lang/Class;)Ljava/lang/String;", {java_class("Ljava/util/Map$Entry;")});
    s.expect(type, java_string(u"java.util.Map$Entry"));
    const auto fail = s.statically("fail", "()Z", {});
    s.expect(fail, java_boolean(true));
    return s.test();
}

JavaTest null_receiver()
{
    Steps s;
    const auto a = s.add(
        {.callable = Steps::method("sign", "()Lshop/Ratio$Sign;"), .arguments = {java_null()}});
    s.at(a).expected_exception = "java/lang/NullPointerException";
    const auto b = s.of_kind(Kind::field_read, ratio, "I", {java_null()}, "top");
    s.at(b).expected_exception = "java/lang/NullPointerException";
    return s.test();
}

JavaTest disabled()
{
    Steps s;
    s.test().disabled = "shows \"one\" thing\nthat C:\\users does not do";
    s.expect(s.ratio_of(1, 2), java_null());
    return s.test();
}

JavaTest keyword_named()
{
    Steps s;
    s.test().name = "import";
    const auto a = s.ratio_of(1, 2);
    s.at(a).result_name = "class";
    s.expect({.step = a, .inspector = Steps::method("hashCode", "()I"), .expected = java_int(33)});
    s.expect({.step = a,
        .inspector = Steps::method("longValue", "()J"),
        .expected = java_number(JavaTypeKind::long_integer, 0)});
    return s.test();
}

JavaTest text_of(const std::u16string& text)
{
    Steps s;
    const auto a =
        s.statically("echo", "(Ljava/lang/String;)Ljava/lang/String;", {java_string(text)});
    s.expect(a, java_string(text));
    return s.test();
}

std::u16string all_units()
{
    std::u16string text;
    for (char16_t unit = 0; unit < 0x180; ++unit)
    {
        text += unit;
    }
    return text + u"\\u0041 \\\\u0041 \u2028" +
           std::u16string{0xd800, u'x', 0xdc00, 0xd83d, 0xde00};
}

JavaTest numbers()
{
    Steps s;
    for (const double value : {0.0, -0.0, 1e22, 1.5e-7, 123456.75,
             std::numeric_limits<double>::max(), std::numeric_limits<double>::infinity(),
             -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    {
        const auto a = s.statically("half", "(D)D", {java_double(value)});
        s.expect(a, java_double(value / 2));
    }
    for (const float value :
        {std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::quiet_NaN(), 3.0F})
    {
        const auto a = s.statically("third", "(F)F", {java_float(value)});
        s.expect(a, java_float(value / 3));
    }
    return s.test();
}

JavaTest integers()
{
    Steps s;
    const auto sum = [&](std::int64_t value) {
        const auto a = s.statically(
            "sum", "([I)J", {java_array("[I", {java_number(JavaTypeKind::integer, value)})});
        s.expect(a, java_number(JavaTypeKind::long_integer, value));
    };
    sum(std::numeric_limits<std::int32_t>::min());
    sum(std::numeric_limits<std::int32_t>::max());
    sum(-1);
    sum(0x7fff0000);
    sum(131072);
    sum(5000000);
    const auto a = s.statically("narrow", "(BSC)B",
        {java_number(JavaTypeKind::byte, -128), java_number(JavaTypeKind::short_integer, 300),
            java_number(JavaTypeKind::character, u'\n')});
    s.expect(a, java_number(JavaTypeKind::byte, -74));
    return s.test();
}

JavaTest long_lines()
{
    Steps s;
    s.test().comment = {
        "Covers a great many branches, whose names together are longer than any line of a comment "
        "can be, C:\\users among them."};
    const std::u16string text =
        u"the first words of a text that is longer than a line, some more words of it, and the "
        u"last words\nof it";
    const auto a =
        s.statically("echo", "(Ljava/lang/String;)Ljava/lang/String;", {java_string(text)});
    s.expect(a, java_string(text));
    const auto b =
        s.statically("kind", "(Ljava/lang/Object;)Ljava/lang/String;", {java_string(text)});
    s.at(b).overloads = {"(Ljava/lang/String;)Ljava/lang/String;"};
    s.expect(b, java_string(u"object"));
    std::vector<JavaValue> many;
    for (int i = 0; i < 60; ++i)
    {
        many.push_back(java_double(i * 1.25));
    }
    std::vector<JavaValue> halves;
    for (int i = 0; i < 60; ++i)
    {
        halves.push_back(java_double(i * 0.625));
    }
    const auto c = s.statically("halves", "([D)[D", {java_array("[D", many)});
    s.expect(c, java_array("[D", halves));
    return s.test();
}

}  // namespace

JavaSuite everyday_suite(int junit)
{
    JavaSuite suite =
        ratio_suite({product(), sign(), zero_bottom(), null_factor(), parsed(), parsed_null(),
                        same_object(), equality(), boxes(7), boxes(-1), arrays(), fields()},
            junit);
    suite.comment = {"Generated for shop.Ratio."};
    return suite;
}

JavaSuite awkward_suite(int junit)
{
    return ratio_suite({overloads(java_null(), string_type, u"string"),
                           overloads(java_string(u"s"), "Ljava/lang/Object;", u"object"),
                           overloads(java_int(1), "Ljava/lang/Integer;", u"integer"),
                           overloads(java_int(1), "J", u"long"), boxed_overload(), varargs(),
                           lambdas(), generics(), bounded(), inner(), objects(), null_receiver(),
                           disabled(), keyword_named()},
        junit);
}

JavaSuite literal_suite(int junit)
{
    return ratio_suite(
        {text_of(u""), text_of(all_units()), text_of(std::u16string(200, u'-')),
            text_of(std::u16string(u"\\u000a\"")), numbers(), integers(), long_lines()},
        junit);
}
