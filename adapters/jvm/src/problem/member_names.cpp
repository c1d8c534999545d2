// SPDX-License-Identifier: Apache-2.0
#include "member_names.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::size_t most_names = 24;

/// Tells whether a class file names a class of reflection, in its code or in its members.
bool uses_reflection(const ClassFile& file)
{
    for (std::size_t i = 0; i < file.pool.size(); ++i)
    {
        if (file.pool.tag(i) == PoolTag::utf8)
        {
            // A name, or a descriptor with it.
            const std::string_view text = file.pool.text(i);
            if (text.find("java/lang/reflect/") != std::string_view::npos ||
                text.find("java/beans/") != std::string_view::npos)
            {
                return true;
            }
        }
    }
    return false;
}

/// A name in the order of the surface, once.
void add_name(const std::string& name, std::vector<std::string>& names)
{
    const bool is_new = std::find(names.begin(), names.end(), name) == names.end();
    if (is_new && names.size() < most_names)
    {
        names.push_back(name);
    }
}

void add_public(AccessFlags access, const std::string& name, std::vector<std::string>& names)
{
    if (access.is_public() && !access.is_synthetic() && !name.starts_with('<'))
    {
        add_name(name, names);
    }
}

/// By which code finds the fields of a bean.
void add_names_in(const Bean& bean, std::vector<std::string>& names)
{
    for (const std::string& field : bean.fields)
    {
        add_name(field, names);
    }
    for (const std::vector<BeanMark>& marks : bean.field_marks)
    {
        for (const BeanMark& mark : marks)
        {
            std::for_each(mark.texts.begin(), mark.texts.end(),
                [&names](const BeanText& element) { add_name(element.text, names); });
        }
    }
}

}  // namespace

void add_member_names(
    const ClassPath& path, const ClassGoals& goals, const JavaSurface& surface, ConstantPool& pool)
{
    // Beans are made where a class that the subject calls reads them.
    const bool has_bean = std::any_of(surface.callables().begin(), surface.callables().end(),
        [](const JavaCallable& callable) { return callable.kind == JavaCallableKind::bean; });
    const bool is_wanted = std::any_of(goals.methods.begin(), goals.methods.end(),
        [](const GoalMethod& method) { return uses_reflection(*method.owner); });
    if (!is_wanted && !has_bean)
    {
        return;
    }
    std::vector<std::string> names;
    for (const JavaCallable& callable : surface.callables())
    {
        add_names_in(callable.bean, names);
        const bool is_class = callable.kind == JavaCallableKind::class_literal &&
                              callable.descriptor.starts_with('L');
        const ClassFile* file =
            is_class ? path.find(callable.descriptor.substr(1, callable.descriptor.size() - 2)) :
                       nullptr;
        if (file == nullptr)
        {
            continue;
        }
        for (const Field& field : file->fields)
        {
            add_public(field.access, field.name, names);
        }
        for (const Method& method : file->methods)
        {
            add_public(method.access, method.name, names);
        }
    }
    TypeUniverse types;
    const TypeId text = types.add(string_type());
    for (std::string& name : names)
    {
        pool.add(Value(std::move(name)), text, types);
    }
}

}  // namespace sbst::jvm::detail
