// SPDX-License-Identifier: Apache-2.0
#include "slice_names.hpp"

#include "../dataflow/operands.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <cstddef>
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

namespace
{

/// On one line, and not long.
std::string shown(const std::string& text)
{
    constexpr std::size_t most = 40;
    std::string result;
    for (const char c : text.substr(0, most))
    {
        const bool is_plain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
        result += is_plain ? c : '?';
    }
    return text.size() > most ? result + "..." : result;
}

}  // namespace

std::string element_name(const std::vector<Constant>& keys)
{
    std::string name;
    for (const Constant& key : keys)
    {
        name += name.empty() ? "[" : ", ";
        switch (key.kind)
        {
            case Constant::Kind::integer:
            case Constant::Kind::long_integer:
                name += fmt::format("{}", key.integer);
                break;
            case Constant::Kind::string:
                name += fmt::format("\"{}\"", shown(key.text));
                break;
            default:
                name += fmt::format("{}", key.number);
                break;
        }
    }
    return name + "]";
}

}  // namespace sbst::jvm::detail
