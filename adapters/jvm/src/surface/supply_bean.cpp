// SPDX-License-Identifier: Apache-2.0
// A class of the tests whose objects have properties, for code that finds them by reflection.
#include "surface_builder.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
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
    return method.owner == "java/lang/Class" &&
           (method.name == "getMethods" || method.name == "getDeclaredMethods" ||
               method.name == "getMethod");
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

/// The annotation with the same text for each element; nothing if it has elements of other types,
/// is no annotation of methods, or does not exist at run time.
std::optional<BeanMark> mark_of(const ClassFile& file, const std::string& text)
{
    const bool has_targets = std::find(file.annotations.begin(), file.annotations.end(),
                                 "java/lang/annotation/Target") != file.annotations.end();
    if (!file.access.is_annotation() || !has_text(file, "RUNTIME") ||
        (has_targets && !has_text(file, "METHOD")))
    {
        return std::nullopt;
    }
    BeanMark mark{.type = file.name};
    for (const Method& element : file.methods)
    {
        if (element.descriptor != "()Ljava/lang/String;" || element.access.is_static())
        {
            return std::nullopt;
        }
        mark.texts.emplace_back(element.name, text);
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
            for (auto& [name, text] : empty.texts)
            {
                text.clear();
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

std::vector<BeanMark> SurfaceBuilder::named_marks() const
{
    std::set<std::string> named;
    for (const std::string& name : m_under_test)
    {
        const ClassFile* file = m_hierarchy.find(name);
        for (std::size_t i = 0; file != nullptr && i < file->pool.size(); ++i)
        {
            if (file->pool.tag(i) == PoolTag::class_ref)
            {
                named.insert(file->pool.text(i));
            }
        }
    }
    std::vector<BeanMark> marks;
    for (const std::string& name : named)
    {
        const ClassFile* file = m_hierarchy.is_on_path(name) ? m_hierarchy.find(name) : nullptr;
        auto mark = file != nullptr && m_hierarchy.is_nameable(*file) ? mark_of(*file, "label") :
                                                                        std::nullopt;
        if (mark && marks.size() < max_marks)
        {
            marks.push_back(*std::move(mark));
        }
    }
    return marks;
}

void SurfaceBuilder::add_bean()
{
    const std::set<MemberKey>& called = called_methods();
    if (std::none_of(called.begin(), called.end(), reads_properties))
    {
        return;
    }
    // The package may have a class of that name.
    std::string name = "SampleBean";
    const std::string folder = m_options.package.empty() ? "" : m_options.package + "/";
    for (std::size_t i = 2; m_hierarchy.find(folder + name) != nullptr && i <= max_names; ++i)
    {
        name = "SampleBean" + std::to_string(i);
    }
    constexpr const char* descriptor = "(Ljava/lang/String;ZI)V";
    Bean bean{.fields = {"name", "ready", "count"},
        .getters = {{.name = "getName", .field = 0}, {.name = "isReady", .field = 1},
            {.name = "getCount", .field = 2}, {.name = "getX", .field = 2},
            {.name = "getURL", .field = 0}}};
    add_marked(named_marks(), bean.getters);
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
