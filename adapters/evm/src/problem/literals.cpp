// SPDX-License-Identifier: Apache-2.0
#include "literals.hpp"

#include <sbst/evm/analysis/disassembly.hpp>
#include <sbst/evm/artifact/compiler.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace sbst::evm
{

namespace
{

constexpr std::uint8_t push1 = 0x60;
constexpr std::uint8_t push20 = 0x73;
constexpr std::uint8_t push32 = 0x7f;
constexpr unsigned narrow_mask_bits = 32;
constexpr unsigned least_address_bits = 120;

bool is_mask(const U256& word)
{
    return is_zero(word & (word + U256(1)));
}

bool is_power_of_two(const U256& word)
{
    return is_zero(word & (word - U256(1)));
}

// Tells whether a compiler pushed the word for itself: masks of types, shifts by multiplication and
// error selectors in the high bytes are all wide; numbers in sources are narrow or of another form.
bool is_compilers(const U256& word)
{
    return bit_width(word) > narrow_mask_bits &&
           (is_mask(word) || is_power_of_two(word) || is_mask(~word));
}

bool is_selector(const U256& word, const ContractAbi& abi)
{
    return fits_u64(word) && low64(word) <= UINT32_MAX &&
           abi.find_function(static_cast<std::uint32_t>(low64(word))) != nullptr;
}

bool is_printable(std::uint8_t byte)
{
    return byte >= 0x20 && byte < 0x7f;
}

// Left-aligned text, as `bytes32` and short strings are pushed; empty when the word is not a text.
std::string text_of(const U256& word)
{
    const auto bytes = word.to_be_bytes();
    const auto end = std::find(bytes.begin(), bytes.end(), std::uint8_t{0});
    const bool is_text = end != bytes.begin() && std::all_of(bytes.begin(), end, is_printable) &&
                         std::all_of(end, bytes.end(), [](std::uint8_t byte) { return byte == 0; });
    return is_text ? std::string(bytes.begin(), end) : std::string();
}

template <class Visitor>
void for_each_push(BytesView code, const Visitor& visit)
{
    const auto trailer = find_metadata(code);
    const Disassembly disassembly(code.first(code.size() - (trailer ? trailer->size : 0)));
    for (const Instruction& instruction : disassembly.instructions())
    {
        if (instruction.opcode >= push1 && instruction.opcode <= push32 &&
            !disassembly.is_jumpdest(instruction.immediate))
        {
            visit(instruction);
        }
    }
}

}  // namespace

std::vector<Address> address_literals(const Artifact& artifact, BytesView runtime)
{
    std::vector<Address> addresses;
    for (const SourceLiteral& literal : artifact.ast.literals)
    {
        if (literal.kind == LiteralKind::address)
        {
            addresses.push_back(Address::from_word(literal.word));
        }
    }
    const auto visit = [&addresses](const Instruction& instruction) {
        if (instruction.opcode == push20 && bit_width(instruction.immediate) > least_address_bits &&
            !is_compilers(instruction.immediate))
        {
            addresses.push_back(Address::from_word(instruction.immediate));
        }
    };
    for_each_push(runtime, visit);
    std::sort(addresses.begin(), addresses.end());
    addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
    return addresses;
}

std::vector<PushedLiteral> pushed_literals(const ContractAbi& abi, BytesView code)
{
    std::vector<PushedLiteral> literals;
    for_each_push(code, [&](const Instruction& instruction) {
        const U256& word = instruction.immediate;
        if (is_compilers(word) || is_selector(word, abi))
        {
            return;
        }
        PushedLiteral literal{.word = word};
        literal.text = instruction.opcode == push1 ? std::string() : text_of(word);
        literal.is_word = literal.text.empty() || instruction.opcode != push32;
        literals.push_back(std::move(literal));
    });
    return literals;
}

void add_literals(
    const Artifact& artifact, BytesView runtime, TypeUniverse& types, ConstantPool& pool)
{
    const auto type_named = [&types](const char* name, Type type) {
        const auto known = types.find(name);
        return known ? *known : types.add(std::move(type));
    };
    const TypeId word_type = type_named("uint256", integer_type(256, false, "uint256"));
    const TypeId text_type = type_named("string", string_type());

    for (const SourceLiteral& literal : artifact.ast.literals)
    {
        if (literal.kind == LiteralKind::number)
        {
            pool.add(Value(literal.word), word_type, types);
        }
        else if (literal.kind == LiteralKind::string)
        {
            pool.add(Value(literal.text), text_type, types);
        }
    }
    for (const BytesView code : {runtime, BytesView(artifact.creation.bytes)})
    {
        for (const PushedLiteral& literal : pushed_literals(artifact.abi, code))
        {
            if (!literal.text.empty())
            {
                pool.add(Value(literal.text), text_type, types);
            }
            if (literal.is_word)
            {
                pool.add(Value(literal.word), word_type, types);
            }
        }
    }
}

}  // namespace sbst::evm
