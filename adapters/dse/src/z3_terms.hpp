// SPDX-License-Identifier: Apache-2.0
// Terms of SMT-LIB as terms of Z3's library. Next: z3_solver.cpp.
#pragma once

#include "z3_context.hpp"

#include <sbst/symbolic/smt_terms.hpp>

#include <string>
#include <vector>

namespace sbst::dse
{

/// Makes terms in a context; terms that the query gets later can be made later.
class Z3Terms
{
public:
    Z3Terms(const Z3Context& context, const symbolic::SmtTerms& terms)
      : m_context(context), m_terms(terms)
    {}

    /// The term and what it hangs on. @throws Z3Refusal
    [[nodiscard]] Z3_ast make(symbolic::SmtTermId id);
    /// The number of the first character of a string, -1 for others than one.
    [[nodiscard]] Z3_ast to_code(Z3_ast text);

private:
    using Term = symbolic::SmtTerm;

    Z3_ast make_one(symbolic::SmtTermId id);
    Z3_ast make_leaf(const Term& term);
    Z3_ast make_word(const Term& term, const std::vector<Z3_ast>& operands);
    Z3_ast make_number(const Term& term, const std::vector<Z3_ast>& operands);
    Z3_ast make_text(const Term& term, const std::vector<Z3_ast>& operands);
    Z3_ast make_call(const Term& term, const std::vector<Z3_ast>& operands);
    Z3_ast number_of_bits(double value, const symbolic::Sort& sort);
    Z3_sort sort_of(const symbolic::SmtSort& sort);

    const Z3Context& m_context;
    const symbolic::SmtTerms& m_terms;
    std::vector<Z3_ast> m_made;             // by term; null = not yet
    std::vector<Z3_func_decl> m_functions;  // by function; null = not yet
    Z3_func_decl m_to_code = nullptr;
};

}  // namespace sbst::dse
