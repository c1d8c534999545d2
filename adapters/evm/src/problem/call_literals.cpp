// SPDX-License-Identifier: Apache-2.0
#include "call_literals.hpp"

#include "waits.hpp"

#include <sbst/evm/abi/codec.hpp>
#include <sbst/symbolic/literal.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace sbst::evm
{

namespace
{

using symbolic::Variable;

constexpr unsigned address_width = 160;
constexpr unsigned step_width = 64;
constexpr unsigned byte_width = 8;
constexpr unsigned place_width = 32;
constexpr std::uint16_t greatest_byte = 0xff;

Variable integer_variable(unsigned width, bool is_signed, const Type& type)
{
    Variable made;
    made.sort = symbolic::bit_vector_sort(width);
    made.domain.is_bounded = true;
    made.domain.is_signed = is_signed;
    const U256 all = width == word_width ? U256::max() : U256::power_of_two(width) - U256{1};
    made.domain.least = integer_minimum(type) & all;
    made.domain.greatest = integer_maximum(type) & all;
    return made;
}

/// Letters, digits, `_` and `.` of a name.
std::string plain(const std::string& name)
{
    std::string text;
    for (const char letter : name)
    {
        const bool is_plain = (letter >= 'a' && letter <= 'z') ||
                              (letter >= 'A' && letter <= 'Z') ||
                              (letter >= '0' && letter <= '9') || letter == '_';
        text.push_back(is_plain ? letter : '_');
    }
    return text;
}

/// Arrays whose length is a number, in one value; a reference has no items here.
std::uint32_t array_count(const AbiType& type, const Value& value)
{
    if (!value.is_list())
    {
        return 0;
    }
    std::uint32_t count = type.kind() == AbiKind::array ? 1 : 0;
    const bool has_one_type = type.kind() != AbiKind::tuple;
    for (std::size_t i = 0; i < value.list().size(); ++i)
    {
        count += array_count(type.members()[has_one_type ? 0 : i], value.list()[i]);
    }
    return count;
}

}  // namespace

CallLiterals::CallLiterals(
    const ContractSurface& surface, const Artifact& artifact, const ProblemOptions& options)
  : m_surface(&surface), m_artifact(&artifact), m_max_text_length(options.max_text_length)
{
    if (const auto type = surface.types.find("address"))
    {
        m_address_count = surface.types[*type].members.size();
    }
}

void CallLiterals::begin(
    const TestCase& test, symbolic::SymbolicRun& run, std::uint64_t timestamp, std::uint64_t block)
{
    m_test = &test;
    m_run = &run;
    m_variables.clear();
    m_results.clear();
    m_timestamp = graph().bit_vector(U256{timestamp}, word_width);
    m_block = graph().bit_vector(U256{block}, word_width);
}

std::optional<LiteralAddress> CallLiterals::address_of(
    std::size_t call, std::size_t argument, std::size_t element) const
{
    const Argument* found = &m_test->calls[call].arguments[argument];
    while (const auto* reference = std::get_if<ArgumentRef>(found))
    {
        call = reference->call;
        argument = reference->argument;
        found = &m_test->calls[call].arguments[argument];
    }
    if (!std::holds_alternative<Value>(*found))
    {
        return std::nullopt;
    }
    return LiteralAddress{static_cast<std::uint32_t>(call), static_cast<std::uint32_t>(argument),
        static_cast<std::uint32_t>(element)};
}

std::string CallLiterals::name_of(const LiteralAddress& address) const
{
    const Callable& callable = m_surface->catalogue[m_test->calls[address.call].callable];
    const std::string name = fmt::format("c{}.{}.{}", address.call, plain(callable.name),
        plain(callable.parameters[address.argument].name));
    return address.element == 0 ? name : fmt::format("{}.{}", name, address.element);
}

ExpressionId CallLiterals::variable(
    const LiteralAddress& address, Variable made, const Value& literal)
{
    const auto key = std::tuple(address.call, address.argument, address.element);
    const auto known = m_variables.find(key);
    if (known != m_variables.end())
    {
        return known->second;
    }
    const auto datum = to_datum(made, literal);
    if (!datum || !is_in_domain(*datum, made))
    {
        return m_variables.emplace(key, ExpressionId{}).first->second;
    }
    made.address = address;
    made.name = name_of(address);
    const ExpressionId expression = graph().variable(graph().add_variable(std::move(made)));
    m_run->literals.push_back(*datum);
    m_variables.emplace(key, expression);
    return expression;
}

ExpressionId CallLiterals::bounded(std::size_t call, std::size_t parameter, const Value& value)
{
    const auto address = address_of(call, parameter, 0);
    if (!address || !value.is_word())
    {
        return {};
    }
    const Callable& callable = m_surface->catalogue[m_test->calls[call].callable];
    const Type& type = m_surface->types[callable.parameters[parameter].type];
    const bool is_small = bit_width(integer_maximum(type)) <= step_width;
    const ExpressionId made = variable(
        *address, integer_variable(is_small ? step_width : word_width, false, type), value);
    return made.is_valid() ? graph().zero_extend(made, word_width) : made;
}

ExpressionId CallLiterals::account(const std::optional<LiteralAddress>& address, const Value& value,
    std::span<const U256> addresses, std::size_t count)
{
    if (!address || !value.is_word())
    {
        return {};
    }
    Variable made;
    made.sort = symbolic::bit_vector_sort(address_width);
    std::vector<std::size_t> order(std::min(count, addresses.size()));
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
        [&addresses](std::size_t a, std::size_t b) { return addresses[a] < addresses[b]; });
    for (const std::size_t member : order)
    {
        // The first of two names for one address.
        if (made.domain.members.empty() || made.domain.members.back() != addresses[member])
        {
            made.domain.members.push_back(addresses[member]);
            made.domain.literals.emplace_back(member);
        }
    }
    const ExpressionId found = variable(*address, std::move(made), value);
    return found.is_valid() ? graph().zero_extend(found, word_width) : found;
}

