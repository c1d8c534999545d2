// SPDX-License-Identifier: Apache-2.0
// A class of the tests whose objects have properties, for code that finds them by reflection.
#include "surface_builder.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Annotations of a bean's methods, and names of its class that are tried.
constexpr std::size_t max_marks = 3;
constexpr std::size_t max_names = 9;

bool reads_properties(const MemberKey& method)
{
    constexpr std::array<std::string_view, 5> lookups{
        "getMethods", "getDeclaredMethods", "getMethod", "getFields", "getDeclaredFields"};
    return (method.owner == "java/lang/Class" &&
               std::find(lookups.begin(), lookups.end(), method.name) != lookups.end()) ||
           (method.owner == "java/beans/Introspector" && method.name == "getBeanInfo");
}

/// Tells whether the class file has the text, as the name of a constant for example.
bool has_text(const ClassFile& file, const std::string& text)
{
    for (std::size_t i = 0; i < file.pool.size(); ++i)
    {
        if (file.pool.tag(i) == PoolTag::utf8 && file.pool.text(i) == text)
        {
            return true;
        }
    }
    return false;
}

/// Names by which options of a command are known begin so.
constexpr std::string_view option_sign = "-";

/// The annotation with the same text for each element, `-` and its first letter in an array;
/// nothing if it needs elements of other types, does not exist at run time, or not on a target
/// (`METHOD`).
std::optional<BeanMark> mark_of(
    const ClassFile& file, const std::string& target, const std::string& text)
{
    const bool has_targets = std::find(file.annotations.begin(), file.annotations.end(),
                                 "java/lang/annotation/Target") != file.annotations.end();
    if (!file.access.is_annotation() || !has_text(file, "RUNTIME") ||
        (has_targets && !has_text(file, target)))
    {
        return std::nullopt;
    }
    BeanMark mark{.type = file.name};
    for (const Method& element : file.methods)
    {
        const bool is_array = element.descriptor == "()[Ljava/lang/String;";
        const bool is_text = is_array || element.descriptor == "()Ljava/lang/String;";
        if (element.access.is_static() || (!is_text && !element.has_default))
        {
            return std::nullopt;
        }
        // What may be left out is mostly a detail, unless it is a name.
        const bool is_name = element.name == "value" || element.name.starts_with("name");
        if (is_text && (is_name || !element.has_default))
        {
            mark.texts.push_back({.name = element.name,
                .text = is_array ? std::string(option_sign) + text.front() : text,
                .is_array = is_array});
        }
    }
    return mark;
}

/// Methods with one annotation each, with an empty text, and with all.
void add_marked(const std::vector<BeanMark>& marks, std::vector<BeanGetter>& getters)
{
    std::size_t number = 0;
    const auto add = [&getters, &number](std::vector<BeanMark> of_getter) {
        getters.push_back({.name = "getMarked" + std::to_string(++number),
            .field = 0,
            .marks = std::move(of_getter)});
    };
    for (const BeanMark& mark : marks)
    {
        add({mark});
        if (!mark.texts.empty())
        {
            BeanMark empty = mark;
            for (BeanText& element : empty.texts)
            {
                element.text.clear();
            }
            add({std::move(empty)});
        }
    }
    if (marks.size() > 1)
    {
        add(marks);
    }
}

}  // namespace

std::vector<const ClassFile*> SurfaceBuilder::readers_of_properties()
{
    std::set<std::string> names(m_under_test.begin(), m_under_test.end());
    for (const MemberKey& method : called_methods())
    {
        names.insert(method.owner);
    }
    std::vector<const ClassFile*> readers;
    for (const std::string& name : names)
    {
        const ClassFile* file = m_hierarchy.is_on_path(name) ? m_hierarchy.find(name) : nullptr;
        const std::vector<MethodFacts> methods =
            file == nullptr ? std::vector<MethodFacts>{} : facts_of(*file).methods;
        if (std::any_of(methods.begin(), methods.end(), [](const MethodFacts& method) {
                return std::any_of(method.calls.begin(), method.calls.end(), reads_properties);
            }))
        {
            readers.push_back(file);
        }
    }
    return readers;
}

