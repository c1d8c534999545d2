// SPDX-License-Identifier: Apache-2.0
// Infection as traces tell it, against what the changed operator really does: for each operator
// there is a method, so that a mutant of one method is another one.
#include "subject.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/criteria.hpp>
#include <sbst/run/generate.hpp>
#include <sbst/testing/conformance.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

JavaProblemOptions options_with_mutants()
{
    JavaProblemOptions options = options_of("criteria.Operators");
    options.criteria.sought = {Coverage::branch, Coverage::weak_mutation};
    return options;
}

/// What a call did: its result, nothing when it threw.
struct Ran
{
    Trace trace;
    std::optional<JavaResult> result;
};

class Subject
{
public:
    Subject() : m_problem(options_with_mutants()) {}

    [[nodiscard]] const GoalGraph& goals() const { return m_problem.goals(); }

    std::vector<Ran> run(const std::string& method, const std::vector<std::vector<Value>>& inputs)
    {
        std::vector<TestCase> tests;
        for (const std::vector<Value>& input : inputs)
        {
            TestCase test;
            test.calls.push_back({.callable = callable_named(m_problem, method),
                .arguments = {input.begin(), input.end()}});
            tests.push_back(test);
        }
        std::vector<Trace> traces(tests.size());
        std::vector<RunDetail> details(tests.size());
        m_problem.execute_in_detail(tests, traces, details, StopToken{});
        std::vector<Ran> ran;
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            REQUIRE(traces[i].was_run);
            const bool has_returned = traces[i].calls.front().kind == OutcomeKind::returned;
            ran.push_back({traces[i], std::nullopt});
            if (has_returned)
            {
                REQUIRE(details[i].results.size() == 1);
                ran.back().result = details[i].results.front();
            }
        }
        return ran;
    }

    /// The mutant of a method with that text.
    GoalId mutant(const std::string& method, const std::string& text) const
    {
        for (std::size_t i = 0; i < m_problem.goals().size(); ++i)
        {
            const Goal& goal = m_problem.goals()[GoalId(i)];
            if (is_weak_mutant(goal) && has(goal.label, "." + method + "(") &&
                goal.label.ends_with(" " + text))
            {
                return GoalId(i);
            }
        }
        FAIL("no mutant of " << method << ": " << text);
        return {};
    }

    /// Its infection distance; nothing when the test did not reach it.
    std::optional<Distance> distance(const Trace& trace, GoalId goal) const
    {
        for (const MutantTrace& entry : trace.mutants)
        {
            if (entry.mutant.index() == m_problem.goals()[goal].index)
            {
                return entry.least;
            }
        }
        return std::nullopt;
    }

private:
    JavaProblem m_problem;
};

struct Replacement
{
    std::string method;
    std::string text;
    /// Does what the changed method would do.
    std::string changed;
};

void check_changes(Subject& subject, const std::vector<Replacement>& changes,
    const std::vector<std::vector<Value>>& inputs)
{
    std::map<std::string, std::vector<Ran>> ran;
    const auto run_of = [&](const std::string& method) -> const std::vector<Ran>& {
        if (!ran.contains(method))
        {
            ran.emplace(method, subject.run(method, inputs));
        }
        return ran.at(method);
    };
    std::size_t checked = 0;
    for (const Replacement& change : changes)
    {
        INFO(change.method << ": " << change.text);
        const GoalId goal = subject.mutant(change.method, change.text);
        std::size_t infected = 0;
        for (std::size_t i = 0; i < inputs.size(); ++i)
        {
            const auto distance = subject.distance(run_of(change.method)[i].trace, goal);
            REQUIRE(distance);
            const bool differs =
                run_of(change.method)[i].result != run_of(change.changed)[i].result;
            CHECK(is_zero(*distance) == differs);
            infected += differs ? 1U : 0U;
            ++checked;
        }
        CHECK(infected > 0);
    }
    CHECK(checked == changes.size() * inputs.size());
}

std::vector<std::vector<Value>> pairs_of(const std::vector<Value>& values)
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

