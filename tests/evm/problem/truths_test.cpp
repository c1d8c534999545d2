// SPDX-License-Identifier: Apache-2.0
// What goals say about conditions of the source, against what the conditions are: contracts whose
// lines say what they ask (`// asks a < b`), compiled by several compilers in several ways, are
// called with arguments for which each of these texts is known to be true or false.
#include "subjects.hpp"
#include "support/catch.hpp"

#include <sbst/evm/render/goal_totals.hpp>
#include <sbst/evm/render/suite_json.hpp>
#include <sbst/evm/suite/generate.hpp>
#include <sbst/report/run_summary.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

struct Arguments
{
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    bool p = false;
    int s = 0;
};

/// The values of a condition in one call: loops evaluate it several times.
using Outcomes = std::set<bool>;

Outcomes loop(bool is_entered)
{
    return is_entered ? Outcomes{false, true} : Outcomes{false};
}

/// Panics for any other index and kind.
Outcomes element(const Arguments& x, bool is_true)
{
    return x.a < 2 ? Outcomes{is_true} : Outcomes{};
}

Outcomes kind(const Arguments& x, bool is_true)
{
    return x.a < 3 ? Outcomes{is_true} : Outcomes{};
}

/// Wrapping difference, as `unchecked` has it: large when a < b.
bool difference_exceeds(const Arguments& x, std::uint64_t bound)
{
    return x.a < x.b || x.a - x.b > bound;
}

using Oracle = std::function<Outcomes(const Arguments&)>;

const std::map<std::string, Oracle, std::less<>>& oracles()
{
    using X = const Arguments&;
    static const std::map<std::string, Oracle, std::less<>> all{
        {"a < b", [](X x) { return Outcomes{x.a < x.b}; }},
        {"a <= b", [](X x) { return Outcomes{x.a <= x.b}; }},
        {"a > b", [](X x) { return Outcomes{x.a > x.b}; }},
        {"a >= b", [](X x) { return Outcomes{x.a >= x.b}; }},
        {"a == b", [](X x) { return Outcomes{x.a == x.b}; }},
        {"a != b", [](X x) { return Outcomes{x.a != x.b}; }},
        {"s < 0", [](X x) { return Outcomes{x.s < 0}; }},
        {"s >= 0", [](X x) { return Outcomes{x.s >= 0}; }},
        {"a == 0", [](X x) { return Outcomes{x.a == 0}; }},
        {"a != 0", [](X x) { return Outcomes{x.a != 0}; }},
        {"a > 0", [](X x) { return Outcomes{x.a > 0}; }},
        {"0 < a", [](X x) { return Outcomes{x.a > 0}; }},
        {"a < 1", [](X x) { return Outcomes{x.a < 1}; }},
        {"a >= 1", [](X x) { return Outcomes{x.a >= 1}; }},
        {"a < 3", [](X x) { return Outcomes{x.a < 3}; }},
        {"a >= 3", [](X x) { return Outcomes{x.a >= 3}; }},
        {"a > 4", [](X x) { return Outcomes{x.a > 4}; }},
        {"a < 5", [](X x) { return Outcomes{x.a < 5}; }},
        {"a >= 5", [](X x) { return Outcomes{x.a >= 5}; }},
        {"a != 2", [](X x) { return Outcomes{x.a != 2}; }},
        {"a > 2", [](X x) { return Outcomes{x.a > 2}; }},
        {"b == 0", [](X x) { return Outcomes{x.b == 0}; }},
        {"b != 0", [](X x) { return Outcomes{x.b != 0}; }},
        {"b > 0", [](X x) { return Outcomes{x.b > 0}; }},
        {"b > 2", [](X x) { return Outcomes{x.b > 2}; }},
        {"b <= 5", [](X x) { return Outcomes{x.b <= 5}; }},
        {"p", [](X x) { return Outcomes{x.p}; }},
        {"stop", [](X x) { return Outcomes{x.p}; }},
        {"!p", [](X x) { return Outcomes{!x.p}; }},
        {"p == false", [](X x) { return Outcomes{!x.p}; }},
        {"!(a < 3)", [](X x) { return Outcomes{x.a >= 3}; }},
        {"!(a != 0)", [](X x) { return Outcomes{x.a == 0}; }},
        {"a < b && p", [](X x) { return Outcomes{x.a < x.b && x.p}; }},
        {"a == b || p", [](X x) { return Outcomes{x.a == x.b || x.p}; }},
        {"a != b || p", [](X x) { return Outcomes{x.a != x.b || x.p}; }},
        {"p || b == 0", [](X x) { return Outcomes{x.p || x.b == 0}; }},
        {"!p && (a > 2 || b == 0)", [](X x) { return Outcomes{!x.p && (x.a > 2 || x.b == 0)}; }},
        {"!(a != b && p)", [](X x) { return Outcomes{!(x.a != x.b && x.p)}; }},
        {"!(p && a == 0)", [](X x) { return Outcomes{!(x.p && x.a == 0)}; }},
        {"a <= b && b > 0", [](X x) { return Outcomes{x.a <= x.b && x.b > 0}; }},
        {"both", [](X x) { return Outcomes{x.a <= x.b && x.b > 0}; }},
        {"(a == b ? a : c) == 1",
            [](X x) {
                return Outcomes{(x.a == x.b ? x.a : x.a < x.b ? 1U : 2U) == 1};
            }},
        {"isBig(a)", [](X x) { return Outcomes{x.a >= 3}; }},
        {"isSmall(b)", [](X x) { return Outcomes{x.b <= 2}; }},
        {"!isSmall(b)", [](X x) { return Outcomes{x.b > 2}; }},
        {"i < a % 4", [](X x) { return loop(x.a % 4 > 0); }},
        {"j != a % 4", [](X x) { return loop(x.a % 4 > 0); }},
        {"k < a % 4", [](X x) { return loop(x.a % 4 > 1); }},
        {"a - b > 2", [](X x) { return Outcomes{difference_exceeds(x, 2)}; }},
        {"a - b > 0", [](X x) { return Outcomes{difference_exceeds(x, 0)}; }},
        {"a - b == 0", [](X x) { return Outcomes{x.a == x.b}; }},
        {"a - b != 0", [](X x) { return Outcomes{x.a != x.b}; }},
    };
    return all;
}

