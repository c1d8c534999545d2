// SPDX-License-Identifier: Apache-2.0
// Scripts for other solvers. That they mean what our evaluation does is tested with solvers: see
// tests/dse.
#include "support/catch.hpp"

#include <sbst/symbolic/smt_lib.hpp>

#include <functional>
#include <string>
#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::symbolic;

/// A graph that does not simplify, with a variable of each sort.
struct Fixture
{
    ExpressionGraph graph{ExpressionGraph::Simplifying::off};
    ExpressionId truth = add("b", boolean_sort());
    ExpressionId word = add("w", bit_vector_sort(8));
    ExpressionId wide = add("wide", bit_vector_sort(256));
    ExpressionId place = add("place", bit_vector_sort(32));
    ExpressionId single = add("f", float32_sort());
    ExpressionId number = add("d", float64_sort());
    ExpressionId text = add("s", string_sort());

    ExpressionId add(const std::string& name, const Sort& sort)
    {
        return graph.variable(
            graph.add_variable({.sort = sort, .address = {}, .domain = {}, .name = name}));
    }
    ExpressionId bits(std::uint64_t value, unsigned width)
    {
        return graph.bit_vector(value, width);
    }
    /// What is asserted of one constraint, without declarations, domains and the end.
    std::string last_assertion(ExpressionId constraint)
    {
        const std::string script = to_smt_lib(graph, {&constraint, 1});
        const std::size_t end = script.find("\n(check-sat)");
        const std::size_t begin = script.rfind('\n', end - 1) + 1;
        return script.substr(begin, end - begin);
    }
};

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

std::size_t count_of(const std::string& text, const std::string& part)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    {
        ++count;
    }
    return count;
}

}  // namespace

TEST_CASE("to_smt_lib: a script declares, bounds, asserts and asks", "[core][smt_lib]")
{
    ExpressionGraph graph;
    const VariableId x = graph.add_variable({.sort = bit_vector_sort(8),
        .address = {},
        .domain = {.is_bounded = true, .is_signed = true, .least = U256{0xf6}, .greatest = U256{9}},
        .name = "amount.1"});
    const VariableId unused =
        graph.add_variable({.sort = boolean_sort(), .address = {}, .domain = {}, .name = "unused"});
    static_cast<void>(unused);
    const ExpressionId constraint =
        graph.make(Op::ult, {graph.bit_vector(5, 8), graph.variable(x)});
    CHECK(to_smt_lib(graph, {&constraint, 1}) ==
          "(set-option :produce-models true)\n"
          "(set-logic ALL)\n"
          "(declare-const |v.amount.1| (_ BitVec 8))\n"
          "(assert (bvsle #xf6 |v.amount.1|))\n"
          "(assert (bvsle |v.amount.1| #x09))\n"
          "(assert (bvult #x05 |v.amount.1|))\n"
          "(check-sat)\n"
          "(get-value (|v.amount.1|))\n");
}

TEST_CASE("to_smt_lib: constraints without variables ask for no values", "[core][smt_lib]")
{
    ExpressionGraph graph;
    const ExpressionId constraint = graph.boolean(false);
    CHECK(to_smt_lib(graph, {&constraint, 1}) ==
          "(set-option :produce-models true)\n(set-logic ALL)\n(assert false)\n(check-sat)\n");
    CHECK(to_smt_lib(graph, {}) ==
          "(set-option :produce-models true)\n(set-logic ALL)\n(check-sat)\n");
}

TEST_CASE("to_smt_lib: domains of members and of strings are asserted", "[core][smt_lib]")
{
    ExpressionGraph graph;
    const ExpressionId word = graph.variable(graph.add_variable({.sort = bit_vector_sort(5),
        .address = {},
        .domain = {.members = {U256{1}, U256{17}}},
        .name = "w"}));
    const ExpressionId text = graph.variable(graph.add_variable({.sort = string_sort(),
        .address = {},
        .domain = {.least_length = 2, .greatest_length = 7, .greatest_unit = 0x7e},
        .name = "s"}));
    const std::vector<ExpressionId> constraints{
        graph.equal(word, graph.bit_vector(17, 5)), graph.equal(text, graph.string(u"\"\\\u00e9"))};
    const std::string script = to_smt_lib(graph, constraints);
    CHECK(contains(script, "(assert (or (= |v.w| #b00001) (= |v.w| #b10001)))"));
    CHECK(contains(script, "(str.len |v.s|)"));
    CHECK(contains(script, "(<= 2 t!"));
    CHECK(contains(script, " 7))"));
    CHECK(contains(script, "(assert (str.in_re |v.s| (re.* (re.range \"\\u{0}\" \"~\"))))"));
    CHECK(contains(script, "(assert (= |v.s| \"\\u{22}\\u{5c}\\u{e9}\"))"));
}

