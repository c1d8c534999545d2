// SPDX-License-Identifier: Apache-2.0
// Objects that the code under test names: it asks for these very ones.
#include "known_types.hpp"
#include "surface_builder.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

/// Constants for one type.
constexpr std::size_t max_named = 12;

/// The class of a field's object or of a method's result; empty for arrays and primitive types.
std::string class_of(const MemberKey& key)
{
    const std::size_t begin = key.descriptor.starts_with('(') ? key.descriptor.find(')') + 1 : 0;
    const bool is_class = key.descriptor[begin] == 'L';
    return is_class ? key.descriptor.substr(begin + 1, key.descriptor.size() - begin - 2) : "";
}

/// Tells whether a method does nothing but return a static field: the same object each time.
bool returns_field(const Method& method)
{
    return method.code && method.code->instructions.size() == 2 &&
           method.code->instructions[0].opcode == Opcode::getstatic &&
           method.code->instructions[1].opcode == Opcode::areturn;
}

}  // namespace

const std::set<MemberKey>& SurfaceBuilder::named_fields()
{
    if (!m_named_fields)
    {
        m_named_fields.emplace();
        for (const std::string& name : m_under_test)
        {
            for (const MethodFacts& method : facts_of(*m_hierarchy.find(name)).methods)
            {
                m_named_fields->insert(method.field_reads.begin(), method.field_reads.end());
            }
        }
    }
    return *m_named_fields;
}

bool SurfaceBuilder::is_named_field(const ClassFile& owner, const Field& field)
{
    return named_fields().contains({owner.name, field.name, field.descriptor});
}

/// What the code only reads may be something that it changes: a table, a pool, a lock.
bool SurfaceBuilder::is_offered(const MemberKey& read) const
{
    const std::string type = class_of(read);
    const bool is_own =
        std::find(m_under_test.begin(), m_under_test.end(), read.owner) != m_under_test.end();
    return !is_own && (!type.starts_with("java/") || type.starts_with("java/time/"));
}

void SurfaceBuilder::supply_named(const Wanted& wanted)
{
    std::vector<MemberKey> named;
    for (const std::string& name : m_under_test)
    {
        const std::vector<MemberKey>& compared = facts_of(*m_hierarchy.find(name)).compared_objects;
        named.insert(named.end(), compared.begin(), compared.end());
    }
    // An object of any type is only asked for where it is compared.
    if (wanted.type.name != "java/lang/Object")
    {
        std::copy_if(named_fields().begin(), named_fields().end(), std::back_inserter(named),
            [this](const MemberKey& read) { return is_offered(read); });
    }
    std::size_t added = 0;
    for (const MemberKey& key : named)
    {
        const std::string type = class_of(key);
        const bool is_literal = type.empty() || type == "java/lang/String" ||
                                !boxed_primitive(type).empty() ||
                                !m_table.constants_of(type).empty();
        if (!is_literal && added < max_named && m_hierarchy.is_below(type, wanted.type.name))
        {
            added += add_named(key) ? 1U : 0U;
        }
    }
}

bool SurfaceBuilder::add_named(const MemberKey& key)
{
    const ClassFile* const owner = m_hierarchy.find(key.owner);
    if (owner == nullptr || !m_hierarchy.is_nameable(*owner) || key.owner == "java/lang/System")
    {
        return false;
    }
    const Field* const field = owner->find_field(key.name);
    const Method* const method = owner->find_method(key.name, key.descriptor);
    const bool is_constant = field != nullptr && field->descriptor == key.descriptor &&
                             field->access.is_static() && field->access.is_final() &&
                             m_hierarchy.is_usable(*owner, *field);
    const bool is_getter = method != nullptr && method->access.is_static() &&
                           m_hierarchy.is_usable(*owner, *method) && returns_field(*method);
    // With type arguments it may be an object of another type than the wanted one.
    const bool is_generic =
        is_constant ? !field->signature.empty() : is_getter && !method->signature.empty();
    if ((!is_constant && !is_getter) || is_generic)
    {
        return false;
    }
    Callable callable;
    callable.kind = CallableKind::function;
    callable.name = key.name;
    callable.is_under_test = false;
    callable.result = m_table.object_of(class_type(class_of(key)));
    const std::size_t place = m_callables.size();
    add(std::move(callable), {.kind = is_constant ? JavaCallableKind::static_field_read :
                                                    JavaCallableKind::static_method,
                                 .owner = owner->name,
                                 .name = key.name,
                                 .descriptor = key.descriptor,
                                 .is_owner_interface = owner->access.is_interface()});
    if (m_callables.size() > place && class_of(key) != key.owner)
    {
        m_named_callables.insert(place);
    }
    return m_callables.size() > place;
}

}  // namespace sbst::jvm::detail
