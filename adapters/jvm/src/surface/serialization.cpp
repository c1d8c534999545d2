// SPDX-License-Identifier: Apache-2.0
#include "serialization.hpp"

#include "surface_builder.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Names with descriptors. Source: Java Object Serialization Specification, 2.3, 2.5, 3.4 to 3.7.
constexpr std::array<std::string_view, 7> hooks{"writeObject(Ljava/io/ObjectOutputStream;)V",
    "readObject(Ljava/io/ObjectInputStream;)V", "readObjectNoData()V",
    "writeReplace()Ljava/lang/Object;", "readResolve()Ljava/lang/Object;",
    "writeExternal(Ljava/io/ObjectOutput;)V", "readExternal(Ljava/io/ObjectInput;)V"};

}  // namespace

bool is_serialization_hook(const Method& method)
{
    return !method.access.is_static() && method.code &&
           std::find(hooks.begin(), hooks.end(), method.name + method.descriptor) != hooks.end();
}

void SurfaceBuilder::add_serial_copies()
{
    const auto has_hook = [this](const std::string& name) {
        const ClassFile* file = m_hierarchy.find(name);
        return file != nullptr &&
               std::any_of(file->methods.begin(), file->methods.end(), [this](const Method& hook) {
                   return is_serialization_hook(hook) && is_wanted(hook);
               });
    };
    if (std::none_of(m_under_test.begin(), m_under_test.end(), has_hook))
    {
        return;
    }
    for (const std::string& name : m_under_test)
    {
        const ClassFile* file = m_hierarchy.find(name);
        const GroundType type = class_type(name);
        if (file == nullptr || !m_hierarchy.is_nameable(*file) || file->access.is_enum() ||
            !subtype_of(name, class_type("java/io/Serializable")))
        {
            continue;
        }
        // A copy of null is null: like a receiver, the original is an object.
        const TypeId object = want_object(type, 0);
        Callable callable;
        callable.kind = CallableKind::method;
        callable.name = "copyBySerialization";
        callable.is_under_test = true;
        callable.parameters.push_back({.name = "object", .type = object});
        callable.result = object;
        add(std::move(callable), {.kind = JavaCallableKind::serial_copy,
                                     .owner = name,
                                     .name = "copyBySerialization",
                                     .descriptor = "(L" + name + ";)L" + name + ";",
                                     .declared_exceptions = {"java/io/IOException",
                                         "java/lang/ClassNotFoundException"}});
    }
}

}  // namespace sbst::jvm::detail
