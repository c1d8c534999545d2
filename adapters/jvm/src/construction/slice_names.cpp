// SPDX-License-Identifier: Apache-2.0
#include "slice_names.hpp"

#include "../dataflow/operands.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <cstdint>

namespace sbst::jvm::detail
{

std::string parameter_name(const Method& method, std::size_t number)
{
    const bool has_receiver = !method.access.is_static();
    if (has_receiver && number == 0)
    {
        return "this";
    }
    const std::size_t declared = number - (has_receiver ? 1 : 0);
    if (declared < method.parameters.size() && !method.parameters[declared].name.empty())
    {
        return method.parameters[declared].name;
    }
    const auto types = parse_method_descriptor(method.descriptor);
    std::uint32_t slot = has_receiver ? 1 : 0;
    for (std::size_t i = 0; i < declared; ++i)
    {
        slot += slots_of(types->parameters[i]);
    }
    for (const LocalVariable& variable : method.code->variables)
    {
        if (variable.slot == slot && variable.start == 0)
        {
            return variable.name;
        }
    }
    return fmt::format("argument {}", declared + 1);
}

std::string element_name(const Constant& key)
{
    switch (key.kind)
    {
        case Constant::Kind::integer:
        case Constant::Kind::long_integer:
            return fmt::format("[{}]", key.integer);
        case Constant::Kind::string:
            return fmt::format("[\"{}\"]", key.text);
        default:
            return fmt::format("[{}]", key.number);
    }
}

}  // namespace sbst::jvm::detail
