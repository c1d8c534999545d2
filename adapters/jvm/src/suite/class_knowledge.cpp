// SPDX-License-Identifier: Apache-2.0
#include "class_knowledge.hpp"

#include "../surface/hierarchy.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <set>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::size_t max_chain = 64;

/// Adds the class names in a field or method descriptor.
void add_named(const std::string& descriptor, std::set<std::string>& names)
{
    for (std::size_t at = descriptor.find('L'); at != std::string::npos;)
    {
        const std::size_t end = descriptor.find(';', at);
        if (end == std::string::npos)
        {
            return;
        }
        names.insert(descriptor.substr(at + 1, end - at - 1));
        at = descriptor.find('L', end);
    }
}

void add_value(const JavaValue& value, std::set<std::string>& names)
{
    add_named(value.descriptor, names);
    for (const JavaValue& element : value.elements)
    {
        add_value(element, names);
    }
}

void add_callable(const JavaCallable& callable, std::set<std::string>& names)
{
    names.insert(callable.owner);
    add_named(callable.descriptor, names);
    names.insert(callable.declared_exceptions.begin(), callable.declared_exceptions.end());
}

std::set<std::string> names_in(const JavaSuite& suite)
{
    std::set<std::string> names{suite.class_under_test};
    for (const JavaTest& test : suite.tests)
    {
        for (const JavaStep& step : test.steps)
        {
            if (const auto* call = std::get_if<JavaCall>(&step))
            {
                add_callable(call->callable, names);
                names.insert(call->expected_exception);
                add_named(call->result_type, names);
                for (const std::string& overload : call->overloads)
                {
                    add_named(overload, names);
                }
                for (const JavaValue& argument : call->arguments)
                {
                    add_value(argument, names);
                }
            }
            else
            {
                const auto& assertion = std::get<JavaAssertion>(step);
                add_value(assertion.expected, names);
                if (assertion.inspector)
                {
                    add_callable(*assertion.inspector, names);
                }
            }
        }
    }
    names.erase("");
    return names;
}

bool is_unchecked(const ClassPath& path, std::string name)
{
    for (std::size_t i = 0; i < max_chain && !name.empty(); ++i)
    {
        if (name == "java/lang/RuntimeException" || name == "java/lang/Error")
        {
            return true;
        }
        const ClassFile* file = path.find(name);
        name = file == nullptr ? "" : file->superclass;
    }
    return false;
}

}  // namespace

void describe_classes(const ClassPath& path, const std::string& package, JavaSuite& suite)
{
    const Hierarchy hierarchy(path, package);
    for (const std::string& name : names_in(suite))
    {
        const ClassFile* file = path.find(name);
        if (file == nullptr)
        {
            continue;
        }
        const std::string source = hierarchy.source_name(name);
        std::string usual = binary_name(name);
        std::replace(usual.begin(), usual.end(), '$', '.');
        if (source != usual)
        {
            suite.source_names[name] = source;
        }
        if (file->signature.starts_with('<'))
        {
            suite.generic_classes.insert(name);
        }
        const InnerClass* inner = file->inner_class();
        if (inner != nullptr && !inner->outer.empty() && !inner->access.is_static() &&
            !file->access.is_interface() && !file->access.is_enum() && !file->record)
        {
            suite.inner_classes.insert(name);
        }
        if (is_unchecked(path, name))
        {
            suite.unchecked_exceptions.insert(name);
        }
    }
    for (const std::string& name : path.class_names())
    {
        const std::string simple = name.substr(name.rfind('/') + 1);
        if (package_of(name) == package && simple.find('$') == std::string::npos)
        {
            suite.package_classes.insert(simple);
        }
    }
}

}  // namespace sbst::jvm::detail
