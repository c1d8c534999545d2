// SPDX-License-Identifier: Apache-2.0
// Expressions as SMT-LIB 2.6 text, and models back from it, for solvers that are programs of their
// own.
#pragma once

#include <sbst/symbolic/evaluation.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sbst::symbolic
{

/// A whole script: logic, declarations of the variables that the constraints mention with their
/// domains, definitions of shared parts, assertions, check-sat, and get-value of the variables.
///
/// Every operation has its meaning of expression.hpp, but for keccak, which is an uninterpreted
/// function, and pow of an exponent that is no constant, which is one too: a model may be wrong
/// there and must be evaluated. Strings hold units as characters of the same number.
[[nodiscard]] std::string to_smt_lib(
    const ExpressionGraph& graph, std::span<const ExpressionId> constraints);

/// What a solver answered.
struct SmtLibAnswer
{
    enum class Kind : std::uint8_t
    {
        satisfiable,
        unsatisfiable,
        unknown
    };
    Kind kind = Kind::unknown;
    /// Values of the variables that the constraints mention; of the others those of `start`.
    Assignment model;
    /// It names at least one value.
    bool has_values = false;
    /// What the solver complained of where it answers an error.
    std::string error{};
};

/// Reads the answer to a script of to_smt_lib: `sat` and a get-value response, `unsat`, `unknown`,
/// or an error, which is unknown. @param start values of the variables that it does not name.
/// @throws ParseError for other text, naming the place.
[[nodiscard]] SmtLibAnswer read_smt_lib_answer(
    const ExpressionGraph& graph, std::string_view text, const Assignment& start);

}  // namespace sbst::symbolic
