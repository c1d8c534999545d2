// SPDX-License-Identifier: Apache-2.0
#include "abi_field.hpp"
#include "ast_reader.hpp"
#include "code_reader.hpp"
#include "document.hpp"
#include "select.hpp"

#include <sbst/base/read_failure.hpp>
#include <sbst/error.hpp>
#include <sbst/evm/artifact/artifact.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <tuple>
#include <utility>

namespace sbst::evm
{

namespace detail
{

namespace
{

std::string read_file(const std::filesystem::path& path)
{
    const std::string name = path.string();
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
    {
        throw ParseError(name, "", "the file does not exist");
    }
    if (!std::filesystem::is_regular_file(status))
    {
        throw ParseError(name, "", "this is not a file; expected the path of one artifact (JSON)");
    }
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (!error && size > max_artifact_bytes)
    {
        throw ParseError(name, "",
            fmt::format("the file has {} bytes; at most {} are read", size, max_artifact_bytes));
    }
    errno = 0;
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
    {
        fail_reading(name, errno);
    }
    std::string text(static_cast<std::size_t>(error ? 0 : size), '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!stream || static_cast<std::size_t>(stream.gcount()) != text.size())
    {
        fail_reading(name, errno);
    }
    return text;
}

void require_code(const ContractRecord& contract, const JsonField& root)
{
    const std::string subject = contract.name.empty() ? "the contract" : contract.name;
    if (!contract.abi)
    {
        root.fail(fmt::format("{} has no `abi`", subject));
    }
    if (!contract.creation.object)
    {
        root.fail(fmt::format(
            "{} has no creation bytecode: no `bytecode`, or `evm.bytecode.object`", subject));
    }
    if (!has_code(contract.creation))
    {
        contract.creation.object->fail(
            fmt::format("{} is an interface or abstract contract: its bytecode is empty", subject));
    }
}

/// The only source that a map refers to, -1 when there are several or none.
std::int32_t only_source(const std::vector<SourceMapEntry>& map)
{
    std::int32_t only = -1;
    for (const SourceMapEntry& entry : map)
    {
        if (entry.span.file >= 0 && only >= 0 && entry.span.file != only)
        {
            return -1;
        }
        only = std::max(only, entry.span.file);
    }
    return only;
}

void fill_sources(const Document& document, Artifact& artifact)
{
    for (const SourceRecord& record : document.sources)
    {
        SourceFile source;
        source.name = record.name;
        source.id = record.id;
        if (record.text)
        {
            source.set_text(record.text->text());
        }
        artifact.sources.push_back(std::move(source));
    }
    // Without a tree Truffle does not give the number of its only source.
    if (artifact.format == ArtifactFormat::truffle && !artifact.sources.empty() &&
        artifact.sources.front().id < 0)
    {
        artifact.sources.front().id = only_source(artifact.runtime.source_map);
    }
    std::stable_sort(artifact.sources.begin(), artifact.sources.end(),
        [](const SourceFile& a, const SourceFile& b) {
            return std::tie(a.id, a.name) < std::tie(b.id, b.name);
        });
}

void fill_ast(const Document& document, Artifact& artifact)
{
    std::vector<const SortedJson*> units;
    for (const SourceRecord& source : document.sources)
    {
        if (source.ast != nullptr)
        {
            units.push_back(source.ast);
        }
    }
    std::optional<AstFacts> facts =
        read_ast(units, {artifact.contract_name, artifact.source_name}, artifact.abi);
    artifact.has_ast = facts.has_value();
    if (facts)
    {
        artifact.ast = *std::move(facts);
    }
}

void fill_code(const ContractRecord& contract, Artifact& artifact)
{
    artifact.creation = read_code(contract.creation);
    artifact.runtime = read_code(contract.runtime);
    artifact.immutables = read_immutables(contract.immutables, artifact.runtime.bytes.size());
    const Bytes& whole = artifact.creation.bytes;
    const Bytes& part = artifact.runtime.bytes;
    const auto found = std::search(whole.begin(), whole.end(), part.begin(), part.end());
    if (!part.empty() && found != whole.end())
    {
        artifact.runtime_offset = static_cast<std::size_t>(found - whole.begin());
    }
}

/// Takes the version from the code itself when nothing else gives it.
void complete_compiler(Artifact& artifact)
{
    if (!artifact.compiler.version.empty())
    {
        return;
    }
    for (const Code* code : {&artifact.runtime, &artifact.creation})
    {
        if (const std::optional<MetadataTrailer> metadata = find_metadata(code->bytes))
        {
            if (artifact.compiler.version.empty())
            {
                artifact.compiler.version = metadata->compiler_version;
            }
        }
    }
}

}  // namespace

/// Reads the contract that `wanted` chooses.
Artifact read_artifact(const JsonField& root, std::string_view wanted)
{
    Document document = read_document(root);
    const bool is_single = document.contracts.size() == 1;
    if (is_single)  // the metadata may hold the name
    {
        apply_metadata(document.contracts.front(), document);
    }
    ContractRecord& chosen = select_contract(document, wanted, root.file());
    if (!is_single)
    {
        apply_metadata(chosen, document);
    }
    if (chosen.name.empty())
    {
        chosen.name = wanted.empty() ? std::filesystem::path(root.file()).stem().string() :
                                       std::string(wanted);
    }
    require_code(chosen, root);

    Artifact artifact;
    artifact.file = root.file();
    artifact.format = document.format;
    artifact.contract_name = chosen.name;
    artifact.source_name = chosen.source_name;
    artifact.abi = read_abi(*chosen.abi);
    fill_code(chosen, artifact);
    artifact.compiler = document.compiler;
    complete_compiler(artifact);
    fill_sources(document, artifact);
    fill_ast(document, artifact);
    return artifact;
}

}  // namespace detail

std::string_view to_string(ArtifactFormat format)
{
    static constexpr std::array<std::string_view, 7> names{"ABI and bytecode", "Truffle", "Hardhat",
        "Foundry", "build info", "standard JSON", "combined JSON"};
    return names.at(static_cast<std::size_t>(format));
}

const SourceFile* Artifact::find_source(std::int32_t id) const
{
    const auto found = std::find_if(sources.begin(), sources.end(),
        [&](const SourceFile& source) { return id >= 0 && source.id == id; });
    return found == sources.end() ? nullptr : &*found;
}

bool is_library(const Artifact& artifact)
{
    // PUSH20 <zero>, ADDRESS, EQ: as detail::is_library sees it in the artifact's text.
    constexpr std::size_t address_bytes = 20;
    Bytes start(address_bytes + 3, 0);
    start.front() = 0x73;
    start[address_bytes + 1] = 0x30;
    start[address_bytes + 2] = 0x14;
    const Bytes& code = artifact.runtime.bytes;
    return code.size() >= start.size() && std::equal(start.begin(), start.end(), code.begin());
}

Artifact parse_artifact(std::string_view text, const std::string& file, std::string_view contract)
{
    const auto json = parse_json<SortedJson>(text, file);
    return detail::read_artifact(JsonField(json, file, ""), contract);
}

Artifact load_artifact(const std::filesystem::path& path, std::string_view contract)
{
    return parse_artifact(detail::read_file(path), path.string(), contract);
}

}  // namespace sbst::evm
