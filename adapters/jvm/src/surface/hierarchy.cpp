// SPDX-License-Identifier: Apache-2.0
#include "hierarchy.hpp"

#include "../language/names.hpp"

#include <sbst/jvm/classfile/jdk_image.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

GroundType result_of(const Method& method, Bindings bindings)
{
    if (const auto signature = parse_method_signature(method.signature))
    {
        bind_to_bounds(signature->type_parameters, bindings);
        return grounded(signature->result, bindings);
    }
    const auto descriptor = parse_method_descriptor(method.descriptor);
    return descriptor ? from_descriptor(descriptor->result) : object_class();
}

/// No lambda implements a method with type parameters (JLS 15.27.3).
bool is_generic(const Method& method)
{
    const auto signature = parse_method_signature(method.signature);
    return signature && !signature->type_parameters.empty();
}

/// Tells whether two methods differ in nothing that a call can say: names and parameters are the
/// same, and only the results differ.
bool are_alike(const Method& a, const Method& b)
{
    const auto parameters = [](const Method& method) {
        return std::string_view(method.descriptor).substr(0, method.descriptor.rfind(')'));
    };
    return a.name == b.name && a.descriptor != b.descriptor && parameters(a) == parameters(b);
}

/// Tells whether the class of a constructor is inner for the compiler, and the constructor takes no
/// object around it: other languages write such classes.
bool lacks_outer(const ClassFile& owner, const Method& method)
{
    return method.is_constructor() && is_inner_class(owner) && !is_inner_constructor(owner, method);
}

}  // namespace

bool is_method_of_object(const Method& method)
{
    return (method.name == "equals" && method.descriptor == "(Ljava/lang/Object;)Z") ||
           (method.name == "hashCode" && method.descriptor == "()I") ||
           (method.name == "toString" && method.descriptor == "()Ljava/lang/String;");
}

std::string override_key(const Method& method, Bindings bindings)
{
    const auto descriptor = parse_method_descriptor(method.descriptor);
    const auto signature = parse_method_signature(method.signature);
    std::string key = method.name;
    if (signature)
    {
        bind_to_bounds(signature->type_parameters, bindings);
        for (const TypeSignature& parameter : signature->parameters)
        {
            key += ":" + key_of(grounded(parameter, bindings));
        }
        return key;
    }
    for (const std::string& parameter :
        descriptor ? descriptor->parameters : std::vector<std::string>{})
    {
        key += ":" + key_of(from_descriptor(parameter));
    }
    return key;
}

std::size_t count_parameters(const Method& method)
{
    const auto descriptor = parse_method_descriptor(method.descriptor);
    return descriptor ? descriptor->parameters.size() : 0;
}

std::string result_descriptor(const Method& method)
{
    return method.descriptor.substr(method.descriptor.find(')') + 1);
}

bool returns_class_variable(const Method& method)
{
    // A method with variables of its own declares them first.
    return !method.signature.starts_with('<') && method.signature.find(")T") != std::string::npos;
}

std::string package_of(const std::string& internal_name)
{
    const std::size_t slash = internal_name.rfind('/');
    return slash == std::string::npos ? "" : internal_name.substr(0, slash);
}

bool is_inner_class(const ClassFile& file)
{
    const InnerClass* inner = file.inner_class();
    return inner != nullptr && !inner->outer.empty() && !inner->access.is_static() &&
           !inner->access.is_interface() && !file.access.is_enum() && !file.record;
}

bool is_inner_constructor(const ClassFile& owner, const Method& method)
{
    return method.is_constructor() && is_inner_class(owner) &&
           method.descriptor.starts_with("(L" + owner.inner_class()->outer + ";");
}

Hierarchy::Hierarchy(const ClassPath& path, std::string package)
  : m_path(&path), m_package(std::move(package))
{}

bool Hierarchy::is_same_package(const std::string& name) const
{
    return m_path->is_on_path(name) && package_of(name) == m_package;
}