std::vector<Value> whole_numbers(std::int64_t least, std::int64_t most)
{
    std::vector<Value> values;
    for (const std::int64_t number : std::vector<std::int64_t>{
             least, least + 1, -33, -7, -2, -1, 0, 1, 2, 3, 4, 31, 32, 1000, most - 1, most})
    {
        values.emplace_back(number);
    }
    return values;
}

/// Each method of a group becomes each other one.
void add_all(std::vector<Replacement>& changes, const std::map<std::string, std::string>& symbols)
{
    for (const auto& [method, symbol] : symbols)
    {
        for (const auto& [changed, other] : symbols)
        {
            if (method != changed)
            {
                changes.push_back({method, symbol + " becomes " + other, changed});
            }
        }
    }
}

}  // namespace

TEST_CASE("mutants: a problem with them passes the conformance suite", "[jvm][criteria]")
{
    const auto make = [] { return JavaProblem(options_with_mutants()); };
    const std::vector<Finding> findings = check_conformance(make);
    INFO(to_text(findings));
    CHECK(findings.empty());
}

TEST_CASE(
    "mutants: infected exactly where another operator gives something else", "[jvm][criteria]")
{
    Subject subject;
    std::vector<Replacement> changes;
    add_all(changes,
        {{"add", "+"}, {"subtract", "-"}, {"multiply", "*"}, {"divide", "/"}, {"remainder", "%"}});
    add_all(changes, {{"bitAnd", "&"}, {"bitOr", "|"}, {"bitXor", "^"}});
    add_all(changes, {{"shiftLeft", "<<"}, {"shiftRight", ">>"}, {"shiftRightUnsigned", ">>>"}});
    changes.push_back({"first", "a becomes b", "second"});
    changes.push_back({"first", "a becomes -a", "negative"});
    changes.push_back({"first", "a becomes a + 1", "next"});
    check_changes(subject, changes,
        pairs_of(whole_numbers(
            std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max())));
}

TEST_CASE("mutants: the same for comparisons of integers", "[jvm][criteria]")
{
    Subject subject;
    const std::map<std::string, std::string> relations{{"less", "<"}, {"lessOrEqual", "<="},
        {"equal", "=="}, {"notEqual", "!="}, {"greater", ">"}, {"greaterOrEqual", ">="}};
    std::vector<Replacement> changes;
    for (const auto& [method, symbol] : relations)
    {
        for (const auto& [changed, other] : relations)
        {
            if (method != changed)
            {
                changes.push_back(
                    {method, "if (a " + symbol + " b): " + symbol + " becomes " + other, changed});
            }
        }
    }
    check_changes(subject, changes,
        pairs_of(whole_numbers(
            std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max())));
}

TEST_CASE("mutants: the same for longs and doubles", "[jvm][criteria]")
{
    Subject subject;
    check_changes(subject,
        {{"addLongs", "+ becomes -", "subtractLongs"}, {"addLongs", "+ becomes /", "divideLongs"},
            {"divideLongs", "/ becomes +", "addLongs"},
            {"lessLongs", "if (a < b): < becomes ==", "equalLongs"}},
        pairs_of(whole_numbers(
            std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max())));
    std::vector<std::vector<Value>> shifts;
    for (const Value& number : whole_numbers(
             std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()))
    {
        for (const std::int64_t distance : {0, 1, 31, 32, 63, 64, -1})
        {
            shifts.push_back({number, Value(distance)});
        }
    }
    check_changes(subject,
        {{"shiftLongLeft", "<< becomes >>", "shiftLongRight"},
            {"shiftLongRight", ">> becomes <<", "shiftLongLeft"}},
        shifts);
    std::vector<Value> numbers;
    for (const double number : {-1.5, -0.0, 0.0, 1.0, 2.0, 1e300, 5e-324})
    {
        numbers.emplace_back(number);
    }
    check_changes(subject,
        {{"multiplyDoubles", "* becomes /", "divideDoubles"},
            {"divideDoubles", "/ becomes +", "addDoubles"},
            {"greaterDoubles", "if (a > b): > becomes >=", "greaterOrEqualDoubles"},
            {"greaterOrEqualDoubles", "if (a >= b): >= becomes >", "greaterDoubles"}},
        pairs_of(numbers));
}