ExpressionId CallLiterals::length_of(ExpressionId text)
{
    return graph().zero_extend(graph().make(Do::length, {text}), word_width);
}

void CallLiterals::add_text_bytes(TransactionShadow& shadow, ExpressionId bytes, std::size_t now)
{
    shadow.text_bytes =
        shadow.text_bytes.is_valid() ? graph().make(Do::add, {shadow.text_bytes, bytes}) : bytes;
    shadow.text_byte_count += now;
}

void CallLiterals::put(TransactionShadow& shadow, std::size_t call, const EncodedLiteral& literal,
    std::span<const U256> addresses, std::size_t data_offset)
{
    ShadowBytes& data = shadow.data;
    const auto address = address_of(call, literal.argument, literal.element);
    const std::size_t at = data_offset + literal.offset;
    if (!address)
    {
        put_result(data, call, literal, at);
        return;
    }
    const AbiType& type = literal.type;
    ExpressionId word;
    switch (type.kind())
    {
        case AbiKind::unsigned_integer:
        case AbiKind::signed_integer:
        {
            const bool is_signed = type.kind() == AbiKind::signed_integer;
            word = variable(*address,
                integer_variable(type.bits(), is_signed, integer_type(type.bits(), is_signed)),
                literal.value);
            if (word.is_valid())
            {
                word = is_signed ? graph().sign_extend(word, word_width) :
                                   graph().zero_extend(word, word_width);
            }
            break;
        }
        case AbiKind::boolean:
        {
            Variable made;
            made.sort = symbolic::bit_vector_sort(1);
            word = variable(*address, std::move(made), literal.value);
            word = word.is_valid() ? graph().zero_extend(word, word_width) : word;
            break;
        }
        case AbiKind::address:
            word = account(address, literal.value, addresses, m_address_count);
            break;
        case AbiKind::fixed_bytes:
        case AbiKind::function:
            put_fixed_text(data, *address, literal.value, at);
            return;
        default:
        {
            const ExpressionId text = put_text(data, *address, literal.value, at + word_bytes);
            if (text.is_valid())
            {
                word = length_of(text);
                const U256 last{word_bytes - 1};
                add_text_bytes(shadow,
                    graph().make(Do::bit_and,
                        {graph().make(Do::add, {word, graph().bit_vector(last, word_width)}),
                            graph().bit_vector(~last, word_width)}),
                    (literal.value.text().size() + word_bytes - 1) / word_bytes * word_bytes);
            }
            break;
        }
    }
    data.put_word(at, word);
}

void CallLiterals::keep_result(std::size_t call, const AbiType& type, const Value& value,
    const CallOutput& output, std::span<const U256> addresses)
{
    const std::span types{&type, 1};
    const std::span values{&value, 1};
    Bytes encoded;
    encode(types, values, encoded, addresses);
    // Otherwise the argument's bytes are others than those that were returned.
    if (std::ranges::equal(encoded, output.bytes))
    {
        KeptResult& kept = m_results[call];
        kept.shadow = output.shadow;
        for_each_literal(types, values, [&kept](const EncodedLiteral& literal) {
            kept.places.emplace(literal.element, literal.offset);
        });
    }
}