TEST_CASE("to_smt_lib: names never clash with functions of SMT-LIB or with ours", "[core][smt_lib]")
{
    ExpressionGraph graph;
    std::vector<ExpressionId> constraints;
    for (const char* name : {"and", "t!1", "a b", "x|y", "select"})
    {
        constraints.push_back(graph.variable(graph.add_variable(
            {.sort = boolean_sort(), .address = {}, .domain = {}, .name = name})));
    }
    const std::string script = to_smt_lib(graph, constraints);
    CHECK(contains(script, "(declare-const |v.and| Bool)"));
    CHECK(contains(script, "(declare-const |v!1| Bool)"));
    CHECK(contains(script, "(declare-const |v!2| Bool)"));
    CHECK(contains(script, "(declare-const |v!3| Bool)"));
    CHECK(contains(script, "(get-value (|v.and| |v!1| |v!2| |v!3| |v.select|))"));
}

TEST_CASE("to_smt_lib: operations have their text", "[core][smt_lib]")
{
    Fixture f;
    ExpressionGraph& g = f.graph;
    const auto is_five = [&](ExpressionId word) {
        return g.equal(word, f.bits(5, g[word].sort.width));
    };
    struct Row
    {
        ExpressionId constraint;
        std::string assertion;
    };
    const std::vector<Row> rows{
        {is_five(g.make(Op::urem, {f.word, f.word})), "(= (bvurem |v.w| |v.w|) #x05)"},
        {is_five(g.extract(f.word, 6, 2)), "(= ((_ extract 6 2) |v.w|) #b00101)"},
        {is_five(g.sign_extend(f.word, 12)), "(= ((_ sign_extend 4) |v.w|) #x005)"},
        {is_five(g.make(Op::length, {f.text})), "(= (str.len |v.s|) 5)"},
        {is_five(g.make(Op::index_of, {f.text, g.string(u"a"), f.place})),
            "(= (str.indexof |v.s| \"a\" (bv2nat |v.place|)) 5)"},
        {g.make(Op::slt, {f.bits(0xffffffff, 32), g.make(Op::length, {f.text})}),
            "(< (- 1) (str.len |v.s|))"},
        {g.make(Op::ult, {f.place, g.make(Op::length, {f.text})}),
            "(< (bv2nat |v.place|) (str.len |v.s|))"},
        {g.make(Op::starts_with, {f.text, g.string(u"ab")}), "(str.prefixof \"ab\" |v.s|)"},
        {g.equal(g.make(Op::float_add, {f.number, g.float64(1.5)}), f.number),
            "(fp.eq (fp.add RNE |v.d| (fp #b0 #b01111111111 #x8000000000000)) |v.d|)"},
        {g.make(Op::float_lt, {g.convert(Op::float_to_float, f.single, float64_sort()), f.number}),
            "(fp.lt ((_ to_fp 11 53) RNE |v.f|) |v.d|)"},
        {g.make(Op::is_nan, {g.convert(Op::signed_to_float, f.word, float32_sort())}),
            "(fp.isNaN ((_ to_fp 8 24) RNE |v.w|))"},
        {is_five(g.make(Op::select, {g.constant_array(8, f.bits(0, 8)), f.word})),
            "(= (select ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x00) |v.w|) #x05)"},
        {is_five(g.make(Op::ite, {f.truth, f.word, f.bits(1, 8)})),
            "(= (ite |v.b| |v.w| #x01) #x05)"},
    };
    for (const Row& row : rows)
    {
        CHECK(f.last_assertion(row.constraint) == "(assert " + row.assertion + ")");
    }
}

TEST_CASE("to_smt_lib: a power of a constant exponent is a product, others are a function",
    "[core][smt_lib]")
{
    Fixture f;
    const auto power = [&](ExpressionId base, ExpressionId exponent) {
        const ExpressionId constraint =
            f.graph.equal(f.graph.make(Op::pow, {base, exponent}), f.word);
        return to_smt_lib(f.graph, {&constraint, 1});
    };
    const std::string fifth = power(f.word, f.bits(5, 8));
    CHECK(count_of(fifth, "bvmul") == 3);
    CHECK_FALSE(contains(fifth, "pow"));
    CHECK(contains(power(f.word, f.bits(0, 8)), "(= #x01 |v.w|)"));
    CHECK_FALSE(contains(power(f.bits(10, 8), f.word), "pow"));
    CHECK(contains(power(f.bits(3, 8), f.word), "(declare-fun pow!8 ("));
}

