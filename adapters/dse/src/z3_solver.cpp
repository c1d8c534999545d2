// SPDX-License-Identifier: Apache-2.0
#include "z3_query.hpp"

#include <sbst/dse/z3_solver.hpp>
#include <sbst/error.hpp>
#include <sbst/symbolic/smt_terms.hpp>

#include <fmt/core.h>

#include <bit>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace sbst::dse
{

namespace
{

using symbolic::Assignment;
using symbolic::Datum;
using symbolic::Evaluator;
using symbolic::ExpressionId;
using symbolic::SmtCall;
using symbolic::SmtOp;
using symbolic::SmtProduct;
using symbolic::SmtQuery;
using symbolic::SmtTermId;
using symbolic::Sort;
using symbolic::SortKind;

/// About how many gates an operation of two words becomes, if they are many.
std::uint64_t gates_of(SmtOp op, unsigned width)
{
    const std::uint64_t square = std::uint64_t{width} * width;
    switch (op)
    {
        case SmtOp::bv_mul:
            return 6 * square;
        case SmtOp::bv_udiv:
        case SmtOp::bv_urem:
        case SmtOp::bv_sdiv:
        case SmtOp::bv_srem:
            return 12 * square;
        default:
            return 0;
    }
}

/// Additions that a product with the word takes: digits of its signed binary form that are not 0.
unsigned circuit_size(const U256& word)
{
    const U256 digits = word ^ (word + word + word);
    unsigned count = 0;
    for (const std::uint64_t limb : digits.limbs)
    {
        count += static_cast<unsigned>(std::popcount(limb));
    }
    return count;
}

bool is_too_large(const SmtQuery& smt, const Z3Options& options)
{
    std::uint64_t gates = 0;
    for (std::size_t i = 0; i < smt.terms.size(); ++i)
    {
        const symbolic::SmtTerm& term = smt.terms[SmtTermId(i)];
        gates += gates_of(term.op, term.sort.sort.width);
    }
    return smt.terms.size() > options.max_terms || gates > options.max_gates;
}

/// One query and what is found wrong in Z3's models of it.
class Z3Dialogue
{
public:
    Z3Dialogue(const Query& query, const Z3Options& options, const symbolic::SmtOptions& form)
      : m_query(query),
        m_options(options),
        m_smt(to_smt_query(query.graph, query.constraints, form)),
        m_evaluator(query.graph, query.constraints)
    {}

    /// Tells whether there are products that are not exact.
    [[nodiscard]] bool has_guesses() const
    {
        return !m_smt.products.empty() || !m_smt.calls.empty();
    }

    Answer run(std::uint64_t resource_limit)
    {
        Answer answer;
        if (is_too_large(m_smt, m_options))
        {
            return answer;
        }
        m_limit = resource_limit;
        try
        {
            Z3Query z3(m_smt);
            answer.verdict = converse(z3, answer.model);
            answer.effort = z3.effort();
        }
        catch (const Z3Refusal&)
        {
            answer = {.effort = m_limit};
        }
        return answer;
    }

private:
    Verdict converse(Z3Query& z3, Assignment& model)
    {
        z3.tell(m_smt.domains);
        z3.tell(m_smt.facts);
        z3.tell(m_smt.constraints);
        for (unsigned round = 0; round <= m_options.max_corrections; ++round)
        {
            const std::uint64_t used = z3.effort();
            if (used >= m_limit)
            {
                return Verdict::unknown;
            }
            const Verdict verdict =
                z3.ask(static_cast<std::uint32_t>(m_limit - used), m_query.is_over);
            if (verdict != Verdict::satisfiable)
            {
                return verdict;
            }
            Assignment found = z3.model(m_query.start);
            if (is_model(m_query, found))
            {
                model = std::move(found);
                return verdict;
            }
            if (!correct(z3, found))
            {
                return Verdict::unknown;
            }
        }
        return Verdict::unknown;
    }

    /// Tells more of what the model is wrong at; false if there is nothing more.
    bool correct(Z3Query& z3, const Assignment& model)
    {
        std::vector<SmtTermId> news;
        if (!m_knows_alphabets)
        {
            news = m_smt.alphabets;
            m_knows_alphabets = true;
        }
        for (const SmtProduct& product : m_smt.products)
        {
            correct_product(z3, product, news);
        }
        m_evaluator.evaluate(model);
        for (const SmtCall& call : m_smt.calls)
        {
            add_value_of(call, news);
        }
        z3.tell(news);
        return !news.empty();
    }

    /// What the product is while one factor has the value of the model: that one with which it is
    /// the smaller circuit.
    void correct_product(Z3Query& z3, const SmtProduct& product, std::vector<SmtTermId>& news)
    {
        symbolic::SmtTerms& terms = m_smt.terms;
        const Sort sort = terms[product.result].sort.sort;
        const U256 all = sort.width >= 256 ? U256::max() : U256::power_of_two(sort.width) - U256{1};
        const U256 left = z3.word(product.left);
        const U256 right = z3.word(product.right);
        const bool wraps = product.is_exact && !is_zero(left) && right > all / left;
        if (!wraps && z3.word(product.result) == ((left * right) & all))
        {
            return;
        }
        const bool is_left = circuit_size(left) < circuit_size(right);
        const U256& value = is_left ? left : right;
        const SmtTermId fixed = is_left ? product.left : product.right;
        const SmtTermId other = is_left ? product.right : product.left;
        const SmtTermId is_fixed = truth(SmtOp::equal, fixed, terms.word(value, sort.width));
        const SmtTermId whole =
            terms.make(SmtOp::bv_mul, {.sort = sort}, {other, terms.word(value, sort.width)});
        news.push_back(truth(SmtOp::implies, is_fixed, truth(SmtOp::equal, product.result, whole)));
        if (product.is_exact && !is_zero(value))
        {
            const SmtTermId greatest = terms.word(all / value, sort.width);
            news.push_back(truth(SmtOp::implies, is_fixed, truth(SmtOp::bv_ule, other, greatest)));
        }
    }

    SmtTermId truth(SmtOp op, SmtTermId a, SmtTermId b)
    {
        return m_smt.terms.make(op, {.sort = symbolic::boolean_sort()}, {a, b});
    }

    /// The right result of a function at the operands that the model has.
    void add_value_of(const SmtCall& call, std::vector<SmtTermId>& news)
    {
        const std::uint32_t function = m_smt.terms[call.term].a;
        std::vector<SmtTermId> operands;
        std::string key = fmt::format("{}", function);
        for (const ExpressionId operand : m_query.graph.operands(call.expression))
        {
            operands.push_back(leaf(operand, key));
        }
        if (m_known.insert(key).second)
        {
            const SmtTermId result = leaf(call.expression, key);
            news.push_back(truth(SmtOp::equal, m_smt.terms.call(function, operands), result));
        }
    }

    /// The value of an expression as a term; also written behind a text.
    SmtTermId leaf(ExpressionId id, std::string& text)
    {
        const Datum& value = m_evaluator.value(id);
        const Sort sort = m_query.graph[id].sort;
        if (const auto* number = std::get_if<double>(&value))
        {
            text += fmt::format(" {:a}", *number);
            return m_smt.terms.number(*number, sort);
        }
        const U256& word = *std::get_if<U256>(&value);
        text += " " + word.to_hex();
        return m_smt.terms.word(word, sort.width);
    }

    const Query& m_query;
    const Z3Options& m_options;
    SmtQuery m_smt;
    Evaluator m_evaluator;
    std::uint64_t m_limit = 0;
    bool m_knows_alphabets = false;
    std::set<std::string> m_known;  // functions with operands whose results Z3 was told
};

}  // namespace

void validate(const Z3Options& options)
{
    if (options.resource_limit == 0)
    {
        throw ConfigError("z3 resource_limit is 0, expected at least 1");
    }
}

Z3Solver::Z3Solver(const Z3Options& options) : m_options(options)
{
    validate(options);
}

Answer Z3Solver::solve(const Query& query, Rng& /*rng*/) const
{
    Z3Dialogue rough(query, m_options,
        {.has_float_remainders = false,
            .has_arrays = false,
            .widest_product = m_options.widest_product});
    Answer answer = rough.run(m_options.resource_limit);
    if (answer.verdict != Verdict::unknown || !rough.has_guesses() ||
        answer.effort >= m_options.resource_limit || is_over(query))
    {
        return answer;
    }
    const std::uint64_t before = answer.effort;
    Z3Dialogue exact(query, m_options, {.has_float_remainders = false, .has_arrays = false});
    answer = exact.run(m_options.resource_limit - before);
    answer.effort += before;
    return answer;
}

std::string z3_version()
{
    unsigned major = 0;
    unsigned minor = 0;
    unsigned build = 0;
    unsigned revision = 0;
    Z3_get_version(&major, &minor, &build, &revision);
    return fmt::format("{}.{}.{}.{}", major, minor, build, revision);
}

}  // namespace sbst::dse
