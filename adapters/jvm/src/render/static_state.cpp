// SPDX-License-Identifier: Apache-2.0
#include "static_state.hpp"

#include "literals.hpp"

#include <sbst/jvm/language/java_text.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::string_view initialising = "initialiseClasses";
constexpr std::string_view resetting_all = "resetStaticFields";
constexpr std::string_view resetting_one = "resetStaticField";
constexpr std::string_view restoring_all = "restoreStaticFields";
constexpr std::string_view reading = "valueOfStaticField";

/// The value of a static field after initialisation, as an object of the field's own type.
std::string first_value(const std::string& descriptor, std::int64_t first)
{
    constexpr std::array<std::pair<char, JavaTypeKind>, 8> kinds{
        {{'Z', JavaTypeKind::boolean}, {'B', JavaTypeKind::byte},
            {'S', JavaTypeKind::short_integer}, {'C', JavaTypeKind::character},
            {'I', JavaTypeKind::integer}, {'J', JavaTypeKind::long_integer},
            {'F', JavaTypeKind::single_float}, {'D', JavaTypeKind::double_float}}};
    const auto* const kind = std::find_if(kinds.begin(), kinds.end(),
        [&descriptor](const auto& one) { return one.first == descriptor.front(); });
    return kind == kinds.end() ?
               "null" :
               primitive_literal(
                   {.kind = JavaValueKind::literal, .type = kind->second, .number = first});
}

std::string quoted(const std::string& name)
{
    return string_literal(to_utf16(name));
}

void write_first_classes(LineWriter& lines, TypeNamer& types, const JavaSuite& suite)
{
    const bool is_junit4 = suite.junit == 4;
    lines.line("// These classes can only be initialised in this order.", 1);
    lines.line("@" + types.of_class(
                         is_junit4 ? "org/junit/BeforeClass" : "org/junit/jupiter/api/BeforeAll"),
        1);
    lines.line(fmt::format("{}static void {}() throws {} {{", is_junit4 ? "public " : "",
                   initialising, types.of_class("java/lang/ClassNotFoundException")),
        1);
    for (const std::string& name : suite.first_classes)
    {
        lines.statement(list(types.of_class("java/lang/Class") + ".forName(",
                            {leaf(quoted(binary_name(name)))}, ");"),
            2);
    }
    lines.line("}", 1);
    lines.line("");
}

/// How an object in a static field is emptied.
struct EmptyingMethod
{
    StaticContent content;
    std::string_view name;
    /// Internal name, and the number of its type parameters.
    const char* type;
    std::size_t parameters;
    /// Descriptor of what an atomic variable holds; empty for collections.
    std::string_view value;
};

constexpr std::array<EmptyingMethod, 6> emptying_methods{
    {{StaticContent::map, "emptyStaticMap", "java/util/Map", 2, ""},
        {StaticContent::collection, "emptyStaticCollection", "java/util/Collection", 1, ""},
        {StaticContent::atomic_integer, "resetStaticInteger",
            "java/util/concurrent/atomic/AtomicInteger", 0, "I"},
        {StaticContent::atomic_long, "resetStaticLong", "java/util/concurrent/atomic/AtomicLong", 0,
            "J"},
        {StaticContent::atomic_boolean, "resetStaticBoolean",
            "java/util/concurrent/atomic/AtomicBoolean", 0, "Z"},
        {StaticContent::atomic_reference, "resetStaticReference",
            "java/util/concurrent/atomic/AtomicReference", 1, "Ljava/lang/Object;"}}};

/// Null for fields that are written themselves.
const EmptyingMethod* emptying_method(StaticContent content)
{
    const auto* const found = std::find_if(emptying_methods.begin(), emptying_methods.end(),
        [content](const EmptyingMethod& method) { return method.content == content; });
    return found == emptying_methods.end() ? nullptr : found;
}

