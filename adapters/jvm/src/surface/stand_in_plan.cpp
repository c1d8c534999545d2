// SPDX-License-Identifier: Apache-2.0
#include "stand_in_plan.hpp"

#include "../language/names.hpp"
#include "stand_in_methods.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

using Kind = TypeSignature::Kind;

/// Longer chains of superclasses are cut: broken class files may extend each other.
constexpr std::size_t max_extended_classes = 64;

std::string signature_text(const TypeSignature& type)
{
    switch (type.kind)
    {
        case Kind::primitive:
            return type.name;
        case Kind::variable:
            return "T" + type.name + ";";
        case Kind::any:
            return "*";
        case Kind::array:
            return "[" + signature_text(type.arguments.front());
        case Kind::extends:
            return "+" + signature_text(type.arguments.front());
        case Kind::super:
            return "-" + signature_text(type.arguments.front());
        case Kind::class_type:
            break;
    }
    std::string text = "L" + type.name;
    for (std::size_t i = 0; i < type.arguments.size(); ++i)
    {
        text += (i == 0 ? "<" : "") + signature_text(type.arguments[i]);
    }
    return text + (type.arguments.empty() ? ";" : ">;");
}

/// Replaces variables and keeps wildcards.
TypeSignature substituted(const TypeSignature& type, const Bindings& bindings)
{
    if (type.kind == Kind::variable)
    {
        const auto value = bindings.find(type.name);
        return value == bindings.end() ? object_class() : value->second;
    }
    TypeSignature result = type;
    for (TypeSignature& argument : result.arguments)
    {
        argument = substituted(argument, bindings);
    }
    return result;
}

bool has_nested_arguments(const GroundType& type)
{
    return std::any_of(type.arguments.begin(), type.arguments.end(),
        [](const GroundType& argument) { return !argument.arguments.empty(); });
}

/// The parameters of a method and then its result.
using MethodTypes = std::vector<TypeSignature>;

class StandInPlanner
{
public:
    StandInPlanner(const Hierarchy& hierarchy, GroundType type, std::size_t max_methods)
      : m_hierarchy(hierarchy), m_type(std::move(type)), m_max_methods(max_methods)
    {}

    std::optional<StandInPlan> plan()
    {
        const ClassFile* file = m_hierarchy.find(m_type.name);
        const auto signature = parse_class_signature(file->signature);
        m_is_generic = signature && !signature->type_parameters.empty();
        m_type = Hierarchy::with_bounds(*file, m_type);
        if (m_is_generic && !can_have_arguments(*signature))
        {
            m_type.arguments.clear();
        }
        m_plan.form.type = signature_text(m_type);
        if (!take_classes() || !take_interfaces())
        {
            return std::nullopt;
        }
        std::sort(m_plan.form.fields.begin(), m_plan.form.fields.end());
        return std::move(m_plan);
    }

private:
    /// Tells whether the type arguments can be written and are within their bounds.
    [[nodiscard]] bool can_have_arguments(const ClassSignature& signature) const
    {
        if (signature.type_parameters.size() != m_type.arguments.size() || !can_write(m_type))
        {
            return false;
        }
        Bindings bindings;
        for (std::size_t i = 0; i < m_type.arguments.size(); ++i)
        {
            bindings[signature.type_parameters[i].name] = m_type.arguments[i];
        }
        for (std::size_t i = 0; i < m_type.arguments.size(); ++i)
        {
            for (const TypeSignature& bound : signature.type_parameters[i].bounds)
            {
                // A raw type is in no bound with arguments, although its key may be that of one
                // with Objects.
                const bool is_raw = m_type.arguments[i].kind == Kind::class_type &&
                                    m_type.arguments[i].arguments.empty() &&
                                    is_generic(m_type.arguments[i].name);
                if ((is_raw && !bound.arguments.empty()) ||
                    !is_subtype(m_type.arguments[i], grounded(bound, bindings)))
                {
                    return false;
                }
            }
        }
        return true;
    }

    [[nodiscard]] bool is_generic(const std::string& name) const
    {
        const ClassFile* file = m_hierarchy.find(name);
        const auto signature =
            file == nullptr ? std::nullopt : parse_class_signature(file->signature);
        return signature && !signature->type_parameters.empty();
    }

