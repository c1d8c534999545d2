// SPDX-License-Identifier: Apache-2.0
// Code with a mutant does what other code does that is written like the mutant, and code without
// one does what it always does.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/weak_mutant.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

JavaProblemOptions measured_options(const std::string& class_name)
{
    JavaProblemOptions options = options_of(class_name);
    options.criteria.measured = {Coverage::weak_mutation};
    return options;
}

/// What a run did, as far as tests can see it.
struct Seen
{
    StopCause stop = StopCause::none;
    std::vector<JavaResult> results;
    std::string thrown;
    std::optional<std::u16string> message;

    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen seen_of(const RunDetail& detail)
{
    Seen seen{.stop = detail.stop, .results = detail.results, .thrown = {}, .message = {}};
    if (detail.thrown)
    {
        seen.thrown = detail.thrown->class_name;
        seen.message = detail.thrown->message;
    }
    return seen;
}

class Mutated
{
public:
    explicit Mutated(const std::string& class_name)
      : m_problem(measured_options(class_name)), m_mutants(m_problem.start_mutants())
    {}

    [[nodiscard]] MutantId mutant(const std::string& method, const std::string& text) const
    {
        for (std::size_t i = 0; i < m_problem.goals().size(); ++i)
        {
            const Goal& goal = m_problem.goals()[GoalId(i)];
            if (is_weak_mutant(goal) && has(goal.label, "." + method + "(") &&
                goal.label.ends_with(" " + text))
            {
                REQUIRE(m_mutants.why_unbuilt(MutantId(goal.index)).empty());
                return MutantId(goal.index);
            }
        }
        FAIL("no mutant of " << method << ": " << text);
        return {};
    }

