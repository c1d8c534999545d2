// SPDX-License-Identifier: Apache-2.0
// What class a result or an exception of a test is of, and whether tests can name it.
#include "../render/callables.hpp"
#include "observed_test.hpp"

#include <sbst/jvm/language/java_text.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::size_t max_exception_depth = 64;
constexpr std::size_t max_superclasses = 64;

/// Internal name of the class of a result that is an object and no array.
std::string run_time_class(const JavaResult& result)
{
    switch (result.kind)
    {
        case JavaResultKind::boolean:
            return "java/lang/Boolean";
        case JavaResultKind::byte:
            return "java/lang/Byte";
        case JavaResultKind::short_integer:
            return "java/lang/Short";
        case JavaResultKind::character:
            return "java/lang/Character";
        case JavaResultKind::integer:
            return "java/lang/Integer";
        case JavaResultKind::long_integer:
            return "java/lang/Long";
        case JavaResultKind::single_float:
            return "java/lang/Float";
        case JavaResultKind::double_float:
            return "java/lang/Double";
        case JavaResultKind::string:
            return "java/lang/String";
        case JavaResultKind::enumeration:
        case JavaResultKind::object:
            return internal_name(result.class_name);
        default:
            return {};
    }
}

}  // namespace

std::string nameable_exception(const ClassPath& path, const std::string& binary_name)
{
    std::string name = internal_name(binary_name);
    for (std::size_t i = 0; i < max_exception_depth; ++i)
    {
        const ClassFile* file = path.find(name);
        if (file == nullptr)
        {
            break;
        }
        const bool is_public = file->source_access().is_public() && !file->enclosing_method;
        if (is_public && (path.is_on_path(name) || name.starts_with("java/")))
        {
            return name;
        }
        name = file->superclass;
    }
    return "java/lang/Throwable";
}

bool is_of_linkage(const ThrownDetail& thrown)
{
    constexpr std::array names{"java.lang.AbstractMethodError", "java.lang.BootstrapMethodError",
        "java.lang.ClassFormatError", "java.lang.IllegalAccessError",
        "java.lang.IncompatibleClassChangeError", "java.lang.InstantiationError",
        "java.lang.LinkageError", "java.lang.NoClassDefFoundError", "java.lang.NoSuchFieldError",
        "java.lang.NoSuchMethodError", "java.lang.UnsatisfiedLinkError",
        "java.lang.UnsupportedClassVersionError", "java.lang.VerifyError"};
    return !thrown.is_explicit &&
           std::find(names.begin(), names.end(), thrown.class_name) != names.end();
}

std::string linkage_text(const ThrownDetail& thrown)
{
    constexpr std::u16string_view failed = u"Could not initialize class";
    const bool is_initialiser = thrown.message && thrown.message->starts_with(failed);
    std::string text = is_initialiser ? "a class that it needs cannot be initialised: " :
                                        "the class path is not complete: ";
    text += thrown.class_name;
    if (thrown.message)
    {
        text += ": " + to_utf8(*thrown.message);
    }
    return text;
}

bool TestObserver::can_be_named(const std::string& binary_name) const
{
    const ClassFile* file = m_path->find(internal_name(binary_name));
    return file != nullptr && m_hierarchy.is_nameable(*file);
}

std::string TestObserver::nameable_class(const std::string& binary_name) const
{
    std::string name = internal_name(binary_name);
    for (std::size_t i = 0; i < max_superclasses && name != "java/lang/Object"; ++i)
    {
        const ClassFile* file = m_path->find(name);
        if (file == nullptr)
        {
            break;
        }
        if (m_hierarchy.is_nameable(*file))
        {
            return name;
        }
        name = file->superclass;
    }
    return {};
}

std::vector<std::string> TestObserver::classes_of(const RunDetail& detail, std::size_t count) const
{
    std::vector<std::string> classes(count);
    for (std::size_t i = 0; i < std::min(count, detail.results.size()); ++i)
    {
        const JavaResult& result = detail.results[i];
        const bool is_object =
            result.kind == JavaResultKind::object || result.kind == JavaResultKind::enumeration;
        const std::string name = is_object ? nameable_class(result.class_name) : std::string();
        classes[i] = name.empty() ? name : descriptor_of_class(name);
    }
    return classes;
}

bool TestObserver::is_of_type(const JavaResult& result, const std::string& descriptor) const
{
    constexpr std::string_view object = "Ljava/lang/Object;";
    if (descriptor.empty() || descriptor == object || result.kind == JavaResultKind::null)
    {
        return true;
    }
    if (result.kind == JavaResultKind::array)
    {
        return internal_name(result.class_name) == descriptor;
    }
    return descriptor.front() == 'L' &&
           is_subclass(run_time_class(result), descriptor.substr(1, descriptor.size() - 2));
}

bool TestObserver::has_member(const JavaCall& made, const JavaCallable& member) const
{
    const std::string type =
        made.result_type.empty() ? result_type(made.callable) : made.result_type;
    // The renderer knows the types of literals and lambdas, and Object.
    return !type.starts_with('L') || type == "Ljava/lang/Object;" ||
           is_subclass(type.substr(1, type.size() - 2), member.owner);
}

std::optional<std::string> TestObserver::stand_in_owner(const std::string& name) const
{
    // The worker numbers these classes in the order of the callables.
    constexpr std::string_view mark = "sbst$StandIn";
    const std::size_t at = name.rfind(mark);
    std::size_t number = 0;
    if (at == std::string::npos)
    {
        return std::nullopt;
    }
    const char* const end = name.data() + name.size();
    if (std::from_chars(name.data() + at + mark.size(), end, number).ptr != end)
    {
        return std::nullopt;
    }
    for (const JavaCallable& callable : m_surface->callables())
    {
        if (callable.kind == JavaCallableKind::stand_in && number-- == 0)
        {
            return callable.owner;
        }
    }
    return std::nullopt;
}

bool TestObserver::is_subclass(const std::string& name, const std::string& super) const
{
    if (const auto owner = stand_in_owner(name))
    {
        return is_subclass(*owner, super);
    }
    if (m_path->find(name) == nullptr)
    {
        // A class that the JVM made: that of a lambda, which has interfaces only.
        const ClassFile* wanted = m_path->find(super);
        return wanted != nullptr && wanted->access.is_interface();
    }
    std::vector<std::string> waiting{name};
    std::set<std::string> seen;
    while (!waiting.empty())
    {
        const std::string current = std::move(waiting.back());
        waiting.pop_back();
        const ClassFile* file = current.empty() ? nullptr : m_path->find(current);
        if (current == super)
        {
            return true;
        }
        if (file != nullptr && seen.insert(current).second)
        {
            waiting.insert(waiting.end(), file->interfaces.begin(), file->interfaces.end());
            waiting.push_back(file->superclass);
        }
    }
    return false;
}

bool TestObserver::is_declared(const JavaCallable& callable, const std::string& thrown) const
{
    const auto& declared = callable.declared_exceptions;
    std::string name = internal_name(thrown);
    for (std::size_t i = 0; i < max_exception_depth && !name.empty(); ++i)
    {
        if (std::find(declared.begin(), declared.end(), name) != declared.end())
        {
            return true;
        }
        const ClassFile* file = m_path->find(name);
        name = file == nullptr ? "" : file->superclass;
    }
    return false;
}

}  // namespace sbst::jvm::detail