    [[nodiscard]] bool is_subtype(const GroundType& type, const GroundType& super) const
    {
        const std::string key = key_of(super);
        std::set<std::string> seen;
        std::deque<GroundType> waiting{type};
        while (!waiting.empty() && is_reference(type) && is_reference(super))
        {
            const GroundType current = std::move(waiting.front());
            waiting.pop_front();
            const std::string current_key = key_of(current);
            if (current_key == key || is_class(super, "java/lang/Object"))
            {
                return true;
            }
            if (seen.insert(current_key).second)
            {
                for (GroundType& above : m_hierarchy.direct_supertypes(current))
                {
                    waiting.push_back(std::move(above));
                }
            }
        }
        return key_of(type) == key;
    }

    /// Tells whether source code in the package can say the type.
    [[nodiscard]] bool can_write(const TypeSignature& type) const
    {
        if (type.kind == Kind::class_type)
        {
            const ClassFile* file = m_hierarchy.find(type.name);
            if (file == nullptr || !m_hierarchy.is_nameable(*file))
            {
                return false;
            }
            const auto signature = parse_class_signature(file->signature);
            const std::size_t parameters = signature ? signature->type_parameters.size() : 0;
            // Some of the arguments may be those of an enclosing class.
            if (!type.arguments.empty() && parameters != type.arguments.size())
            {
                return false;
            }
        }
        return std::all_of(type.arguments.begin(), type.arguments.end(),
            [this](const TypeSignature& argument) { return can_write(argument); });
    }

    bool take_classes()
    {
        GroundType current = m_type;
        for (std::size_t i = 0; i < max_extended_classes; ++i)
        {
            if (current.name == "java/lang/Object")
            {
                return true;
            }
            const ClassFile* file = m_hierarchy.find(current.name);
            if (file == nullptr || !take_methods(*file, current))
            {
                return false;
            }
            for (GroundType& super : m_hierarchy.direct_supertypes(current))
            {
                if (super.name != current.name && super.name != file->superclass)
                {
                    m_interfaces.push_back(std::move(super));
                }
            }
            m_seen.insert(current.name);
            current = m_hierarchy.superclass_of(current, *file);
        }
        return false;
    }

    bool take_interfaces()
    {
        while (!m_interfaces.empty())
        {
            const GroundType current = std::move(m_interfaces.front());
            m_interfaces.pop_front();
            if (!m_seen.insert(current.name).second)
            {
                continue;
            }
            const ClassFile* file = m_hierarchy.find(current.name);
            if (file == nullptr || !take_methods(*file, current))
            {
                return false;
            }
            for (GroundType& super : m_hierarchy.direct_supertypes(current))
            {
                if (super.name != "java/lang/Object")
                {
                    m_interfaces.push_back(std::move(super));
                }
            }
        }
        return true;
    }

    bool take_methods(const ClassFile& file, const GroundType& current)
    {
        for (const Field& field : file.fields)
        {
            if (!field.access.is_private() && is_identifier(field.name))
            {
                m_plan.form.fields.push_back(field.name);
            }
        }
        const Bindings bindings = Hierarchy::bindings_of(file, current);
        for (const Method& method : file.methods)
        {
            const bool is_left_out = method.access.is_static() || method.access.is_private() ||
                                     method.is_constructor() ||
                                     (file.access.is_interface() && is_method_of_object(method));
            if (is_left_out)
            {
                continue;
            }
            const bool is_hidden =
                method.access.is_package_private() && !m_hierarchy.is_same_package(file.name);
            const std::string key = override_key(method, bindings);
            if (!method.access.is_abstract())
            {
                m_plan.form.has_default_methods |= file.access.is_interface();
                if (!is_hidden && !m_places.contains(key))
                {
                    m_implemented.insert(key);
                }
            }
            else if (!m_implemented.contains(key) &&
                     (is_hidden || !implement(file, method, current, key)))
            {
                return false;
            }
        }
        return true;
    }

