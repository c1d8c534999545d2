// SPDX-License-Identifier: Apache-2.0
// Producers of the objects that arguments need.
#include "known_types.hpp"
#include "surface_builder.hpp"

#include <algorithm>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Elements of the arrays of objects that tests make.
constexpr std::size_t max_made_elements = 3;
/// Broken class files may enclose themselves.
constexpr std::size_t max_enclosing = 16;
/// Number of methods of other classes used for one type, and how deep among arguments.
constexpr std::size_t max_elsewhere = 3;
constexpr std::size_t max_elsewhere_depth = 2;
/// Number of subclasses of one type from which those that tests make are chosen.
constexpr std::size_t max_considered = 64;

/// Fewest parameters first; for classes of the path then the order of the class file.
void sort_by_parameters(std::vector<const Method*>& methods)
{
    std::stable_sort(methods.begin(), methods.end(), [](const Method* a, const Method* b) {
        return count_parameters(*a) < count_parameters(*b);
    });
}

/// Tells whether classes below a type of the JDK have nothing to do with each other.
bool is_of_strangers(const std::string& name)
{
    return name == "java/lang/Object" || name == "java/lang/Comparable" ||
           name == "java/io/Serializable";
}

}  // namespace

void SurfaceBuilder::supply_all()
{
    do
    {
        while (!m_wanted.empty())
        {
            const Wanted wanted = std::move(m_wanted.front());
            m_wanted.pop_front();
            if (m_supplied.insert(key_of(wanted.type)).second)
            {
                supply(wanted);
            }
        }
    } while (supply_from_others() || supply_stand_in());
}

bool SurfaceBuilder::supply_from_others()
{
    if (m_made_by_own.empty())
    {
        return false;
    }
    const std::vector<bool> is_made = made_types();
    const std::vector<Wanted> own = std::exchange(m_made_by_own, {});
    const std::size_t callables = m_callables.size();
    for (const Wanted& wanted : own)
    {
        if (!is_made[m_table.object_of(wanted.type).index()])
        {
            supply_elsewhere(wanted, *m_hierarchy.find(wanted.type.name));
        }
    }
    return m_callables.size() != callables;
}

bool SurfaceBuilder::add_met(const std::string& name)
{
    const ClassFile* file = m_hierarchy.find(name);
    if (file == nullptr || !m_hierarchy.is_nameable(*file))
    {
        return false;
    }
    const GroundType type = class_type(name);
    want_object(type, 1);
    for (const Method& method : file->methods)
    {
        if (!is_under_test(*file) && !method.access.is_static() && !method.access.is_bridge() &&
            !method.is_constructor() && !method.is_static_initialiser() &&
            m_hierarchy.is_usable(*file, method))
        {
            add_method(*file, method, Hierarchy::with_bounds(*file, type), {.depth = 1});
        }
    }
    supply_all();
    return true;
}

void SurfaceBuilder::supply(const Wanted& wanted)
{
    if (wanted.type.kind == TypeSignature::Kind::array)
    {
        supply_array(wanted);
        return;
    }
    if (supply_special(wanted))
    {
        return;
    }
    const ClassFile* file = m_hierarchy.find(wanted.type.name);
    if (file == nullptr || !m_hierarchy.is_nameable(*file))
    {
        return;
    }
    if (const auto constants = m_table.constants_of(file->name); !constants.empty())
    {
        add_as_object(wanted.type, wanted.type);
        return;
    }
    if (file->access.is_annotation())
    {
        supply_annotations(wanted);
        return;
    }
    supply_named(wanted);
    const std::size_t callables = m_callables.size();
    const std::size_t waiting = m_wanted.size();
    if (file->access.is_interface())
    {
        supply_functional(wanted);
    }
    supply_concrete(wanted, *file);
    supply_views(wanted);
    const bool is_abstract = file->access.is_abstract() || file->access.is_interface();
    if (is_abstract || wanted.type.name == "java/lang/Object")
    {
        supply_abstract(wanted, *file);
        m_abstract.push_back(wanted);
    }
    if (!is_under_test(*file))
    {
        if (m_callables.size() == callables && m_wanted.size() == waiting)
        {
            supply_elsewhere(wanted, *file);
        }
        else if (m_hierarchy.is_on_path(file->name))
        {
            m_made_by_own.push_back(wanted);
        }
    }
    supply_mutators(wanted, *file);
}

