// SPDX-License-Identifier: Apache-2.0
// Answers of other solvers, as Z3 4.8.12 and cvc5 1.0.3 write them, and ones that are wrong.
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/symbolic/smt_lib.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <variant>

namespace
{

using namespace sbst;
using namespace sbst::symbolic;

using Kind = SmtLibAnswer::Kind;

/// A variable of each sort.
struct Variables
{
    ExpressionGraph graph;
    Assignment start;

    Variables()
    {
        add("b", boolean_sort(), U256{1});
        add("w", bit_vector_sort(8), U256{7});
        add("odd", bit_vector_sort(5), U256{7});
        add("wide", bit_vector_sort(256), U256{7});
        add("f", float32_sort(), 0.25);
        add("d", float64_sort(), 0.25);
        add("s", string_sort(), std::u16string(u"start"));
    }
    void add(const std::string& name, const Sort& sort, Datum value)
    {
        static_cast<void>(
            graph.add_variable({.sort = sort, .address = {}, .domain = {}, .name = name}));
        start.push_back(std::move(value));
    }
    [[nodiscard]] SmtLibAnswer read(const std::string& text) const
    {
        return read_smt_lib_answer(graph, text, start);
    }
    /// The value that a satisfiable answer gives one variable.
    [[nodiscard]] Datum value(
        std::size_t variable, const std::string& name, const std::string& text) const
    {
        return read("sat\n((|v." + name + "| " + text + "))\n").model[variable];
    }
    [[nodiscard]] U256 word(const std::string& text) const
    {
        return std::get<U256>(value(1, "w", text));
    }
    [[nodiscard]] double number(const std::string& text) const
    {
        return std::get<double>(value(5, "d", text));
    }
    [[nodiscard]] std::u16string string(const std::string& text) const
    {
        return std::get<std::u16string>(value(6, "s", text));
    }
    void refuses(const std::string& text, const std::string& place) const
    {
        INFO(text);
        try
        {
            static_cast<void>(read(text));
            FAIL_CHECK("the answer was read");
        }
        catch (const ParseError& error)
        {
            CHECK(error.file == "solver's answer");
            CHECK(error.place == place);
        }
    }
};

}  // namespace

TEST_CASE("read_smt_lib_answer: verdicts", "[core][smt_lib]")
{
    const Variables v;
    CHECK(v.read("sat\n").kind == Kind::satisfiable);
    CHECK(v.read("sat").model == v.start);
    CHECK(v.read("unsat\n(error \"line 9 column 10: model is not available\")\n").kind ==
          Kind::unsatisfiable);
    CHECK(v.read("unknown\n((v.w #x01))").kind == Kind::unknown);
    CHECK(v.read("unknown\n").model == v.start);
    CHECK(v.read("timeout").kind == Kind::unknown);
    CHECK(v.read("(error \"Parse Error: <stdin>:3.1: no such sort\")").kind == Kind::unknown);
    CHECK(v.read("sat\n(error \"out of memory\")").kind == Kind::unknown);
    CHECK(v.read("sat\n(error \"out of memory\")").error == "out of memory");
    CHECK(v.read("(error \"a \"\"name\"\" is missing\")").error == "a \"name\" is missing");
    CHECK(v.read("(error)").error == "an error without a text");
    CHECK(v.read("(error 7)").error == "an error without a text");
    CHECK(v.read("unsat (error \"no model\")").error.empty());
    CHECK(v.read("; a comment\nsuccess success unsupported unsat").kind == Kind::unsatisfiable);
}

TEST_CASE("read_smt_lib_answer: values of the variables that are named", "[core][smt_lib]")
{
    const Variables v;
    const SmtLibAnswer answer = v.read("sat\n((|v.w| #xf0)\n (v.odd #b10001) (v.b false))\n");
    CHECK(answer.kind == Kind::satisfiable);
    CHECK(answer.model == Assignment{U256{0}, U256{0xf0}, U256{17}, v.start[3], v.start[4],
                              v.start[5], v.start[6]});
}

TEST_CASE("read_smt_lib_answer: models as functions without operands", "[core][smt_lib]")
{
    const Variables v;
    for (const std::string begin : {"(model", "("})
    {
        const SmtLibAnswer answer =
            v.read("sat\n" + begin +
                   "\n (define-fun t!4 () Int 7)\n (define-fun v.w () (_ BitVec 8)\n  #x01)\n"
                   " (define-fun keccak!1 ((x!0 (_ BitVec 256))) (_ BitVec 256) x!0))\n");
        CHECK(answer.model[1] == Datum{U256{1}});
        CHECK(answer.model[2] == v.start[2]);
    }
}

