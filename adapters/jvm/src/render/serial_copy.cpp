// SPDX-License-Identifier: Apache-2.0
#include "serial_copy.hpp"

#include <fmt/format.h>

namespace sbst::jvm::detail
{

std::optional<std::string> serial_copy_name(const JavaSuite& suite)
{
    for (const JavaTest& test : suite.tests)
    {
        for (const JavaStep& step : test.steps)
        {
            const auto* const call = std::get_if<JavaCall>(&step);
            if (call != nullptr && call->callable.kind == JavaCallableKind::serial_copy)
            {
                return call->callable.name;
            }
        }
    }
    return std::nullopt;
}

void write_serial_copy(LineWriter& lines, TypeNamer& types, const std::string& name)
{
    const std::string bytes = types.of_class("java/io/ByteArrayOutputStream");
    const std::string output = types.of_class("java/io/ObjectOutputStream");
    const std::string input = types.of_class("java/io/ObjectInputStream");
    lines.line("// Writes an object to bytes and reads it back.", 1);
    lines.line("@SuppressWarnings(\"unchecked\")", 1);
    lines.line(fmt::format("private static <T> T {}(T object) throws {}, {} {{", name,
                   types.of_class("java/io/IOException"),
                   types.of_class("java/lang/ClassNotFoundException")),
        1);
    lines.line(fmt::format("{0} bytes = new {0}();", bytes), 2);
    lines.line(fmt::format("try ({0} output = new {0}(bytes)) {{", output), 2);
    lines.line("output.writeObject(object);", 3);
    lines.line("}", 2);
    lines.line(fmt::format("{0} written = new {0}(bytes.toByteArray());",
                   types.of_class("java/io/ByteArrayInputStream")),
        2);
    lines.line(fmt::format("try ({0} input = new {0}(written)) {{", input), 2);
    lines.line("return (T) input.readObject();", 3);
    lines.line("}", 2);
    lines.line("}", 1);
}

}  // namespace sbst::jvm::detail
