// SPDX-License-Identifier: Apache-2.0
#include "type_namer.hpp"

#include "../language/names.hpp"

#include <sbst/jvm/classfile/signature.hpp>

#include <algorithm>
#include <cassert>
#include <limits>

namespace sbst::jvm::detail
{

namespace
{

std::string dotted(std::string text)
{
    std::replace(text.begin(), text.end(), '/', '.');
    return text;
}

std::string primitive_name(char descriptor)
{
    switch (descriptor)
    {
        case 'Z':
            return "boolean";
        case 'B':
            return "byte";
        case 'S':
            return "short";
        case 'C':
            return "char";
        case 'I':
            return "int";
        case 'J':
            return "long";
        case 'F':
            return "float";
        case 'D':
            return "double";
        default:
            return "void";
    }
}

/// Names that JUnit's annotations have in the file.
bool is_taken_by_junit(const std::string& name)
{
    return name == "Test" || name == "Disabled" || name == "Ignore";
}

}  // namespace

std::string default_source_name(std::string_view internal_name)
{
    std::string name = dotted(std::string(internal_name));
    const std::size_t begin = name.rfind('.') == std::string::npos ? 0 : name.rfind('.') + 1;
    for (std::size_t i = begin + 1; i + 1 < name.size(); ++i)
    {
        if (name[i] == '$' && name[i - 1] != '$' && name[i - 1] != '.' && name[i + 1] != '$')
        {
            name[i] = '.';
        }
    }
    return name;
}

TypeNamer::TypeNamer(const JavaSuite& suite) : m_suite(suite) {}

TypeNamer::Parts TypeNamer::parts_of(const std::string& internal_name) const
{
    const std::size_t slash = internal_name.rfind('/');
    const auto special = m_suite.source_names.find(internal_name);
    const std::string source = special == m_suite.source_names.end() ?
                                   default_source_name(internal_name) :
                                   special->second;
    Parts parts;
    if (slash == std::string::npos)
    {
        parts.name = source;
    }
    else
    {
        parts.package = dotted(internal_name.substr(0, slash));
        parts.name = source.substr(slash + 1);
    }
    parts.outermost = parts.name.substr(0, parts.name.find('.'));
    return parts;
}

std::string TypeNamer::of_class(const std::string& internal_name)
{
    const Parts parts = parts_of(internal_name);
    if (!m_is_settled)
    {
        m_wishes[parts.outermost].insert(parts.package);
        return parts.name;
    }
    const auto owner = m_owners.find(parts.outermost);
    if (owner == m_owners.end() || owner->second != parts.package)
    {
        return parts.package.empty() ? parts.name : parts.package + "." + parts.name;
    }
    if (needs_import(parts.package, parts.outermost))
    {
        m_imports.insert(parts.package + "." + parts.outermost);
    }
    return parts.name;
}

std::string TypeNamer::of_descriptor(const std::string& descriptor)
{
    assert(!descriptor.empty());
    if (descriptor.front() == '[')
    {
        return of_descriptor(descriptor.substr(1)) + "[]";
    }
    if (descriptor.front() == 'L')
    {
        return of_class(descriptor.substr(1, descriptor.size() - 2));
    }
    return primitive_name(descriptor.front());
}

std::string TypeNamer::of_signature(const std::string& signature)
{
    const auto type = parse_field_signature(signature);
    assert(type);
    return type ? of_type(*type) : std::string();
}

std::string TypeNamer::of_type(const TypeSignature& type)
{
    switch (type.kind)
    {
        case TypeSignature::Kind::primitive:
            return primitive_name(type.name.front());
        case TypeSignature::Kind::array:
            return of_type(type.arguments.front()) + "[]";
        case TypeSignature::Kind::extends:
            return "? extends " + of_type(type.arguments.front());
        case TypeSignature::Kind::super:
            return "? super " + of_type(type.arguments.front());
        case TypeSignature::Kind::any:
            return "?";
        default:
            break;
    }
    std::string name = of_class(type.name);
    for (std::size_t i = 0; i < type.arguments.size(); ++i)
    {
        name += (i == 0 ? "<" : ", ") + of_type(type.arguments[i]);
    }
    return type.arguments.empty() ? name : name + ">";
}

int TypeNamer::rank(const std::string& package, const std::string& outermost) const
{
    const Parts subject = parts_of(m_suite.class_under_test);
    if (outermost == subject.outermost && package == subject.package)
    {
        return 0;
    }
    return package == m_suite.package ? 1 : package == "java.lang" ? 2 : 3;
}

bool TypeNamer::needs_import(const std::string& package, const std::string& outermost) const
{
    if (package == m_suite.package)
    {
        return false;
    }
    return package != "java.lang" || m_suite.package_classes.contains(outermost);
}

void TypeNamer::settle()
{
    for (const auto& [name, packages] : m_wishes)
    {
        int best = std::numeric_limits<int>::max();
        for (const std::string& package : packages)
        {
            const int found = rank(package, name);
            if (found < best && name != m_suite.class_name && !is_taken_by_junit(name))
            {
                best = found;
                m_owners[name] = package;
            }
            m_obscurable.insert(package.substr(0, package.find('.')));
        }
        m_obscurable.insert(name);
    }
    m_is_settled = true;
}

std::vector<std::string> TypeNamer::imports() const
{
    return {m_imports.begin(), m_imports.end()};
}

std::string TypeNamer::last_name(const std::string& internal_name) const
{
    const std::string name = parts_of(internal_name).name;
    return name.substr(name.rfind('.') == std::string::npos ? 0 : name.rfind('.') + 1);
}

NameTable names_for_members(const TypeNamer& types)
{
    NameTable names{is_java_keyword};
    for (const std::string& name : types.obscurable())
    {
        names.reserve(name);
    }
    return names;
}

}  // namespace sbst::jvm::detail