TEST_CASE("mutants: comparisons that give the same are as far as the code says", "[jvm][criteria]")
{
    Subject subject;
    const auto distance = [&](const std::string& method, const std::string& text, std::int64_t a,
                              std::int64_t b) {
        const std::vector<Ran> ran = subject.run(method, {{Value(a), Value(b)}});
        return subject.distance(ran.front().trace, subject.mutant(method, text)).value();
    };
    const std::string closed = "if (a < b): < becomes <=";
    CHECK(distance("less", closed, 3, 10) == Distance(U256(7)));
    CHECK(distance("less", closed, 10, 3) == Distance(U256(7)));
    CHECK(is_zero(distance("less", closed, 3, 3)));
    CHECK(distance("equal", "if (a == b): == becomes >=", 3, 10) == Distance(U256(8)));
    CHECK(distance("equal", "if (a == b): == becomes >=", 3, 3) == Distance(U256(1)));
    CHECK(distance("lessLongs", "if (a < b): < becomes <=", 5, 9) == Distance(U256(4)));
    CHECK(distance("add", "+ becomes *", 2, 2) == Distance(U256(1)));
}

TEST_CASE("mutants: what is executed is infected, what is not has no distance", "[jvm][criteria]")
{
    Subject subject;
    const std::vector<Ran> flags = subject.run("flag", {{Value(false)}});
    CHECK(is_zero(
        subject
            .distance(flags.front().trace, subject.mutant("flag", "if (flag) becomes if (!(flag))"))
            .value()));
    const std::vector<Ran> none =
        subject.run("steps", {{Value(std::int64_t{0})}, {Value(std::int64_t{6})}});
    const GoalId step = subject.mutant("steps", "i += 1 becomes -= 1");
    const GoalId seven = subject.mutant("steps", "sum += 7 becomes -= 7");
    CHECK_FALSE(subject.distance(none[0].trace, step));
    CHECK_FALSE(subject.distance(none[0].trace, seven));
    CHECK(is_zero(subject.distance(none[1].trace, step).value()));
    CHECK(is_zero(subject.distance(none[1].trace, seven).value()));
    // The way there is a branch.
    const GoalId hidden = subject.mutant("steps", "sum += 99 becomes -= 99");
    const auto parents = subject.goals().parents(hidden);
    REQUIRE(parents.size() == 1);
    CHECK(is_branch(subject.goals()[parents[0]]));
}

TEST_CASE("mutants: only those that subsume others are keys", "[jvm][criteria]")
{
    const Subject subject;
    const auto is_key = [&](const std::string& method, const std::string& text) {
        return subject.goals()[subject.mutant(method, text)].is_key;
    };
    CHECK(is_key("less", "if (a < b): < becomes <="));
    CHECK(is_key("less", "if (a < b): < becomes !="));
    CHECK_FALSE(is_key("less", "if (a < b): < becomes >="));
    CHECK(is_key("bitAnd", "& becomes |"));
    CHECK_FALSE(is_key("bitAnd", "& becomes ^"));
    CHECK_FALSE(is_key("first", "a becomes b"));
    CHECK_FALSE(is_key("next", "1 becomes 0"));
}

TEST_CASE(
    "mutants: smart selection seeks keys, and measures the suite for the others", "[jvm][criteria]")
{
    JavaProblemOptions options = options_of("criteria.Operators");
    options.criteria = CriteriaChoice::smart();
    JavaProblem problem(options);
    RunSpec spec;
    spec.budget.max_executions = 2000;
    const RunResult result = sbst::generate(problem, spec);
    std::size_t sought = 0;
    std::size_t measured = 0;
    std::size_t covered_measured = 0;
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const Goal& goal = problem.goals()[GoalId(i)];
        if (!is_weak_mutant(goal) || !goal.is_shown)
        {
            continue;
        }
        CHECK(goal.is_measured == !goal.is_key);
        sought += goal.is_sought() ? 1U : 0U;
        measured += goal.is_measured ? 1U : 0U;
        covered_measured +=
            goal.is_measured && result.answers[i].status == GoalStatus::covered ? 1U : 0U;
    }
    CHECK(sought > 20);
    CHECK(measured > sought);
    CHECK(covered_measured > measured / 2);
}
