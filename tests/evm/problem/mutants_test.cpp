// SPDX-License-Identifier: Apache-2.0
// Infection as traces tell it, against what the changed operator really does: for each operator
// there is a function, so that a mutant of one function is another one.
#include "subjects.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/criteria.hpp>
#include <sbst/evm/problem/goals.hpp>
#include <sbst/run/generate.hpp>
#include <sbst/testing/conformance.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

Artifact fixture(const std::string& name)
{
    return load_artifact(std::string(SBST_TRUTH_FIXTURES) + "/" + name + ".json");
}

ProblemOptions with_mutants()
{
    ProblemOptions options;
    options.criteria.sought.add(Coverage::weak_mutation);
    return options;
}

using Input = std::pair<U256, U256>;

/// What a call did: its results, nothing when it failed.
struct Ran
{
    TestCase test;
    Trace trace;
    std::optional<std::vector<std::string>> results;
    std::string failure;
};

class Subject
{
public:
    /// `Operators_ir`: the contract Operators, compiled so.
    explicit Subject(const std::string& name)
      : m_problem(fixture(name), with_mutants()), m_constructor(name.substr(0, name.find('_')))
    {}

    [[nodiscard]] const GoalGraph& goals() const { return m_problem.goals(); }

    std::vector<Ran> run(const std::string& function, const std::vector<Input>& inputs)
    {
        std::vector<Ran> ran;
        for (const auto& [a, b] : inputs)
        {
            TestCase test;
            test.calls.push_back(call(m_problem, m_constructor));
            const bool are_flags = function.ends_with("Flags");
            test.calls.push_back(call(m_problem, function,
                are_flags ?
                    std::vector{Value(!is_zero(a)), Value(!is_zero(b))} :
                    std::vector{Value(a), function == "steps" ? Value(!is_zero(b)) : Value(b)}));
            Ran one{test, sbst::evm::run(m_problem, test), std::nullopt, {}};
            take_record(m_problem.describe(test), one);
            ran.push_back(std::move(one));
        }
        return ran;
    }

    /// The same call on a mutant.
    [[nodiscard]] Ran run_on(GoalId mutant, const Ran& original) const
    {
        Ran one{original.test, {}, std::nullopt, {}};
        take_record(m_problem.observe_mutant(original.test, mutant).calls, one);
        return one;
    }

    [[nodiscard]] bool is_built(GoalId mutant) const
    {
        return m_problem.why_not_built(mutant).empty();
    }

    /// The mutant of a function with that change; nothing where the compiler computes it otherwise.
    [[nodiscard]] std::optional<GoalId> mutant(
        const std::string& function, const std::string& change) const
    {
        for (std::size_t i = 0; i < goals().size(); ++i)
        {
            const Goal& goal = goals()[GoalId(i)];
            if (is_weak_mutant(goal) && goal.place.function == function &&
                goal.label.ends_with(": " + change))
            {
                return GoalId(i);
            }
        }
        return std::nullopt;
    }

    /// Nothing when the test did not reach it.
    [[nodiscard]] std::optional<Distance> distance(const Trace& trace, GoalId goal) const
    {
        for (const MutantTrace& entry : trace.mutants)
        {
            if (entry.mutant.index() == goals()[goal].index)
            {
                return entry.least;
            }
        }
        return std::nullopt;
    }

private:
    static void take_record(const std::vector<CallRecord>& records, Ran& ran)
    {
        if (records.at(1).kind == OutcomeKind::returned)
        {
            ran.results = records.at(1).results;
        }
        ran.failure = records.at(1).failure;
    }

    ContractProblem m_problem;
    std::string m_constructor;
};

using Symbols = std::map<std::string, std::string>;

struct Mutants
{
    std::size_t found = 0;
    std::size_t built = 0;
};

/// A mutant of one function does what another function does.
void check_active(const Subject& subject, GoalId mutant, const std::vector<Ran>& ran,
    const std::vector<Ran>& changed)
{
    for (std::size_t i = 0; i < ran.size(); ++i)
    {
        INFO("input " << i);
        const Ran on_mutant = subject.run_on(mutant, ran[i]);
        CHECK(on_mutant.results == changed[i].results);
        CHECK(on_mutant.failure == changed[i].failure);
    }
}

/// Each function of a group becomes each other one.
Mutants check_mutants(Subject& subject, const Symbols& symbols, const std::vector<Input>& inputs)
{
    std::map<std::string, std::vector<Ran>> ran;
    for (const auto& [function, symbol] : symbols)
    {
        ran.emplace(function, subject.run(function, inputs));
    }
    Mutants mutants;
    for (const auto& [function, symbol] : symbols)
    {
        for (const auto& [changed, other] : symbols)
        {
            const auto goal = subject.mutant(function, symbol + " becomes " + other);
            if (!goal)
            {
                continue;
            }
            ++mutants.found;
            INFO(function << ": " << symbol << " becomes " << other);
            std::size_t infected = 0;
            for (std::size_t i = 0; i < inputs.size(); ++i)
            {
                INFO(inputs[i].first.to_decimal() << ", " << inputs[i].second.to_decimal());
                const auto distance = subject.distance(ran.at(function)[i].trace, *goal);
                // Compilers before 0.8 fail for a zero before they divide.
                const bool was_left = !distance && !ran.at(function)[i].results;
                const bool differs = ran.at(function)[i].results != ran.at(changed)[i].results;
                REQUIRE((distance || was_left));
                if (distance)
                {
                    CHECK(is_zero(*distance) == differs);
                    infected += differs ? 1U : 0U;
                }
            }
            CHECK(infected > 0);
            if (subject.is_built(*goal))
            {
                ++mutants.built;
                check_active(subject, *goal, ran.at(function), ran.at(changed));
            }
        }
    }
    return mutants;
}

