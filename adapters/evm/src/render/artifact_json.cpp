// SPDX-License-Identifier: Apache-2.0
#include "artifact_json.hpp"

#include "abi_json.hpp"

#include <sbst/base/json_field.hpp>
#include <sbst/error.hpp>
#include <sbst/evm/artifact/abi_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

namespace sbst::evm::detail
{

namespace
{

// The compiler's own compact form, but for repeated fields.
std::string source_map_text(const std::vector<SourceMapEntry>& entries)
{
    std::string text;
    for (const SourceMapEntry& entry : entries)
    {
        text += fmt::format("{}{}:{}:{}:{}", text.empty() ? "" : ";", entry.span.start,
            entry.span.length, entry.span.file, entry.jump);
    }
    return text;
}

OrderedJson code_to_json(const Code& code)
{
    return {{"bytes", to_hex(code.bytes)}, {"size_without_metadata", code.size_without_metadata},
        {"source_map", source_map_text(code.source_map)}};
}

OrderedJson nodes_to_json(const std::vector<AstNode>& nodes)
{
    OrderedJson list = OrderedJson::array();
    for (const AstNode& node : nodes)
    {
        OrderedJson entry = OrderedJson::array(
            {node.span.start, node.span.length, node.span.file, node.type, node.detail});
        if (!node.parts.empty())
        {
            OrderedJson parts = OrderedJson::array();
            for (const SourceSpan& part : node.parts)
            {
                parts.push_back(OrderedJson::array({part.start, part.length, part.file}));
            }
            entry.push_back(std::move(parts));
        }
        list.push_back(std::move(entry));
    }
    return list;
}

constexpr std::array<std::string_view, 3> literal_kinds{"number", "address", "string"};

/// Constants are drawn from literals, and addresses become actors.
OrderedJson literals_to_json(const std::vector<SourceLiteral>& literals)
{
    OrderedJson list = OrderedJson::array();
    for (const SourceLiteral& literal : literals)
    {
        const bool is_text = literal.kind == LiteralKind::string;
        list.push_back(
            OrderedJson::array({literal.span.start, literal.span.length, literal.span.file,
                literal.contract, literal_kinds.at(static_cast<std::size_t>(literal.kind)),
                is_text ? to_hex(Bytes(literal.text.begin(), literal.text.end())) :
                          literal.word.to_hex()}));
    }
    return list;
}

Bytes bytes_from(const JsonField& field)
{
    auto bytes = parse_hex(field.text());
    if (!bytes || !field.text().starts_with("0x"))
    {
        field.fail("expected 0x and pairs of hexadecimal digits");
    }
    return *std::move(bytes);
}

Code code_from_json(const JsonField& field)
{
    Code code;
    code.bytes = bytes_from(field.at("bytes"));
    if (code.bytes.size() > max_program_bytes)
    {
        field.at("bytes").fail(fmt::format(
            "{} bytes, at most {} expected of a program", code.bytes.size(), max_program_bytes));
    }
    const JsonField size = field.at("size_without_metadata");
    code.size_without_metadata = size.count();
    if (code.size_without_metadata > code.bytes.size())
    {
        size.fail(fmt::format("more than the {} bytes that there are", code.bytes.size()));
    }
    const JsonField map = field.at("source_map");
    if (map.text().empty())
    {
        return code;
    }
    try
    {
        code.source_map = parse_source_map(map.text(), code.bytes.size());
    }
    catch (const ParseError& error)
    {
        map.fail(error.what());
    }
    return code;
}

std::int32_t place_from(const JsonField& field)
{
    const SortedJson& json = field.json();
    const bool is_whole = json.is_number_integer();
    const auto number = is_whole ? json.get<std::int64_t>() : 0;
    if (!is_whole || number < -1 || number > std::numeric_limits<std::int32_t>::max())
    {
        field.fail(fmt::format("{} is no place in a source", json.dump()));
    }
    return static_cast<std::int32_t>(number);
}

SourceSpan span_from_json(const JsonField& field)
{
    constexpr std::size_t parts = 3;
    if (field.as_array().size() < parts)
    {
        field.fail("expected [start, length, file]");
    }
    return {place_from(field.at(0)), place_from(field.at(1)), place_from(field.at(2))};
}

void read_nodes(const JsonField& field, AstFacts& ast)
{
    constexpr std::size_t least = 5;
    for (std::size_t i = 0; i < field.as_array().size(); ++i)
    {
        const JsonField node = field.at(i);
        const std::size_t size = node.as_array().size();
        if (size != least && size != least + 1)
        {
            node.fail("expected [start, length, file, type, detail] and, of a decision, its parts");
        }
        AstNode& known = ast.nodes.emplace_back(
            AstNode{span_from_json(node), node.at(3).text(), node.at(4).text()});
        for (std::size_t k = 0; size > least && k < node.at(least).as_array().size(); ++k)
        {
            known.parts.push_back(span_from_json(node.at(least).at(k)));
        }
    }
}

SourceLiteral literal_from_json(const JsonField& field)
{
    constexpr std::size_t parts = 6;
    if (field.as_array().size() != parts)
    {
        field.fail("expected [start, length, file, contract, kind, value]");
    }
    const auto* const kind =
        std::find(literal_kinds.begin(), literal_kinds.end(), field.at(4).text());
    if (kind == literal_kinds.end())
    {
        field.at(4).fail("unknown kind of literal");
    }
    SourceLiteral literal;
    literal.kind = static_cast<LiteralKind>(kind - literal_kinds.begin());
    literal.span = span_from_json(field);
    literal.contract = field.at(3).text();
    if (literal.kind == LiteralKind::string)
    {
        const Bytes bytes = bytes_from(field.at(5));
        literal.text.assign(bytes.begin(), bytes.end());
        return literal;
    }
    const auto word = U256::parse(field.at(5).text());
    if (!word)
    {
        field.at(5).fail("expected a number of at most 256 bits");
    }
    literal.word = *word;
    return literal;
}

void read_literals(const JsonField& field, AstFacts& ast)
{
    for (std::size_t i = 0; i < field.as_array().size(); ++i)
    {
        ast.literals.push_back(literal_from_json(field.at(i)));
    }
}

void read_getters(const JsonField& field, AstFacts& ast)
{
    for (std::size_t i = 0; i < field.as_array().size(); ++i)
    {
        const std::size_t selector = field.at(i).count();
        if (selector > std::numeric_limits<std::uint32_t>::max())
        {
            field.at(i).fail(fmt::format("{} is no selector", selector));
        }
        ast.getters.push_back(static_cast<std::uint32_t>(selector));
    }
}

}  // namespace

OrderedJson artifact_to_json(const Artifact& artifact)
{
    OrderedJson json{{"contract", artifact.contract_name}, {"source", artifact.source_name},
        {"compiler", artifact.compiler.name}, {"compiler_version", artifact.compiler.version}};
    json["abi"] = abi_to_json(artifact.abi);
    json["creation"] = code_to_json(artifact.creation);
    json["runtime"] = code_to_json(artifact.runtime);
    json["runtime_offset"] =
        artifact.runtime_offset ? OrderedJson(*artifact.runtime_offset) : OrderedJson(nullptr);
    if (artifact.has_ast)
    {
        json["ast"] = {{"getters", artifact.ast.getters},
            {"literals", literals_to_json(artifact.ast.literals)},
            {"nodes", nodes_to_json(artifact.ast.nodes)}};
    }
    return json;
}

Artifact artifact_from_json(const JsonField& field)
{
    Artifact artifact;
    artifact.file = field.file();
    artifact.contract_name = field.at("contract").text();
    artifact.source_name = field.at("source").text();
    artifact.compiler.name = field.at("compiler").text();
    artifact.compiler.version = field.at("compiler_version").text();
    const JsonField abi = field.at("abi");
    artifact.abi = parse_abi(abi.json().dump(), fmt::format("{}: {}", field.file(), abi.path()));
    artifact.creation = code_from_json(field.at("creation"));
    artifact.runtime = code_from_json(field.at("runtime"));
    if (const auto offset = field.find("runtime_offset"))
    {
        artifact.runtime_offset = offset->count();
    }
    if (artifact.creation.bytes.empty())
    {
        field.at("creation").fail("no code to deploy");
    }
    if (const auto ast = field.find("ast"))
    {
        artifact.has_ast = true;
        read_getters(ast->at("getters"), artifact.ast);
        read_literals(ast->at("literals"), artifact.ast);
        read_nodes(ast->at("nodes"), artifact.ast);
    }
    return artifact;
}

}  // namespace sbst::evm::detail