/// The conditions of Leaves.sol. A call that fails within a condition leaves it without an answer.
/// The contract has no ether to send.
const std::map<std::string, Oracle, std::less<>>& leaf_oracles()
{
    using X = const Arguments&;
    static const Oracle is_zero = [](X x) { return Outcomes{x.a == 0}; };
    static const Oracle is_big = [](X x) { return Outcomes{x.a >= 3}; };
    static const Oracle is_small = [](X x) { return Outcomes{x.a < 3}; };
    static const Oracle is_p = [](X x) { return Outcomes{x.p}; };
    static const Oracle is_not_p = [](X x) { return Outcomes{!x.p}; };
    // `[p, !p][a]`
    static const Oracle is_element = [](X x) { return element(x, (x.a == 0) == x.p); };
    static const Oracle is_no_element = [](X x) { return element(x, (x.a == 0) != x.p); };
    static const std::map<std::string, Oracle, std::less<>> all{
        {"to.send(0)", [](X) { return Outcomes{true}; }},
        {"!to.send(0)", [](X) { return Outcomes{false}; }},
        {"to.send(a)", is_zero},
        {"!to.send(a)", [](X x) { return Outcomes{x.a != 0}; }},
        {"this.isBig(a)", is_big},
        {"!this.isBig(a)", is_small},
        {"this.same(a) > 2", is_big},
        {"p || this.isBig(a)", [](X x) { return Outcomes{x.p || x.a >= 3}; }},
        {"this.same(a) == 6", [](X x) { return Outcomes{x.a == 6}; }},
        {"abi.decode(data, (bool))", is_p},
        {"abi.decode(word, (uint8)) > 2", is_big},
        {"abi.decode(word, (bool))", [](X x) { return x.a < 2 ? Outcomes{x.a == 1} : Outcomes{}; }},
        {"flags[a]", is_element},
        {"!flags[a]", is_no_element},
        {"flags[a] && p", [](X x) { return element(x, x.a == 0 && x.p); }},
        {"Kind(a) == Kind.B", [](X x) { return kind(x, x.a == 1); }},
        {"Kind(a) > Kind.A", [](X x) { return kind(x, x.a > 0); }},
        {"entry.kind != Kind.B", [](X x) { return kind(x, x.a != 1); }},
        {"entry.isSet", is_p},
        {"entries[a].isSet", is_p},
        {"!entries[a].isSet", is_not_p},
        {"!entries[a].isSet && entries[a].count == 0",
            [](X x) { return Outcomes{!x.p && x.a == 0}; }},
        {"entries[a].count == 0", is_zero},
        {"entries[a].marks[a]", [](X x) { return x.a == 0 ? Outcomes{x.p} : Outcomes{}; }},
        {"!entries[a].marks[a]", [](X x) { return x.a == 0 ? Outcomes{!x.p} : Outcomes{}; }},
        {"a / b > 1", [](X x) { return x.b == 0 ? Outcomes{} : Outcomes{x.a / x.b > 1}; }},
        {"a / b == 0", [](X x) { return x.b == 0 ? Outcomes{} : Outcomes{x.a / x.b == 0}; }},
        {"a / b >= 0", [](X x) { return x.b == 0 ? Outcomes{} : Outcomes{true}; }},
        {"a % b != 0", [](X x) { return x.b == 0 ? Outcomes{} : Outcomes{x.a % x.b != 0}; }},
        {"a + b > 6", [](X x) { return Outcomes{x.a + x.b > 6}; }},
        {"a * b == 0", [](X x) { return Outcomes{x.a * x.b == 0}; }},
        {"a - b > 2", [](X x) { return x.a < x.b ? Outcomes{} : Outcomes{x.a - x.b > 2}; }},
        {"a - b != 0", [](X x) { return x.a < x.b ? Outcomes{} : Outcomes{x.a != x.b}; }},
        {"!(i == a % 4)", [](X x) { return loop(x.a % 4 > 0); }},
        {"!this.isBig(j + a)", [](X x) { return loop(x.a < 3); }},
        {"!(k >= a % 4)", [](X x) { return loop(x.a % 4 > 0); }},
        {"p", is_p},
    };
    return all;
}