    bool implement(const ClassFile& file, const Method& method, const GroundType& current,
        const std::string& key)
    {
        Bindings bindings = Hierarchy::bindings_of(file, current);
        const auto erased = erased_types(method, bindings);
        if (!erased)
        {
            return false;
        }
        const auto [place, is_new] = m_places.emplace(key, m_plan.results.size());
        const bool is_exact = can_say_generics(file, method, current);
        const MethodTypes types = is_exact ? generic_types(method, bindings) : *erased;
        const bool has_erased_result = !is_exact && has_generic_result(method);
        if (is_new)
        {
            if (m_plan.results.size() >= m_max_methods || !is_identifier(method.name))
            {
                return false;
            }
            m_plan.form.methods.push_back({.name = method.name,
                .descriptors = {method.descriptor},
                .access = method.access.is_public()    ? "public" :
                          method.access.is_protected() ? "protected" :
                                                         "",
                .has_erased_result = has_erased_result,
                .is_varargs = method.access.is_varargs(),
                .exceptions = is_exact ? bound_exceptions(method, bindings) : method.exceptions});
            StandInMethod& form = m_plan.form.methods.back();
            form.may_declare =
                can_say(m_hierarchy, form.exceptions) && (is_exact || !throws_variable(method));
            m_plan.results.push_back(erased->back());
            describe(place->second, types, result_of(method, bindings));
            form.callback = callback_of(m_hierarchy, method, types);
            return true;
        }
        StandInMethod& known_form = m_plan.form.methods[place->second];
        // It would have to suit all the methods that it implements.
        known_form.callback.reset();
        known_form.is_varargs = known_form.is_varargs || method.access.is_varargs();
        known_form.has_erased_result = known_form.has_erased_result || has_erased_result;
        known_form.may_declare =
            known_form.may_declare &&
            may_override(m_hierarchy, known_form.exceptions, method.exceptions);
        if (!known_form.may_declare)
        {
            known_form.exceptions.insert(
                known_form.exceptions.end(), method.exceptions.begin(), method.exceptions.end());
        }
        auto& descriptors = known_form.descriptors;
        if (std::find(descriptors.begin(), descriptors.end(), method.descriptor) ==
            descriptors.end())
        {
            descriptors.push_back(method.descriptor);
        }
        // Both results must be satisfied: the narrower one does.
        const GroundType result = result_of(method, bindings);
        const GroundType& known = m_plan.results[place->second];
        if (is_subtype(class_or_self(known), class_or_self(result)))
        {
            return true;
        }
        if (!is_subtype(class_or_self(result), class_or_self(known)))
        {
            return false;
        }
        describe(place->second, types, result);
        return true;
    }

    void describe(std::size_t place, const MethodTypes& types, const GroundType& result)
    {
        StandInMethod& method = m_plan.form.methods[place];
        method.parameters.clear();
        for (std::size_t i = 0; i + 1 < types.size(); ++i)
        {
            method.parameters.push_back(signature_text(types[i]));
        }
        method.result = signature_text(types.back());
        m_plan.results[place] = result;
    }

    static bool has_generic_result(const Method& method)
    {
        const auto signature = parse_method_signature(method.signature);
        if (!signature)
        {
            return false;
        }
        const TypeSignature* result = &signature->result;
        while (result->kind == Kind::array)
        {
            result = &result->arguments.front();
        }
        return result->kind == Kind::variable || !result->arguments.empty();
    }

    /// A raw type is a supertype of all its instances.
    static GroundType class_or_self(const GroundType& type)
    {
        return type.kind == Kind::class_type ? class_type(type.name) : type;
    }

    static GroundType result_of(const Method& method, Bindings bindings)
    {
        if (const auto signature = parse_method_signature(method.signature))
        {
            bind_to_bounds(signature->type_parameters, bindings);
            return grounded(signature->result, bindings);
        }
        const auto descriptor = parse_method_descriptor(method.descriptor);
        return descriptor ? from_descriptor(descriptor->result) : object_class();
    }

