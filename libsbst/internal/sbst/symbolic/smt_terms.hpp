// SPDX-License-Identifier: Apache-2.0
// Constraints in the words of SMT-LIB's theories: what expressions mean to solvers of others. Text
// and library calls are both made from these terms. Next: ../../../src/symbolic/smt_lowering.hpp.
#pragma once

#include <sbst/symbolic/expression_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::symbolic
{

__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using): no extension there

/// A sort of the graph, or one that only solvers have.
struct SmtSort
{
    enum class Kind : std::uint8_t
    {
        of_graph,
        integer,
        language
    };
    Kind kind = Kind::of_graph;
    /// The sort of Kind::of_graph; bit-vectors to 513 bits.
    Sort sort{};

    friend constexpr bool operator==(const SmtSort&, const SmtSort&) = default;
};

/// A function of SMT-LIB, with its meaning there. Rounding is to nearest even, but for
/// `fp_to_signed`, which truncates.
enum class SmtOp : std::uint8_t
{
    // Leaves; SmtTerm::a is the place in the table of the sort, or the truth value.
    truth,
    integer,
    word,
    number,
    text,
    variable,     // a = VariableId
    no_language,  // re.none

    not_,
    and_,  // two or more
    or_,
    implies,
    equal,
    ite,

    int_add,
    int_sub,
    int_neg,
    int_lt,
    int_le,
    int_to_word,  // modulo 2^width
    word_to_int,  // unsigned

    bv_add,
    bv_sub,
    bv_mul,
    bv_udiv,
    bv_urem,
    bv_sdiv,
    bv_srem,
    bv_and,
    bv_or,
    bv_xor,
    bv_not,
    bv_neg,
    bv_shl,
    bv_lshr,
    bv_ashr,
    bv_ult,
    bv_ule,
    bv_slt,
    bv_sle,
    bv_concat,
    bv_extract,      // bits a down to b
    bv_zero_extend,  // by a bits
    bv_sign_extend,

    fp_add,
    fp_sub,
    fp_mul,
    fp_div,
    fp_rem,
    fp_neg,
    fp_abs,
    fp_eq,
    fp_lt,
    fp_le,
    fp_is_nan,
    fp_is_infinite,
    fp_is_zero,
    fp_is_negative,
    fp_of_float,
    fp_of_signed,
    fp_of_bits,
    fp_to_signed,
    fp_to_bits,  // any of its bits for NaN; no function of SMT-LIB

    str_len,
    str_concat,
    str_at,
    str_substr,
    str_prefixof,  // part, whole
    str_suffixof,
    str_contains,  // whole, part
    str_indexof,
    str_to_code,
    str_to_int,
    str_from_int,
    str_in_re,

    re_of_text,
    re_range,
    re_concat,  // two or more
    re_union,
    re_star,
    re_power,  // a times
    re_loop,   // a to b times

    array_constant,
    array_select,
    array_store,

    call  // of an uninterpreted function, maybe without operands; a = its number
};

struct SmtTermTag
{};
using SmtTermId = StrongId<SmtTermTag>;

/// Operands have smaller ids.
struct SmtTerm
{
    SmtOp op = SmtOp::truth;
    SmtSort sort;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t first_operand = 0;
    std::uint32_t operand_count = 0;
};

/// A function that solvers know only by what is asserted of it.
struct SmtFunction
{
    std::string name;
    std::vector<SmtSort> arguments;
    SmtSort result;
};

/// Owns terms. Leaves and operations are not shared by themselves.
class SmtTerms
{
public:
    [[nodiscard]] SmtTermId truth(bool value);
    [[nodiscard]] SmtTermId integer(Int128 value);
    [[nodiscard]] SmtTermId word(const U256& value, unsigned width);
    [[nodiscard]] SmtTermId number(double value, Sort sort);
    [[nodiscard]] SmtTermId text(std::u16string value);
    [[nodiscard]] SmtTermId make(SmtOp op, SmtSort sort, std::span<const SmtTermId> operands,
        std::uint32_t a = 0, std::uint32_t b = 0);
    [[nodiscard]] SmtTermId make(SmtOp op, SmtSort sort, std::initializer_list<SmtTermId> operands,
        std::uint32_t a = 0, std::uint32_t b = 0)
    {
        return make(op, sort, std::span<const SmtTermId>(operands.begin(), operands.size()), a, b);
    }
    /// The number of the function with these properties, new or not.
    [[nodiscard]] std::uint32_t function(const SmtFunction& wanted);
    [[nodiscard]] SmtTermId call(std::uint32_t function, std::span<const SmtTermId> arguments);
    /// A constant of its own that solvers choose; its name begins so.
    [[nodiscard]] SmtTermId unknown(std::string_view name, SmtSort sort);

