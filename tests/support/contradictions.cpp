// SPDX-License-Identifier: Apache-2.0
#include "contradictions.hpp"

#include "random_texts.hpp"

#include <utility>

namespace sbst::test_support
{

using namespace symbolic;

namespace
{

class Contradictions
{
public:
    Contradictions(ExpressionGraph& graph, RandomExpressions& make, Rng& rng,
        std::vector<ExpressionId>& constraints)
      : m_graph(graph), m_make(make), m_rng(rng), m_constraints(constraints)
    {}

    void of_words();
    void of_numbers(bool is_single);
    void of_strings();
    void of_truths();
    void of_items();

private:
    void add(ExpressionId truth) { m_constraints.push_back(truth); }
    void add_not(ExpressionId truth) { add(m_graph.negation(truth)); }
    [[nodiscard]] unsigned depth() { return 1U + static_cast<unsigned>(m_rng.below(2)); }

    ExpressionGraph& m_graph;
    RandomExpressions& m_make;
    Rng& m_rng;
    std::vector<ExpressionId>& m_constraints;
};

void Contradictions::of_words()
{
    const unsigned width = m_make.some_width();
    const ExpressionId a = m_make.word(width, depth());
    const ExpressionId b = m_make.word(width, depth());
    const auto constant = [&](const U256& number) { return m_graph.bit_vector(number, width); };
    const U256 number = random_word(width, m_rng) | U256{1};
    switch (m_rng.below(6))
    {
        case 0:  // a < n and a > n - 1
            add(m_graph.make(Op::ult, {a, constant(number)}));
            add(m_graph.make(Op::ult, {constant(number - U256{1}), a}));
            break;
        case 1:
            add(m_graph.make(Op::slt, {a, b}));
            add(m_graph.make(Op::slt, {b, a}));
            break;
        case 2:
            add(m_graph.equal(a, constant(number)));
            add(m_graph.equal(m_graph.make(Op::bit_xor, {a, b}), constant(number)));
            add_not(m_graph.equal(b, constant({})));
            break;
        case 3:  // a product with an even number is odd
            add(m_graph.equal(m_graph.make(Op::mul, {a, constant(U256{6})}),
                m_graph.make(Op::bit_or, {b, constant(U256{1})})));
            break;
        case 4:  // no square has 2 as its rest modulo 4
            add(m_graph.equal(
                m_graph.make(Op::bit_and, {m_graph.make(Op::mul, {a, a}), constant(U256{3})}),
                constant(U256{2})));
            break;
        default:
        {
            const ExpressionId sum = m_graph.make(Op::add, {a, b});
            add(m_graph.equal(sum, constant(number)));
            add(m_graph.equal(m_graph.make(Op::sub, {constant(number), b}),
                m_graph.make(Op::add, {a, constant(U256{1})})));
            break;
        }
    }
}

void Contradictions::of_numbers(bool is_single)
{
    const ExpressionId a = m_make.number(is_single, depth());
    const ExpressionId b = m_make.number(is_single, depth());
    const auto constant = [&](double number) {
        return is_single ? m_graph.float32(static_cast<float>(number)) : m_graph.float64(number);
    };
    switch (m_rng.below(4))
    {
        case 0:
            add(m_graph.make(Op::float_lt, {a, b}));
            add(m_graph.make(Op::float_le, {b, a}));
            break;
        case 1:  // no square is below 0
            add(m_graph.make(Op::float_lt, {m_graph.make(Op::float_mul, {a, a}), constant(0.0)}));
            break;
        case 2:
            add(m_graph.make(Op::float_lt, {a, constant(10.0)}));
            add(m_graph.make(Op::float_lt, {constant(10.5), a}));
            break;
        default:
            add(m_graph.make(Op::is_nan, {a}));
            add(m_graph.make(Op::float_le, {b, a}));
            break;
    }
}

void Contradictions::of_strings()
{
    const ExpressionId text = m_make.string(1);
    const std::u16string part = random_text(m_rng) + u"q";
    switch (m_rng.below(5))
    {
        case 0:
            add(m_graph.make(Op::starts_with, {text, m_graph.string(part + u"a")}));
            add(m_graph.make(Op::starts_with, {text, m_graph.string(part + u"b")}));
            break;
        case 1:
            add(m_graph.make(Op::contains, {text, m_graph.string(part)}));
            add(m_graph.make(Op::ult,
                {m_graph.make(Op::length, {text}), m_graph.bit_vector(U256{part.size()}, 32)}));
            break;
        case 2:
            add(m_graph.make(Op::ends_with, {text, m_graph.string(part)}));
            add(m_graph.make(Op::is_integer, {text}));
            break;
        case 3:
            add(m_graph.matches(text, text_languages()[0]));
            add(m_graph.matches(text, text_languages()[1]));
            break;
        default:
            add(m_graph.equal(m_graph.make(Op::index_of,
                                  {text, m_graph.string(u"q"), m_graph.bit_vector({}, 32)}),
                m_graph.bit_vector(U256{2}, 32)));
            add_not(m_graph.make(Op::contains, {text, m_graph.string(u"q")}));
            break;
    }
}

void Contradictions::of_truths()
{
    const ExpressionId a = m_make.truth(depth());
    const ExpressionId b = m_make.truth(depth());
    const ExpressionId c = m_make.truth(depth());
    if (m_rng.chance(0.5))
    {
        add(m_graph.make(Op::or_, {a, b}));
        add_not(a);
        add(m_graph.make(Op::or_, {m_graph.negation(b), a}));
        return;
    }
    // Each of three differs from the others.
    add_not(m_graph.equal(a, b));
    add_not(m_graph.equal(b, c));
    add_not(m_graph.equal(a, c));
}

void Contradictions::of_items()
{
    const unsigned width = 256;
    const ExpressionId array = m_make.array(width, 1);
    const ExpressionId key = m_make.word(width, 0);
    const ExpressionId other_key = m_make.word(width, 0);
    const ExpressionId item = m_make.word(width, 1);
    const ExpressionId changed = m_graph.make(Op::store, {array, key, item});
    add(m_graph.equal(key, other_key));
    add_not(m_graph.equal(m_graph.make(Op::select, {changed, other_key}), item));
}

}  // namespace

void add_contradiction(SystemSort sort, ExpressionGraph& graph, RandomExpressions& make, Rng& rng,
    std::vector<ExpressionId>& constraints)
{
    Contradictions contradictions(graph, make, rng, constraints);
    switch (sort)
    {
        case SystemSort::singles:
        case SystemSort::doubles:
            return contradictions.of_numbers(sort == SystemSort::singles);
        case SystemSort::strings:
            return contradictions.of_strings();
        case SystemSort::truths:
            return contradictions.of_truths();
        case SystemSort::arrays:
            return rng.chance(0.7) ? contradictions.of_items() : contradictions.of_words();
        case SystemSort::mixed:
            return rng.chance(0.5) ? contradictions.of_truths() : contradictions.of_words();
        default:
            return contradictions.of_words();
    }
}

}  // namespace sbst::test_support