std::size_t check_group(Subject& subject, const Symbols& symbols, const std::vector<Input>& inputs)
{
    return check_mutants(subject, symbols, inputs).found;
}

std::vector<Input> pairs_of(const std::vector<U256>& values)
{
    std::vector<Input> pairs;
    for (const U256& a : values)
    {
        for (const U256& b : values)
        {
            pairs.emplace_back(a, b);
        }
    }
    return pairs;
}

std::vector<Input> unsigned_pairs()
{
    const U256 half = U256::power_of_two(255);
    return pairs_of({U256(0), U256(1), U256(2), U256(3), U256(4), U256(7), U256(255),
        U256::power_of_two(128), half - U256(1), half, U256::max() - U256(1), U256::max()});
}

std::vector<Input> signed_pairs()
{
    std::vector<U256> values;
    const U256 most = U256::power_of_two(63) - U256(1);
    for (const std::uint64_t number : {0ULL, 1ULL, 2ULL, 3ULL, 7ULL, 1ULL << 40U})
    {
        values.emplace_back(number);
        values.push_back(-U256(number));
    }
    values.push_back(most);
    values.push_back(-most);
    values.push_back(-most - U256(1));
    return pairs_of(values);
}

const Symbols arithmetic{
    {"add", "+"}, {"subtract", "-"}, {"multiply", "*"}, {"divide", "/"}, {"remainder", "%"}};
const Symbols signed_arithmetic{{"addSigned", "+"}, {"subtractSigned", "-"},
    {"multiplySigned", "*"}, {"divideSigned", "/"}, {"remainderSigned", "%"}};
const Symbols bitwise{{"bitAnd", "&"}, {"bitOr", "|"}, {"bitXor", "^"}};
const Symbols shifts{{"shiftLeft", "<<"}, {"shiftRight", ">>"}};
const Symbols relations{{"less", "<"}, {"lessOrEqual", "<="}, {"equal", "=="}, {"notEqual", "!="},
    {"greater", ">"}, {"greaterOrEqual", ">="}};

}  // namespace

TEST_CASE(
    "mutants: infected exactly where another operator gives something else", "[evm][criteria]")
{
    const std::string build = GENERATE("plain", "optimised", "old", "ir");
    INFO(build);
    Subject subject("Operators_" + build);
    const bool has_functions = build == "plain" || build == "optimised";
    const std::size_t sums = check_group(subject, arithmetic, unsigned_pairs()) +
                             check_group(subject, signed_arithmetic, signed_pairs());
    // The old compiler's optimiser joins functions that do the same, but for division.
    CHECK(sums == (build == "ir" ? 0 : build == "old" ? 4 * 4 : 2 * 20));
    check_group(subject, {{"power", "**"}, {"multiply", "*"}}, unsigned_pairs());
    if (has_functions)
    {
        CHECK(subject.mutant("power", "** becomes *"));
    }
    CHECK(check_group(subject, bitwise, unsigned_pairs()) == 6);
    check_group(subject, shifts, unsigned_pairs());
    // The optimiser moves some comparisons to where they are no operator of the source.
    const std::size_t compared = check_group(subject, relations, unsigned_pairs());
    CHECK(compared >= (build == "plain" ? 30 : 2));
    const Symbols zeros{{"isZero", "=="}, {"isNotZero", "!="}};
    CHECK(check_group(subject, zeros, unsigned_pairs()) == 2);
    CHECK_FALSE(subject.mutant("isZero", "== becomes <="));
    CHECK_FALSE(subject.mutant("isNotZero", "!= becomes >"));
    const Symbols orders{{"lessSigned", "<"}, {"greaterSigned", ">"}};
    CHECK(check_group(subject, orders, signed_pairs()) == 2);
    const Symbols flags{{"sameFlags", "=="}, {"otherFlags", "!="}};
    CHECK(check_group(subject, flags, pairs_of({U256(0), U256(1)})) == 2);
}

TEST_CASE("mutants: arithmetic that wraps", "[evm][criteria]")
{
    const std::string build = GENERATE("plain", "optimised");
    Subject subject("Unchecked_" + build);
    const Symbols symbols{{"add", "+"}, {"subtract", "-"}, {"multiply", "*"}};
    CHECK(check_group(subject, symbols, unsigned_pairs()) == (build == "plain" ? 6 : 4));
}