    [[nodiscard]] std::size_t size() const { return m_terms.size(); }
    [[nodiscard]] const SmtTerm& operator[](SmtTermId id) const { return m_terms[id.index()]; }
    [[nodiscard]] std::span<const SmtTermId> operands(SmtTermId id) const
    {
        const SmtTerm& term = m_terms[id.index()];
        return {m_operands.data() + term.first_operand, term.operand_count};
    }
    [[nodiscard]] Int128 integer_of(const SmtTerm& term) const { return m_integers[term.a]; }
    [[nodiscard]] const U256& word_of(const SmtTerm& term) const { return m_words[term.a]; }
    [[nodiscard]] double number_of(const SmtTerm& term) const { return m_numbers[term.a]; }
    [[nodiscard]] const std::u16string& text_of(const SmtTerm& term) const
    {
        return m_texts[term.a];
    }
    [[nodiscard]] const std::vector<SmtFunction>& functions() const { return m_functions; }

private:
    std::vector<SmtTerm> m_terms;
    std::vector<SmtTermId> m_operands;
    std::vector<Int128> m_integers;
    std::vector<U256> m_words;
    std::vector<double> m_numbers;
    std::vector<std::u16string> m_texts;
    std::vector<SmtFunction> m_functions;
};

/// An expression whose operation became an uninterpreted function.
struct SmtCall
{
    ExpressionId expression;
    SmtTermId term;
};

/// Two factors whose product became a constant of which only bounds are told.
struct SmtProduct
{
    SmtTermId left;
    SmtTermId right;
    SmtTermId result;
    /// It is less than 2^width as a number, not only modulo that.
    bool is_exact = false;
};

/// What a solver is to be told.
struct SmtQuery
{
    SmtTerms terms;
    /// Those that the constraints mention, ascending, and their terms.
    std::vector<VariableId> variables;
    std::vector<SmtTermId> symbols;
    /// What the domains of the variables say, but for the units of strings.
    std::vector<SmtTermId> domains;
    /// Which units strings are made of.
    std::vector<SmtTermId> alphabets;
    /// What is known of the uninterpreted functions.
    std::vector<SmtTermId> facts;
    std::vector<SmtTermId> constraints;
    /// In the order of the graph.
    std::vector<SmtCall> calls;
    std::vector<SmtProduct> products;
};

struct SmtOptions
{
    /// Remainders of floating-point numbers are exact, or a function of which only bounds are told:
    /// few solvers can work with them.
    bool has_float_remainders = true;
    /// Arrays are arrays, or their items are chosen by comparisons of keys: arrays that are
    /// compared stay arrays.
    bool has_arrays = true;
    /// Products, quotients and remainders of unknown words wider than this are products of which
    /// only bounds are told; modular ones are functions.
    unsigned widest_product = 512;
};

/// Translates constraints: every operation by the theories, but for keccak, pow of an exponent that
/// is no constant and a base that is not constant, or odd, and what the options name. Quotients by
/// constants are defined by products, which solvers can do with.
[[nodiscard]] SmtQuery to_smt_query(const ExpressionGraph& graph,
    std::span<const ExpressionId> constraints, const SmtOptions& options = {});

/// The value of an expression's kind as a leaf.
[[nodiscard]] SmtTermId leaf_of(SmtTerms& terms, const U256& word, const Sort& sort);

/// The inside of a string literal: printable characters as they are, others and `"` and `\` by
/// their numbers.
[[nodiscard]] std::string to_smt_characters(std::u16string_view text);

}  // namespace sbst::symbolic