/// Resets static fields before each test, and restores them after it.
class ResetWriter
{
public:
    ResetWriter(LineWriter& lines, TypeNamer& types, const JavaSuite& suite)
      : m_lines(lines), m_types(types), m_suite(suite)
    {
        m_needs_fields = needs(StaticContent::itself);
        m_needs_objects = std::any_of(emptying_methods.begin(), emptying_methods.end(),
            [this](const EmptyingMethod& method) { return needs(method.content); });
        NameTable names = names_for_members(types);
        m_fields = names.take("staticFields");
        m_objects = names.take("staticObjects");
    }

    void write()
    {
        write_members();
        write_before_each();
        if (m_needs_fields)
        {
            write_resetting_field();
        }
        for (const EmptyingMethod& method : emptying_methods)
        {
            if (needs(method.content))
            {
                write_emptying(method);
            }
        }
        if (m_needs_objects)
        {
            write_object_of();
        }
        write_after_each();
    }

private:
    [[nodiscard]] bool needs(StaticContent content) const
    {
        return std::any_of(m_suite.reset_fields.begin(), m_suite.reset_fields.end(),
            [content](const StaticField& one) { return one.content == content; });
    }

    std::string of_class(const char* name) { return m_types.of_class(name); }

    /// `throws ... {`
    std::string fails()
    {
        return "throws " + of_class("java/lang/ReflectiveOperationException") + " {";
    }

    void open(const char* junit4, const char* junit5, std::string_view name, bool can_fail)
    {
        const bool is_junit4 = m_suite.junit == 4;
        m_lines.line("@" + of_class(is_junit4 ? junit4 : junit5), 1);
        m_lines.line(fmt::format("{}void {}() {}", is_junit4 ? "public " : "", name,
                         can_fail ? fails() : "{"),
            1);
    }

    void end_method()
    {
        m_lines.line("}", 1);
        m_lines.line("");
    }

    void write_members()
    {
        if (m_needs_fields)
        {
            m_lines.line(fmt::format("private final {}<{}, {}> {} = new {}<>();",
                             of_class("java/util/Map"), of_class("java/lang/reflect/Field"),
                             of_class("java/lang/Object"), m_fields, of_class("java/util/HashMap")),
                1);
        }
        if (m_needs_objects)
        {
            m_lines.line(
                fmt::format("private final {}<{}> {} = new {}<>();", of_class("java/util/List"),
                    of_class("java/lang/Runnable"), m_objects, of_class("java/util/ArrayList")),
                1);
        }
        m_lines.line("");
    }

    void write_before_each()
    {
        m_lines.line("// Tests leave values in these fields; other tests must not see them.", 1);
        open("org/junit/Before", "org/junit/jupiter/api/BeforeEach", resetting_all, true);
        for (const StaticField& one : m_suite.reset_fields)
        {
            std::vector<SourceCode> arguments{
                leaf(quoted(binary_name(one.owner))), leaf(quoted(one.name))};
            const EmptyingMethod* const method = emptying_method(one.content);
            if (method == nullptr || !method->value.empty())
            {
                arguments.push_back(leaf(first_value(
                    method == nullptr ? one.descriptor : std::string(method->value), one.first)));
            }
            m_lines.statement(
                list(fmt::format("{}(", method == nullptr ? resetting_one : method->name),
                    std::move(arguments), ");"),
                2);
        }
        end_method();
    }

    void write_opening_of_field()
    {
        m_lines.line(fmt::format("{} field = {}.forName(owner).getDeclaredField(name);",
                         of_class("java/lang/reflect/Field"), of_class("java/lang/Class")),
            2);
        m_lines.line("field.setAccessible(true);", 2);
    }

    void write_resetting_field()
    {
        const std::string string = of_class("java/lang/String");
        m_lines.line(fmt::format("private void {}({} owner, {} name, {} value)", resetting_one,
                         string, string, of_class("java/lang/Object")),
            1);
        m_lines.line(fails(), 3);
        write_opening_of_field();
        m_lines.line(m_fields + ".put(field, field.get(null));", 2);
        m_lines.line("field.set(null, value);", 2);
        end_method();
    }

