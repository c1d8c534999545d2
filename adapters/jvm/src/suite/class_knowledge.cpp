// SPDX-License-Identifier: Apache-2.0
#include "class_knowledge.hpp"

#include "../render/callables.hpp"
#include "../surface/hierarchy.hpp"

#include <sbst/jvm/classfile/signature.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

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

void add_signature(const std::optional<TypeSignature>& type, std::set<std::string>& names)
{
    if (!type)
    {
        return;
    }
    if (type->kind == TypeSignature::Kind::class_type)
    {
        names.insert(type->name);
    }
    for (const TypeSignature& argument : type->arguments)
    {
        add_signature(argument, names);
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

void add_type(const TypeSignature& type, std::set<std::string>& names)
{
    if (type.kind == TypeSignature::Kind::class_type)
    {
        names.insert(type.name);
    }
    for (const TypeSignature& argument : type.arguments)
    {
        add_type(argument, names);
    }
}

void add_stand_in(const StandIn& stand_in, std::set<std::string>& names)
{
    const auto add = [&names](const std::string& signature) {
        if (const auto type = parse_field_signature(signature))
        {
            add_type(*type, names);
        }
    };
    add(stand_in.type);
    for (const StandInMethod& method : stand_in.methods)
    {
        add(method.result);
        names.insert(method.exceptions.begin(), method.exceptions.end());
        for (const MadeException& failure : method.failures)
        {
            names.insert(failure.name);
            if (!failure.cause.empty())
            {
                names.insert(failure.cause);
            }
        }
        std::for_each(method.parameters.begin(), method.parameters.end(), add);
    }
}

void add_callable(const JavaCallable& callable, std::set<std::string>& names)
{
    names.insert(callable.owner);
    add_named(callable.descriptor, names);
    names.insert(callable.declared_exceptions.begin(), callable.declared_exceptions.end());
    add_stand_in(callable.stand_in, names);
    const auto add_marks = [&names](const std::vector<BeanMark>& marks) {
        for (const BeanMark& mark : marks)
        {
            names.insert(mark.type);
        }
    };
    for (const BeanGetter& getter : callable.bean.getters)
    {
        add_marks(getter.marks);
    }
    std::for_each(callable.bean.field_marks.begin(), callable.bean.field_marks.end(), add_marks);
}

std::set<std::string> names_in(const JavaSuite& suite)
{
    // Those of literals stand in no descriptor.
    std::set<std::string> names{suite.class_under_test, "java/lang/Boolean", "java/lang/Byte",
        "java/lang/Character", "java/lang/Double", "java/lang/Float", "java/lang/Integer",
        "java/lang/Long", "java/lang/Short", "java/lang/String"};
    for (const JavaTest& test : suite.tests)
    {
        for (const JavaStep& step : test.steps)
        {
            if (const auto* call = std::get_if<JavaCall>(&step))
            {
                add_callable(call->callable, names);
                names.insert(call->expected_exception);
                add_named(call->result_type, names);
                add_signature(parse_field_signature(call->generic_type), names);
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

/// The instance methods that the suite calls, by key, each once.
std::map<std::string, JavaCallable> methods_in(const JavaSuite& suite)
{
    std::map<std::string, JavaCallable> methods;
    const auto add = [&methods](const JavaCallable& callable) {
        if (callable.kind == JavaCallableKind::instance_method)
        {
            methods.emplace(method_key(callable), callable);
        }
    };
    for (const JavaTest& test : suite.tests)
    {
        for (const JavaStep& step : test.steps)
        {
            const auto* call = std::get_if<JavaCall>(&step);
            if (call != nullptr)
            {
                add(call->callable);
            }
            else if (const auto& inspector = std::get<JavaAssertion>(step).inspector)
            {
                add(*inspector);
            }
        }
    }
    return methods;
}

/// Tells whether a class has the method's name and parameters for itself, where tests cannot use
/// them.
bool closes(const Hierarchy& hierarchy, const ClassFile& file, const Method& method)
{
    const auto parameters = [](const std::string& descriptor) {
        return std::string_view(descriptor).substr(0, descriptor.rfind(')'));
    };
    return std::any_of(file.methods.begin(), file.methods.end(), [&](const Method& own) {
        return own.name == method.name &&
               parameters(own.descriptor) == parameters(method.descriptor) &&
               !hierarchy.is_open(file, own.access);
    });
}

/// Tells whether tests can call a method by an object of its class, and not by one of a subclass:
/// a class between the two closes it, or does not inherit it (JLS 6.6, 8.4.8).
bool is_closed(const Hierarchy& hierarchy, const std::string& subclass, const ClassFile& owner,
    const Method& method)
{
    bool is_closed = false;
    const ClassFile* file = hierarchy.find(subclass);
    for (std::size_t i = 0; i < max_chain && file != nullptr && file != &owner; ++i)
    {
        const bool inherits =
            !method.access.is_package_private() || hierarchy.is_same_package(file->name);
        is_closed = is_closed || !inherits || closes(hierarchy, *file, method);
        file = hierarchy.find(file->superclass);
    }
    return is_closed && file == &owner;
}

void add_closed_methods(
    const Hierarchy& hierarchy, const std::set<std::string>& names, JavaSuite& suite)
{
    for (const auto& [key, callable] : methods_in(suite))
    {
        const ClassFile* owner = hierarchy.find(callable.owner);
        const Method* method =
            owner == nullptr ? nullptr : owner->find_method(callable.name, callable.descriptor);
        if (method == nullptr || method->access.is_public())
        {
            continue;
        }
        for (const std::string& name : names)
        {
            if (is_closed(hierarchy, name, *owner, *method))
            {
                suite.closed_methods.emplace(name, key);
            }
        }
    }
}

/// Tells whether the language forbids the package to name the class. What the JDK exports is not
/// asked.
bool is_hidden(const ClassPath& path, const std::string& package, const ClassFile& file)
{
    const AccessFlags access = file.source_access();
    const bool is_in_package = path.is_on_path(file.name) && package_of(file.name) == package;
    if (access.is_private() || file.enclosing_method || (!access.is_public() && !is_in_package))
    {
        return true;
    }
    const InnerClass* inner = file.inner_class();
    if (inner == nullptr)
    {
        return false;
    }
    const ClassFile* outer = inner->outer.empty() ? nullptr : path.find(inner->outer);
    // Names get shorter, so this ends even if files name each other.
    return inner->outer.empty() || inner->simple_name.empty() ||
           (outer != nullptr && outer->name.size() < file.name.size() &&
               is_hidden(path, package, *outer));
}

/// The nearest superclass that the package can name; a class below Object that has one interface
/// which it can name is seen as that.
std::string visible_above(
    const ClassPath& path, const std::string& package, const ClassFile& hidden)
{
    const ClassFile* file = &hidden;
    for (std::size_t i = 0; i < max_chain && file != nullptr; ++i)
    {
        for (const std::string& interface : file->interfaces)
        {
            const ClassFile* above = path.find(interface);
            const bool is_all = file->superclass == "java/lang/Object";
            if (is_all && above != nullptr && !is_hidden(path, package, *above))
            {
                return interface;
            }
        }
        file = path.find(file->superclass);
        if (file != nullptr && !is_hidden(path, package, *file))
        {
            return file->name;
        }
    }
    return "java/lang/Object";
}

/// The class and all above it; nothing where one of them is not on the path.
std::optional<std::set<std::string>> supertypes_of(const ClassPath& path, const std::string& name)
{
    std::set<std::string> seen{"java/lang/Object"};
    std::vector<std::string> waiting{name};
    while (!waiting.empty())
    {
        const std::string current = std::move(waiting.back());
        waiting.pop_back();
        if (!seen.insert(current).second)
        {
            continue;
        }
        const ClassFile* file = path.find(current);
        if (file == nullptr)
        {
            return std::nullopt;
        }
        waiting.insert(waiting.end(), file->interfaces.begin(), file->interfaces.end());
        waiting.push_back(file->superclass.empty() ? "java/lang/Object" : file->superclass);
    }
    return seen;
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
    const std::set<std::string> names = names_in(suite);
    for (const std::string& name : names)
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
        if (is_inner_class(*file))
        {
            suite.inner_classes.insert(name);
        }
        if (is_unchecked(path, name))
        {
            suite.unchecked_exceptions.insert(name);
        }
        if (is_hidden(path, package, *file))
        {
            suite.hidden_classes[name] = visible_above(path, package, *file);
        }
        if (auto above = supertypes_of(path, name))
        {
            suite.supertypes[name] = *std::move(above);
        }
    }
    add_closed_methods(hierarchy, names, suite);
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