bool Hierarchy::is_nameable(const ClassFile& file) const
{
    const AccessFlags access = file.source_access();
    if (access.is_synthetic() || file.access.is_synthetic() || access.is_private() ||
        file.enclosing_method)
    {
        return false;
    }
    const bool is_in_package = is_same_package(file.name);
    if (!access.is_public() && !is_in_package)
    {
        return false;
    }
    if (!m_path->is_on_path(file.name) && (!is_exported(file.name) || m_path->is_newer(file)))
    {
        return false;
    }
    const InnerClass* inner = file.inner_class();
    if (inner == nullptr)
    {
        const std::string package = package_of(file.name);
        const std::size_t begin = package.empty() ? 0 : package.size() + 1;
        // Only the unnamed package sees its classes (JLS 7.4.2).
        return (!package.empty() || m_package.empty()) && is_package_name(package) &&
               is_type_identifier(std::string_view(file.name).substr(begin));
    }
    if (inner->outer.empty() || !is_type_identifier(inner->simple_name))
    {
        return false;
    }
    const ClassFile* outer = m_path->find(inner->outer);
    // Names get shorter, so this ends even if files name each other.
    return outer != nullptr && outer->name.size() < file.name.size() && is_nameable(*outer);
}

bool Hierarchy::can_name_all_of(const FunctionalMethod& method) const
{
    const auto types = parse_method_descriptor(method.descriptor);
    const auto is_named = [this](const std::string& type) { return has_name(type); };
    return types && has_name(types->result) &&
           std::all_of(types->parameters.begin(), types->parameters.end(), is_named);
}

bool Hierarchy::has_name(std::string_view descriptor) const
{
    descriptor.remove_prefix(std::min(descriptor.find_first_not_of('['), descriptor.size()));
    if (!descriptor.starts_with('L'))
    {
        return true;
    }
    const ClassFile* file = find(std::string(descriptor.substr(1, descriptor.size() - 2)));
    return file != nullptr && is_nameable(*file);
}

bool Hierarchy::is_exported(const std::string& name) const
{
    const JdkImage* jdk = m_path->jdk();
    return jdk != nullptr ? jdk->exported().contains(package_of(name)) :
                            name.starts_with("java/") || name.starts_with("javax/");
}

bool Hierarchy::is_usable(const ClassFile& owner, const Method& method) const
{
    const auto is_double = [&method](const Method& other) {
        return !other.access.is_synthetic() && are_alike(other, method);
    };
    const bool has_name =
        method.is_constructor() || method.is_static_initialiser() || is_identifier(method.name);
    return has_name && !method.access.is_synthetic() && is_open(owner, method.access) &&
           !lacks_outer(owner, method) &&
           (m_path->is_on_path(owner.name) || !m_path->is_newer(owner, method)) &&
           std::none_of(owner.methods.begin(), owner.methods.end(), is_double);
}

bool Hierarchy::is_usable(const ClassFile& owner, const Field& field) const
{
    const auto is_double = [&field](const Field& other) {
        return !other.access.is_synthetic() && other.name == field.name &&
               other.descriptor != field.descriptor;
    };
    return is_identifier(field.name) && !field.access.is_synthetic() &&
           is_open(owner, field.access) &&
           (m_path->is_on_path(owner.name) || !m_path->is_newer(owner, field)) &&
           std::none_of(owner.fields.begin(), owner.fields.end(), is_double);
}

bool Hierarchy::is_open(const ClassFile& owner, AccessFlags member) const
{
    return member.is_public() || (!member.is_private() && is_same_package(owner.name));
}

std::string Hierarchy::source_name(const std::string& name) const
{
    const ClassFile* file = m_path->find(name);
    const InnerClass* inner = file == nullptr ? nullptr : file->inner_class();
    if (inner == nullptr || inner->outer.empty() || inner->outer.size() >= name.size())
    {
        return binary_name(name);
    }
    return source_name(inner->outer) + "." + inner->simple_name;
}

