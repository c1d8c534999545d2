// SPDX-License-Identifier: Apache-2.0
// A contract as part of a suite: what deployment, calls and goals need, and nothing more. Next:
// suite_json.cpp.
#pragma once

#include <sbst/base/json_field.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/report/report_json.hpp>

namespace sbst::evm::detail
{

/// Writes both programs, the ABI, and the parts of the source map and of the syntax tree that
/// belong to them. Texts of sources are left out: no replay needs them.
[[nodiscard]] OrderedJson artifact_to_json(const Artifact& artifact);

/// @throws ParseError naming the place.
[[nodiscard]] Artifact artifact_from_json(const JsonField& field);

}  // namespace sbst::evm::detail
