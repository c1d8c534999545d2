// SPDX-License-Identifier: Apache-2.0
// From an artifact to what the static analysis asks for, and from a pc back to its source line.
#pragma once

#include <sbst/evm/analysis/contract_facts.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/base/bytes.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace sbst::evm
{

/// Facts about the deployed program; `runtime` is its code as compiled or as deployed.
[[nodiscard]] ContractFacts runtime_facts(const Artifact& artifact, BytesView runtime);

/// Facts about the creation code.
[[nodiscard]] ContractFacts creation_facts(const Artifact& artifact);

struct SourceLine
{
    std::string file;
    /// From 1; 0 = not known.
    std::size_t line = 0;
};

/// The line of the instruction at `pc`, where the artifact tells.
[[nodiscard]] SourceLine find_line(const Artifact& artifact, const Code& code, std::uint32_t pc);

/// The source's text of a range in one line, cut where it is long; empty where the artifact has
/// none.
[[nodiscard]] std::string find_text(const Artifact& artifact, const SourceRange& range);

}  // namespace sbst::evm
