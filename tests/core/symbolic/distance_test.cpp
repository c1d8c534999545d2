// SPDX-License-Identifier: Apache-2.0
// Distances of truth values: worked values, and what holds for all expressions.
#include "support/catch.hpp"
#include "support/random_expressions.hpp"

#include <sbst/symbolic/distance.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace
{

using namespace sbst;
using namespace sbst::symbolic;

/// A graph as it is built, and values of its variables.
struct Subject
{
    ExpressionGraph graph{ExpressionGraph::Simplifying::off};
    Assignment values;

    ExpressionId variable(Sort sort, Datum value)
    {
        const VariableId id = graph.add_variable({.sort = sort, .address = {}, .name = ""});
        values.push_back(std::move(value));
        return graph.variable(id);
    }
    ExpressionId word(std::uint64_t value, unsigned width = 256)
    {
        return variable(bit_vector_sort(width), U256{value});
    }
    ExpressionId number(double value) { return variable(float64_sort(), value); }
    ExpressionId text(std::u16string value) { return variable(string_sort(), std::move(value)); }
    ExpressionId truth(bool value) { return variable(boolean_sort(), U256{value ? 1U : 0U}); }
    ExpressionId constant(std::uint64_t value, unsigned width = 256)
    {
        return graph.bit_vector(U256{value}, width);
    }

    [[nodiscard]] BranchDistance distance(ExpressionId truth) const
    {
        Evaluator evaluator(graph, std::array{truth});
        evaluator.evaluate(values);
        return distance_of(graph, evaluator, truth);
    }
};

Distance whole(std::uint64_t number)
{
    return Distance{U256{number}};
}

BranchDistance to_true(const Distance& distance)
{
    return {distance, Distance::zero()};
}

BranchDistance to_false(const Distance& distance)
{
    return {Distance::zero(), distance};
}

TEST_CASE("distance_of: comparisons of words are as far as Korel has it", "[core][distance]")
{
    Subject subject;
    const ExpressionId x = subject.word(37);
    CHECK(subject.distance(subject.graph.equal(x, subject.constant(40))) == to_true(whole(3)));
    CHECK(subject.distance(subject.graph.equal(x, subject.constant(37))) == to_false(whole(1)));
    CHECK(subject.distance(subject.graph.make(Op::ult, {x, subject.constant(37)})) ==
          to_true(whole(1)));
    CHECK(subject.distance(subject.graph.make(Op::ult, {x, subject.constant(40)})) ==
          to_false(whole(3)));
    CHECK(subject.distance(subject.graph.negation(subject.graph.equal(x, subject.constant(37)))) ==
          to_true(whole(1)));
}

TEST_CASE("distance_of: a step of 1 shows at 10^60", "[core][distance]")
{
    Subject subject;
    const U256 great = *U256::parse("1" + std::string(60, '0'));
    const ExpressionId x = subject.variable(bit_vector_sort(256), great);
    const ExpressionId truth = subject.graph.equal(x, subject.constant(7));
    const Distance before = subject.distance(truth).to_true;
    subject.values[0] = great - U256{1};
    CHECK(subject.distance(truth).to_true < before);
}

TEST_CASE("distance_of: signed orderings of narrow words extend the sign", "[core][distance]")
{
    Subject subject;
    const ExpressionId minus_one = subject.word(0xff, 8);
    const ExpressionId five = subject.constant(5, 8);
    CHECK(subject.distance(subject.graph.make(Op::slt, {minus_one, five})) == to_false(whole(6)));
    CHECK(subject.distance(subject.graph.make(Op::slt, {five, minus_one})) == to_true(whole(7)));
    CHECK(subject.distance(subject.graph.make(Op::ult, {minus_one, five})) == to_true(whole(251)));
}

TEST_CASE("distance_of: numbers of every size have a gradient", "[core][distance]")
{
    const auto distance = [](double a, double b) {
        Subject subject;
        const ExpressionId x = subject.number(a);
        return subject.distance(subject.graph.equal(x, subject.graph.float64(b)));
    };
    CHECK(distance(2.5, 4.0) == to_true(Distance::from_double(1.5)));
    CHECK(distance(4.0, 4.0) == to_false(whole(1)));
    CHECK(distance(0.0, -0.0).is_true());
    const std::array wanted{0.0, 1e-310, 1e-300, 1e-20, 1e-9, 0.5, 1e18, 1e70, 1e90, 1e300};
    for (const double number : wanted)
    {
        INFO(number);
        CHECK(distance(2.0 * number + 1e-320, number).to_true <
              distance(4.0 * number + 1e-300, number).to_true);
        CHECK(distance(number, 1e308).to_true < Distance::infinite());
    }
    CHECK(distance(1e200, 1e300).to_true < distance(1e100, 1e300).to_true);
}

TEST_CASE("distance_of: NaN is infinitely far from every comparison", "[core][distance]")
{
    Subject subject;
    const ExpressionId nan = subject.number(std::numeric_limits<double>::quiet_NaN());
    const ExpressionId one = subject.graph.float64(1.0);
    for (const Op op : {Op::equal, Op::float_lt, Op::float_le})
    {
        CHECK(
            subject.distance(subject.graph.make(op, {nan, one})) == to_true(Distance::infinite()));
    }
    CHECK(subject.distance(subject.graph.make(Op::is_nan, {nan})) == to_false(whole(1)));
    CHECK(subject.distance(subject.graph.make(Op::is_nan, {one})) == to_true(whole(1)));
}

TEST_CASE("distance_of: truth values combine by logic", "[core][distance]")
{
    Subject subject;
    ExpressionGraph& graph = subject.graph;
    const ExpressionId near = graph.equal(subject.word(5), subject.constant(7));
    const ExpressionId far = graph.equal(subject.word(5), subject.constant(105));
    const ExpressionId flag = subject.truth(false);
    CHECK(subject.distance(flag) == to_true(whole(1)));
    CHECK(subject.distance(graph.make(Op::and_, {near, far})) == to_true(whole(102)));
    CHECK(subject.distance(graph.make(Op::or_, {near, far})) == to_true(whole(2)));
    CHECK(subject.distance(graph.equal(near, far)) == to_false(whole(2)));
    CHECK(subject.distance(graph.make(Op::ite, {flag, near, far})) == to_true(whole(3)));
    CHECK(subject.distance(graph.boolean(false)) == to_true(Distance::infinite()));
}

TEST_CASE(
    "distance_of: the other branch of an operand counts with the way to it", "[core][distance]")
{
    Subject subject;
    ExpressionGraph& graph = subject.graph;
    const ExpressionId x = subject.word(15);
    const ExpressionId is_small = graph.make(Op::ult, {x, subject.constant(10)});
    const ExpressionId choice =
        graph.make(Op::ite, {is_small, subject.constant(700), subject.constant(9000)});
    // 6 to the condition, against 8300 by the numbers.
    CHECK(subject.distance(graph.equal(choice, subject.constant(700))) == to_true(whole(6)));
    CHECK(subject.distance(graph.equal(choice, subject.constant(702))) == to_true(whole(8)));
    // The same behind operations.
    const ExpressionId shifted =
        graph.extract(graph.make(Op::lshr, {choice, subject.constant(2)}), 63, 0);
    CHECK(subject.distance(graph.equal(shifted, subject.constant(175, 64))) == to_true(whole(6)));
}

TEST_CASE("distance_of: floats and strings look at both branches too", "[core][distance]")
{
    Subject subject;
    ExpressionGraph& graph = subject.graph;
    const ExpressionId flag = subject.truth(false);
    const ExpressionId number =
        graph.make(Op::ite, {flag, graph.float64(2.0), graph.float64(1000.0)});
    CHECK(subject.distance(graph.equal(number, graph.float64(3.0))) == to_true(whole(2)));
    const ExpressionId text = graph.make(Op::ite, {flag, graph.string(u"ab"), graph.string(u"")});
    CHECK(subject.distance(graph.equal(text, graph.string(u"abc"))) == to_true(whole(2)));
}

TEST_CASE("distance_of: hashes are as far as their words, to a depth and a number of comparisons",
    "[core][distance]")
{
    Subject subject;
    ExpressionGraph& graph = subject.graph;
    const ExpressionId x = subject.word(100);
    const ExpressionId y = subject.word(104);
    ExpressionId left = x;
    ExpressionId right = y;
    const auto of_tower = [&](int levels, std::size_t words) {
        left = x;
        right = y;
        for (int i = 0; i < levels; ++i)
        {
            left = graph.make(Op::keccak, std::vector(words, left));
            right = graph.make(Op::keccak, std::vector(words, right));
        }
        return subject.distance(graph.equal(left, right));
    };
    CHECK(of_tower(10, 1) == to_true(whole(4)));
    CHECK(of_tower(3, 2) == to_true(whole(32)));
    // Deeper than any stack, wider than any patience: far, and no more is known.
    for (const BranchDistance& far : {of_tower(20'000, 1), of_tower(20, 4)})
    {
        CHECK(is_zero(far.to_false));
        CHECK(!is_zero(far.to_true));
    }
}

TEST_CASE("distance_of: an item under another key is as far as the keys are", "[core][distance]")
{
    Subject subject;
    ExpressionGraph& graph = subject.graph;
    const ExpressionId key = subject.word(100);
    const ExpressionId other = subject.word(104);
    const ExpressionId slot = subject.constant(3);
    const ExpressionId empty = graph.constant_array(256, subject.constant(0));
    const ExpressionId stored =
        graph.make(Op::store, {empty, graph.make(Op::keccak, {key, slot}), subject.constant(1000)});
    const ExpressionId item =
        graph.make(Op::select, {stored, graph.make(Op::keccak, {other, slot})});
    // 4 by the keys, against 1000 by the items.
    CHECK(subject.distance(graph.equal(item, subject.constant(1000))) == to_true(whole(4)));
    CHECK(subject.distance(graph.equal(item, subject.constant(0))) == to_false(whole(1)));
    const ExpressionId masked = graph.make(Op::bit_and, {item, subject.constant(0xfff)});
    CHECK(subject.distance(graph.make(Op::ult, {subject.constant(999), masked})) ==
          to_true(whole(4)));
}

TEST_CASE("distance_of: words that are made of truth values are truth values", "[core][distance]")
{
    Subject subject;
    ExpressionGraph& graph = subject.graph;
    const auto bit = [&](std::uint64_t distance) {
        return graph.to_bits(graph.equal(subject.word(0), subject.constant(distance)), 256);
    };
    const ExpressionId zero = subject.constant(0);
    const ExpressionId both = graph.make(Op::bit_and, {bit(20), bit(300)});
    CHECK(subject.distance(graph.negation(graph.equal(both, zero))) == to_true(whole(320)));
    const ExpressionId one = graph.make(Op::bit_or, {bit(20), bit(300)});
    CHECK(subject.distance(graph.equal(one, subject.constant(1))) == to_true(whole(20)));
    const ExpressionId inverse = graph.make(Op::bit_xor, {bit(20), subject.constant(1)});
    CHECK(subject.distance(graph.equal(inverse, zero)) == to_true(whole(20)));
    CHECK(subject.distance(graph.make(Op::ult, {zero, one})) == to_true(whole(20)));
}

TEST_CASE("distance_of: tests of strings are as far as the strings", "[core][distance]")
{
    Subject subject;
    ExpressionGraph& graph = subject.graph;
    const ExpressionId text = subject.text(u"abd");
    const auto distance = [&](Op op, std::u16string part) {
        return subject.distance(graph.make(op, {text, graph.string(std::move(part))}));
    };
    const Distance half{U256{}, std::uint64_t{1} << 63U};
    CHECK(distance(Op::equal, u"abc") == to_true(half));
    CHECK(distance(Op::starts_with, u"ac") == to_true(half));
    CHECK(distance(Op::ends_with, u"bc") == to_true(half));
    CHECK(distance(Op::contains, u"c") == to_true(half));
    CHECK(distance(Op::contains, u"b") == to_false(whole(1)));
    CHECK(subject.distance(graph.make(Op::is_integer, {text})).to_true < whole(3));
    CHECK(subject.distance(graph.make(Op::is_integer, {graph.string(u"-12")})).is_true());
    CHECK(subject.distance(graph.make(Op::is_integer, {graph.string(u"9223372036854775808")})) ==
          to_true(half));
}

TEST_CASE("distance_of: what is beyond a string comes nearer with its length", "[core][distance]")
{
    const auto distance = [](const std::u16string& value, Op op, std::uint64_t operand,
                              std::uint64_t wanted) {
        Subject subject;
        ExpressionGraph& graph = subject.graph;
        const ExpressionId text = subject.text(value);
        const ExpressionId place = subject.constant(operand, 32);
        const ExpressionId word =
            op == Op::unit_at  ? graph.make(op, {text, place}) :
            op == Op::index_of ? graph.make(op, {text, graph.string(u"xy"), place}) :
                                 graph.make(op, {text});
        const unsigned width = graph[word].sort.width;
        return subject.distance(graph.equal(word, subject.constant(wanted, width))).to_true;
    };
    CHECK(distance(u"abc", Op::unit_at, 5, u'q') < distance(u"ab", Op::unit_at, 5, u'q'));
    CHECK(distance(u"abcdef", Op::unit_at, 5, u'q') < distance(u"abcde", Op::unit_at, 5, u'q'));
    CHECK(distance(u"abxz", Op::index_of, 0, 2) < distance(u"abcz", Op::index_of, 0, 2));
    CHECK(is_zero(distance(u"abxy", Op::index_of, 0, 2)));
    CHECK(distance(u"12", Op::parse_integer, 0, 15) < distance(u"1a", Op::parse_integer, 0, 15));
    CHECK(distance(u"0", Op::parse_integer, 0, 15) == whole(15));
    CHECK(distance(u"1:", Op::parse_integer, 0, 15) < distance(u"1a", Op::parse_integer, 0, 15));
}

TEST_CASE("distance_of: shared operations are measured once", "[core][distance]")
{
    Subject subject;
    ExpressionGraph& graph = subject.graph;
    ExpressionId truth = graph.equal(subject.word(5), subject.constant(7));
    // Without sharing, 2^200 operations.
    for (unsigned i = 0; i < 200; ++i)
    {
        truth = graph.make(Op::or_, {graph.negation(truth), graph.make(Op::and_, {truth, truth})});
    }
    CHECK(subject.distance(truth).is_true());
    CHECK_FALSE(is_zero(subject.distance(truth).to_false));
}

TEST_CASE("distance_of: exactly one side is 0, the one that evaluation is on",
    "[core][distance][property]")
{
    for (std::uint64_t seed = 0; seed < 3000; ++seed)
    {
        INFO("seed " << seed);
        Rng rng(seed);
        ExpressionGraph graph(
            seed % 2 == 0 ? ExpressionGraph::Simplifying::off : ExpressionGraph::Simplifying::on);
        test_support::RandomExpressions make(graph, rng);
        constexpr std::array widths{8U, 16U, 64U, 256U};
        make.add_word(widths[rng.index(widths.size())]);
        make.add_word(widths[rng.index(widths.size())]);
        make.add_number(rng.chance(0.5));
        make.add_string();
        make.add_truth();
        const ExpressionId truth = make.truth(1 + static_cast<unsigned>(rng.below(6)));
        Evaluator evaluator(graph, std::array{truth});
        for (unsigned i = 0; i < 3; ++i)
        {
            Assignment assignment;
            for (std::size_t j = 0; j < graph.variable_count(); ++j)
            {
                assignment.push_back(make.draw(graph[VariableId(j)]));
            }
            evaluator.evaluate(assignment);
            const BranchDistance distance = distance_of(graph, evaluator, truth);
            CHECK(is_zero(distance.to_true) == evaluator.is_true(truth));
            CHECK(is_zero(distance.to_false) != evaluator.is_true(truth));
        }
    }
}

}  // namespace