void CallLiterals::put_result(
    ShadowBytes& data, std::size_t call, const EncodedLiteral& literal, std::size_t at) const
{
    const Argument& argument = resolve(*m_test, m_test->calls[call].arguments[literal.argument]);
    const auto* reference = std::get_if<ResultRef>(&argument);
    const auto found = reference == nullptr ? m_results.end() : m_results.find(reference->call);
    if (found == m_results.end())
    {
        return;
    }
    const KeptResult& kept = found->second;
    const auto place = kept.places.find(literal.element);
    if (place == kept.places.end())
    {
        return;
    }
    const bool is_text =
        literal.type.kind() == AbiKind::bytes || literal.type.kind() == AbiKind::string;
    data.copy(
        at, kept.shadow, place->second, word_bytes + (is_text ? literal.value.text().size() : 0));
}

void CallLiterals::put_fixed_text(
    ShadowBytes& data, const LiteralAddress& address, const Value& value, std::size_t at)
{
    const auto width = static_cast<unsigned>(byte_width * value.text().size());
    Variable made;
    made.sort = symbolic::bit_vector_sort(width);
    const ExpressionId text = variable(address, std::move(made), value);
    if (text.is_valid())
    {
        const bool is_whole = width == word_width;
        data.put_word(at, is_whole ? text :
                                     graph().make(Do::concat,
                                         {text, graph().bit_vector({}, word_width - width)}));
    }
}

ExpressionId CallLiterals::put_text(
    ShadowBytes& data, const LiteralAddress& address, const Value& value, std::size_t at)
{
    const std::size_t size = value.text().size();
    Variable made;
    made.sort = symbolic::string_sort();
    made.domain.greatest_length = static_cast<std::uint32_t>(std::max(m_max_text_length, size));
    made.domain.greatest_unit = greatest_byte;
    const ExpressionId text = variable(address, std::move(made), value);
    for (std::size_t i = 0; text.is_valid() && i < size; ++i)
    {
        const ExpressionId unit =
            graph().make(Do::unit_at, {text, graph().bit_vector(U256{i}, place_width)});
        data.put_byte(at + i, graph().zero_extend(unit, word_width));
    }
    return text;
}

ExpressionId CallLiterals::step(ExpressionId sum, std::size_t call,
    const std::optional<std::size_t>& parameter, std::uint64_t always,
    std::span<const Value> values)
{
    ExpressionId next = graph().make(Do::add, {sum, graph().bit_vector(U256{always}, word_width)});
    if (!parameter)
    {
        return next;
    }
    ExpressionId waited = bounded(call, *parameter, values[*parameter]);
    if (!waited.is_valid())
    {
        waited = graph().bit_vector(values[*parameter].word(), word_width);
    }
    return graph().make(Do::add, {next, waited});
}

TransactionShadow CallLiterals::shadow_of(std::size_t call, std::span<const Value> values,
    std::span<const U256> addresses, std::size_t data_offset)
{
    const CallTarget& target = m_surface->targets[m_test->calls[call].callable.index()];
    TransactionShadow shadow;
    const ContractAbi& abi = m_artifact->abi;
    const std::vector<AbiType>* types = nullptr;
    if (target.kind == CallTarget::Kind::function)
    {
        types = &abi.functions[target.function].inputs.types;
    }
    else if (target.kind == CallTarget::Kind::constructor && abi.constructor)
    {
        types = &abi.constructor->inputs.types;
    }
    if (types != nullptr)
    {
        for_each_literal(
            *types, values.first(target.argument_count), [&](const EncodedLiteral& literal) {
                put(shadow, call, literal, addresses, data_offset);
            });
        for (std::size_t i = 0; i < target.argument_count; ++i)
        {
            m_run->concretised[static_cast<std::size_t>(symbolic::Concretised::length)] +=
                array_count((*types)[i], values[i]);
        }
    }
    const auto raw =
        target.kind == CallTarget::Kind::fallback ? address_of(call, 0, 0) : std::nullopt;
    if (raw)
    {
        const ExpressionId text = put_text(shadow.data, *raw, values[0], 0);
        if (text.is_valid())
        {
            add_text_bytes(shadow, length_of(text), values[0].text().size());
        }
    }
    const Callable& callable = m_surface->catalogue[m_test->calls[call].callable];
    shadow.sender = account(address_of(call, target.sender, 0), values[target.sender], addresses,
        m_surface->types[callable.parameters[target.sender].type].members.size());
    if (target.value)
    {
        shadow.value = bounded(call, *target.value, values[*target.value]);
    }
    if (target.kind != CallTarget::Kind::constructor)
    {
        m_timestamp = step(m_timestamp, call, target.time_step, seconds_per_block, values);
        m_block = step(m_block, call, target.block_step, 1, values);
        const auto unless_constant = [this](ExpressionId word) {
            return graph().is_constant(word) ? ExpressionId{} : word;
        };
        shadow.timestamp = unless_constant(m_timestamp);
        shadow.number = unless_constant(m_block);
    }
    return shadow;
}

}  // namespace sbst::evm