const std::map<std::string, Oracle, std::less<>>& oracles_of(const ContractProblem& problem)
{
    return problem.artifact().contract_name == "Leaves" ? leaf_oracles() : oracles();
}

/// Depends on more than the arguments.
bool is_left_out(std::string_view asked)
{
    return asked.find("seen++") != std::string_view::npos;
}

/// The text after `// asks` in the line of a goal; may be empty.
std::string asked_by(const ReportedGoal& row)
{
    constexpr std::string_view mark = "// asks ";
    const std::size_t at = row.goal.place.source.find(mark);
    return at == std::string::npos ? std::string() : row.goal.place.source.substr(at + mark.size());
}

U256 word_of(const Arguments& x, std::string_view name)
{
    if (name == "p")
    {
        return U256(x.p ? 1U : 0U);
    }
    if (name == "s")
    {
        return x.s < 0 ? -U256(1) : U256(x.s > 0 ? 1U : 0U);
    }
    return U256(name == "a" ? x.a : x.b);
}

TestCase test_of(const ContractProblem& problem, const AbiFunction& function, const Arguments& x)
{
    std::vector<Value> values;
    for (const std::string& name : function.inputs.names)
    {
        values.emplace_back(word_of(x, name));
    }
    return {
        {call(problem, problem.artifact().contract_name), call(problem, function.name, values)}};
}

std::vector<Arguments> all_arguments()
{
    std::vector<Arguments> all;
    for (const std::uint64_t a : {0U, 1U, 2U, 3U, 6U})
    {
        for (const std::uint64_t b : {0U, 1U, 3U, 6U})
        {
            for (const bool p : {false, true})
            {
                all.push_back({a, b, p, static_cast<int>(a % 3) - 1});
            }
        }
    }
    return all;
}

/// Executes one call with all arguments; each outcome of a condition must be what it is.
void check_function(ContractProblem& problem, const std::vector<ReportedGoal>& rows,
    const AbiFunction& function, std::set<std::size_t>& seen)
{
    for (const Arguments& x : all_arguments())
    {
        const RunResult result = replay_suite(problem, {test_of(problem, function, x)});
        for (const GoalId goal : result.covered_by_test.at(0))
        {
            const ReportedGoal& row = rows.at(goal.index());
            const std::string asked =
                row.goal.question.part.empty() ? asked_by(row) : row.goal.question.part;
            if (reading_of(row.goal) != Reading::condition || in_creation(row.goal) ||
                is_left_out(asked))
            {
                continue;
            }
            INFO(goal_text(row.goal) << " asks " << asked << " in " << row.goal.place.source
                                     << ", pc " << row.goal.place.position << ", a = " << x.a
                                     << ", b = " << x.b << ", p = " << x.p << ", s = " << x.s);
            const auto oracle = oracles_of(problem).find(asked);
            REQUIRE(oracle != oracles_of(problem).end());
            CHECK(oracle->second(x).contains(row.goal.question.truth.value_or(false)));
            seen.insert(goal.index());
        }
    }
}

struct Subject
{
    const char* file;
    /// Outcomes of conditions that are executed, and shown ones of which only the jump is known.
    std::size_t known;
    std::size_t unknown;
};

}  // namespace

