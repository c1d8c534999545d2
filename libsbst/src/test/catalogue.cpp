// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/test/catalogue.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace sbst
{

namespace
{

[[noreturn]] void reject(const Callable& callable, std::string_view problem)
{
    throw ConfigError(fmt::format("callable '{}': {}", callable.name, problem));
}

bool is_known(TypeId id, const TypeUniverse& types)
{
    return id.is_valid() && id.index() < types.size();
}

void check_parameter(
    const Callable& callable, const Parameter& parameter, const TypeUniverse& types)
{
    if (!is_known(parameter.type, types) || types[parameter.type].kind == TypeKind::void_type)
    {
        reject(callable, fmt::format("parameter '{}' has no usable type", parameter.name));
    }
    if (parameter.usual && !is_well_formed(*parameter.usual, parameter.type, types))
    {
        reject(callable, fmt::format("the usual value of parameter '{}' is not of type '{}'",
                             parameter.name, types[parameter.type].name));
    }
    if (!(parameter.usual_prob >= 0.0 && parameter.usual_prob <= 1.0))
    {
        reject(callable, fmt::format("usual_prob {} of parameter '{}' is not in [0, 1]",
                             parameter.usual_prob, parameter.name));
    }
}

void check_kind(const Callable& callable, const TypeUniverse& types)
{
    const auto is_object = [&](TypeId id) { return types[id].kind == TypeKind::object; };
    const auto& parameters = callable.parameters;
    if (has_receiver(callable.kind) && (parameters.empty() || !is_object(parameters[0].type)))
    {
        reject(callable, "parameter 0 must be the receiver, an object");
    }
    const bool is_void = types[callable.result].kind == TypeKind::void_type;
    if (is_void && callable.kind == CallableKind::constructor)
    {
        reject(callable, "a constructor must have a result");
    }
    if (callable.kind == CallableKind::cast &&
        (parameters.size() != 1 || !is_object(parameters[0].type) || !is_object(callable.result)))
    {
        reject(callable, "a cast turns one object into another");
    }
}

void check(const Callable& callable, const TypeUniverse& types)
{
    if (callable.name.empty())
    {
        reject(callable, "it needs a name");
    }
    if (!is_known(callable.result, types))
    {
        reject(callable, "the result's type is unknown (use a void type for no result)");
    }
    for (const Parameter& parameter : callable.parameters)
    {
        check_parameter(callable, parameter, types);
    }
    check_kind(callable, types);
}

}  // namespace

CallableId Catalogue::add(Callable callable, const TypeUniverse& types)
{
    check(callable, types);
    const CallableId id{m_callables.size()};
    if (callable.is_under_test)
    {
        m_under_test.push_back(id);
    }
    m_callables.push_back(std::move(callable));
    m_is_opening.push_back(false);
    return id;
}

CallableId Catalogue::add_opening(Callable callable, const TypeUniverse& types)
{
    check(callable, types);
    for (std::size_t i = 0; i < callable.parameters.size(); ++i)
    {
        const Type& type = types[callable.parameters[i].type];
        const bool is_receiver = i == 0 && has_receiver(callable.kind);
        if (type.kind == TypeKind::object && (is_receiver || !type.nullable))
        {
            reject(callable, fmt::format("an opening is the first call, so nothing can be "
                                         "made for its parameter '{}'",
                                 callable.parameters[i].name));
        }
    }
    const CallableId id{m_callables.size()};
    m_openings.push_back(id);
    m_callables.push_back(std::move(callable));
    m_is_opening.push_back(true);
    return id;
}

bool Catalogue::is_opening(CallableId id) const
{
    return m_is_opening[id.index()];
}

bool Catalogue::takes_null(CallableId id, std::size_t parameter, const TypeUniverse& types) const
{
    const Callable& callable = (*this)[id];
    const Type& type = types[callable.parameters[parameter].type];
    return type.nullable && !(parameter == 0 && has_receiver(callable.kind));
}

std::vector<CallableId> Catalogue::producers(TypeId type, const TypeUniverse& types) const
{
    std::vector<CallableId> found;
    for (std::size_t i = 0; i < m_callables.size(); ++i)
    {
        if (!m_is_opening[i] && types.is_assignable(m_callables[i].result, type))
        {
            found.emplace_back(i);
        }
    }
    return found;
}

std::vector<CallableId> Catalogue::consumers(TypeId type, const TypeUniverse& types) const
{
    std::vector<CallableId> found;
    for (std::size_t i = 0; i < m_callables.size(); ++i)
    {
        const auto& parameters = m_callables[i].parameters;
        if (!m_is_opening[i] &&
            std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& parameter) {
                return types.is_assignable(type, parameter.type);
            }))
        {
            found.emplace_back(i);
        }
    }
    return found;
}

}  // namespace sbst