bool SurfaceBuilder::supply_special(const Wanted& wanted)
{
    const std::string& name = wanted.type.name;
    if (name == "java/lang/String")
    {
        add_as_object(wanted.type, wanted.type);
        return true;
    }
    if (const auto primitive = boxed_primitive(name); !primitive.empty())
    {
        add_as_object(from_descriptor(primitive), wanted.type);
        return true;
    }
    if (name == "java/lang/Class")
    {
        supply_class_literals(wanted);
        return true;
    }
    if (name == annotation_interface)
    {
        supply_annotations(wanted);
        return true;
    }
    return supply_members(wanted) || supply_proxy(wanted);
}

void SurfaceBuilder::supply_array(const Wanted& wanted)
{
    const GroundType& element = wanted.type.arguments.front();
    const TypeId element_type = want(element, wanted.depth + 1);
    for (std::size_t count = 0; count <= max_made_elements; ++count)
    {
        Callable callable;
        callable.kind = CallableKind::function;
        callable.name = "array of " + std::to_string(count);
        callable.is_under_test = false;
        callable.result = m_table.object_of(wanted.type);
        callable.parameters.assign(count, {.name = "element", .type = element_type});
        add(std::move(callable), {.kind = JavaCallableKind::array_of,
                                     .owner = "java/lang/Object",
                                     .name = std::to_string(count),
                                     .descriptor = erasure(wanted.type)});
    }
}

bool SurfaceBuilder::is_under_test(const ClassFile& file) const
{
    return std::find(m_under_test.begin(), m_under_test.end(), file.name) != m_under_test.end();
}

void SurfaceBuilder::supply_concrete(const Wanted& wanted, const ClassFile& file)
{
    const bool is_under_test = this->is_under_test(file);
    std::vector<const Method*> makers;
    for (const Method& method : file.methods)
    {
        const bool has_size =
            method.descriptor.find('I') < method.descriptor.find(')') && takes_sizes(file.name);
        const bool constructs = method.is_constructor() && !file.access.is_abstract() && !has_size;
        const bool is_factory = method.access.is_static() &&
                                result_descriptor(method) == erasure(wanted.type) &&
                                !makes_nothing_to_ask(file.name, method.name);
        if ((constructs || is_factory) && m_hierarchy.is_usable(file, method))
        {
            makers.push_back(&method);
        }
    }
    sort_by_parameters(makers);
    std::stable_partition(makers.begin(), makers.end(),
        [&file](const Method* maker) { return !asks_for_the_time(file.name, maker->name); });
    if (!is_under_test && makers.size() > m_options.max_producers)
    {
        makers.resize(m_options.max_producers);
    }
    for (const Method* method : makers)
    {
        const bool is_open = is_under_test && !method->is_constructor();
        add_method(file, *method, is_open ? wanted.type : Hierarchy::with_bounds(file, wanted.type),
            {.is_under_test = is_under_test && is_wanted(*method), .depth = wanted.depth});
    }
    supply_constants(wanted, file);
}

void SurfaceBuilder::supply_constants(const Wanted& wanted, const ClassFile& file)
{
    std::size_t constants = 0;
    const auto add_constants = [&](const ClassFile& owner, const GroundType& receiver,
                                   bool wants_named) {
        for (const Field& field : owner.fields)
        {
            const bool is_constant = field.access.is_static() && field.access.is_final() &&
                                     field.descriptor == erasure(wanted.type) &&
                                     m_hierarchy.is_usable(owner, field);
            if (is_constant && is_named_field(owner, field) == wants_named &&
                (wants_named || ++constants <= m_options.max_producers))
            {
                add_field(owner, field, receiver, false, {});
            }
        }
    };
    // First those that the code under test names: it compares with them.
    for (const bool wants_named : {true, false})
    {
        add_constants(file, wanted.type, wants_named);
        // A class around it may keep its only object, as Kotlin's do with their companions.
        for (const ClassFile* around : enclosing_classes(file))
        {
            if (m_hierarchy.is_nameable(*around))
            {
                add_constants(*around, class_type(around->name), wants_named);
            }
        }
    }
}

std::vector<const ClassFile*> SurfaceBuilder::enclosing_classes(const ClassFile& file) const
{
    std::vector<const ClassFile*> classes;
    const InnerClass* inner = file.inner_class();
    while (inner != nullptr && classes.size() < max_enclosing)
    {
        const ClassFile* around = m_hierarchy.find(inner->outer);
        if (around == nullptr)
        {
            break;
        }
        classes.push_back(around);
        inner = around->inner_class();
    }
    return classes;
}

