// SPDX-License-Identifier: Apache-2.0
// Import of artifacts: a text is read into something consistent, or refused by one of the two
// errors that the importer documents.
#include "fuzz.hpp"
#include "problem/mutants.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/analysis/disassembly.hpp>
#include <sbst/evm/artifact/artifact.hpp>

#include <optional>
#include <set>

using namespace sbst;
using namespace sbst::evm;
using fuzz::require;

namespace
{

std::optional<Artifact> read(std::string_view text, std::string_view contract)
{
    try
    {
        return parse_artifact(text, "fuzz.json", contract);
    }
    catch (const ParseError& error)
    {
        require(error.file == "fuzz.json", "a ParseError names the file");
    }
    catch (const ConfigError& error)
    {
        const std::string_view what = error.what();
        require(what.starts_with("fuzz.json: "), "a ConfigError names the file");
        require(what.find(contract.empty() ? "; name one of: " : "'C'") != what.npos,
            "a ConfigError tells what was asked for, or what can be");
    }
    return std::nullopt;
}

void check_code(const Code& code)
{
    require(code.size_without_metadata <= code.bytes.size(), "metadata is a part of its code");
    const std::size_t count = Disassembly(code.bytes).instructions().size();
    require(code.source_map.size() <= std::max(count, code.bytes.size()),
        "a source map has at most one entry a byte");
}

void check_functions(const ContractAbi& abi)
{
    std::set<std::string> names;
    for (const AbiFunction& function : abi.functions)
    {
        require(names.insert(function.display_name).second, "display names are unique");
        require(to_selector(function.signature) == function.selector, "selectors hash signatures");
        require(abi.find_function(function.selector) == &function, "a selector finds its function");
        require(function.inputs.names.size() == function.inputs.size() &&
                    function.outputs.internal_types.size() == function.outputs.size(),
            "one name and one internal type a parameter");
    }
    for (const AbiEvent& event : abi.events)
    {
        require(event.indexed.size() == event.inputs.size(), "one flag a parameter of an event");
    }
}

/// The whole code is one block here: it may be any bytes.
void check_mutants(const Artifact& artifact)
{
    BasicBlock all;
    all.end = static_cast<std::uint32_t>(artifact.runtime.bytes.size());
    all.is_reachable = true;
    ContractAnalysis runtime;
    runtime.blocks.push_back(all);
    const ContractMutants found = find_mutants(artifact, runtime);
    for (const MutantSite& site : found.sites)
    {
        require(site.pc < artifact.runtime.bytes.size(), "mutants stand inside the code");
        const std::optional<U256> result =
            apply(WordOperator::multiply, U256::max(), U256(site.pc), site);
        require(result.has_value() || site.is_checked, "only checked products fail");
        for (const SiteMutant& mutant : site.mutants)
        {
            require(mutant.mutant.index() < found.all.size(), "mutants are known");
        }
    }
    for (const Mutant& mutant : found.all)
    {
        require(!mutant.pcs.empty(), "each mutant has a place");
    }
}

void check(const Artifact& artifact)
{
    require(!artifact.creation.bytes.empty(), "an artifact can be deployed");
    check_code(artifact.creation);
    check_code(artifact.runtime);
    for (const ImmutableReference& immutable : artifact.immutables)
    {
        require(immutable.start <= artifact.runtime.bytes.size() &&
                    immutable.length <= artifact.runtime.bytes.size() - immutable.start,
            "immutables stand inside the code");
    }
    if (artifact.runtime_offset)
    {
        require(*artifact.runtime_offset + artifact.runtime.bytes.size() <=
                    artifact.creation.bytes.size(),
            "the runtime code stands inside the creation code");
    }
    std::optional<std::int32_t> last;
    for (const SourceFile& source : artifact.sources)
    {
        require(!last || *last <= source.id, "sources ascend by id");
        last = source.id;
        if (!source.has_text())
        {
            continue;
        }
        for (const std::size_t place : {std::size_t{0}, source.text.size(), SIZE_MAX})
        {
            require(source.locate(place).line >= 1, "lines count from 1");
        }
    }
    check_functions(artifact.abi);
    check_mutants(artifact);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(data, data + size);
    std::optional<Artifact> artifact = read(text, "");
    if (!artifact)
    {
        artifact = read(text, "C");
    }
    if (artifact)
    {
        check(*artifact);
    }
    return 0;
}
