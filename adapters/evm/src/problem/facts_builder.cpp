// SPDX-License-Identifier: Apache-2.0
#include "facts_builder.hpp"

#include <sbst/evm/analysis/disassembly.hpp>

#include <algorithm>
#include <iterator>

namespace sbst::evm
{

namespace
{

SourceRange to_range(const SourceSpan& span)
{
    return {.start = span.start, .length = span.length, .file = span.file};
}

void add_source(const Artifact& artifact, const Code& code, ContractFacts& facts)
{
    for (const SourceMapEntry& entry : code.source_map)
    {
        facts.source_map.push_back(to_range(entry.span));
    }
    for (const AstNode& node : artifact.ast.nodes)
    {
        SourceNode& known = facts.source_nodes.emplace_back(
            SourceNode{to_range(node.span), node.type, node.detail});
        std::transform(
            node.parts.begin(), node.parts.end(), std::back_inserter(known.parts), to_range);
    }
}

ContractFacts common_facts(const Artifact& artifact)
{
    ContractFacts facts;
    facts.has_abi = true;
    const ContractAbi& abi = artifact.abi;
    for (const AbiFunction& function : abi.functions)
    {
        FunctionFacts entry{.selector = function.selector,
            .name = function.display_name,
            .is_payable = function.is_payable(),
            .is_view = function.is_constant(),
            .is_getter = std::nullopt,
            .parameter_names = function.inputs.names};
        std::size_t head = 0;
        for (const AbiType& type : function.inputs.types)
        {
            entry.parameter_heads.push_back(head);
            head += type.head_size();
        }
        if (artifact.has_ast)
        {
            entry.is_getter = std::binary_search(
                artifact.ast.getters.begin(), artifact.ast.getters.end(), function.selector);
        }
        facts.functions.push_back(std::move(entry));
    }
    facts.has_fallback = abi.fallback.has_value();
    facts.is_fallback_payable = abi.fallback && abi.fallback->is_payable();
    facts.has_receive = abi.receive.has_value();
    facts.is_constructor_payable = abi.constructor && abi.constructor->is_payable();
    return facts;
}
// Finds words that the constructor fills in. Compilers push a zero of 32 bytes at such places, and
// never elsewhere; in code taken from a deployment each 32-byte word may be one.
void add_unknown_bytes(const Artifact& artifact, ContractFacts& facts)
{
    const auto add = [&facts](std::size_t start, std::size_t length) {
        facts.unknown_bytes.emplace_back(
            static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(length));
    };
    for (const ImmutableReference& immutable : artifact.immutables)
    {
        add(immutable.start, immutable.length);
    }
    const bool is_learnt = artifact.runtime.bytes.empty();
    const Disassembly disassembly(facts.code);
    for (const Instruction& instruction : disassembly.instructions())
    {
        constexpr std::uint8_t push32 = 0x7f;
        if (instruction.opcode == push32 && (is_learnt || is_zero(instruction.immediate)))
        {
            add(instruction.pc + 1U, 32);
        }
    }
}

}  // namespace

ContractFacts runtime_facts(const Artifact& artifact, BytesView runtime)
{
    ContractFacts facts = common_facts(artifact);
    facts.code.assign(runtime.begin(), runtime.end());
    if (const auto trailer = find_metadata(runtime))
    {
        facts.metadata_length = trailer->size;
    }
    facts.creation_code = artifact.creation.bytes;
    add_unknown_bytes(artifact, facts);
    add_source(artifact, artifact.runtime, facts);
    return facts;
}

ContractFacts creation_facts(const Artifact& artifact)
{
    ContractFacts facts = common_facts(artifact);
    facts.program = ProgramKind::creation;
    facts.code = artifact.creation.bytes;
    // The runtime code follows the constructor as data.
    const std::size_t own =
        artifact.runtime_offset.value_or(artifact.creation.size_without_metadata);
    facts.metadata_length = facts.code.size() - std::min(own, facts.code.size());
    add_source(artifact, artifact.creation, facts);
    return facts;
}

SourceLine find_line(const Artifact& artifact, const Code& code, std::uint32_t pc)
{
    const Disassembly disassembly(code.bytes);
    const auto index = disassembly.index_at(pc);
    if (!index || *index >= code.source_map.size())
    {
        return {};
    }
    const SourceSpan& span = code.source_map[*index].span;
    const SourceFile* source = artifact.find_source(span.file);
    if (source == nullptr || !source->has_text() || span.start < 0)
    {
        return {};
    }
    return {source->name, source->locate(static_cast<std::size_t>(span.start)).line};
}

std::string find_text(const Artifact& artifact, const SourceRange& range)
{
    constexpr std::size_t longest = 80;
    const SourceFile* source =
        range.file < 0 ? nullptr : artifact.find_source(static_cast<std::int32_t>(range.file));
    if (source == nullptr || range.start < 0 || range.length <= 0 ||
        static_cast<std::size_t>(range.start) >= source->text.size())
    {
        return {};
    }
    std::string text;
    for (const char letter : source->text.substr(
             static_cast<std::size_t>(range.start), static_cast<std::size_t>(range.length)))
    {
        const bool is_space = letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
        if (!is_space)
        {
            text += letter;
        }
        else if (!text.empty() && text.back() != ' ')
        {
            text += ' ';
        }
    }
    if (text.size() <= longest)
    {
        return text;
    }
    // Not inside a character of several bytes.
    std::size_t end = longest;
    while ((static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U && end > 0)
    {
        --end;
    }
    return text.substr(0, end) + " ...";
}

}  // namespace sbst::evm