TEST_CASE("mutants: steps, constants and negations are infected when they run", "[evm][criteria]")
{
    Subject subject("Unchecked_plain");
    const std::vector<Ran> ran =
        subject.run("steps", {{U256(0), U256(1)}, {U256(1), U256(1)}, {U256(5), U256(0)}});
    const auto is_infected = [&](const std::string& change, std::size_t run) {
        const auto goal = subject.mutant("steps", change);
        REQUIRE(goal);
        const auto distance = subject.distance(ran[run].trace, *goal);
        return distance && is_zero(*distance);
    };
    CHECK_FALSE(is_infected("++ becomes --", 0));
    CHECK(is_infected("++ becomes --", 1));
    CHECK_FALSE(is_infected("becomes 7 + 1", 0));
    CHECK(is_infected("becomes 7 + 1", 1));
    CHECK_FALSE(is_infected("becomes 3 + 1", 1));
    CHECK(is_infected("becomes 3 + 1", 2));
    // The condition is turned by the jump: no instruction computes the negation.
    CHECK_FALSE(subject.mutant("steps", "! is left out"));
    // The way to it is a branch.
    const auto parents = subject.goals().parents(*subject.mutant("steps", "becomes 3 + 1"));
    CHECK(std::any_of(parents.begin(), parents.end(),
        [&](GoalId parent) { return is_branch(subject.goals()[parent]); }));
}

TEST_CASE("mutants: code of the compiler has none", "[evm][criteria]")
{
    const std::string build = GENERATE("plain", "optimised", "old", "ir");
    const Subject subject("Operators_" + build);
    std::size_t mutants = 0;
    for (std::size_t i = 0; i < subject.goals().size(); ++i)
    {
        const Goal& goal = subject.goals()[GoalId(i)];
        if (is_weak_mutant(goal))
        {
            ++mutants;
            CHECK_FALSE((goal.place.function == "keep"));
            CHECK(goal.place.line > 0);
        }
    }
    CHECK(mutants > 20);
}

TEST_CASE("mutants: a contract without a source has none", "[evm][criteria]")
{
    Artifact artifact = fixture("Operators_plain");
    artifact.ast = {};
    const ContractProblem problem(std::move(artifact), with_mutants());
    CHECK(problem.goals().goals_of(WeakMutantCriterion::id).empty());
}

TEST_CASE("mutants: a problem with them passes the conformance suite", "[evm][criteria]")
{
    const auto make = [] {
        return ContractProblem(
            load_artifact(std::string(SBST_EXAMPLES) + "/Auction.json"), with_mutants());
    };
    const std::vector<Finding> findings = check_conformance(make);
    INFO(to_text(findings));
    CHECK(findings.empty());
}

TEST_CASE(
    "mutants: smart selection seeks keys, and measures the suite for the others", "[evm][criteria]")
{
    ProblemOptions options;
    options.criteria = CriteriaChoice::smart();
    const auto problem = example("Auction", options);
    RunSpec spec;
    spec.budget.max_executions = 1500;
    const RunResult result = sbst::generate(*problem, spec);
    std::size_t sought = 0;
    std::size_t measured = 0;
    std::size_t covered_measured = 0;
    std::size_t lines = 0;
    for (std::size_t i = 0; i < problem->goals().size(); ++i)
    {
        const Goal& goal = problem->goals()[GoalId(i)];
        const bool is_covered = result.answers[i].status == GoalStatus::covered;
        if (is_weak_mutant(goal) && goal.is_shown)
        {
            CHECK(goal.is_measured == !goal.is_key);
            sought += goal.is_sought() ? 1U : 0U;
            measured += goal.is_measured ? 1U : 0U;
            covered_measured += goal.is_measured && is_covered ? 1U : 0U;
        }
        lines += is_line(goal) && goal.is_shown && is_covered ? 1U : 0U;
    }
    CHECK(sought > 10);
    CHECK(measured > sought);
    CHECK(covered_measured > measured / 2);
    CHECK(lines > 30);
}

TEST_CASE("mutants: what is only measured changes nothing in the suite", "[evm][criteria]")
{
    const auto suite_of = [](const CoverageSet& measured) {
        ProblemOptions options;
        options.criteria.measured = measured;
        const auto problem = example("Auction", options);
        RunSpec spec;
        spec.budget.max_executions = 1500;
        const RunResult result = sbst::generate(*problem, spec);
        std::size_t mutants = 0;
        for (std::size_t i = 0; i < problem->goals().size(); ++i)
        {
            const bool is_covered = result.answers[i].status == GoalStatus::covered;
            mutants += is_weak_mutant(problem->goals()[GoalId(i)]) && is_covered ? 1U : 0U;
        }
        return std::pair(result.suite, mutants);
    };
    const auto [plain, none] = suite_of({});
    const auto [measured, mutants] = suite_of(CoverageSet::all());
    CHECK(plain == measured);
    CHECK(none == 0);
    CHECK(mutants > 50);
}