std::optional<GroundType> SurfaceBuilder::subtype_of(
    const std::string& name, const GroundType& wanted) const
{
    const ClassFile* file = m_hierarchy.find(name);
    if (file == nullptr)
    {
        return std::nullopt;
    }
    std::vector<GroundType> candidates;
    const auto signature = parse_class_signature(file->signature);
    if (signature && !wanted.arguments.empty() &&
        signature->type_parameters.size() == wanted.arguments.size())
    {
        candidates.push_back({TypeSignature::Kind::class_type, name, wanted.arguments});
    }
    candidates.push_back(class_type(name));
    const std::string key = key_of(wanted);
    for (const GroundType& candidate : candidates)
    {
        std::deque<GroundType> waiting{candidate};
        std::set<std::string> seen;
        while (!waiting.empty())
        {
            const GroundType current = std::move(waiting.front());
            waiting.pop_front();
            const std::string current_key = key_of(current);
            if (current_key == key)
            {
                return candidate;
            }
            if (seen.insert(current_key).second)
            {
                for (GroundType& super : m_hierarchy.direct_supertypes(current))
                {
                    waiting.push_back(std::move(super));
                }
            }
        }
    }
    return std::nullopt;
}

void SurfaceBuilder::supply_abstract(const Wanted& wanted, const ClassFile& file)
{
    std::vector<std::string> names;
    for (const std::string_view known : known_implementations(file.name))
    {
        names.emplace_back(known);
    }
    const bool is_of_all = file.name == "java/lang/Object";
    const bool is_known = !names.empty() && !m_hierarchy.is_on_path(file.name);
    if (!is_known || !is_of_strangers(file.name))
    {
        const std::vector<std::string> below = is_known ?
                                                   m_hierarchy.own_subclasses(file.name) :
                                                   m_hierarchy.concrete_subclasses(file.name);
        names.insert(names.end(), below.begin(), below.end());
    }
    std::vector<GroundType> subtypes;
    for (std::size_t i = 0; i < names.size() && subtypes.size() < max_considered; ++i)
    {
        const std::string& name = names[i];
        const auto subtype = subtype_of(name, wanted.type);
        if (subtype && (!is_of_all || name != file.name))
        {
            subtypes.push_back(*subtype);
        }
    }
    for (const GroundType& subtype : most_easily_made(subtypes, wanted.type.name))
    {
        want_object(subtype, wanted.depth);
    }
}

void SurfaceBuilder::supply_elsewhere(const Wanted& wanted, const ClassFile& file)
{
    // What implements an interface of the JDK only inside of its methods is better stood in for.
    const bool is_of_jdk = !m_hierarchy.is_on_path(file.name);
    if (wanted.depth > max_elsewhere_depth || (is_of_jdk && file.access.is_interface()))
    {
        return;
    }
    std::size_t added = 0;
    for (const Maker& maker : m_hierarchy.makers_elsewhere(wanted.type.name))
    {
        if (is_under_test(*maker.owner) || maker.method->access.is_private())
        {
            continue;
        }
        add_method(*maker.owner, *maker.method,
            Hierarchy::with_bounds(*maker.owner, class_type(maker.owner->name)),
            {.depth = wanted.depth, .is_for_result = true});
        if (++added >= max_elsewhere)
        {
            return;
        }
    }
}

void SurfaceBuilder::supply_functional(const Wanted& wanted)
{
    const auto method = m_hierarchy.functional_method(wanted.type);
    if (!method || !m_hierarchy.can_name_all_of(*method))
    {
        return;
    }
    Callable callable;
    callable.kind = CallableKind::function;
    callable.name = "lambda";
    callable.is_under_test = false;
    if (method->result.name != "V")
    {
        callable.parameters.push_back(
            {.name = "result", .type = want(method->result, wanted.depth + 1)});
    }
    callable.result = m_table.object_of(wanted.type);
    add(std::move(callable), {.kind = JavaCallableKind::functional,
                                 .owner = wanted.type.name,
                                 .name = method->name,
                                 .descriptor = method->descriptor,
                                 .is_owner_interface = true});
    add_turns(wanted, *method);
}

void SurfaceBuilder::supply_views(const Wanted& wanted)
{
    for (const KnownView& view : known_views())
    {
        if (view.wanted != wanted.type.name)
        {
            continue;
        }
        const GroundType owner{
            TypeSignature::Kind::class_type, std::string(view.owner), wanted.type.arguments};
        const ClassFile* file = m_hierarchy.find(owner.name);
        if (file == nullptr)
        {
            continue;
        }
        Callable callable;
        callable.kind = CallableKind::method;
        callable.name = view.method;
        callable.is_under_test = false;
        callable.parameters.push_back(
            {.name = "receiver", .type = want_object(owner, wanted.depth + 1)});
        callable.result = m_table.object_of(wanted.type);
        add(std::move(callable), {.kind = JavaCallableKind::instance_method,
                                     .owner = owner.name,
                                     .name = std::string(view.method),
                                     .descriptor = std::string(view.descriptor)});
    }
}

}  // namespace sbst::jvm::detail