Bindings Hierarchy::bindings_of(const ClassFile& file, const GroundType& type)
{
    Bindings bindings;
    const auto signature = parse_class_signature(file.signature);
    if (!signature)
    {
        return bindings;
    }
    bind_to_bounds(signature->type_parameters, bindings);
    if (signature->type_parameters.size() == type.arguments.size())
    {
        for (std::size_t i = 0; i < type.arguments.size(); ++i)
        {
            bindings[signature->type_parameters[i].name] = type.arguments[i];
        }
    }
    return bindings;
}

GroundType Hierarchy::with_bounds(const ClassFile& file, const GroundType& type)
{
    const auto signature = parse_class_signature(file.signature);
    if (!signature || !type.arguments.empty())
    {
        return type;
    }
    Bindings bindings = bindings_of(file, type);
    GroundType bound = type;
    for (const TypeParameter& parameter : signature->type_parameters)
    {
        bound.arguments.push_back(bindings[parameter.name]);
    }
    return bound;
}

std::vector<GroundType> Hierarchy::direct_supertypes(const GroundType& type) const
{
    std::vector<GroundType> supers;
    if (type.kind == TypeSignature::Kind::array)
    {
        return {object_class()};
    }
    if (!type.arguments.empty())
    {
        supers.push_back(class_type(type.name));
    }
    const ClassFile* file = m_path->find(type.name);
    if (file == nullptr)
    {
        return is_class(type, "java/lang/Object") ? supers :
                                                    std::vector<GroundType>{object_class()};
    }
    const auto signature = parse_class_signature(file->signature);
    // A raw type's supertypes are raw.
    if (signature && (type.arguments.size() == signature->type_parameters.size()))
    {
        const Bindings bindings = bindings_of(*file, type);
        supers.push_back(grounded(signature->superclass, bindings));
        for (const TypeSignature& interface : signature->interfaces)
        {
            supers.push_back(grounded(interface, bindings));
        }
        return supers;
    }
    if (!file->superclass.empty())
    {
        supers.push_back(class_type(file->superclass));
    }
    for (const std::string& interface : file->interfaces)
    {
        supers.push_back(class_type(interface));
    }
    return supers;
}

GroundType Hierarchy::superclass_of(const GroundType& type, const ClassFile& file) const
{
    const std::vector<GroundType> supers = direct_supertypes(type);
    const auto found = std::find_if(supers.begin(), supers.end(),
        [&file](const GroundType& super) { return super.name == file.superclass; });
    return found != supers.end() ? *found : class_type(file.superclass);
}

std::optional<FunctionalMethod> Hierarchy::functional_method(const GroundType& type) const
{
    std::optional<FunctionalMethod> found;
    /// Keys of methods that need not be implemented again.
    std::set<std::string> known;
    std::set<std::string> seen;
    std::deque<GroundType> waiting{type};
    while (!waiting.empty())
    {
        const GroundType current = std::move(waiting.front());
        waiting.pop_front();
        if (is_class(current, "java/lang/Object") || !seen.insert(current.name).second)
        {
            continue;
        }
        const ClassFile* file = m_path->find(current.name);
        if (file == nullptr)
        {
            // What it wants to be implemented is not known.
            return std::nullopt;
        }
        // No lambda is an object of a sealed interface (JLS 9.8).
        const bool is_sealed = current.name == type.name && !file->permitted_subclasses.empty();
        if (!file->access.is_interface() || is_sealed)
        {
            return std::nullopt;
        }
        for (const Method& method : file->methods)
        {
            if (method.access.is_static() || is_method_of_object(method))
            {
                continue;
            }
            const Bindings bindings = bindings_of(*file, current);
            if (!known.insert(override_key(method, bindings)).second ||
                !method.access.is_abstract())
            {
                continue;
            }
            if (found || is_generic(method))
            {
                return std::nullopt;
            }
            found = FunctionalMethod{
                method.name, method.descriptor, result_of(method, bindings), current};
        }
        for (GroundType& super : direct_supertypes(current))
        {
            waiting.push_back(std::move(super));
        }
    }
    return found;
}

}  // namespace sbst::jvm::detail