    /// One call with each input, with a mutant.
    std::vector<Seen> run(const std::string& method, const std::vector<std::vector<Value>>& inputs,
        MutantId mutant = {})
    {
        std::vector<TestCase> tests;
        for (const std::vector<Value>& input : inputs)
        {
            tests.push_back({.calls = {{.callable = callable_named(m_problem, method),
                                 .arguments = {input.begin(), input.end()}}}});
        }
        std::vector<MutantRun> runs;
        for (const TestCase& test : tests)
        {
            runs.push_back({.test = &test, .mutant = mutant});
        }
        std::vector<Trace> traces(runs.size());
        std::vector<RunDetail> details(runs.size());
        m_mutants.run(runs, traces, details, StopToken{});
        std::vector<Seen> seen;
        for (std::size_t i = 0; i < runs.size(); ++i)
        {
            REQUIRE(traces[i].was_run);
            seen.push_back(seen_of(details[i]));
        }
        return seen;
    }

private:
    JavaProblem m_problem;
    MutantRuns m_mutants;
};

/// A method whose mutant does what another method does.
struct Twin
{
    std::string method;
    std::string text;
    std::string changed;
};

void check_twins(
    Mutated& subject, const std::vector<Twin>& twins, const std::vector<std::vector<Value>>& inputs)
{
    std::map<std::string, std::vector<Seen>> originals;
    const auto original = [&](const std::string& method) -> const std::vector<Seen>& {
        if (!originals.contains(method))
        {
            originals.emplace(method, subject.run(method, inputs));
        }
        return originals.at(method);
    };
    std::size_t differing = 0;
    for (const Twin& twin : twins)
    {
        INFO(twin.method << ": " << twin.text);
        const std::vector<Seen> seen =
            subject.run(twin.method, inputs, subject.mutant(twin.method, twin.text));
        CHECK(seen == original(twin.changed));
        differing += seen == original(twin.method) ? 0U : 1U;
    }
    CHECK(differing == twins.size());
}

std::vector<std::vector<Value>> all_pairs(const std::vector<Value>& values)
{
    std::vector<std::vector<Value>> pairs;
    for (const Value& a : values)
    {
        for (const Value& b : values)
        {
            pairs.push_back({a, b});
        }
    }
    return pairs;
}

std::vector<Value> edge_values(std::int64_t least, std::int64_t most)
{
    std::vector<Value> values;
    for (const std::int64_t number : std::vector<std::int64_t>{
             least, least + 1, -33, -7, -2, -1, 0, 1, 2, 3, 4, 31, 32, 1000, most - 1, most})
    {
        values.emplace_back(number);
    }
    return values;
}

std::vector<std::vector<Value>> pairs_of_ints()
{
    return all_pairs(edge_values(
        std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
}

/// Each method of a group becomes each other one.
void add_twins(std::vector<Twin>& twins, const std::map<std::string, std::string>& symbols,
    const std::function<std::string(const std::string&, const std::string&)>& text)
{
    for (const auto& [method, symbol] : symbols)
    {
        for (const auto& [changed, other] : symbols)
        {
            if (method != changed)
            {
                twins.push_back({method, text(symbol, other), changed});
            }
        }
    }
}

std::vector<Value> real_numbers()
{
    std::vector<Value> numbers;
    for (const double number : {-1.5, -0.0, 0.0, 1.0, 2.0, 1e300, 5e-324})
    {
        numbers.emplace_back(number);
    }
    return numbers;
}

/// What a call with one input returns, as bits.
std::int64_t bits_of(Mutated& subject, const std::string& method, const std::vector<Value>& input,
    const std::string& text)
{
    const std::vector<Seen> seen = subject.run(method, {input}, subject.mutant(method, text));
    REQUIRE(seen.front().results.size() == 1);
    return seen.front().results.front().bits;
}

}  // namespace

TEST_CASE(
    "real mutants: an operator that is replaced computes what the other one does", "[jvm][mutants]")
{
    Mutated subject("criteria.Operators");
    const auto becomes = [](const std::string& a, const std::string& b) {
        return a + " becomes " + b;
    };
    std::vector<Twin> twins;
    add_twins(twins,
        {{"add", "+"}, {"subtract", "-"}, {"multiply", "*"}, {"divide", "/"}, {"remainder", "%"}},
        becomes);
    add_twins(twins, {{"bitAnd", "&"}, {"bitOr", "|"}, {"bitXor", "^"}}, becomes);
    add_twins(
        twins, {{"shiftLeft", "<<"}, {"shiftRight", ">>"}, {"shiftRightUnsigned", ">>>"}}, becomes);
    twins.push_back({"first", "a becomes b", "second"});
    twins.push_back({"first", "a becomes -a", "negative"});
    twins.push_back({"first", "a becomes a + 1", "next"});
    check_twins(subject, twins, pairs_of_ints());
}

TEST_CASE(
    "real mutants: a comparison that is replaced takes the way of the other one", "[jvm][mutants]")
{
    Mutated subject("criteria.Operators");
    std::vector<Twin> twins;
    add_twins(twins,
        {{"less", "<"}, {"lessOrEqual", "<="}, {"equal", "=="}, {"notEqual", "!="},
            {"greater", ">"}, {"greaterOrEqual", ">="}},
        [](const std::string& a, const std::string& b) {
            return "if (a " + a + " b): " + a + " becomes " + b;
        });
    check_twins(subject, twins, pairs_of_ints());
}

TEST_CASE("real mutants: the same for longs and doubles", "[jvm][mutants]")
{
    Mutated subject("criteria.Operators");
    const std::vector<Value> longs = edge_values(
        std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
    check_twins(subject,
        {{"addLongs", "+ becomes -", "subtractLongs"}, {"addLongs", "+ becomes /", "divideLongs"},
            {"divideLongs", "/ becomes +", "addLongs"},
            {"lessLongs", "if (a < b): < becomes ==", "equalLongs"}},
        all_pairs(longs));
    std::vector<std::vector<Value>> shifts;
    for (const Value& number : longs)
    {
        for (const std::int64_t distance : {0, 1, 31, 32, 63, 64, -1})
        {
            shifts.push_back({number, Value(distance)});
        }
    }
    check_twins(subject,
        {{"shiftLongLeft", "<< becomes >>", "shiftLongRight"},
            {"shiftLongRight", ">> becomes <<", "shiftLongLeft"}},
        shifts);
    check_twins(subject,
        {{"multiplyDoubles", "* becomes /", "divideDoubles"},
            {"divideDoubles", "/ becomes +", "addDoubles"},
            {"greaterDoubles", "if (a > b): > becomes >=", "greaterOrEqualDoubles"},
            {"greaterOrEqualDoubles", "if (a >= b): >= becomes >", "greaterDoubles"}},
        all_pairs(real_numbers()));
}

TEST_CASE("real mutants: constants, steps and conditions change as their texts say",
    "[jvm][mutants][jdk]")
{
    Mutated subject("criteria.Operators");
    const std::vector<Value> four{Value(std::int64_t{4})};
    CHECK(bits_of(subject, "steps", four, "sum += 7 becomes -= 7") == -28);
    // A loop that goes down does not end.
    const std::vector<Seen> endless =
        subject.run("steps", {four}, subject.mutant("steps", "i += 1 becomes -= 1"));
    CHECK(endless.front().stop == StopCause::budget);
    CHECK(bits_of(subject, "steps", four, "5 becomes 4") == 0);
    CHECK(bits_of(subject, "steps", four, "5 becomes 6") == 28);
    CHECK(bits_of(subject, "steps", four, "5 becomes 1") == 0);
    CHECK(bits_of(subject, "steps", four, "5 becomes -1") == 0);
    const std::vector<Seen> failing =
        subject.run("steps", {four}, subject.mutant("steps", "5 becomes 0"));
    CHECK(failing.front().thrown == "java.lang.ArithmeticException");

    CHECK(bits_of(subject, "flag", {Value(true)}, "if (flag) becomes if (!(flag))") == 0);
    CHECK(bits_of(subject, "flag", {Value(false)}, "if (flag) becomes if (!(flag))") == 1);
    CHECK(bits_of(subject, "flag", {Value(true)}, "1 becomes 0") == 0);
    CHECK(bits_of(subject, "flag", {Value(false)}, "0 becomes 1") == 1);

    Mutated known("criteria.Known");
    const auto as_double = [](double number) { return std::bit_cast<std::int64_t>(number); };
    const std::vector<Value> three{Value(3.0)};
    CHECK(bits_of(known, "half", three, "0.5 becomes 1.5") == as_double(4.5));
    CHECK(bits_of(known, "half", three, "0.5 becomes 0") == as_double(0));
    CHECK(bits_of(known, "half", three, "0.5 becomes -1") == as_double(-3));
    CHECK(bits_of(known, "large", {Value(std::int64_t{1} << 40U)}, "5 becomes 6") ==
          ((std::int64_t{1} << 40U) ^ 6));
    const std::vector<Seen> empty =
        known.run("text", {{Value(std::string("a")), Value(std::string("b"))}},
            known.mutant("text", "given becomes other"));
    CHECK(empty.front().results.front().text == u"b");
}

namespace
{

/// Random tests, by themselves and in code that has mutants.
void check_same_without_mutant(const JavaProblemOptions& options)
{
    INFO(options.class_name);
    JavaProblem problem(options);
    Rng rng(7);
    std::vector<TestCase> tests;
    for (std::size_t i = 0; i < 150; ++i)
    {
        tests.push_back(problem.generate(rng));
    }
    std::vector<Trace> traces(tests.size());
    std::vector<RunDetail> details(tests.size());
    problem.execute_in_detail(tests, traces, details);

    MutantRuns mutants = problem.start_mutants();
    std::vector<MutantRun> runs;
    for (const TestCase& test : tests)
    {
        runs.push_back({.test = &test});
    }
    std::vector<Trace> other_traces(tests.size());
    std::vector<RunDetail> others(tests.size());
    mutants.run(runs, other_traces, others, StopToken{});
    std::size_t compared = 0;
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        REQUIRE(other_traces[i].was_run);
        if (details[i].stop != StopCause::none)
        {
            continue;
        }
        INFO(problem.render(tests[i]));
        ++compared;
        CHECK(seen_of(details[i]) == seen_of(others[i]));
        CHECK(details[i].printed == others[i].printed);
        REQUIRE(details[i].observations.size() == others[i].observations.size());
        for (std::size_t k = 0; k < details[i].observations.size(); ++k)
        {
            CHECK(details[i].observations[k].value == others[i].observations[k].value);
        }
        REQUIRE(details[i].contents.size() == others[i].contents.size());
        for (std::size_t k = 0; k < details[i].contents.size(); ++k)
        {
            CHECK(details[i].contents[k].value == others[i].contents[k].value);
        }
    }
    CHECK(compared > 50);
}

}  // namespace

TEST_CASE("real mutants: without an active one the subject is itself", "[jvm][mutants][jdk]")
{
    for (const char* name :
        {"criteria.Gate", "criteria.Operators", "criteria.Known", "proof.Shapes", "proof.Words",
            "text.Forms", "text.Expressions", "stand.Chain", "serial.Basket"})
    {
        check_same_without_mutant(measured_options(name));
    }
    JavaProblemOptions ledger = ledger_options();
    ledger.criteria.measured = {Coverage::weak_mutation};
    check_same_without_mutant(ledger);
}
