// SPDX-License-Identifier: Apache-2.0
#include "catalogue_builder.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

namespace sbst::evm
{

namespace
{

// Half of the payable calls of a random test should move ether, few of the fallback's should carry
// data: most contracts only use the former.
constexpr double no_value_prob = 0.3;
constexpr double no_data_prob = 0.8;

// A test has dozens of calls, a population dozens of tests, and a value takes about 40 bytes.
// Arrays of arrays are drawn shorter to stay below the first bound; types whose values must exceed
// the second bound are refused.
constexpr std::size_t max_drawn_values = std::size_t{1} << 11U;
constexpr std::size_t max_call_values = std::size_t{1} << 13U;

/// The longest array that is drawn, given the number of values per element.
std::size_t longest_array(std::size_t values_of_element, std::size_t usual)
{
    return std::min(usual, std::max<std::size_t>(1, max_drawn_values / values_of_element));
}

/// Most values in a drawn literal of the type, itself included; saturates above any bound here.
std::size_t most_values(const AbiType& type, std::size_t usual_length)
{
    constexpr std::size_t saturated = std::size_t{1} << 30U;
    std::size_t values = 1;
    if (type.kind() == AbiKind::array || type.kind() == AbiKind::fixed_array)
    {
        const std::size_t element = most_values(type.element(), usual_length);
        const std::size_t length = type.kind() == AbiKind::array ?
                                       longest_array(element, usual_length) :
                                       std::min(type.size(), saturated);
        values += length * element;
    }
    if (type.kind() == AbiKind::tuple)
    {
        for (const AbiType& member : type.members())
        {
            values += most_values(member, usual_length);
        }
    }
    return std::min(values, saturated);
}

class SurfaceBuilder
{
public:
    SurfaceBuilder(
        const Artifact& artifact, std::span<const Actor> actors, const ProblemOptions& options)
      : m_artifact(artifact), m_options(options)
    {
        std::vector<std::string> names;
        std::vector<std::string> senders;
        for (const Actor& actor : actors)
        {
            names.push_back(actor.name);
            if (actor.can_send)
            {
                senders.push_back(actor.name);
            }
        }
        m_address = m_surface.types.add(enumeration_type("address", std::move(names)));
        m_sender = m_surface.types.add(enumeration_type("sender", std::move(senders)));
        m_void = m_surface.types.add(Type{});
        m_value = add_bounded("wei", options.max_value);
        m_time_step = add_bounded("seconds", U256(options.max_time_step));
        m_block_step = add_bounded("blocks", U256(options.max_block_step));
    }

    ContractSurface build()
    {
        check_ignored();
        const ContractAbi& abi = m_artifact.abi;
        add_constructor(abi);
        for (std::size_t i = 0; i < abi.functions.size(); ++i)
        {
            if (is_called(abi.functions[i]))
            {
                add_function(abi.functions[i], i);
            }
        }
        if (abi.fallback && !is_ignored(*abi.fallback, "fallback"))
        {
            add_fallback(*abi.fallback);
        }
        if (abi.receive && !is_ignored(*abi.receive, "receive"))
        {
            CallTarget target{.kind = CallTarget::Kind::receive};
            Callable callable{.name = "receive", .result = m_void};
            add_transaction(callable, target, true);
            add(std::move(callable), target);
        }
        for (std::size_t i = 0; m_options.ask_getters && i < abi.functions.size(); ++i)
        {
            const AbiFunction& function = abi.functions[i];
            if (!is_called(function) && !is_ignored(function, function.name))
            {
                add_function(function, i, false);
            }
        }
        return std::move(m_surface);
    }

private:
    TypeId add_bounded(const char* name, const U256& maximum)
    {
        Type type = integer_type(256, false, name);
        type.minimum = U256{};
        type.maximum = maximum;
        return m_surface.types.add(type);
    }

    [[nodiscard]] bool is_ignored(const AbiFunction& function, const std::string& name) const
    {
        const auto& ignored = m_options.ignore_functions;
        return std::any_of(ignored.begin(), ignored.end(),
            [&](const std::string& entry) { return entry == name || entry == function.signature; });
    }

    [[nodiscard]] bool is_called(const AbiFunction& function) const
    {
        const bool is_getter =
            std::find(m_artifact.ast.getters.begin(), m_artifact.ast.getters.end(),
                function.selector) != m_artifact.ast.getters.end();
        return !is_ignored(function, function.name) && (m_options.call_getters || !is_getter);
    }

    void check_ignored() const
    {
        for (const std::string& entry : m_options.ignore_functions)
        {
            const auto& functions = m_artifact.abi.functions;
            const bool is_known =
                entry == "fallback" || entry == "receive" ||
                std::any_of(functions.begin(), functions.end(), [&entry](const AbiFunction& f) {
                    return f.name == entry || f.signature == entry;
                });
            if (!is_known)
            {
                std::vector<std::string_view> names;
                names.reserve(functions.size());
                for (const AbiFunction& function : functions)
                {
                    names.push_back(function.name);
                }
                throw ConfigError(fmt::format("ignore-function: {} has no function '{}'{}",
                    m_artifact.contract_name, entry, suggestion(entry, names)));
            }
        }
    }

    TypeId core_type(const AbiType& type)
    {
        const std::string name = type.name();
        if (type.kind() == AbiKind::address)
        {
            return m_address;
        }
        if (type.kind() != AbiKind::tuple)
        {
            if (const auto known = m_surface.types.find(name))
            {
                return *known;
            }
        }
        return m_surface.types.add(describe(type, name));
    }

