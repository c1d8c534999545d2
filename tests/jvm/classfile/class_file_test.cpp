// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/classfile/class_path.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

const ClassPath& fixtures()
{
    static const ClassPath path{{SBST_CLASSES}};
    return path;
}

const Method& method_of(const ClassFile& file, const std::string& name)
{
    const auto found = std::find_if(file.methods.begin(), file.methods.end(),
        [&](const Method& method) { return method.name == name; });
    REQUIRE(found != file.methods.end());
    return *found;
}

std::vector<std::byte> bytes_of(const std::string& name)
{
    auto bytes = fixtures().resource(name + ".class");
    REQUIRE(bytes);
    return *bytes;
}

std::string problem_of(const std::vector<std::byte>& bytes)
{
    try
    {
        static_cast<void>(parse_class(bytes, "X.class"));
    }
    catch (const ParseError& error)
    {
        CHECK(error.file == "X.class");
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a class is read with its names, flags and supertypes", "[jvm][classfile]")
{
    const ClassFile& file = fixtures().at("kinds/Kinds");
    CHECK(file.major_version == 61);
    CHECK(file.superclass == "java/util/ArrayList");
    CHECK(file.interfaces == std::vector<std::string>{"java/lang/Runnable"});
    CHECK(file.access.is_public());
    CHECK(file.access.is_abstract());
    CHECK(file.source_file == "Kinds.java");
    CHECK(file.signature ==
          "<T:Ljava/lang/Number;:Ljava/lang/Comparable<TT;>;>Ljava/util/ArrayList<TT;>;"
          "Ljava/lang/Runnable;");
    CHECK(file.nest_members.size() == 7);
    CHECK(file.nest_host.empty());
}

TEST_CASE("constants of fields are read by type", "[jvm][classfile]")
{
    const ClassFile& file = fixtures().at("kinds/Kinds");
    const auto value = [&](const std::string& name) {
        const Field* field = file.find_field(name);
        REQUIRE(field != nullptr);
        REQUIRE(field->constant_value);
        return *field->constant_value;
    };
    CHECK(value("INTEGER").integer == 70'000);
    CHECK(value("LONG").kind == Constant::Kind::long_integer);
    CHECK(value("LONG").integer == std::int64_t{1} << 40);
    CHECK(value("FLOAT").kind == Constant::Kind::single_float);
    CHECK(value("FLOAT").number == 1.5);
    CHECK(value("DOUBLE").number == -0.25);
    const Field* generic = file.find_field("generic");
    REQUIRE(generic != nullptr);
    CHECK_FALSE(generic->constant_value);
    CHECK(generic->signature == "Ljava/util/Map<Ljava/lang/String;[Ljava/util/List<+TT;>;>;");
}

TEST_CASE("texts become UTF-8: NUL, letters, pairs; half a pair is replaced", "[jvm][classfile]")
{
    const Field* field = fixtures().at("kinds/Kinds").find_field("TEXT");
    REQUIRE(field != nullptr);
    const std::string expected =
        std::string(1, '\0') + " caf\xc3\xa9 \xf0\x9f\x98\x80 \xef\xbf\xbd";
    CHECK(field->constant_value->text == expected);
}

TEST_CASE("methods have flags, exceptions, parameters and generic types", "[jvm][classfile]")
{
    const ClassFile& file = fixtures().at("kinds/Kinds");
    const Method& method = method_of(file, "abstractOne");
    CHECK(method.access.is_abstract());
    CHECK_FALSE(method.code);
    CHECK(method.exceptions ==
          std::vector<std::string>{"java/lang/Exception", "java/io/IOException"});
    REQUIRE(method.parameters.size() == 2);
    CHECK(method.parameters[0].name == "in");
    CHECK(method.parameters[1].name == "count");
    CHECK_FALSE(method.signature.empty());
    CHECK(file.find_method("abstractOne", method.descriptor) == &method);
    CHECK(file.find_method("abstractOne", "()V") == nullptr);
}

TEST_CASE("switches have their keys in order and targets that are ordinals", "[jvm][classfile]")
{
    const Code& code = *method_of(fixtures().at("kinds/Kinds"), "switches").code;
    REQUIRE(code.switches.size() == 2);
    const SwitchTable& table = code.switches[0];
    REQUIRE(table.cases.size() == 3);
    CHECK(table.cases[0].key == 1);
    CHECK(table.cases[2].key == 3);
    CHECK(table.cases[1].target == table.cases[2].target);
    CHECK(code.instructions[table.cases[0].target].opcode == Opcode::bipush);
    CHECK(code.instructions[table.cases[0].target].operand == 10);
    const SwitchTable& lookup = code.switches[1];
    REQUIRE(lookup.cases.size() == 2);
    CHECK(lookup.cases[0].key == -1000);
    CHECK(lookup.cases[1].key == 1'000'000);
    CHECK(code.instructions[lookup.default_target].opcode == Opcode::iconst_3);
}

TEST_CASE("code has instructions with operands, handlers and debug tables", "[jvm][classfile]")
{
    const ClassFile& file = fixtures().at("kinds/Kinds");
    const Code& code = *method_of(file, "arithmetic").code;
    const auto wide = std::find_if(code.instructions.begin(), code.instructions.end(),
        [](const Instruction& one) { return one.opcode == Opcode::iinc; });
    REQUIRE(wide != code.instructions.end());
    CHECK(wide->second == 1000);
    // A monitor: two rows, of which the second protects its own handler.
    REQUIRE(code.handlers.size() == 2);
    CHECK(code.handlers[0].catch_type.empty());
    CHECK(code.handlers[1].start == code.handlers[1].handler);
    for (const Instruction& one : code.instructions)
    {
        if (is_conditional_jump(one.opcode))
        {
            CHECK(static_cast<std::size_t>(one.operand) < code.instructions.size());
        }
    }
    const auto named = std::find_if(code.variables.begin(), code.variables.end(),
        [](const LocalVariable& one) { return one.name == "letter"; });
    REQUIRE(named != code.variables.end());
    CHECK(named->descriptor == "C");
    CHECK(code.line_of(0) == code.lines.front().line);
    CHECK(code.line_of(static_cast<std::uint32_t>(code.instructions.size())) ==
          code.lines.back().line);
}

TEST_CASE("what instructions push is known where it is constant", "[jvm][classfile]")
{
    const ClassFile& file = fixtures().at("kinds/Kinds");
    std::set<std::int64_t> integers;
    for (const Instruction& one : method_of(file, "switches").code->instructions)
    {
        if (const auto constant = pushed_constant(file.pool, one))
        {
            integers.insert(constant->integer);
        }
    }
    CHECK(integers == std::set<std::int64_t>{1, 2, 3, 10, 20});
}

TEST_CASE("nested classes, records, sealed types and lambdas are described", "[jvm][classfile]")
{
    const ClassFile& circle = fixtures().at("kinds/Kinds$Circle");
    REQUIRE(circle.record);
    REQUIRE(circle.record->size() == 1);
    CHECK(circle.record->front().name == "radius");
    CHECK(circle.record->front().descriptor == "D");
    CHECK(circle.nest_host == "kinds/Kinds");
    REQUIRE(circle.inner_class() != nullptr);
    CHECK(circle.inner_class()->outer == "kinds/Kinds");
    CHECK(circle.source_access().is_static());
    CHECK(fixtures().at("kinds/Kinds$Square").record->front().signature ==
          "Ljava/util/List<Ljava/lang/String;>;");
    CHECK(fixtures().at("kinds/Kinds$Shape").permitted_subclasses ==
          std::vector<std::string>{"kinds/Kinds$Circle", "kinds/Kinds$Square"});

    const ClassFile& anonymous = fixtures().at("kinds/Kinds$1");
    REQUIRE(anonymous.enclosing_method);
    CHECK(anonymous.enclosing_method->owner == "kinds/Kinds");
    CHECK(anonymous.enclosing_method->name == "lambda");
    CHECK(anonymous.inner_class()->simple_name.empty());

    const ClassFile& file = fixtures().at("kinds/Kinds");
    const auto lambda = std::find_if(file.bootstrap_methods.begin(), file.bootstrap_methods.end(),
        [](const BootstrapMethod& one) {
            return one.target.owner == "java/lang/invoke/LambdaMetafactory";
        });
    REQUIRE(lambda != file.bootstrap_methods.end());
    REQUIRE(lambda->arguments.size() == 3);
    CHECK(file.pool.handle_kind(lambda->arguments[1]) == HandleKind::invoke_static);
    CHECK(file.pool.member(lambda->arguments[1]).name == "lambda$lambda$0");
}

TEST_CASE("annotations that are there at run time are named", "[jvm][classfile]")
{
    CHECK(fixtures().at("kinds/Kinds$Nested").annotations ==
          std::vector<std::string>{"kinds/Kinds$Note"});
    CHECK(fixtures().at("kinds/Kinds$Note").annotations ==
          std::vector<std::string>{"java/lang/annotation/Retention"});
    CHECK(fixtures().at("kinds/Kinds").annotations.empty());
}

TEST_CASE("an annotation with a malformed element is refused", "[jvm][classfile]")
{
    std::vector<std::byte> bytes = bytes_of("kinds/Kinds$Nested");
    std::size_t refused = 0;
    for (std::byte& one : bytes)
    {
        // The tag of an array: that of nothing instead.
        if (one == std::byte{'['})
        {
            one = std::byte{'?'};
            const std::string problem = problem_of(bytes);
            refused +=
                problem.find("an element of an annotation has the tag 63") != std::string::npos ?
                    1U :
                    0U;
            one = std::byte{'['};
        }
    }
    CHECK(refused == 1);
}

TEST_CASE("a class that ends anywhere before its end is refused", "[jvm][classfile]")
{
    const std::vector<std::byte> whole = bytes_of("kinds/Kinds");
    CHECK(problem_of(whole).empty());
    for (std::size_t size = 0; size < whole.size(); ++size)
    {
        const std::vector<std::byte> part(
            whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        INFO("the first " << size << " bytes");
        CHECK_FALSE(problem_of(part).empty());
    }
    std::vector<std::byte> longer = whole;
    longer.push_back(std::byte{0});
    CHECK(problem_of(longer) ==
          "X.class: byte " + std::to_string(whole.size()) + ": 1 bytes are left after the class");
}

TEST_CASE("a changed byte gives a class or one clear error", "[jvm][classfile]")
{
    std::vector<std::byte> bytes = bytes_of("kinds/Kinds");
    std::size_t refused = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
    {
        const std::byte before = bytes[i];
        for (const unsigned value : {0U, 1U, 0x7fU, 0x80U, 0xffU})
        {
            bytes[i] = std::byte{static_cast<unsigned char>(value)};
            refused += problem_of(bytes).empty() ? 0U : 1U;
        }
        bytes[i] = before;
    }
    CHECK(refused > bytes.size());
}

TEST_CASE("a file that is not a class file is named", "[jvm][classfile]")
{
    CHECK(problem_of({}) == "X.class: byte 0: 4 bytes are missing");
    std::vector<std::byte> bytes = bytes_of("kinds/Kinds");
    bytes[0] = std::byte{0x50};
    CHECK(
        problem_of(bytes) == "X.class: byte 0: this is not a class file: it begins with 50febabe");
    bytes = bytes_of("kinds/Kinds");
    bytes[7] = std::byte{44};
    CHECK(problem_of(bytes) ==
          "X.class: byte 8: 44 is not a version of class files, expected 45 or more");
    bytes[6] = std::byte{1};
    CHECK(problem_of(bytes).empty());
}

TEST_CASE("every opcode has a name of its own", "[jvm][classfile]")
{
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < opcode_count; ++i)
    {
        names.insert(to_string(static_cast<Opcode>(i)));
    }
    CHECK(names.size() == opcode_count);
    CHECK(to_string(Opcode::goto_) == "goto");
    CHECK(static_cast<int>(Opcode::jsr_w) == 201);
    CHECK(static_cast<int>(Opcode::getstatic) == 178);
}
