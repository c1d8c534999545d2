// SPDX-License-Identifier: Apache-2.0
#include "callables.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <array>
#include <cassert>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> box_types{
    {{"Z", "java/lang/Boolean"}, {"B", "java/lang/Byte"}, {"S", "java/lang/Short"},
        {"C", "java/lang/Character"}, {"I", "java/lang/Integer"}, {"J", "java/lang/Long"},
        {"F", "java/lang/Float"}, {"D", "java/lang/Double"}}};

constexpr const char* object_descriptor = "Ljava/lang/Object;";

std::vector<std::string> repeated(const std::string& type, std::size_t count)
{
    std::vector<std::string> types(count, type);
    return types;
}

MethodDescriptor method_types(const JavaCallable& callable)
{
    auto parsed = parse_method_descriptor(callable.descriptor);
    assert(parsed);
    return parsed ? std::move(*parsed) : MethodDescriptor{};
}

}  // namespace

std::string descriptor_of_class(const std::string& name)
{
    return name.starts_with('[') ? name : "L" + name + ";";
}

std::vector<std::string> parameter_types(const JavaCallable& callable, std::size_t count)
{
    const std::string owner = descriptor_of_class(callable.owner);
    switch (callable.kind)
    {
        case JavaCallableKind::constructor:
        case JavaCallableKind::static_method:
        case JavaCallableKind::bean:
            return method_types(callable).parameters;
        case JavaCallableKind::instance_method:
        {
            std::vector<std::string> types = method_types(callable).parameters;
            types.insert(types.begin(), owner);
            return types;
        }
        case JavaCallableKind::static_field_write:
            return {callable.descriptor};
        case JavaCallableKind::field_read:
        case JavaCallableKind::serial_copy:
            return {owner};
        case JavaCallableKind::field_write:
            return {owner, callable.descriptor};
        case JavaCallableKind::cast:
        case JavaCallableKind::as_object:
            return {object_descriptor};
        case JavaCallableKind::array_of:
            return repeated(callable.descriptor.substr(1), count);
        case JavaCallableKind::functional:
            return repeated(functional_result(callable), count);
        case JavaCallableKind::stand_in:
            return stand_in_parameters(callable);
        case JavaCallableKind::proxy:
            return {object_descriptor};
        default:
            return {};
    }
}

std::string result_type(const JavaCallable& callable)
{
    switch (callable.kind)
    {
        case JavaCallableKind::static_method:
        case JavaCallableKind::instance_method:
        case JavaCallableKind::proxy:
            return method_types(callable).result;
        case JavaCallableKind::static_field_read:
        case JavaCallableKind::field_read:
        case JavaCallableKind::array_of:
            return callable.descriptor;
        case JavaCallableKind::static_field_write:
        case JavaCallableKind::field_write:
            return "V";
        case JavaCallableKind::as_object:
        {
            const std::string box = box_of(callable.descriptor);
            return box.empty() ? callable.descriptor : descriptor_of_class(box);
        }
        case JavaCallableKind::class_literal:
            return "Ljava/lang/Class;";
        case JavaCallableKind::reflected_member:
            return descriptor_of_class("java/lang/reflect/" + reflected_kind(callable));
        default:
            return descriptor_of_class(callable.owner);
    }
}

std::string reflected_kind(const JavaCallable& callable)
{
    if (!callable.descriptor.starts_with('('))
    {
        return "Field";
    }
    return callable.name == "<init>" ? "Constructor" : "Method";
}

std::vector<std::string> functional_parameters(const JavaCallable& callable)
{
    return method_types(callable).parameters;
}

std::string functional_result(const JavaCallable& callable)
{
    return method_types(callable).result;
}

std::vector<std::string> stand_in_parameters(const JavaCallable& callable)
{
    std::vector<std::string> types = method_types(callable).parameters;
    for (const StandInMethod& method : callable.stand_in.methods)
    {
        if (method.has_answer)
        {
            types.push_back(erased(method.result));
            if (method.has_turns)
            {
                types.push_back(types.back());
                types.emplace_back("I");
            }
        }
        if (!method.failures.empty())
        {
            types.emplace_back("I");
        }
    }
    return types;
}

std::string erased(const std::string& signature)
{
    std::string text;
    std::size_t depth = 0;
    for (const char letter : signature)
    {
        depth -= letter == '>' ? 1U : 0U;
        if (depth == 0 && letter != '>' && letter != '<')
        {
            text += letter;
        }
        depth += letter == '<' ? 1U : 0U;
    }
    return text;
}

bool has_receiver(const JavaCallable& callable)
{
    return callable.kind == JavaCallableKind::instance_method ||
           callable.kind == JavaCallableKind::field_read ||
           callable.kind == JavaCallableKind::field_write;
}

std::string method_key(const JavaCallable& callable)
{
    return callable.owner + "." + callable.name + callable.descriptor;
}

bool is_invocation(const JavaCallable& callable)
{
    return callable.kind == JavaCallableKind::constructor ||
           callable.kind == JavaCallableKind::static_method ||
           callable.kind == JavaCallableKind::instance_method ||
           callable.kind == JavaCallableKind::stand_in ||
           callable.kind == JavaCallableKind::serial_copy;
}

bool is_pure(const JavaCallable& callable)
{
    switch (callable.kind)
    {
        case JavaCallableKind::cast:
        case JavaCallableKind::as_object:
        case JavaCallableKind::array_of:
        case JavaCallableKind::class_literal:
        case JavaCallableKind::functional:
        case JavaCallableKind::proxy:
        case JavaCallableKind::bean:
        case JavaCallableKind::reflected_member:
            return true;
        default:
            return false;
    }
}

std::string box_of(const std::string& descriptor)
{
    for (const auto& [primitive, box] : box_types)
    {
        if (primitive == descriptor)
        {
            return std::string(box);
        }
    }
    return {};
}

std::string primitive_of(const std::string& descriptor)
{
    for (const auto& [primitive, box] : box_types)
    {
        if (descriptor == "L" + std::string(box) + ";")
        {
            return std::string(primitive);
        }
    }
    return {};
}

bool is_primitive(const std::string& descriptor)
{
    return !box_of(descriptor).empty();
}

}  // namespace sbst::jvm::detail
