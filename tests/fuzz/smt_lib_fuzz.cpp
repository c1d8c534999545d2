// SPDX-License-Identifier: Apache-2.0
// Scripts of SMT-LIB: Z3 reads what is printed of an expression and finds the value that our
// evaluation has, and no other. The bytes make the expression and the values of its variables.
#include "dse/agreement.hpp"
#include "fuzz.hpp"

#include <sbst/symbolic/smt_lib.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <z3.h>

using namespace sbst;
using namespace sbst::symbolic;
using fuzz::ByteSource;
using fuzz::require;

namespace
{

using Kind = SmtLibAnswer::Kind;

/// What Z3 answers to a script: a fresh one for each, so that no answer hangs on an earlier input.
SmtLibAnswer answer_of(const ExpressionGraph& graph, std::span<const ExpressionId> constraints,
    const Assignment& start)
{
    // About a second at most; an answer that takes more is unknown.
    const std::string script = "(set-option :rlimit 2000000)\n" + to_smt_lib(graph, constraints);
    Z3_config config = Z3_mk_config();
    Z3_context context = Z3_mk_context(config);
    Z3_del_config(config);
    // The default handler would end the process; with this one an error is part of the answer.
    Z3_set_error_handler(context, [](Z3_context, Z3_error_code) {});
    const std::string text = Z3_eval_smtlib2_string(context, script.c_str());
    Z3_del_context(context);
    return read_smt_lib_answer(graph, text, start);
}

/// Z3 has no function for these: a script leaves it free, or takes too long.
bool has_meaning(const test_support::ExpressionStep& step)
{
    return step.op != Op::keccak && step.op != Op::pow && step.op != Op::float_rem;
}

void check(const test_support::AgreementCase& asked)
{
    const SmtLibAnswer same = answer_of(asked.graph, asked.same, asked.start);
    require(same.error.empty(), "Z3 reads the script");
    require(same.kind != Kind::unsatisfiable, "Z3 agrees that an expression has its value");
    if (same.kind == Kind::satisfiable)
    {
        require(std::ranges::equal(same.model, asked.model, test_support::are_same),
            "a model comes back as Z3 means it");
    }
    const SmtLibAnswer other = answer_of(asked.graph, asked.other, asked.start);
    require(other.error.empty(), "Z3 reads the script that asks for another value");
    require(other.kind != Kind::satisfiable, "Z3 agrees that an expression has no other value");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t most_operations = 12;
    ByteSource source({data, size});
    const test_support::Choose choose = [&source](
                                            std::size_t count) { return source.below(count); };
    const auto recipe = test_support::draw_recipe(choose, 1 + choose(most_operations));
    const Assignment assignment = draw_assignment(recipe, choose);
    if (std::ranges::all_of(recipe.steps, has_meaning))
    {
        check(test_support::agreement_of_recipe(recipe, assignment));
    }
    // One step by itself: what Z3 cannot settle of the whole.
    const std::size_t step = choose(recipe.steps.size());
    const Op op = recipe.steps[step].op;
    if (has_meaning(recipe.steps[step]) && op != Op::constant && op != Op::variable)
    {
        check(test_support::agreement_of_step(recipe, assignment, step));
    }
    return 0;
}
