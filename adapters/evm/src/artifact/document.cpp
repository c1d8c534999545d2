// SPDX-License-Identifier: Apache-2.0
#include "document.hpp"

#include "ast_reader.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace sbst::evm::detail
{

namespace
{

/// A code is a text, or an object with the text in `object`.
CodeRecord read_code(const std::optional<JsonField>& field)
{
    CodeRecord code;
    if (!field)
    {
        return code;
    }
    if (!field->is_object())
    {
        code.object = field;
        return code;
    }
    code.object = field->at("object");
    code.source_map = field->find("sourceMap");
    code.link_references = field->find("linkReferences");
    return code;
}

std::int32_t read_id(const std::optional<JsonField>& id)
{
    if (!id || !id->json().is_number_unsigned())
    {
        return -1;
    }
    const std::size_t value = id->count();
    constexpr auto limit = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
    return value <= limit ? static_cast<std::int32_t>(value) : -1;
}

/// The tree of a field, if it is in the compact format.
const SortedJson* read_tree(const std::optional<JsonField>& ast)
{
    return ast && ast->text_or_empty("nodeType") == "SourceUnit" ? &ast->json() : nullptr;
}

/// `compiler` is a version (`0.5.12+commit...`), a name with it (`vyper-0.3.10`), or an object.
void read_settings(const JsonField& settings, Compiler& compiler)
{
    if (compiler.evm_version.empty())
    {
        compiler.evm_version = settings.text_or_empty("evmVersion");
    }
    if (const auto optimizer = settings.find("optimizer"))
    {
        if (const auto enabled = optimizer->find("enabled"); enabled && !compiler.optimizer)
        {
            compiler.optimizer = enabled->boolean();
        }
    }
    if (const auto via_ir = settings.find("viaIR"); via_ir && !compiler.via_ir)
    {
        compiler.via_ir = via_ir->boolean();
    }
}

void read_compiler(const JsonField& field, Compiler& compiler)
{
    if (field.is_object())
    {
        compiler.name = field.text_or_empty("name");
        compiler.version = field.text_or_empty("version");
        if (const auto settings = field.find("settings"))
        {
            read_settings(*settings, compiler);
        }
        return;
    }
    const std::string& text = field.text();
    const std::size_t digit = std::min(text.find_first_of("0123456789"), text.size());
    compiler.version = text.substr(digit);
    compiler.name = text.find("vyper") == std::string::npos ? "solc" : "vyper";
}

/// One contract of standard JSON, which is also the main part of a build info.
ContractRecord read_standard_contract(const JsonField& contract)
{
    ContractRecord record;
    record.abi = contract.as_object().find("abi");
    record.metadata = contract.find("metadata");
    if (const std::optional<JsonField> evm = contract.find("evm"))
    {
        record.creation = read_code(evm->find("bytecode"));
        const std::optional<JsonField> runtime = evm->find("deployedBytecode");
        record.runtime = read_code(runtime);
        if (runtime)
        {
            record.immutables = runtime->find("immutableReferences");
        }
    }
    return record;
}

/// A compiler's text of an error, unchanged.
std::string reason_of(const JsonField& error)
{
    for (const char* key : {"message", "formattedMessage"})
    {
        std::string text = error.text_or_empty(key);
        if (!text.empty())
        {
            return text;
        }
    }
    return "no message says why";
}

/// The compiler's first error, when there is one.
void refuse_compiler_errors(const JsonField& output)
{
    const std::optional<JsonField> errors = output.find("errors");
    if (!errors || !errors->json().is_array())
    {
        return;
    }
    for (std::size_t i = 0; i < errors->size(); ++i)
    {
        if (const JsonField error = errors->at(i); error.text_or_empty("severity") == "error")
        {
            error.fail("the compilation failed: " + reason_of(error));
        }
    }
}

void read_standard_output(const JsonField& output, Document& document)
{
    refuse_compiler_errors(output);
    const JsonField contracts = output.at("contracts");
    for (const auto& [source, unused] : contracts.as_object().json().items())
    {
        const JsonField in_source = contracts.at(source);
        for (const auto& [name, also_unused] : in_source.as_object().json().items())
        {
            document.contracts.push_back(read_standard_contract(in_source.at(name)));
            document.contracts.back().name = name;
            document.contracts.back().source_name = source;
        }
    }
    const std::optional<JsonField> sources = output.find("sources");
    if (!sources)
    {
        return;
    }
    for (const auto& [name, unused] : sources->as_object().json().items())
    {
        const JsonField source = sources->at(name);
        document.sources.push_back(
            {name, read_id(source.find("id")), std::nullopt, read_tree(source.find("ast"))});
    }
}

void read_build_info(const JsonField& root, Document& document)
{
    document.format = ArtifactFormat::build_info;
    read_standard_output(root.at("output").as_object(), document);
    document.compiler.version = root.text_or_empty("solcLongVersion");
    if (document.compiler.version.empty())
    {
        document.compiler.version = root.text_or_empty("solcVersion");
    }
    const JsonField input = root.at("input");
    if (const std::optional<JsonField> settings = input.find("settings"))
    {
        read_settings(*settings, document.compiler);
    }
    const std::optional<JsonField> texts = input.find("sources");
    for (SourceRecord& source : document.sources)
    {
        if (texts)
        {
            if (const std::optional<JsonField> text = texts->find(source.name))
            {
                source.text = text->find("content");
            }
        }
    }
}

/// The output of `solc --combined-json`: flat, with `file:Name` for keys.
void read_combined(const JsonField& root, Document& document)
{
    document.format = ArtifactFormat::combined_json;
    document.compiler.version = root.text_or_empty("version");
    const JsonField contracts = root.at("contracts");
    for (const auto& [key, unused] : contracts.as_object().json().items())
    {
        const JsonField contract = contracts.at(key);
        const std::size_t colon = key.rfind(':');
        ContractRecord record;
        record.name = colon == std::string::npos ? key : key.substr(colon + 1);
        record.source_name = colon == std::string::npos ? std::string() : key.substr(0, colon);
        record.abi = contract.as_object().find("abi");
        if (record.abi && record.abi->is_string())  // a text before solc 0.8
        {
            record.abi = parse_nested(*record.abi, document);
        }
        record.creation = {contract.find("bin"), contract.find("srcmap"), std::nullopt};
        record.runtime = {
            contract.find("bin-runtime"), contract.find("srcmap-runtime"), std::nullopt};
        record.metadata = contract.find("metadata");
        document.contracts.push_back(std::move(record));
    }
    const std::optional<JsonField> names = root.find("sourceList");
    const std::optional<JsonField> trees = root.find("sources");
    for (std::size_t i = 0; names && i < names->as_array().size(); ++i)
    {
        SourceRecord source{names->at(i).text(), static_cast<std::int32_t>(i), {}, nullptr};
        if (trees)
        {
            if (const std::optional<JsonField> tree = trees->find(source.name))
            {
                source.ast = read_tree(tree->find("AST"));
            }
        }
        document.sources.push_back(std::move(source));
    }
}

// The code of the one contract of a file, under the names that the tools give its parts.
ContractRecord read_only_contract(const JsonField& root)
{
    ContractRecord record;
    record.abi = root.find("abi");
    record.name = root.text_or_empty("contractName");
    record.creation = read_code(root.find("bytecode"));
    if (!record.creation.object)
    {
        record.creation = read_code(root.find("bin"));
    }
    const std::optional<JsonField> runtime = root.find("deployedBytecode");
    record.runtime = read_code(runtime ? runtime : root.find("bin-runtime"));
    record.immutables = root.find("immutableReferences");
    if (runtime && runtime->is_object())
    {
        record.immutables = runtime->find("immutableReferences");
    }
    record.metadata = root.find("metadata");
    if (!record.metadata)
    {
        record.metadata = root.find("rawMetadata");
    }
    if (!record.creation.link_references)
    {
        record.creation.link_references = root.find("linkReferences");
    }
    if (!record.runtime.link_references)
    {
        record.runtime.link_references = root.find("deployedLinkReferences");
    }
    if (!record.creation.source_map)
    {
        record.creation.source_map = root.find("sourceMap");
    }
    if (!record.runtime.source_map)
    {
        record.runtime.source_map = root.find("deployedSourceMap");
    }
    return record;
}

/// One contract per file: Truffle, Hardhat, Foundry, or just ABI and code.
void read_single(const JsonField& root, Document& document)
{
    ContractRecord record = read_only_contract(root);
    if (const std::optional<JsonField> compiler = root.find("compiler"))
    {
        read_compiler(*compiler, document.compiler);
    }

    const std::optional<JsonField> ast = root.find("ast");
    SourceRecord source{{}, read_id(root.find("id")), root.find("source"), read_tree(ast)};
    for (const auto* key : {"sourcePath", "inputSourceName", "sourceName"})
    {
        if (std::string name = root.text_or_empty(key); !name.empty())
        {
            record.source_name = std::move(name);
        }
    }
    if (source.ast != nullptr)
    {
        source.id = parse_span(ast->text_or_empty("src")).file;
        if (record.source_name.empty() || document.format == ArtifactFormat::truffle)
        {
            record.source_name = ast->text_or_empty("absolutePath");
        }
    }
    source.name = record.source_name;
    if (source.ast != nullptr || source.text || source.id >= 0)
    {
        document.sources.push_back(std::move(source));
    }
    document.contracts.push_back(std::move(record));
}

bool looks_combined(const JsonField& contracts)
{
    const SortedJson& json = contracts.json();
    return json.is_object() && std::any_of(json.begin(), json.end(), [](const SortedJson& entry) {
        const auto has = [&](const char* key, bool may_be_array) {
            const auto found = entry.find(key);
            return found != entry.end() &&
                   (found->is_string() || (may_be_array && found->is_array()));
        };
        return entry.is_object() && (has("bin", false) || has("bin-runtime", false) ||
                                        has("abi", true) || has("srcmap-runtime", false));
    });
}

ArtifactFormat single_format(const JsonField& root)
{
    if (root.text_or_empty("_format").starts_with("hh"))
    {
        return ArtifactFormat::hardhat;
    }
    const std::optional<JsonField> bytecode = root.find("bytecode");
    if (bytecode && bytecode->is_object())
    {
        return ArtifactFormat::foundry;
    }
    for (const auto* key : {"schemaVersion", "updatedAt", "deployedSourceMap", "sourcePath"})
    {
        if (root.find(key))
        {
            return ArtifactFormat::truffle;
        }
    }
    return ArtifactFormat::bare;
}

[[noreturn]] void fail_layout(const JsonField& root)
{
    std::string keys;
    std::size_t count = 0;
    for (const auto& [key, unused] : root.json().items())
    {
        if (++count <= 8)
        {
            keys += (keys.empty() ? "" : ", ") + key.substr(0, 40);
        }
    }
    root.fail(
        fmt::format("unknown layout with the fields [{}{}]: expected an artifact of Truffle, "
                    "Hardhat or Foundry, solc's JSON output, or an object with `abi` and "
                    "`bytecode`",
            keys, count > 8 ? ", ..." : ""));
}
/// Takes names and, if present, texts of sources from the metadata.
void add_sources(const JsonField& sources, Document& document)
{
    for (const auto& [name, unused] : sources.json().items())
    {
        const auto known = std::find_if(document.sources.begin(), document.sources.end(),
            [&key = name](const SourceRecord& source) { return source.name == key; });
        const std::optional<JsonField> source = sources.find(name);
        const std::optional<JsonField> text = source ? source->find("content") : std::nullopt;
        if (known == document.sources.end())
        {
            document.sources.push_back({name, -1, text, nullptr});
        }
        else if (!known->text)
        {
            known->text = text;
        }
    }
}

}  // namespace

JsonField parse_nested(const JsonField& text, Document& document)
{
    try
    {
        document.nested.push_back(parse_json<SortedJson>(text.text(), text.file()));
    }
    catch (const ParseError& error)
    {
        const std::string what = error.what();
        text.fail(what.substr(std::min(what.size(), error.file.size() + 2)));
    }
    return {document.nested.back(), text.file(), text.path()};
}

Document read_document(const JsonField& root)
{
    Document document;
    document.compiler.name = "solc";
    if (root.json().is_array())
    {
        root.fail(
            "an array: this looks like an ABI alone, but the creation bytecode is needed too");
    }
    if (root.as_object().find("input") && root.find("output"))
    {
        read_build_info(root, document);
    }
    else if (const std::optional<JsonField> contracts = root.find("contracts"))
    {
        document.format = ArtifactFormat::standard_json;
        if (looks_combined(*contracts))
        {
            read_combined(root, document);
        }
        else
        {
            read_standard_output(root, document);
        }
    }
    else if (root.find("evm"))
    {
        document.format = ArtifactFormat::standard_json;
        document.contracts.push_back(read_standard_contract(root));
    }
    else if (root.find("abi") || root.find("bytecode") || root.find("bin"))
    {
        document.format = single_format(root);
        read_single(root, document);
    }
    else
    {
        refuse_compiler_errors(root);
        fail_layout(root);
    }
    return document;
}

void apply_metadata(ContractRecord& contract, Document& document)
{
    if (!contract.metadata || (contract.metadata->is_string() && contract.metadata->text().empty()))
    {
        return;
    }
    const JsonField metadata = contract.metadata->is_string() ?
                                   parse_nested(*contract.metadata, document) :
                                   *contract.metadata;
    if (const std::optional<JsonField> compiler = metadata.find("compiler"))
    {
        if (document.compiler.version.empty())
        {
            document.compiler.version = compiler->text_or_empty("version");
        }
    }
    if (metadata.text_or_empty("language") == "Vyper")
    {
        document.compiler.name = "vyper";
    }
    if (const std::optional<JsonField> settings = metadata.find("settings"))
    {
        read_settings(*settings, document.compiler);
        const std::optional<JsonField> target = settings->find("compilationTarget");
        if (target && target->is_object() && target->size() == 1)
        {
            const std::string source = target->json().begin().key();
            if (contract.source_name.empty())
            {
                contract.source_name = source;
            }
            if (contract.name.empty())
            {
                contract.name = target->text_or_empty(source);
            }
        }
    }
    for (SourceRecord& source : document.sources)
    {
        if (source.name.empty())
        {
            source.name = contract.source_name;
        }
    }
    if (const std::optional<JsonField> sources = metadata.find("sources"))
    {
        if (sources->is_object())
        {
            add_sources(*sources, document);
        }
    }
}

}  // namespace sbst::evm::detail