    /// The erasures of the types that the method has in the type of the stand-in; a method may
    /// always be overridden with them (JLS 8.4.2). Nothing when source code cannot say them.
    [[nodiscard]] std::optional<MethodTypes> erased_types(
        const Method& method, Bindings bindings) const
    {
        const auto descriptor = parse_method_descriptor(method.descriptor);
        const auto signature = parse_method_signature(method.signature);
        if (!descriptor)
        {
            return std::nullopt;
        }
        const bool is_told =
            signature && signature->parameters.size() == descriptor->parameters.size();
        if (is_told)
        {
            bind_to_bounds(signature->type_parameters, bindings);
        }
        MethodTypes types;
        for (std::size_t i = 0; i <= descriptor->parameters.size(); ++i)
        {
            const bool is_result = i == descriptor->parameters.size();
            const GroundType type =
                is_told ?
                    grounded(is_result ? signature->result : signature->parameters[i], bindings) :
                    from_descriptor(is_result ? descriptor->result : descriptor->parameters[i]);
            types.push_back(from_descriptor(erasure(type)));
        }
        const bool is_said = std::all_of(types.begin(), types.end(),
            [this](const TypeSignature& type) { return can_write(type); });
        return is_said ? std::optional(std::move(types)) : std::nullopt;
    }

    /// Tells whether the generic types of the method are known exactly and can be written.
    [[nodiscard]] bool can_say_generics(
        const ClassFile& file, const Method& method, const GroundType& current) const
    {
        const auto signature = parse_method_signature(method.signature);
        if (!signature || !signature->type_parameters.empty() ||
            (m_is_generic && m_type.arguments.empty()))
        {
            return false;
        }
        const auto owner = parse_class_signature(file.signature);
        const bool is_generic = owner && !owner->type_parameters.empty();
        // Arguments of a supertype lose their wildcards on the way.
        const bool is_known =
            !is_generic || (!current.arguments.empty() &&
                               (current.name == m_type.name || !has_nested_arguments(current)));
        const MethodTypes types = generic_types(method, Hierarchy::bindings_of(file, current));
        return is_known && std::all_of(types.begin(), types.end(),
                               [this](const TypeSignature& type) { return can_write(type); });
    }

    /// Precondition: the method has a signature.
    static MethodTypes generic_types(const Method& method, const Bindings& bindings)
    {
        const auto signature = parse_method_signature(method.signature);
        MethodTypes types;
        for (const TypeSignature& parameter : signature->parameters)
        {
            types.push_back(substituted(parameter, bindings));
        }
        types.push_back(substituted(signature->result, bindings));
        return types;
    }

    const Hierarchy& m_hierarchy;
    GroundType m_type;
    std::size_t m_max_methods;
    bool m_is_generic = false;
    StandInPlan m_plan;
    std::deque<GroundType> m_interfaces;
    std::set<std::string> m_seen;
    /// Keys of methods with code, and the place of each abstract one in the plan.
    std::set<std::string> m_implemented;
    std::map<std::string, std::size_t> m_places;
};

}  // namespace

std::optional<StandInPlan> plan_stand_in(
    const Hierarchy& hierarchy, const GroundType& type, std::size_t max_methods)
{
    // Only the compiler makes subclasses of these.
    constexpr std::array<std::string_view, 2> reserved{"java/lang/Enum", "java/lang/Record"};
    const ClassFile* file = hierarchy.find(type.name);
    const bool is_kept = file == nullptr || !file->access.is_abstract() || file->access.is_enum() ||
                         file->access.is_final() || file->access.is_annotation() ||
                         !file->permitted_subclasses.empty() ||
                         std::find(reserved.begin(), reserved.end(), type.name) != reserved.end();
    return is_kept ? std::nullopt : StandInPlanner(hierarchy, type, max_methods).plan();
}

std::vector<const Method*> inherited_constructors(const Hierarchy& hierarchy, const ClassFile& file)
{
    std::vector<std::pair<std::size_t, const Method*>> found;
    for (const Method& method : file.methods)
    {
        const AccessFlags access = method.access;
        const bool is_visible = access.is_public() || access.is_protected() ||
                                (!access.is_private() && hierarchy.is_same_package(file.name));
        const auto descriptor = parse_method_descriptor(method.descriptor);
        if (method.is_constructor() && !access.is_synthetic() && is_visible && descriptor)
        {
            found.emplace_back(descriptor->parameters.size(), &method);
        }
    }
    std::stable_sort(
        found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<const Method*> methods;
    methods.reserve(found.size());
    for (const auto& [count, method] : found)
    {
        methods.push_back(method);
    }
    return methods;
}

}  // namespace sbst::jvm::detail