TEST_CASE(
    "to_smt_lib: hashes are a function for each number of words, told apart", "[core][smt_lib]")
{
    Fixture f;
    const ExpressionId one = f.graph.make(Op::keccak, {f.wide});
    const ExpressionId constraint = f.graph.equal(f.graph.make(Op::keccak, {one, f.wide}), one);
    const std::string script = to_smt_lib(f.graph, {&constraint, 1});
    CHECK(contains(script, "(declare-fun keccak!1 ((_ BitVec 256)) (_ BitVec 256))"));
    CHECK(
        contains(script, "(declare-fun keccak!2 ((_ BitVec 256) (_ BitVec 256)) (_ BitVec 256))"));
    CHECK(count_of(script, "(assert (= (keccak!count ") == 2);
    CHECK(count_of(script, "(assert (= (keccak!2!") == 2);
    CHECK(count_of(script, "(assert (= (keccak!1!") == 1);
}

TEST_CASE("to_smt_lib: a quotient by a constant is defined by a product", "[core][smt_lib]")
{
    Fixture f;
    const auto quotient_by = [&](Op op, std::uint64_t divisor) {
        const ExpressionId constraint =
            f.graph.equal(f.graph.make(op, {f.wide, f.bits(divisor, 256)}), f.wide);
        return to_smt_lib(f.graph, {&constraint, 1});
    };
    for (const Op op : {Op::udiv, Op::urem, Op::sdiv, Op::srem})
    {
        const std::string script = quotient_by(op, 1000);
        CHECK_FALSE(contains(script, "div"));
        CHECK(contains(script, "bvmul"));
    }
    CHECK_FALSE(contains(quotient_by(Op::udiv, 64), "bvmul"));
    CHECK_FALSE(contains(quotient_by(Op::udiv, 0), "bvmul"));
}

TEST_CASE("to_smt_lib: bits of a number are those that make it", "[core][smt_lib]")
{
    Fixture f;
    const ExpressionId constraint =
        f.graph.equal(f.graph.make(Op::float_to_bits, {f.single}), f.bits(0x3f800000, 32));
    const std::string script = to_smt_lib(f.graph, {&constraint, 1});
    CHECK(contains(script, "(assert (= ((_ to_fp 8 24) bits!"));
    CHECK(contains(script, "(ite (fp.isNaN |v.f|) #x7fc00000 bits!"));
}

TEST_CASE("to_smt_lib: regular languages have their text", "[core][smt_lib]")
{
    using Kind = RegularLanguage::Kind;
    Fixture f;
    const auto asserted = [&](std::vector<RegularLanguage::Part> parts) {
        return f.last_assertion(f.graph.matches(f.text, {.parts = std::move(parts)}));
    };
    const RegularLanguage::Part digit{.kind = Kind::unit, .ranges = {{'0', '9'}}};
    CHECK(asserted({{.kind = Kind::empty}}) == "(assert (str.in_re |v.s| (str.to_re \"\")))");
    CHECK(asserted({{.kind = Kind::unit}}) == "(assert (str.in_re |v.s| re.none))");
    CHECK(asserted({digit}) == "(assert (str.in_re |v.s| (re.range \"0\" \"9\")))");
    CHECK(asserted({{.kind = Kind::unit, .ranges = {{'a', 'a'}, {'c', 0xffff}}}}) ==
          "(assert (str.in_re |v.s| (re.union (re.range \"a\" \"a\") (re.range \"c\" "
          "\"\\u{ffff}\"))))");
    const auto repeated = [&](std::uint32_t least, std::uint32_t most) {
        return asserted(
            {digit, {.kind = Kind::repeat, .operands = {0}, .least = least, .most = most}});
    };
    const std::string begin = "(assert (str.in_re |v.s| ";
    CHECK(repeated(0, 0) == begin + "(str.to_re \"\")))");
    CHECK(repeated(2, 3) == begin + "((_ re.loop 2 3) (re.range \"0\" \"9\"))))");
    CHECK(repeated(0, RegularLanguage::unbounded) == begin + "(re.* (re.range \"0\" \"9\"))))");
    CHECK(contains(repeated(2, RegularLanguage::unbounded), "(_ re.^ 2)"));
}

TEST_CASE("to_smt_lib: the text of shared parts does not grow with their uses", "[core][smt_lib]")
{
    Fixture f;
    ExpressionId sum = f.wide;
    for (int i = 0; i < 500; ++i)
    {
        sum = f.graph.make(Op::add, {sum, sum});
    }
    const ExpressionId constraint = f.graph.equal(sum, f.wide);
    CHECK(to_smt_lib(f.graph, {&constraint, 1}).size() < 500 * 100);
}

TEST_CASE("to_smt_lib: an expression of 100,000 levels is written", "[core][smt_lib]")
{
    Fixture f;
    ExpressionId sum = f.word;
    for (int i = 0; i < 100'000; ++i)
    {
        sum = f.graph.make(i % 2 == 0 ? Op::add : Op::bit_xor, {sum, f.bits(3, 8)});
    }
    const ExpressionId constraint = f.graph.equal(sum, f.word);
    const std::string script = to_smt_lib(f.graph, {&constraint, 1});
    CHECK(count_of(script, "bvadd") == 50'000);
    CHECK(script.size() < 100'000 * 100);
}
