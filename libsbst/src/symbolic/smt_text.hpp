// SPDX-License-Identifier: Apache-2.0
// How terms are written, one by one. Next: smt_lib_writer.cpp, which writes scripts of them.
#pragma once

#include <sbst/symbolic/smt_terms.hpp>

#include <string>

namespace sbst::symbolic
{

[[nodiscard]] std::string to_smt_text(const SmtSort& sort);

/// A leaf that is no variable.
[[nodiscard]] std::string text_of_leaf(const SmtTerms& terms, const SmtTerm& leaf);

/// What stands before the operands: the function with its indices and rounding mode.
[[nodiscard]] std::string text_of_function(const SmtTerms& terms, const SmtTerm& term);

/// The variable's symbol, quoted, which is no other function's.
[[nodiscard]] std::string symbol_of(const ExpressionGraph& graph, VariableId id);

}  // namespace sbst::symbolic
