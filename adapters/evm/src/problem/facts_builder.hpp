// SPDX-License-Identifier: Apache-2.0
// Makes the input of the static analysis from an artifact, and finds the source line of a pc.
#pragma once

#include <sbst/evm/analysis/contract_facts.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/base/bytes.hpp>
#include <sbst/output/executed_suite.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace sbst::evm
{

/// Facts about the deployed program; `runtime` is its code as compiled or as deployed.
[[nodiscard]] ContractFacts runtime_facts(const Artifact& artifact, BytesView runtime);

/// Facts about the creation code.
[[nodiscard]] ContractFacts creation_facts(const Artifact& artifact);

/// The line of the instruction at `pc`; line 0 when the artifact does not have it.
[[nodiscard]] SourceLine find_line(const Artifact& artifact, const Code& code, std::uint32_t pc);

/// The source's text of a range on one line, cut if it is long; empty when the artifact has no
/// text.
[[nodiscard]] std::string find_text(const Artifact& artifact, const SourceRange& range);

}  // namespace sbst::evm
