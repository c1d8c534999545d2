// SPDX-License-Identifier: Apache-2.0
// One query in a world of Z3 of its own. Next: z3_solver.cpp, which asks it.
#pragma once

#include "z3_context.hpp"
#include "z3_terms.hpp"

#include <sbst/dse/solver.hpp>
#include <sbst/symbolic/smt_terms.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace sbst::dse
{

/// All functions but the constructor throw Z3Refusal.
class Z3Query
{
public:
    /// @param query may get more terms later; it must outlive the object.
    explicit Z3Query(const symbolic::SmtQuery& query);

    void tell(std::span<const symbolic::SmtTermId> truths);
    /// Asks whether all that was told can be true.
    /// @param is_over see Query; null = never
    [[nodiscard]] Verdict ask(
        std::uint32_t resource_limit, const std::function<bool()>* is_over = nullptr);
    /// After a satisfiable ask(): values of the query's variables, of others those of `start`.
    /// Characters above U+FFFF, which only alphabets forbid, become that.
    [[nodiscard]] symbolic::Assignment model(const symbolic::Assignment& start);
    /// After the same: the value of a bit-vector.
    [[nodiscard]] U256 word(symbolic::SmtTermId id);
    /// Resources that all so far took.
    [[nodiscard]] std::uint64_t effort();

private:
    symbolic::Datum value_of(symbolic::SmtTermId symbol);
    U256 word_of(Z3_ast term);
    double number_of(Z3_ast term, symbolic::SortKind kind);
    std::u16string text_of(Z3_ast term);
    std::u16string units_of(Z3_ast term);
    Z3_ast evaluated(Z3_ast term);

    const symbolic::SmtQuery& m_query;
    Z3Context m_context;
    Z3Terms m_terms;
    Z3SolverObject m_solver;
    std::optional<Z3Model> m_model;
};

}  // namespace sbst::dse
