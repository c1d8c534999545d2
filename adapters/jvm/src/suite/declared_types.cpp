// SPDX-License-Identifier: Apache-2.0
#include "declared_types.hpp"

#include <sbst/jvm/classfile/signature.hpp>

#include <algorithm>
#include <optional>

namespace sbst::jvm::detail
{

namespace
{

using Kind = TypeSignature::Kind;

constexpr const char* object_name = "java/lang/Object";

bool has_kind(const TypeSignature& type, Kind kind)
{
    return type.kind == kind ||
           std::any_of(type.arguments.begin(), type.arguments.end(),
               [kind](const TypeSignature& argument) { return has_kind(argument, kind); });
}

bool has_wildcard(const TypeSignature& type)
{
    return has_kind(type, Kind::any) || has_kind(type, Kind::extends) ||
           has_kind(type, Kind::super);
}

bool is_generic(const ClassPath& path, const TypeSignature& type)
{
    const ClassFile* file = type.kind == Kind::class_type ? path.find(type.name) : nullptr;
    return file != nullptr && file->signature.starts_with('<');
}

/// Tells whether the language has the type: a class with as many arguments as it has parameters
/// (those of the classes around it would be written elsewhere), within their bounds.
bool is_well_formed(const ClassPath& path, const TypeSignature& type)
{
    if (type.kind == Kind::array)
    {
        return is_well_formed(path, type.arguments.front());
    }
    if (type.arguments.empty())
    {
        return true;
    }
    const ClassFile* file = path.find(type.name);
    const auto signature = file == nullptr ? std::nullopt : parse_class_signature(file->signature);
    if (!signature || signature->type_parameters.size() != type.arguments.size())
    {
        return false;
    }
    for (std::size_t i = 0; i < type.arguments.size(); ++i)
    {
        const TypeSignature& argument = type.arguments[i];
        const auto& bounds = signature->type_parameters[i].bounds;
        const bool is_raw = argument.arguments.empty() && is_generic(path, argument);
        const bool is_plain =
            std::all_of(bounds.begin(), bounds.end(), [](const TypeSignature& bound) {
                return bound.kind == Kind::class_type && bound.arguments.empty();
            });
        // `Comparable` is not within `T extends Comparable<T>`; nor is one bound all of two.
        const bool is_bound = bounds.size() > 1 || (is_raw && !is_plain);
        if (is_bound || argument.kind == Kind::primitive || !is_well_formed(path, argument))
        {
            return false;
        }
    }
    return true;
}

std::optional<MethodSignature> signature_of(const ClassPath& path, const JavaCallable& callable)
{
    const ClassFile* file = path.find(callable.owner);
    if (file == nullptr)
    {
        return std::nullopt;
    }
    const auto found =
        std::find_if(file->methods.begin(), file->methods.end(), [&](const Method& method) {
            return method.name == callable.name && method.descriptor == callable.descriptor;
        });
    return found == file->methods.end() ? std::nullopt : parse_method_signature(found->signature);
}

/// Tells whether the compiler infers what is known: type variables that its target tells it, of a
/// static method only, and no wildcards.
bool is_inferred(const ClassPath& path, const JavaCallable& callable)
{
    if (callable.kind == JavaCallableKind::constructor ||
        callable.kind == JavaCallableKind::serial_copy)
    {
        return true;
    }
    const bool is_static = callable.kind == JavaCallableKind::static_method;
    const auto signature = is_static || callable.kind == JavaCallableKind::instance_method ?
                               signature_of(path, callable) :
                               std::nullopt;
    return signature && !has_wildcard(signature->result) &&
           (is_static ? signature->result.kind != Kind::variable :
                        !has_kind(signature->result, Kind::variable));
}

}  // namespace

std::string declared_type(
    const ClassPath& path, const JavaCallable& callable, const std::string& known)
{
    const auto type = parse_field_signature(known);
    const bool is_told = type && type->kind == Kind::class_type && !type->arguments.empty() &&
                         is_well_formed(path, *type) && is_inferred(path, callable);
    return is_told ? known : std::string();
}

std::vector<std::vector<TypeSignature>> parameters_with_objects(
    const ClassPath& path, const JavaCallable& callable)
{
    std::vector<std::vector<TypeSignature>> found;
    const auto signature = signature_of(path, callable);
    for (const TypeSignature& parameter :
        signature ? signature->parameters : std::vector<TypeSignature>{})
    {
        const bool has_object =
            parameter.kind == Kind::class_type &&
            std::any_of(parameter.arguments.begin(), parameter.arguments.end(),
                [](const TypeSignature& argument) {
                    return argument.kind == Kind::class_type && argument.name == object_name;
                });
        found.push_back(has_object ? parameter.arguments : std::vector<TypeSignature>{});
    }
    return found;
}

}  // namespace sbst::jvm::detail