    void write_emptying(const EmptyingMethod& method)
    {
        const std::string string = of_class("java/lang/String");
        const std::string object = of_class("java/lang/Object");
        const std::string type =
            of_class(method.type) +
            (method.parameters == 0    ? std::string() :
                method.parameters == 1 ? fmt::format("<{}>", object) :
                                         fmt::format("<{}, {}>", object, object));
        if (method.parameters > 0)
        {
            m_lines.line("@SuppressWarnings(\"unchecked\")", 1);
        }
        const std::string first = method.value.empty() ?
                                      std::string() :
                                      fmt::format(", {} first", value_type(method.content));
        m_lines.line(
            fmt::format("private void {}({} owner, {} name{})", method.name, string, string, first),
            1);
        m_lines.line(fails(), 3);
        m_lines.line(fmt::format("{} object = ({}) {}(owner, name);", type, type, reading), 2);
        if (!method.value.empty())
        {
            m_lines.line(
                fmt::format("{} value = object.getAndSet(first);", value_type(method.content)), 2);
            m_lines.line(m_objects + ".add(() -> object.set(value));", 2);
            end_method();
            return;
        }
        const bool is_map = method.content == StaticContent::map;
        m_lines.line(fmt::format("{} content = new {}<>(object);", type,
                         of_class(is_map ? "java/util/LinkedHashMap" : "java/util/ArrayList")),
            2);
        m_lines.line("object.clear();", 2);
        m_lines.line(m_objects + ".add(() -> {", 2);
        m_lines.line("object.clear();", 3);
        m_lines.line(is_map ? "object.putAll(content);" : "object.addAll(content);", 3);
        m_lines.line("});", 2);
        end_method();
    }

    std::string value_type(StaticContent content)
    {
        switch (content)
        {
            case StaticContent::atomic_integer:
                return "int";
            case StaticContent::atomic_long:
                return "long";
            case StaticContent::atomic_boolean:
                return "boolean";
            default:
                return of_class("java/lang/Object");
        }
    }

    void write_object_of()
    {
        const std::string string = of_class("java/lang/String");
        m_lines.line(fmt::format("private static {} {}({} owner, {} name)",
                         of_class("java/lang/Object"), reading, string, string),
            1);
        m_lines.line(fails(), 3);
        write_opening_of_field();
        m_lines.line("return field.get(null);", 2);
        end_method();
    }

    void write_after_each()
    {
        open("org/junit/After", "org/junit/jupiter/api/AfterEach", restoring_all, m_needs_fields);
        if (m_needs_fields)
        {
            m_lines.line(fmt::format("for ({}.Entry<{}, {}> one : {}.entrySet()) {{",
                             of_class("java/util/Map"), of_class("java/lang/reflect/Field"),
                             of_class("java/lang/Object"), m_fields),
                2);
            m_lines.line("one.getKey().set(null, one.getValue());", 3);
            m_lines.line("}", 2);
        }
        if (m_needs_objects)
        {
            m_lines.line(m_objects + ".forEach(" + of_class("java/lang/Runnable") + "::run);", 2);
        }
        end_method();
    }

    LineWriter& m_lines;
    TypeNamer& m_types;
    const JavaSuite& m_suite;
    std::string m_fields;
    std::string m_objects;
    bool m_needs_fields = false;
    bool m_needs_objects = false;
};

}  // namespace

bool is_static_state_name(std::string_view name)
{
    return name == initialising || name == resetting_all || name == resetting_one ||
           name == restoring_all || name == reading ||
           std::any_of(emptying_methods.begin(), emptying_methods.end(),
               [name](const EmptyingMethod& method) { return method.name == name; });
}

void write_static_state(LineWriter& lines, TypeNamer& types, const JavaSuite& suite)
{
    if (!suite.first_classes.empty())
    {
        write_first_classes(lines, types, suite);
    }
    if (!suite.reset_fields.empty())
    {
        ResetWriter(lines, types, suite).write();
    }
}

}  // namespace sbst::jvm::detail
