// SPDX-License-Identifier: Apache-2.0
// Short names for terms that several parts of the translation make.
#pragma once

#include "words.hpp"

#include <sbst/symbolic/smt_terms.hpp>

#include <initializer_list>

namespace sbst::symbolic
{

inline constexpr SmtSort smt_integer{.kind = SmtSort::Kind::integer};
inline constexpr SmtSort smt_language{.kind = SmtSort::Kind::language};

/// Makes terms, each behind those before. An argument that makes one is a statement of its own
/// where another one does too: compilers choose the order of arguments.
class SmtBuilder
{
public:
    explicit SmtBuilder(SmtTerms& terms) : m_terms(terms) {}

    [[nodiscard]] SmtTerms& terms() { return m_terms; }
    [[nodiscard]] const SmtSort& sort(SmtTermId id) const { return m_terms[id].sort; }
    [[nodiscard]] unsigned width(SmtTermId id) const { return sort(id).sort.width; }

    SmtTermId truth(SmtOp op, std::initializer_list<SmtTermId> operands)
    {
        return m_terms.make(op, {.sort = boolean_sort()}, operands);
    }
    SmtTermId integer(SmtOp op, std::initializer_list<SmtTermId> operands)
    {
        return m_terms.make(op, smt_integer, operands);
    }
    SmtTermId word(SmtOp op, unsigned width, std::initializer_list<SmtTermId> operands,
        unsigned a = 0, unsigned b = 0)
    {
        return m_terms.make(op, {.sort = bit_vector_sort(width)}, operands, a, b);
    }
    SmtTermId text(SmtOp op, std::initializer_list<SmtTermId> operands)
    {
        return m_terms.make(op, {.sort = string_sort()}, operands);
    }
    SmtTermId language(
        SmtOp op, std::initializer_list<SmtTermId> operands, unsigned a = 0, unsigned b = 0)
    {
        return m_terms.make(op, smt_language, operands, a, b);
    }
    /// An operation whose result has the sort of its first operand.
    SmtTermId same(SmtOp op, std::initializer_list<SmtTermId> operands)
    {
        return m_terms.make(op, sort(*operands.begin()), operands);
    }

    SmtTermId equal(SmtTermId a, SmtTermId b) { return truth(SmtOp::equal, {a, b}); }
    SmtTermId negation(SmtTermId x) { return truth(SmtOp::not_, {x}); }
    SmtTermId ite(SmtTermId condition, SmtTermId then, SmtTermId otherwise)
    {
        return m_terms.make(SmtOp::ite, sort(then), {condition, then, otherwise});
    }
    SmtTermId extract(SmtTermId x, unsigned high, unsigned low)
    {
        return low == 0 && high + 1 == width(x) ?
                   x :
                   word(SmtOp::bv_extract, high - low + 1, {x}, high, low);
    }
    SmtTermId zero_extend(SmtTermId x, unsigned to)
    {
        return to == width(x) ? x : word(SmtOp::bv_zero_extend, to, {x}, to - width(x));
    }
    SmtTermId sign_extend(SmtTermId x, unsigned to)
    {
        return to == width(x) ? x : word(SmtOp::bv_sign_extend, to, {x}, to - width(x));
    }

private:
    SmtTerms& m_terms;
};

}  // namespace sbst::symbolic