std::vector<const ClassFile*> SurfaceBuilder::named_annotations(
    const std::vector<const ClassFile*>& readers) const
{
    std::set<std::string> named;
    for (const ClassFile* file : readers)
    {
        for (std::size_t i = 0; i < file->pool.size(); ++i)
        {
            if (file->pool.tag(i) == PoolTag::class_ref)
            {
                named.insert(file->pool.text(i));
            }
        }
    }
    std::vector<const ClassFile*> annotations;
    for (const std::string& name : named)
    {
        const ClassFile* file = m_hierarchy.is_on_path(name) ? m_hierarchy.find(name) : nullptr;
        if (file != nullptr && file->access.is_annotation() && m_hierarchy.is_nameable(*file))
        {
            annotations.push_back(file);
        }
    }
    return annotations;
}

void SurfaceBuilder::add_bean()
{
    const std::vector<const ClassFile*> readers = readers_of_properties();
    if (readers.empty())
    {
        return;
    }
    Bean bean{.fields = {"name", "ready", "count"},
        .getters = {{.name = "getName", .field = 0}, {.name = "isReady", .field = 1},
            {.name = "getCount", .field = 2}, {.name = "getX", .field = 2},
            {.name = "getURL", .field = 0}}};
    const Bean without_marks = bean;
    std::vector<BeanMark> of_methods;
    std::vector<Bean> marked;
    for (const ClassFile* file : named_annotations(readers))
    {
        auto of_method = mark_of(*file, "METHOD", "label");
        if (of_method && of_methods.size() < max_marks)
        {
            of_methods.push_back(*std::move(of_method));
        }
        Bean of_fields = without_marks;
        for (const std::string& field : of_fields.fields)
        {
            if (auto of_field = mark_of(*file, "FIELD", field))
            {
                of_fields.field_marks.push_back({*std::move(of_field)});
            }
        }
        if (!of_fields.field_marks.empty())
        {
            marked.push_back(std::move(of_fields));
        }
    }
    // First those that give a name.
    std::stable_partition(marked.begin(), marked.end(),
        [](const Bean& one) { return !one.field_marks.front().front().texts.empty(); });
    marked.resize(std::min(marked.size(), max_marks));
    add_marked(of_methods, bean.getters);
    add_bean_of(std::move(bean));
    std::for_each(marked.begin(), marked.end(), [this](Bean& one) { add_bean_of(std::move(one)); });
}

void SurfaceBuilder::add_bean_of(Bean bean)
{
    // The package may have a class of that name, and so may the tests.
    std::string name = "SampleBean";
    const std::string folder = m_options.package.empty() ? "" : m_options.package + "/";
    const auto is_taken = [&] {
        return m_hierarchy.find(folder + name) != nullptr ||
               std::any_of(m_callables.begin(), m_callables.end(), [&](const JavaCallable& other) {
                   return other.kind == JavaCallableKind::bean && other.name == name;
               });
    };
    for (std::size_t i = 2; is_taken() && i <= max_names; ++i)
    {
        name = "SampleBean" + std::to_string(i);
    }
    constexpr const char* descriptor = "(Ljava/lang/String;ZI)V";
    Callable callable;
    callable.name = "bean";
    callable.is_under_test = false;
    callable.result = m_table.object_of(object_class());
    const auto types = parse_method_descriptor(descriptor);
    for (std::size_t i = 0; i < bean.fields.size(); ++i)
    {
        callable.parameters.push_back(
            {.name = bean.fields[i], .type = want(from_descriptor(types->parameters[i]), 2)});
    }
    add(std::move(callable), {.kind = JavaCallableKind::bean,
                                 .owner = "java/lang/Object",
                                 .name = name,
                                 .descriptor = descriptor,
                                 .bean = std::move(bean)});
}

}  // namespace sbst::jvm::detail
