// SPDX-License-Identifier: Apache-2.0
#include "../../../adapters/jvm/src/analysis/serial_numbers.hpp"

#include "support/catch.hpp"

#include <sbst/jvm/classfile/class_path.hpp>

using namespace sbst::jvm;

TEST_CASE("fields take serial numbers as their names say", "[jvm][purity]")
{
    const ClassPath path{{SBST_CLASSES}};
    const ClassFile& file = path.at("numbered/Numbered");
    std::size_t asked = 0;
    for (const Field& field : file.fields)
    {
        if (!field.access.is_static())
        {
            INFO(field.name);
            ++asked;
            CHECK(is_serial_number(file, field.name) == field.name.starts_with("serial"));
        }
    }
    CHECK(asked == 15);
    CHECK_FALSE(is_serial_number(file, "none"));
}

TEST_CASE("a getter of a serial number is known", "[jvm][purity]")
{
    const ClassPath path{{SBST_CLASSES}};
    const ClassFile& file = path.at("numbered/Numbered");
    CHECK(returns_serial_number(file, *file.find_method("serialGetter", "()I")));
    CHECK_FALSE(returns_serial_number(file, *file.find_method("otherGetter", "()I")));
    CHECK_FALSE(returns_serial_number(file, *file.find_method("sum", "()I")));
}
