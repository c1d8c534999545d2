// SPDX-License-Identifier: Apache-2.0
#include "z3_query.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <limits>
#include <mutex>
#include <new>
#include <string>
#include <thread>

namespace sbst::dse
{

namespace
{

using symbolic::Assignment;
using symbolic::Datum;
using symbolic::SmtTermId;
using symbolic::SortKind;

/// Errors are asked for after each call; the handler of the library would end the process.
void keep_error(Z3_context /*context*/, Z3_error_code /*code*/) {}

Z3_context new_context()
{
    Z3_config config = Z3_mk_config();
    Z3_context context = config != nullptr ? Z3_mk_context(config) : nullptr;
    if (config != nullptr)
    {
        Z3_del_config(config);
    }
    // Nothing else makes Z3 refuse one.
    return context != nullptr ? context : throw std::bad_alloc();
}

/// Ends a question once no one needs the answer.
class Interrupter
{
public:
    Interrupter(Z3_context context, const std::function<bool()>* is_over)
    {
        if (is_over != nullptr)
        {
            m_thread = std::thread([this, context, is_over] { watch(context, *is_over); });
        }
    }
    ~Interrupter()
    {
        if (m_thread.joinable())
        {
            {
                const std::lock_guard lock(m_mutex);
                m_is_answered = true;
            }
            m_changed.notify_one();
            m_thread.join();
        }
    }
    Interrupter(const Interrupter&) = delete;
    Interrupter& operator=(const Interrupter&) = delete;
    Interrupter(Interrupter&&) = delete;
    Interrupter& operator=(Interrupter&&) = delete;

private:
    void watch(Z3_context context, const std::function<bool()>& is_over)
    {
        constexpr std::chrono::milliseconds pause(50);
        std::unique_lock lock(m_mutex);
        while (!m_changed.wait_for(lock, pause, [this] { return m_is_answered; }))
        {
            if (is_over())
            {
                Z3_interrupt(context);
            }
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_is_answered = false;
    std::thread m_thread;
};

/// The solver that suits the sorts. Those of words start anew whenever they are asked: they
/// simplify more than those that keep what they know, which solvers of strings do.
Z3_solver new_solver(const Z3Context& context, const symbolic::SmtTerms& terms)
{
    bool has_arrays = false;
    bool has_others = false;
    for (std::size_t i = 0; i < terms.size(); ++i)
    {
        const symbolic::SmtSort& sort = terms[SmtTermId(i)].sort;
        has_arrays = has_arrays || sort.sort.kind == SortKind::array;
        has_others = has_others || sort.kind != symbolic::SmtSort::Kind::of_graph ||
                     sort.sort.kind == SortKind::float32 || sort.sort.kind == SortKind::float64 ||
                     sort.sort.kind == SortKind::string;
    }
    if (has_others)
    {
        return Z3_mk_solver(context.get());
    }
    const Z3Tactic tactic(context, Z3_mk_tactic(context.get(), has_arrays ? "qfaufbv" : "qfufbv"));
    return Z3_mk_solver_from_tactic(context.get(), tactic.get());
}

}  // namespace

Z3Context::Z3Context() : m_context(new_context())
{
    Z3_set_error_handler(m_context, keep_error);
}

void Z3Context::check() const
{
    const Z3_error_code code = Z3_get_error_code(m_context);
    if (code != Z3_OK)
    {
        throw Z3Refusal(Z3_get_error_msg(m_context, code));
    }
}

Z3Query::Z3Query(const symbolic::SmtQuery& query)
  : m_query(query),
    m_terms(m_context, query.terms),
    m_solver(m_context, new_solver(m_context, query.terms))
{}

void Z3Query::tell(std::span<const SmtTermId> truths)
{
    for (const SmtTermId truth : truths)
    {
        Z3_solver_assert(m_context.get(), m_solver.get(), m_terms.make(truth));
        m_context.check();
    }
}

Verdict Z3Query::ask(std::uint32_t resource_limit, const std::function<bool()>* is_over)
{
    Z3_context z3 = m_context.get();
    const Z3Parameters parameters(m_context, Z3_mk_params(z3));
    Z3_params_set_uint(z3, parameters.get(), Z3_mk_string_symbol(z3, "rlimit"), resource_limit);
    // An interrupt is the program's: it must not end a question as if the limit had.
    Z3_params_set_bool(z3, parameters.get(), Z3_mk_string_symbol(z3, "ctrl_c"), false);
    Z3_solver_set_params(z3, m_solver.get(), parameters.get());
    m_context.check();
    const Z3_lbool found = [&] {
        const Interrupter interrupter(z3, is_over);
        return Z3_solver_check(z3, m_solver.get());
    }();
    switch (m_context.checked(found))
    {
        case Z3_L_TRUE:
            m_model.emplace(m_context, Z3_solver_get_model(z3, m_solver.get()));
            return Verdict::satisfiable;
        case Z3_L_FALSE:
            return Verdict::unsatisfiable;
        default:
            return Verdict::unknown;
    }
}

std::uint64_t Z3Query::effort()
{
    Z3_context z3 = m_context.get();
    const Z3Statistics statistics(m_context, Z3_solver_get_statistics(z3, m_solver.get()));
    for (unsigned i = 0; i < Z3_stats_size(z3, statistics.get()); ++i)
    {
        if (std::string_view(Z3_stats_get_key(z3, statistics.get(), i)) == "rlimit count")
        {
            return Z3_stats_get_uint_value(z3, statistics.get(), i);
        }
    }
    return 0;
}

Assignment Z3Query::model(const Assignment& start)
{
    Assignment result = start;
    for (std::size_t i = 0; i < m_query.variables.size(); ++i)
    {
        result[m_query.variables[i].index()] = value_of(m_query.symbols[i]);
    }
    return result;
}

U256 Z3Query::word(SmtTermId id)
{
    return word_of(m_terms.make(id));
}

Datum Z3Query::value_of(SmtTermId symbol)
{
    Z3_ast term = m_terms.make(symbol);
    const SortKind kind = m_query.terms[symbol].sort.sort.kind;
    switch (kind)
    {
        case SortKind::boolean:
            return Z3_get_bool_value(m_context.get(), evaluated(term)) == Z3_L_TRUE ? U256{1} :
                                                                                      U256{};
        case SortKind::float32:
        case SortKind::float64:
            return number_of(term, kind);
        case SortKind::string:
            return text_of(term);
        default:
            return word_of(term);
    }
}

/// The term's value; what the model leaves open is chosen.
Z3_ast Z3Query::evaluated(Z3_ast term)
{
    Z3_ast value = nullptr;
    if (!Z3_model_eval(m_context.get(), m_model->get(), m_context.checked(term), true, &value))
    {
        throw Z3Refusal("a term without a value");
    }
    return m_context.checked(value);
}

U256 Z3Query::word_of(Z3_ast term)
{
    Z3_ast value = evaluated(term);
    if (!Z3_is_numeral_ast(m_context.get(), value))
    {
        throw Z3Refusal("a value that is no number");
    }
    const auto word = U256::parse(Z3_get_numeral_string(m_context.get(), value));
    if (!word)
    {
        throw Z3Refusal("a value that is no natural number of 256 bits");
    }
    return *word;
}

double Z3Query::number_of(Z3_ast term, SortKind kind)
{
    Z3_context z3 = m_context.get();
    if (Z3_fpa_is_numeral_nan(z3, evaluated(term)))
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const std::uint64_t bits = low64(word_of(m_context.checked(Z3_mk_fpa_to_ieee_bv(z3, term))));
    return kind == SortKind::float32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits)) :
                                       std::bit_cast<double>(bits);
}

std::u16string Z3Query::text_of(Z3_ast term)
{
    Z3_ast value = evaluated(term);
    if (!Z3_is_string(m_context.get(), value))
    {
        throw Z3Refusal("a value that is no string");
    }
    const std::string_view text = Z3_get_string(m_context.get(), value);
    // Escapes cannot be told from texts that look like them.
    return text.find('\\') == std::string_view::npos ? std::u16string(text.begin(), text.end()) :
                                                       units_of(term);
}

std::u16string Z3Query::units_of(Z3_ast term)
{
    Z3_context z3 = m_context.get();
    Z3_sort integers = Z3_mk_int_sort(z3);
    const U256 length = word_of(m_context.checked(Z3_mk_seq_length(z3, term)));
    std::u16string result;
    for (std::uint64_t i = 0; U256{i} < length; ++i)
    {
        Z3_ast at =
            m_context.checked(Z3_mk_seq_at(z3, term, Z3_mk_unsigned_int64(z3, i, integers)));
        const U256 character = word_of(m_terms.to_code(at));
        result += static_cast<char16_t>(low64(std::min(character, U256{0xffff})));
    }
    return result;
}

}  // namespace sbst::dse