TEST_CASE("truths: what a goal says about a condition is what the condition is", "[evm][truths]")
{
    const auto subject =
        GENERATE(values<Subject>({{"Truths_old", 108, 0}, {"Truths_old_plain", 108, 0},
            {"Truths_optimised", 108, 0}, {"Truths_ir", 94, 18}, {"Truths_ir_plain", 102, 8},
            {"Modern_optimised", 20, 4}, {"Modern_ir", 20, 4}, {"Leaves_optimised", 82, 0},
            {"Leaves_ir", 47, 56}, {"Leaves_ir_plain", 67, 38}, {"Shadow_ir", 4, 0}}));
    CAPTURE(subject.file);
    ContractProblem problem(
        load_artifact(std::string(SBST_TRUTH_FIXTURES) + "/" + subject.file + ".json"), {});
    const std::vector<ReportedGoal> rows =
        reported_goals(problem, answers_before_search(problem.goals()));
    std::set<std::size_t> seen;
    for (const AbiFunction& function : problem.artifact().abi.functions)
    {
        check_function(problem, rows, function, seen);
    }
    const auto unknown = std::count_if(rows.begin(), rows.end(), [](const ReportedGoal& row) {
        return row.goal.is_shown && is_branch(row.goal) && reading_of(row.goal) == Reading::jump;
    });
    CAPTURE(seen.size(), unknown);
    CHECK(seen.size() >= subject.known);
    CHECK(static_cast<std::size_t>(unknown) <= subject.unknown);
}

TEST_CASE("truths: without a syntax tree only the jump and the checks of the compiler are known",
    "[evm][truths]")
{
    Artifact artifact = load_artifact(std::string(SBST_TRUTH_FIXTURES) + "/Truths_optimised.json");
    artifact.runtime.source_map.clear();
    artifact.creation.source_map.clear();
    artifact.ast = {};
    artifact.has_ast = false;
    const ContractProblem problem(std::move(artifact), {});
    std::size_t checks = 0;
    for (const ReportedGoal& row : reported_goals(problem, answers_before_search(problem.goals())))
    {
        if (!is_branch(row.goal))
        {
            continue;
        }
        CHECK(reading_of(row.goal) != Reading::condition);
        const bool is_check = reading_of(row.goal) == Reading::check;
        checks += is_check ? 1U : 0U;
        CHECK(goal_text(row.goal).ends_with(
            is_check ?
                (row.goal.question.truth.value_or(false) ? ": check passes" : ": check fails") :
            outcome_of(row.goal) ? ": jumped" :
                                   ": not jumped"));
    }
    CHECK(checks > 0);
}

TEST_CASE("truths: a suite that is read back says the same about conditions", "[evm][truths]")
{
    const auto problem = example("Auction");
    const std::vector<ReportedGoal> rows =
        reported_goals(*problem, answers_before_search(problem->goals()));
    const auto seller = std::find_if(rows.begin(), rows.end(), [](const ReportedGoal& row) {
        return row.goal.place.source == "if (msg.sender != seller) revert NotSeller();" &&
               !outcome_of(row.goal);
    });
    REQUIRE(seller != rows.end());
    // The code jumps over the body where the sender is the seller.
    CHECK(goal_text(seller->goal) == "open, line 42: condition true");
    const ContractProblem stored(
        parse_suite(write_suite(*problem, {}, {}), "suite.json").artifact, problem->options());
    const std::vector<ReportedGoal> read =
        reported_goals(stored, answers_before_search(stored.goals()));
    REQUIRE(read.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        CHECK(read[i].goal.question.reading == rows[i].goal.question.reading);
        CHECK(read[i].goal.question.truth == rows[i].goal.question.truth);
    }
}

TEST_CASE("truths: a suite of schema 2 is read, and knows no condition", "[evm][truths]")
{
    const auto problem = example("Auction");
    auto json = nlohmann::json::parse(write_suite(*problem, {}, {}));
    json["schema"] = 2;
    for (auto& node : json["contract"]["ast"]["nodes"])
    {
        while (node.size() > 5)
        {
            node.erase(5);
        }
    }
    const ContractProblem stored(parse_suite(json.dump(), "suite.json").artifact, {});
    const std::vector<ReportedGoal> rows =
        reported_goals(stored, answers_before_search(stored.goals()));
    CHECK(std::none_of(rows.begin(), rows.end(), [](const ReportedGoal& row) {
        return reading_of(row.goal) == Reading::condition && row.goal.place.line > 0;
    }));
    CHECK(std::any_of(rows.begin(), rows.end(), [](const ReportedGoal& row) {
        return row.goal.is_shown && goal_text(row.goal).ends_with("jumped");
    }));
}
