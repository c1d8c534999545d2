// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/render/java_value.hpp>

#include <bit>
#include <utility>

namespace sbst::jvm
{

JavaValue java_null()
{
    return {};
}

JavaValue java_boolean(bool value)
{
    return java_number(JavaTypeKind::boolean, value ? 1 : 0);
}

JavaValue java_number(JavaTypeKind type, std::int64_t value)
{
    return {.kind = JavaValueKind::literal, .type = type, .number = value};
}

JavaValue java_int(std::int32_t value)
{
    return java_number(JavaTypeKind::integer, value);
}

JavaValue java_float(float value)
{
    return java_number(JavaTypeKind::single_float, std::bit_cast<std::int32_t>(value));
}

JavaValue java_double(double value)
{
    return java_number(JavaTypeKind::double_float, std::bit_cast<std::int64_t>(value));
}

JavaValue java_string(std::u16string text)
{
    return {.kind = JavaValueKind::literal, .type = JavaTypeKind::string, .text = std::move(text)};
}

JavaValue java_enum(std::string descriptor, std::string name)
{
    return {.kind = JavaValueKind::enumeration,
        .descriptor = std::move(descriptor),
        .name = std::move(name)};
}

JavaValue java_class(std::string descriptor)
{
    return {.kind = JavaValueKind::class_literal, .descriptor = std::move(descriptor)};
}

JavaValue java_array(std::string descriptor, std::vector<JavaValue> elements)
{
    return {.kind = JavaValueKind::array,
        .descriptor = std::move(descriptor),
        .elements = std::move(elements)};
}

JavaValue java_step(std::size_t step)
{
    return {.kind = JavaValueKind::step, .step = step};
}

}  // namespace sbst::jvm
