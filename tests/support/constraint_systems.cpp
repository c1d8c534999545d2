// SPDX-License-Identifier: Apache-2.0
#include "constraint_systems.hpp"

#include "contradictions.hpp"
#include "random_expressions.hpp"
#include "random_texts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sbst::test_support
{

using namespace symbolic;

namespace
{

U256 all_ones(unsigned width)
{
    return width >= 256 ? U256::max() : U256::power_of_two(width) - U256{1};
}

Domain random_bounds(unsigned width, Rng& rng)
{
    Domain domain{.is_bounded = true, .is_signed = true};
    const U256 all = all_ones(width);
    const U256 size = random_word(width - 1, rng) | U256{1};
    if (rng.chance(0.5))
    {
        domain.least = U256::power_of_two(width - 1);
        domain.greatest = domain.least - U256{1};
        return domain;
    }
    domain.least = (-size) & all;
    domain.greatest = size >> std::uint64_t{rng.below(3)};
    return domain;
}

Domain random_members(unsigned width, Rng& rng)
{
    Domain domain;
    const std::size_t count = 2 + rng.index(40);
    for (std::size_t i = 0; i < count; ++i)
    {
        domain.members.push_back(random_word(width, rng));
    }
    std::ranges::sort(domain.members);
    domain.members.erase(
        std::unique(domain.members.begin(), domain.members.end()), domain.members.end());
    return domain;
}

/// Makes variables of a sort, and constraints that hold for a model of them.
class SystemMaker
{
public:
    SystemMaker(SystemSort sort, Rng& rng) : m_sort(sort), m_rng(rng), m_make(m_system.graph, rng)
    {}

    [[nodiscard]] ConstraintSystem solvable();
    [[nodiscard]] ConstraintSystem unsatisfiable();

private:
    void add_variables();
    void add_variable(SystemSort sort);
    void add_constraints();
    [[nodiscard]] Assignment drawn();
    [[nodiscard]] bool holds(ExpressionId truth, const Assignment& assignment) const
    {
        return !is_zero(std::get<U256>(evaluate(m_system.graph, truth, assignment)));
    }
    [[nodiscard]] bool all_hold(const Assignment& assignment) const
    {
        return std::ranges::all_of(m_system.constraints,
            [&](ExpressionId constraint) { return holds(constraint, assignment); });
    }
    /// A constraint that the model makes true, and that is no constant.
    [[nodiscard]] ExpressionId constraint();
    [[nodiscard]] ExpressionId candidate();
    [[nodiscard]] ExpressionId of_words();
    [[nodiscard]] ExpressionId of_numbers();
    [[nodiscard]] ExpressionId of_strings();
    [[nodiscard]] ExpressionId test_of_string(ExpressionId text);
    [[nodiscard]] ExpressionId of_some_words();
    [[nodiscard]] ExpressionId true_one(ExpressionId truth)
    {
        return holds(truth, m_system.model) ? truth : m_system.graph.negation(truth);
    }
    [[nodiscard]] unsigned depth() { return static_cast<unsigned>(m_rng.below(5)); }

    SystemSort m_sort;
    Rng& m_rng;
    ConstraintSystem m_system;
    RandomExpressions m_make;
};

void SystemMaker::add_variable(SystemSort sort)
{
    constexpr std::array narrow{8U, 16U, 32U};
    constexpr std::array wide{64U, 128U, 160U, 256U};
    const unsigned narrow_width = narrow[m_rng.index(narrow.size())];
    const unsigned wide_width = wide[m_rng.index(wide.size())];
    switch (sort)
    {
        case SystemSort::narrow_words:
            m_make.add_word(narrow_width);
            break;
        case SystemSort::wide_words:
            m_make.add_word(wide_width);
            break;
        case SystemSort::signed_words:
        {
            const unsigned width = m_rng.chance(0.5) ? narrow_width : wide_width;
            m_make.add_word(width, random_bounds(width, m_rng));
            break;
        }
        case SystemSort::members:
        {
            const unsigned width = m_rng.chance(0.5) ? narrow_width : wide_width;
            m_make.add_word(width, m_rng.chance(0.7) ? random_members(width, m_rng) : Domain{});
            break;
        }
        case SystemSort::singles:
            m_make.add_number(true);
            break;
        case SystemSort::doubles:
            m_make.add_number(false);
            break;
        case SystemSort::strings:
            m_make.add_string();
            break;
        case SystemSort::truths:
            m_make.add_truth();
            break;
        case SystemSort::arrays:
            m_make.add_word(256);
            break;
        case SystemSort::mixed:
            add_variable(all_system_sorts[m_rng.index(all_system_sorts.size() - 1)]);
            break;
    }
}

void SystemMaker::add_variables()
{
    // Truth values have few values each.
    const std::size_t most = m_sort == SystemSort::truths ? 12 : 4;
    const std::size_t count = 1 + m_rng.index(most);
    for (std::size_t i = 0; i < count; ++i)
    {
        add_variable(m_sort);
    }
}

Assignment SystemMaker::drawn()
{
    Assignment assignment;
    for (std::size_t i = 0; i < m_system.graph.variable_count(); ++i)
    {
        assignment.push_back(m_make.draw(m_system.graph[VariableId(i)]));
    }
    return assignment;
}

/// Equality with the value that it has, an ordering near to it, or a comparison of two.
ExpressionId SystemMaker::of_words()
{
    ExpressionGraph& graph = m_system.graph;
    const unsigned width = m_make.some_width();
    const ExpressionId word = m_sort == SystemSort::arrays && m_rng.chance(0.7) ?
                                  m_make.item(width, depth() / 2) :
                                  m_make.word(width, depth());
    const unsigned own = graph[word].sort.width;
    const U256 value = std::get<U256>(evaluate(graph, word, m_system.model));
    const auto constant = [&](const U256& number) { return graph.bit_vector(number, own); };
    switch (m_rng.below(10))
    {
        case 0:
        case 1:
        case 2:
            return graph.equal(word, constant(value));
        case 3:
        {
            const ExpressionId other = m_make.word(own, depth());
            const U256 number = std::get<U256>(evaluate(graph, other, m_system.model));
            return graph.equal(word, graph.make(Op::add, {other, constant(value - number)}));
        }
        case 4:
            return true_one(graph.equal(word, constant(random_word(own, m_rng))));
        case 5:
            return true_one(graph.make(
                m_rng.chance(0.5) ? Op::ult : Op::slt, {word, m_make.word(own, depth())}));
        default:
            break;
    }
    const U256 gap{m_rng.below(m_rng.chance(0.5) ? 3 : 100'000)};
    const Op op = m_rng.chance(0.6) ? Op::ult : Op::slt;
    return true_one(m_rng.chance(0.5) ? graph.make(op, {word, constant(value + gap)}) :
                                        graph.make(op, {constant(value - gap), word}));
}

ExpressionId SystemMaker::of_numbers()
{
    ExpressionGraph& graph = m_system.graph;
    const bool is_single = m_sort == SystemSort::singles || m_rng.chance(0.2);
    const ExpressionId number = m_make.number(is_single, depth());
    const double value = std::get<double>(evaluate(graph, number, m_system.model));
    const auto constant = [&](double wish) {
        return is_single ? graph.float32(static_cast<float>(wish)) : graph.float64(wish);
    };
    switch (m_rng.below(8))
    {
        case 0:
        case 1:
        case 2:
            return true_one(graph.equal(number, constant(value)));
        case 3:
            return true_one(graph.make(m_rng.chance(0.5) ? Op::float_lt : Op::float_le,
                {number, m_make.number(is_single, depth())}));
        case 4:
            return true_one(m_rng.chance(0.3) ? graph.make(Op::is_nan, {number}) :
                                                graph.equal(number, constant(value + 1.0)));
        default:
            break;
    }
    const double gap = m_rng.chance(0.5) ? std::abs(value) * 1e-6 : m_rng.real() * 100.0;
    const Op op = m_rng.chance(0.5) ? Op::float_lt : Op::float_le;
    return true_one(m_rng.chance(0.5) ? graph.make(op, {number, constant(value + gap)}) :
                                        graph.make(op, {constant(value - gap), number}));
}

ExpressionId SystemMaker::test_of_string(ExpressionId text)
{
    ExpressionGraph& graph = m_system.graph;
    const auto value = std::get<std::u16string>(evaluate(graph, text, m_system.model));
    const std::size_t first = value.empty() ? 0 : m_rng.index(value.size());
    const std::size_t count = 1 + m_rng.index(5);
    switch (m_rng.below(7))
    {
        case 0:
            return graph.equal(text, graph.string(value));
        case 1:
            return graph.make(Op::starts_with, {text, graph.string(value.substr(0, count))});
        case 2:
            return graph.make(Op::ends_with, {text, graph.string(value.substr(first))});
        case 3:
            return graph.make(Op::contains, {text, graph.string(value.substr(first, count))});
        case 4:
            return true_one(graph.make(Op::is_integer, {text}));
        case 5:
            return true_one(graph.make(m_rng.chance(0.5) ? Op::contains : Op::equal,
                {text, graph.string(random_text(m_rng))}));
        default:
            break;
    }
    const auto& languages = text_languages();
    for (std::size_t i = 0; i < languages.size(); ++i)
    {
        const ExpressionId truth = graph.matches(text, languages[i]);
        if (holds(truth, m_system.model))
        {
            return truth;
        }
    }
    return true_one(graph.matches(text, languages[m_rng.index(languages.size())]));
}

ExpressionId SystemMaker::of_strings()
{
    ExpressionGraph& graph = m_system.graph;
    const ExpressionId text = m_make.string(depth() / 2);
    if (m_rng.chance(0.6))
    {
        return test_of_string(text);
    }
    const ExpressionId word = m_make.word_of_string(depth() / 2);
    const unsigned width = graph[word].sort.width;
    const U256 value = std::get<U256>(evaluate(graph, word, m_system.model));
    switch (m_rng.below(4))
    {
        case 0:
            return true_one(
                graph.make(Op::slt, {word, graph.bit_vector(value + U256{m_rng.below(3)}, width)}));
        case 1:
            return true_one(
                graph.make(Op::slt, {graph.bit_vector(value - U256{m_rng.below(3)}, width), word}));
        default:
            return graph.equal(word, graph.bit_vector(value, width));
    }
}

ExpressionId SystemMaker::candidate()
{
    switch (m_sort)
    {
        case SystemSort::singles:
        case SystemSort::doubles:
            return of_numbers();
        case SystemSort::strings:
            return of_strings();
        case SystemSort::truths:
            return true_one(m_make.truth(2 + depth()));
        case SystemSort::mixed:
            switch (m_rng.below(4))
            {
                case 0:
                    return of_numbers();
                case 1:
                    return of_strings();
                case 2:
                    return true_one(m_make.truth(1 + depth()));
                default:
                    return of_words();
            }
        default:
            return of_words();
    }
}

ExpressionId SystemMaker::constraint()
{
    constexpr unsigned most_tries = 50;
    for (unsigned i = 0; i < most_tries; ++i)
    {
        ExpressionId truth = candidate();
        if (m_rng.chance(0.1))
        {
            truth = m_system.graph.make(Op::or_, {truth, m_make.truth(1)});
        }
        if (!m_system.graph.is_constant(truth))
        {
            return truth;
        }
    }
    return m_system.graph.boolean(true);
}

/// Half of the systems are as paths make them: the start makes all constraints true but the last.
void SystemMaker::add_constraints()
{
    const std::size_t count = 1 + m_rng.index(8);
    const bool is_path = m_rng.chance(0.5);
    constexpr unsigned most_tries = 10;
    m_system.constraints.clear();
    for (std::size_t i = 0; i < count; ++i)
    {
        ExpressionId added = constraint();
        for (unsigned j = 0; is_path && j < most_tries; ++j)
        {
            if (holds(added, m_system.start) == (i + 1 < count))
            {
                break;
            }
            added = constraint();
        }
        m_system.constraints.push_back(added);
    }
}

ConstraintSystem SystemMaker::solvable()
{
    add_variables();
    m_system.model = drawn();
    constexpr unsigned most_tries = 30;
    for (unsigned i = 0; i < most_tries; ++i)
    {
        m_system.start = drawn();
        add_constraints();
        if (!all_hold(m_system.start))
        {
            break;
        }
    }
    return std::move(m_system);
}

ConstraintSystem SystemMaker::unsatisfiable()
{
    add_variables();
    m_system.model = drawn();
    const std::size_t others = m_rng.index(3);
    for (std::size_t i = 0; i < others; ++i)
    {
        m_system.constraints.push_back(constraint());
    }
    add_contradiction(m_sort, m_system.graph, m_make, m_rng, m_system.constraints);
    m_rng.shuffle(std::span(m_system.constraints));
    m_system.model.clear();
    m_system.start = drawn();
    return std::move(m_system);
}

}  // namespace

const char* name_of(SystemSort sort)
{
    constexpr std::array names{"narrow words", "wide words", "signed words", "members", "singles",
        "doubles", "strings", "truths", "arrays", "mixed"};
    return names[static_cast<std::size_t>(sort)];
}

ConstraintSystem solvable_system(SystemSort sort, Rng& rng)
{
    return SystemMaker(sort, rng).solvable();
}

ConstraintSystem unsatisfiable_system(SystemSort sort, Rng& rng)
{
    return SystemMaker(sort, rng).unsatisfiable();
}

}  // namespace sbst::test_support
