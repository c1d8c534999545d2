// SPDX-License-Identifier: Apache-2.0
// Owners of what Z3's C interface counts. Terms belong to their context until its end.
#pragma once

#include <stdexcept>
#include <z3.h>

namespace sbst::dse
{

/// Z3 refused something: a sort, a term too large, memory. The query is unknown.
struct Z3Refusal : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

class Z3Context
{
public:
    Z3Context();
    ~Z3Context() { Z3_del_context(m_context); }
    Z3Context(const Z3Context&) = delete;
    Z3Context& operator=(const Z3Context&) = delete;
    Z3Context(Z3Context&&) = delete;
    Z3Context& operator=(Z3Context&&) = delete;

    [[nodiscard]] Z3_context get() const { return m_context; }
    /// @throws Z3Refusal if the last call failed.
    void check() const;
    template <class Result>
    [[nodiscard]] Result checked(Result result) const
    {
        check();
        return result;
    }

private:
    Z3_context m_context;
};

/// A counted object of a context: a solver, a model, parameters, statistics.
template <class Object, void (*increase)(Z3_context, Object), void (*decrease)(Z3_context, Object)>
class Z3Counted
{
public:
    Z3Counted(const Z3Context& context, Object object) : m_context(context.get()), m_object(object)
    {
        context.check();
        increase(m_context, m_object);
    }
    ~Z3Counted() { decrease(m_context, m_object); }
    Z3Counted(const Z3Counted&) = delete;
    Z3Counted& operator=(const Z3Counted&) = delete;
    Z3Counted(Z3Counted&&) = delete;
    Z3Counted& operator=(Z3Counted&&) = delete;

    [[nodiscard]] Object get() const { return m_object; }

private:
    Z3_context m_context;
    Object m_object;
};

using Z3SolverObject = Z3Counted<Z3_solver, Z3_solver_inc_ref, Z3_solver_dec_ref>;
using Z3Model = Z3Counted<Z3_model, Z3_model_inc_ref, Z3_model_dec_ref>;
using Z3Parameters = Z3Counted<Z3_params, Z3_params_inc_ref, Z3_params_dec_ref>;
using Z3Tactic = Z3Counted<Z3_tactic, Z3_tactic_inc_ref, Z3_tactic_dec_ref>;
using Z3AstVector = Z3Counted<Z3_ast_vector, Z3_ast_vector_inc_ref, Z3_ast_vector_dec_ref>;
using Z3Statistics = Z3Counted<Z3_stats, Z3_stats_inc_ref, Z3_stats_dec_ref>;

}  // namespace sbst::dse