    Type describe(const AbiType& type, const std::string& name)
    {
        switch (type.kind())
        {
            case AbiKind::unsigned_integer:
            case AbiKind::signed_integer:
                return integer_type(type.bits(), type.kind() == AbiKind::signed_integer, name);
            case AbiKind::boolean:
                return boolean_type();
            case AbiKind::fixed_bytes:
            case AbiKind::function:
            {
                Type bytes = bytes_type(type.size());
                bytes.name = name;
                return bytes;
            }
            case AbiKind::bytes:
            case AbiKind::string:
            {
                Type text = type.kind() == AbiKind::bytes ? bytes_type() : string_type();
                text.max_length = m_options.max_text_length;
                return text;
            }
            case AbiKind::array:
            {
                Type array = array_type(core_type(type.element()), name);
                const std::size_t usual = m_options.max_array_length;
                array.max_length = longest_array(most_values(type.element(), usual), usual);
                array.min_length = std::min(m_options.min_array_length, *array.max_length);
                return array;
            }
            case AbiKind::fixed_array:
                return array_type(core_type(type.element()), name, type.size());
            case AbiKind::tuple:
            case AbiKind::address:
                break;
        }
        std::vector<TypeId> members;
        for (const AbiType& member : type.members())
        {
            members.push_back(core_type(member));
        }
        return tuple_type(std::move(members), name, type.member_names());
    }

    void require_drawable(const std::string& function, const AbiParameters& inputs) const
    {
        std::size_t values = 0;
        for (const AbiType& type : inputs.types)
        {
            values += most_values(type, m_options.max_array_length);
        }
        if (values > max_call_values)
        {
            throw ConfigError(fmt::format(
                "{}: its arguments hold up to {} values, expected at most {}; shorter arrays "
                "(max-array-length) may help, or ignoring the function",
                function, values, max_call_values));
        }
    }

    void add_arguments(Callable& callable, CallTarget& target, const AbiParameters& inputs)
    {
        require_drawable(callable.name, inputs);
        for (std::size_t i = 0; i < inputs.size(); ++i)
        {
            std::string name = inputs.names[i].empty() ? fmt::format("arg{}", i) : inputs.names[i];
            callable.parameters.push_back(
                {.name = std::move(name), .type = core_type(inputs.types[i])});
        }
        target.argument_count = inputs.size();
    }

    void add_transaction(Callable& callable, CallTarget& target, bool is_payable)
    {
        auto& parameters = callable.parameters;
        target.sender = parameters.size();
        parameters.push_back({.name = "sender", .type = m_sender, .role = "sender"});
        if (is_payable && !is_zero(m_options.max_value))
        {
            target.value = parameters.size();
            parameters.push_back({.name = "value",
                .type = m_value,
                .role = "value",
                .usual = Value(U256{}),
                .usual_prob = no_value_prob});
        }
        if (target.kind == CallTarget::Kind::constructor)
        {
            return;
        }
        if (m_options.max_time_step > 0)
        {
            target.time_step = parameters.size();
            parameters.push_back({.name = "time_step",
                .type = m_time_step,
                .role = "time",
                .usual = Value(U256{}),
                .usual_prob = m_options.no_step_prob});
        }
        if (m_options.max_block_step > 0)
        {
            target.block_step = parameters.size();
            parameters.push_back({.name = "block_step",
                .type = m_block_step,
                .role = "blocks",
                .usual = Value(U256{}),
                .usual_prob = m_options.no_step_prob});
        }
    }

    void add(Callable callable, const CallTarget& target)
    {
        m_surface.catalogue.add(std::move(callable), m_surface.types);
        m_surface.targets.push_back(target);
    }

    void add_constructor(const ContractAbi& abi)
    {
        CallTarget target{.kind = CallTarget::Kind::constructor};
        // Not an object: all calls go to the only contract, which it deploys.
        Callable callable{.name = m_artifact.contract_name, .result = m_void};
        if (abi.constructor)
        {
            add_arguments(callable, target, abi.constructor->inputs);
        }
        add_transaction(callable, target, abi.constructor && abi.constructor->is_payable());
        m_surface.catalogue.add_opening(std::move(callable), m_surface.types);
        m_surface.targets.push_back(target);
    }

    /// What is not under test produces nothing either, so that nothing draws it.
    void add_function(const AbiFunction& function, std::size_t index, bool is_under_test = true)
    {
        CallTarget target{.kind = CallTarget::Kind::function, .function = index};
        Callable callable{.name = function.display_name, .result = m_void};
        add_arguments(callable, target, function.inputs);
        callable.is_under_test = is_under_test;
        if (is_under_test && function.outputs.size() == 1)
        {
            callable.result = core_type(function.outputs.types[0]);
        }
        add_transaction(callable, target, function.is_payable());
        add(std::move(callable), target);
    }

    void add_fallback(const AbiFunction& fallback)
    {
        CallTarget target{.kind = CallTarget::Kind::fallback, .argument_count = 1};
        Callable callable{.name = "fallback", .result = m_void};
        callable.parameters.push_back({.name = "data",
            .type = core_type(AbiType::bytes()),
            .role = "calldata",
            .usual = Value(std::string()),
            .usual_prob = no_data_prob});
        add_transaction(callable, target, fallback.is_payable());
        add(std::move(callable), target);
    }

    const Artifact& m_artifact;
    const ProblemOptions& m_options;
    ContractSurface m_surface;
    TypeId m_address;
    TypeId m_sender;
    TypeId m_void;
    TypeId m_value;
    TypeId m_time_step;
    TypeId m_block_step;
};

}  // namespace

ContractSurface build_surface(
    const Artifact& artifact, std::span<const Actor> actors, const ProblemOptions& options)
{
    return SurfaceBuilder(artifact, actors, options).build();
}

}  // namespace sbst::evm
