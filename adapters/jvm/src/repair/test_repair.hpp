// SPDX-License-Identifier: Apache-2.0
// What is done about a test that does not compile, from the mildest on: the statement at fault gets
// casts, its variables other types; only then it goes, and only then the test. Next:
// fewer_calls.hpp, and ../suite/mending.hpp, which asks for repairs.
#pragma once

#include <sbst/jvm/render/java_suite.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm::detail
{

/// In the order in which they are tried.
enum class Repair
{
    none,
    /// The method declares Throwable.
    throws_clause,
    /// Arguments and results are cast to their erased types and the receiver to the class that has
    /// the method; variables have no type arguments.
    casts,
    /// The casts go through Object.
    wide_casts,
    /// The variable is an Object: what uses it casts it.
    wide_variable,
    /// The variables have the classes that their objects had when the test was run, without casts.
    narrow_variables,
    no_assertion,
    no_statement,
    no_test
};

/// `casts`, `a variable of a wider type`, ...
[[nodiscard]] std::string_view to_string(Repair repair);

/// A test with what was tried of it.
struct RepairState
{
    /// By step: the last repair of its statement; shorter than the steps = none.
    std::vector<Repair> tried{};
    /// By call: the descriptor of the class that its result had when the test was run, or of the
    /// nearest above it that tests can name. Empty where that is not known, or Object.
    std::vector<std::string> classes{};
    /// cast_whole() was called.
    bool is_cast_whole = false;
    /// What was done, in order, each once.
    std::vector<Repair> done{};
    /// The first message of the compiler.
    std::string cause{};
};

/// Writes the casts of Repair::casts into all calls, for a test that ends with a ClassCastException
/// where the workers met none: the compiler gives lambdas the types that it infers.
void cast_whole(JavaTest& test, RepairState& state, std::string_view message);

/// Writes the next repair of a statement into the test, down to `wide_variable` and
/// `narrow_variables`; those that leave something out are only named.
/// @param statement its steps, the one that has the statement last. Not empty.
/// @param may_shrink false for a test that is worthless without one of its statements.
/// @returns the repair; no_assertion means the assertion that is the last of the steps.
[[nodiscard]] Repair repair_statement(JavaTest& test, RepairState& state,
    const std::vector<std::size_t>& statement, std::string_view message, bool may_shrink);

/// Erases a step that no other step uses.
void erase_step(JavaTest& test, RepairState& state, std::size_t step);

/// Writes the repairs of an earlier form of a test into one with fewer calls, made anew.
/// @param calls by call of the new form: the call of the earlier one.
void take_over_repairs(const JavaTest& from, const RepairState& earlier,
    const std::vector<std::size_t>& calls, JavaTest& test, RepairState& state);

}  // namespace sbst::jvm::detail
