// SPDX-License-Identifier: Apache-2.0
#include "member_lookup.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace sbst::jvm::detail
{

FieldLocation MemberLookup::declared(const MemberRef& field) const
{
    std::string owner = field.owner;
    constexpr std::size_t most_classes = 64;
    for (std::size_t i = 0; i < most_classes; ++i)
    {
        const ClassFile* const file = m_hierarchy.find(owner);
        if (file == nullptr)
        {
            break;
        }
        if (file->find_field(field.name) != nullptr)
        {
            return {owner, field.name, field.descriptor};
        }
        owner = file->superclass;
    }
    return {field.owner, field.name, field.descriptor};
}

SlicedMethod MemberLookup::called_by(const Instruction& call, const MemberRef& named) const
{
    if (!is_method_call(call.opcode) || !m_hierarchy.is_on_path(named.owner))
    {
        return {};
    }
    for (const ClassFile* const file : inherited(named.owner))
    {
        const Method* const method = file->find_method(named.name, named.descriptor);
        if (method != nullptr)
        {
            return method->code ? SlicedMethod{file, method} : only_below(named);
        }
    }
    return only_below(named);
}

std::vector<const ClassFile*> MemberLookup::inherited(const std::string& name) const
{
    constexpr std::size_t most_types = 64;
    std::vector<const ClassFile*> types;
    const auto add = [&](const std::string& type) {
        const ClassFile* const file =
            m_hierarchy.is_on_path(type) ? m_hierarchy.find(type) : nullptr;
        const bool is_new = file != nullptr && types.size() < most_types &&
                            std::find(types.begin(), types.end(), file) == types.end();
        if (is_new)
        {
            types.push_back(file);
        }
        return is_new;
    };
    for (bool is_more = add(name); is_more;)
    {
        is_more = add(types.back()->superclass);
    }
    // It grows meanwhile.
    std::size_t i = 0;
    while (i < types.size())
    {
        for (const std::string& interface : types[i]->interfaces)
        {
            static_cast<void>(add(interface));
        }
        ++i;
    }
    return types;
}

SlicedMethod MemberLookup::only_below(const MemberRef& named) const
{
    SlicedMethod only;
    for (const ClassFile* const file : m_hierarchy.files_below(named.owner))
    {
        const Method* const method = file->find_method(named.name, named.descriptor);
        if (method == nullptr || !method->code)
        {
            continue;
        }
        if (only.method != nullptr)
        {
            return {};
        }
        only = {file, method};
    }
    return only;
}

bool passes_operand_on(const MemberRef& method)
{
    struct Box
    {
        std::string_view name;
        std::string_view unboxing;
    };
    constexpr std::array<Box, 8> boxes{
        {{"java/lang/Boolean", "booleanValue"}, {"java/lang/Byte", "byteValue"},
            {"java/lang/Character", "charValue"}, {"java/lang/Double", "doubleValue"},
            {"java/lang/Float", "floatValue"}, {"java/lang/Integer", "intValue"},
            {"java/lang/Long", "longValue"}, {"java/lang/Short", "shortValue"}}};
    if (method.owner == "java/util/Objects")
    {
        return method.name == "requireNonNull";
    }
    const auto box = std::find_if(
        boxes.begin(), boxes.end(), [&method](const Box& one) { return one.name == method.owner; });
    // `valueOf` of a primitive, not of a text.
    const bool is_boxing = method.name == "valueOf" && method.descriptor.size() > 2 &&
                           method.descriptor[1] != 'L' && method.descriptor[2] == ')';
    return box != boxes.end() && (is_boxing || method.name == box->unboxing);
}

bool tells_equality(const MemberRef& method)
{
    const bool is_static =
        method.owner == "java/util/Objects" || method.owner == "java/util/Arrays";
    constexpr std::array<std::string_view, 5> of_strings{
        "equalsIgnoreCase", "contentEquals", "startsWith", "endsWith", "contains"};
    const bool is_of_strings =
        method.owner == "java/lang/String" &&
        std::find(of_strings.begin(), of_strings.end(), method.name) != of_strings.end();
    return is_of_strings ||
           (method.name == "equals" && (is_static || method.descriptor == "(Ljava/lang/Object;)Z"));
}

bool tells_length(const MemberRef& method)
{
    return method.owner == "java/lang/String" &&
           (method.name == "length" || method.name == "isEmpty");
}

}  // namespace sbst::jvm::detail
