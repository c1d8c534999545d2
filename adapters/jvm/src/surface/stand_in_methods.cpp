// SPDX-License-Identifier: Apache-2.0
#include "stand_in_methods.hpp"

#include "../language/names.hpp"

#include <algorithm>
#include <string_view>

namespace sbst::jvm::detail
{

namespace
{

using Kind = TypeSignature::Kind;

bool holds_wildcard(const TypeSignature& type)
{
    return type.kind == Kind::any || type.kind == Kind::extends || type.kind == Kind::super ||
           std::any_of(type.arguments.begin(), type.arguments.end(), holds_wildcard);
}

/// Tells whether what is taken out of the type has the type of its arguments: no `? super`, and
/// no wildcard within them.
bool has_plain_arguments(const TypeSignature& type)
{
    return std::all_of(
        type.arguments.begin(), type.arguments.end(), [](const TypeSignature& argument) {
            const bool is_bounded = argument.kind == Kind::extends;
            return argument.kind == Kind::any ||
                   !holds_wildcard(is_bounded ? argument.arguments.front() : argument);
        });
}

/// Tells whether a method may throw these exceptions; those above them are looked for by name.
bool declares_all(const Method& method, const std::vector<std::string>& exceptions)
{
    const auto declares = [&method](std::string_view name) {
        return std::find(method.exceptions.begin(), method.exceptions.end(), name) !=
               method.exceptions.end();
    };
    return declares("java/lang/Throwable") ||
           std::all_of(exceptions.begin(), exceptions.end(), [&](const std::string& name) {
               return declares(name) ||
                      (name != "java/lang/Throwable" && declares("java/lang/Exception"));
           });
}

}  // namespace

bool throws_variable(const Method& method)
{
    const auto signature = parse_method_signature(method.signature);
    return signature &&
           std::any_of(signature->exceptions.begin(), signature->exceptions.end(),
               [](const TypeSignature& exception) { return exception.kind == Kind::variable; });
}

std::vector<std::string> bound_exceptions(const Method& method, const Bindings& bindings)
{
    const auto signature = parse_method_signature(method.signature);
    if (!signature || signature->exceptions.size() != method.exceptions.size())
    {
        return method.exceptions;
    }
    std::vector<std::string> names;
    for (const TypeSignature& exception : signature->exceptions)
    {
        names.push_back(grounded(exception, bindings).name);
    }
    return names;
}

bool can_say(const Hierarchy& hierarchy, const std::vector<std::string>& exceptions)
{
    return std::all_of(exceptions.begin(), exceptions.end(), [&hierarchy](const std::string& name) {
        const ClassFile* file = hierarchy.find(name);
        return file != nullptr && hierarchy.is_nameable(*file);
    });
}

bool is_class_below(const Hierarchy& hierarchy, const std::string& name, std::string_view above)
{
    // Broken class files may extend each other.
    constexpr std::size_t max_classes_above = 64;
    std::string current = name;
    for (std::size_t i = 0; i < max_classes_above && !current.empty(); ++i)
    {
        if (current == above)
        {
            return true;
        }
        const ClassFile* file = hierarchy.find(current);
        current = file == nullptr ? "" : file->superclass;
    }
    return false;
}

bool may_override(const Hierarchy& hierarchy, const std::vector<std::string>& exceptions,
    const std::vector<std::string>& overridden)
{
    return std::all_of(exceptions.begin(), exceptions.end(), [&](const std::string& exception) {
        return std::any_of(overridden.begin(), overridden.end(),
            [&](const std::string& above) { return is_class_below(hierarchy, exception, above); });
    });
}

std::optional<Callback> callback_of(
    const Hierarchy& hierarchy, const Method& method, const std::vector<TypeSignature>& types)
{
    const bool can_declare = !throws_variable(method) && can_say(hierarchy, method.exceptions);
    for (std::size_t i = 0; can_declare && i + 1 < types.size(); ++i)
    {
        const GroundType type = grounded(types[i], {});
        const auto run =
            type.kind == Kind::class_type ? hierarchy.functional_method(type) : std::nullopt;
        const ClassFile* owner = run ? hierarchy.find(run->declared_in.name) : nullptr;
        const Method* called =
            owner == nullptr ? nullptr : owner->find_method(run->name, run->descriptor);
        const bool is_varargs = method.access.is_varargs() && i + 2 == types.size();
        if (called == nullptr || count_parameters(*called) != 0 || is_varargs ||
            !is_identifier(run->name) || !declares_all(method, called->exceptions))
        {
            continue;
        }
        const bool is_same = key_of(run->result) == key_of(grounded(types.back(), {})) &&
                             has_plain_arguments(types[i]);
        return Callback{.parameter = i,
            .interface = type.name,
            .owner = owner->name,
            .name = run->name,
            .descriptor = run->descriptor,
            .is_returned = is_same && run->result.name != "V",
            .may_throw = !called->exceptions.empty()};
    }
    return std::nullopt;
}

}  // namespace sbst::jvm::detail
