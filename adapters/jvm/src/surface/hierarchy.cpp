// SPDX-License-Identifier: Apache-2.0
#include "hierarchy.hpp"

#include "../language/names.hpp"
#include "known_types.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Number of classes of the path used per annotation type.
constexpr std::size_t max_annotated = 2;

bool is_exported_by_jdk(const std::string& name)
{
    return name.starts_with("java/") || name.starts_with("javax/");
}

/// A functional interface may redeclare methods that every object has.
bool is_method_of_object(const Method& method)
{
    return (method.name == "equals" && method.descriptor == "(Ljava/lang/Object;)Z") ||
           (method.name == "hashCode" && method.descriptor == "()I") ||
           (method.name == "toString" && method.descriptor == "()Ljava/lang/String;");
}

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

/// The key that an overriding method of an interface must have: the name, and the parameters with
/// type arguments substituted.
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

/// Tells whether every part of `p/q/Name` can be in a source.
bool has_source_names(std::string_view internal_name)
{
    while (true)
    {
        const std::size_t slash = std::min(internal_name.find('/'), internal_name.size());
        if (!is_identifier(internal_name.substr(0, slash)))
        {
            return false;
        }
        if (slash == internal_name.size())
        {
            return true;
        }
        internal_name.remove_prefix(slash + 1);
    }
}

}  // namespace

std::string package_of(const std::string& internal_name)
{
    const std::size_t slash = internal_name.rfind('/');
    return slash == std::string::npos ? "" : internal_name.substr(0, slash);
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
    if (access.is_synthetic() || access.is_private() || file.enclosing_method)
    {
        return false;
    }
    const bool is_in_package = is_same_package(file.name);
    if (!access.is_public() && !is_in_package)
    {
        return false;
    }
    if (!m_path->is_on_path(file.name) && !is_exported_by_jdk(file.name))
    {
        return false;
    }
    const InnerClass* inner = file.inner_class();
    if (inner == nullptr)
    {
        return has_source_names(file.name);
    }
    if (inner->outer.empty() || !is_identifier(inner->simple_name))
    {
        return false;
    }
    const ClassFile* outer = m_path->find(inner->outer);
    // Names get shorter, so this ends even if files name each other.
    return outer != nullptr && outer->name.size() < file.name.size() && is_nameable(*outer);
}

bool Hierarchy::is_source_name(std::string_view name)
{
    return name == "<init>" || name == "<clinit>" || is_identifier(name);
}

bool Hierarchy::is_accessible(const ClassFile& owner, AccessFlags member) const
{
    return !member.is_synthetic() &&
           (member.is_public() || (!member.is_private() && is_same_package(owner.name)));
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
        const ClassFile* file = m_path->find(current.name);
        if (file == nullptr || is_class(current, "java/lang/Object") ||
            !seen.insert(current.name).second)
        {
            continue;
        }
        if (!file->access.is_interface())
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
            if (found)
            {
                return std::nullopt;
            }
            found = FunctionalMethod{method.name, method.descriptor, result_of(method, bindings)};
        }
        for (GroundType& super : direct_supertypes(current))
        {
            waiting.push_back(std::move(super));
        }
    }
    return found;
}

void Hierarchy::index_path() const
{
    m_subclasses.emplace();
    for (const std::string& name : m_path->class_names())
    {
        const ClassFile* file = nullptr;
        try
        {
            file = m_path->find(name);
        }
        catch (const ParseError&)
        {
            // A class that was not asked for may be broken.
            continue;
        }
        if (file == nullptr)
        {
            continue;
        }
        (*m_subclasses)[file->superclass].push_back(name);
        for (const std::string& interface : file->interfaces)
        {
            (*m_subclasses)[interface].push_back(name);
        }
        for (const std::string& annotation : file->annotations)
        {
            m_annotated[annotation].push_back(name);
        }
    }
}

std::vector<ClassAnnotation> Hierarchy::annotations(const std::string& type) const
{
    if (!m_subclasses)
    {
        index_path();
    }
    const bool is_any = type == annotation_interface;
    std::vector<ClassAnnotation> found;
    const auto can_be_named = [this](const std::string& name) {
        const ClassFile* file = m_path->find(name);
        return file != nullptr && is_nameable(*file);
    };
    for (const auto& [annotation, owners] : m_annotated)
    {
        if ((!is_any && annotation != type) || !can_be_named(annotation))
        {
            continue;
        }
        std::size_t taken = 0;
        for (const std::string& owner : owners)
        {
            if (taken < max_annotated && can_be_named(owner))
            {
                found.push_back({owner, annotation});
                ++taken;
            }
        }
    }
    for (const std::string_view known : known_annotated())
    {
        const ClassFile* file = m_path->find(std::string(known));
        if (file == nullptr)
        {
            continue;
        }
        for (const std::string& annotation : file->annotations)
        {
            if ((is_any || annotation == type) && can_be_named(annotation))
            {
                found.push_back({file->name, annotation});
            }
        }
    }
    return found;
}

std::vector<std::string> Hierarchy::concrete_subclasses(const std::string& name) const
{
    if (!m_subclasses)
    {
        index_path();
    }
    std::vector<std::string> found;
    std::set<std::string> seen{name};
    std::deque<std::string> waiting{name};
    while (!waiting.empty())
    {
        const auto below = m_subclasses->find(waiting.front());
        waiting.pop_front();
        if (below == m_subclasses->end())
        {
            continue;
        }
        for (const std::string& subclass : below->second)
        {
            if (!seen.insert(subclass).second)
            {
                continue;
            }
            waiting.push_back(subclass);
            const ClassFile* file = m_path->find(subclass);
            if (!file->access.is_abstract() && !file->access.is_interface() && is_nameable(*file))
            {
                found.push_back(subclass);
            }
        }
    }
    std::stable_partition(found.begin(), found.end(),
        [this](const std::string& subclass) { return is_same_package(subclass); });
    return found;
}

}  // namespace sbst::jvm::detail