TEST_CASE("read_smt_lib_answer: bit-vectors", "[core][smt_lib]")
{
    const Variables v;
    CHECK(v.word("#xaF") == U256{0xaf});
    CHECK(v.word("#b10000001") == U256{0x81});
    CHECK(v.word("(_ bv255 8)") == U256{255});
    CHECK(v.value(3, "wide", "#x" + std::string(64, 'f')) == Datum{U256::max()});
    for (const std::string wrong : {"#xaf0", "#xg0", "#b1", "(_ bv256 8)", "(_ bv1 9)", "(_ bv 8)",
             "(_ bv0x1 8)", "12", "true", "\"#x01\"", "()", "(#x01)", "#x", "#b0000000 1"})
    {
        INFO(wrong);
        CHECK_THROWS_AS(v.word(wrong), ParseError);
    }
}

TEST_CASE("read_smt_lib_answer: floating-point numbers", "[core][smt_lib]")
{
    const Variables v;
    CHECK(v.number("(fp #b0 #b10000000000 #x8080000000000)") == 3.00390625);
    CHECK(v.number("(fp #b1 #b00000000000 #x0000000000001)") == -0x1p-1074);
    CHECK(std::isnan(v.number("(_ NaN 11 53)")));
    CHECK(std::isnan(v.number("(fp #b1 #b11111111111 #x0000000000001)")));
    CHECK(v.number("(_ +oo 11 53)") == std::numeric_limits<double>::infinity());
    CHECK(v.number("(_ -oo 11 53)") == -std::numeric_limits<double>::infinity());
    CHECK_FALSE(std::signbit(v.number("(_ +zero 11 53)")));
    CHECK(std::signbit(v.number("(_ -zero 11 53)")));
    CHECK(v.value(4, "f", "(fp #b0 #x7f #b10000000000000000000000)") == Datum{1.5});
    for (const std::string wrong : {"(_ NaN 8 24)", "(_ +one 11 53)", "(fp #b0 #x7f #b1)", "1.5",
             "(fp #b0 #b1)", "(to_fp #b0 #b10000000000 #x8080000000000)"})
    {
        INFO(wrong);
        CHECK_THROWS_AS(v.number(wrong), ParseError);
    }
}

TEST_CASE("read_smt_lib_answer: strings and their escapes", "[core][smt_lib]")
{
    const Variables v;
    CHECK(v.string("\"\"") == u"");
    CHECK(v.string("\"a\"\"b;c|d(\"") == u"a\"b;c|d(");
    CHECK(v.string(R"("\u{41}\u{ffff}\u0042\u{0}")") == std::u16string(u"A\uffffB\0", 4));
    CHECK(v.string(R"("\x41\n\u{}\u{g}\u{1234567}\u12\u{41")") ==
          u"\\x41\\n\\u{}\\u{g}\\u{1234567}\\u12\\u{41");
    CHECK(v.string("\"two\nlines\"") == u"two\nlines");
    for (const std::string wrong : {R"("\u{10000}")", "\"\xc3\xa9\"", "abc", "(str)"})
    {
        INFO(wrong);
        CHECK_THROWS_AS(v.string(wrong), ParseError);
    }
}

TEST_CASE("read_smt_lib_answer: what is no answer is refused with its place", "[core][smt_lib]")
{
    const Variables v;
    v.refuses("", "offset 0");
    v.refuses("  ; nothing\n", "offset 12");
    v.refuses("maybe", "offset 0");
    v.refuses(" (sat)", "offset 1");
    v.refuses("\"sat\"", "offset 0");
    v.refuses("sat v.w", "offset 4");
    v.refuses("sat ((v.w #x01)", "offset 4");
    v.refuses("sat )", "offset 4");
    v.refuses("sat ((v.none #x01))", "offset 6");
    v.refuses("sat ((v.w))", "offset 5");
    v.refuses("sat (v.w #x01)", "offset 5");
    v.refuses("sat ((\"v.w\" #x01))", "offset 6");
    v.refuses("sat ((v.s \"abc))", "offset 10");
    v.refuses("sat ((|v.s \"abc\"))", "offset 6");
    v.refuses("sat " + std::string(1'000'000, '('), "offset 1004");
    v.refuses("Segmentation fault (core dumped)", "offset 0");
}
