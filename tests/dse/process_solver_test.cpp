// SPDX-License-Identifier: Apache-2.0
// Solvers that are programs: ours that misbehave, and Z3 and cvc5 where they are installed.
#include "agreement.hpp"
#include "support/catch.hpp"

#include <sbst/dse/process_solver.hpp>
#include <sbst/error.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>

namespace
{

using namespace sbst;
using namespace sbst::dse;
using namespace sbst::symbolic;

namespace fs = std::filesystem;

/// A folder for programs, removed at the end.
class Programs
{
public:
    Programs() : m_folder(fs::temp_directory_path() / ("sbst-solver-" + std::to_string(getpid())))
    {
        fs::create_directories(m_folder);
    }
    ~Programs()
    {
        std::error_code ignored;
        fs::remove_all(m_folder, ignored);
    }
    Programs(const Programs&) = delete;
    Programs& operator=(const Programs&) = delete;
    Programs(Programs&&) = delete;
    Programs& operator=(Programs&&) = delete;

    /// A shell script of that text; its path.
    [[nodiscard]] std::string script(const std::string& text, bool is_executable = true) const
    {
        const fs::path file = m_folder / "solver";
        std::ofstream(file) << "#!/bin/sh\n" << text << "\n";
        fs::permissions(file, is_executable ? fs::perms::owner_all : fs::perms::owner_read);
        return file.string();
    }

private:
    fs::path m_folder;
};

/// A word of 8 bits that is to be above 200, and starts at 7.
struct Problem
{
    ExpressionGraph graph;
    std::vector<ExpressionId> constraints;
    Assignment start{U256{7}};

    Problem()
    {
        const VariableId x = graph.add_variable(
            {.sort = bit_vector_sort(8), .address = {}, .domain = {}, .name = "x"});
        constraints = {graph.make(Op::ult, {graph.bit_vector(200, 8), graph.variable(x)})};
    }
    [[nodiscard]] Query query() const { return {graph, constraints, start}; }
};

Answer solved(ProcessSolver& solver, const Query& query)
{
    Rng rng(1);
    return solver.solve(query, rng);
}

std::string message_of(const std::function<void()>& work)
{
    try
    {
        work();
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "nothing";
}

std::optional<ProcessSolver> installed(ProcessSolver (*make)(std::uint64_t))
{
    constexpr std::uint64_t resource_limit = 5'000'000;
    try
    {
        return make(resource_limit);
    }
    catch (const ConfigError& error)
    {
        WARN("skipped: " << error.what());
        return std::nullopt;
    }
}

/// What a solver of programs makes of steps of random recipes at known values.
struct Agreement
{
    int right = 0;
    int unknown = 0;
};

bool is_known_to_solvers(const test_support::ExpressionStep& step)
{
    return step.op != Op::constant && step.op != Op::variable && step.op != Op::keccak &&
           step.op != Op::pow && step.op != Op::float_rem;
}

Agreement agreement_with(ProcessSolver& solver, std::uint64_t seed)
{
    Agreement result;
    Rng rng(seed);
    const test_support::Choose choose = test_support::choices_of(rng);
    const auto recipe = test_support::draw_recipe(choose, 6);
    const Assignment assignment = test_support::draw_assignment(recipe, choose);
    for (std::size_t i = 0; i < recipe.steps.size(); ++i)
    {
        if (!is_known_to_solvers(recipe.steps[i]))
        {
            continue;
        }
        const auto asked = test_support::agreement_of_step(recipe, assignment, i);
        INFO("seed " << seed << "\n" << to_text(asked));
        const Answer same = solved(solver, {asked.graph, asked.same, asked.start});
        const Answer other = solved(solver, {asked.graph, asked.other, asked.start});
        CHECK(same.verdict != Verdict::unsatisfiable);
        CHECK(other.verdict != Verdict::satisfiable);
        for (const Answer& answer : {same, other})
        {
            ++(answer.verdict == Verdict::unknown ? result.unknown : result.right);
        }
    }
    return result;
}

}  // namespace

TEST_CASE("ProcessSolver: a program that cannot be is refused at once", "[dse][process_solver]")
{
    CHECK(message_of([] {
        ProcessSolver({"no-such-solver", "-in"});
    }) == "solver 'no-such-solver' was not found in PATH, expected a program");
    CHECK(message_of([] { ProcessSolver({"/no/such/solver"}); }) ==
          "solver '/no/such/solver' is no file that can be executed");
    CHECK(message_of([] { ProcessSolver({"/tmp"}); }) ==
          "solver '/tmp' is no file that can be executed");
    CHECK(message_of([] { ProcessSolver(std::vector<std::string>{}); }) ==
          "a solver's command is empty, expected a program and its arguments");
    CHECK(message_of([] { ProcessSolver({"sh"}, std::chrono::seconds(0)); }) ==
          "a solver's deadline is 0 s, expected 1 to 86400");
    const Programs programs;
    const std::string path = programs.script("echo unsat", false);
    CHECK(message_of([&] { ProcessSolver solver({path}); }) ==
          "solver '" + path + "' is no file that can be executed");
}

TEST_CASE("ProcessSolver: answers of a program", "[dse][process_solver]")
{
    const Programs programs;
    const Problem problem;
    const auto answer_to = [&](const std::string& script) {
        ProcessSolver solver({programs.script(script)});
        const Answer answer = solved(solver, problem.query());
        CHECK(solver.queries_failed() == 0);
        CHECK(solver.queries_cut() == 0);
        CHECK(answer.effort == 1);
        return answer;
    };
    CHECK(answer_to("echo unsat").verdict == Verdict::unsatisfiable);
    CHECK(answer_to("echo unknown").verdict == Verdict::unknown);
    const Answer sat = answer_to("echo sat; echo '((v.x #xc9))'");
    CHECK(sat.verdict == Verdict::satisfiable);
    CHECK(sat.model == Assignment{U256{0xc9}});
    SECTION("a model that is wrong is unknown")
    {
        const Answer wrong = answer_to("echo sat; echo '((v.x #xc8))'");
        CHECK(wrong.verdict == Verdict::unknown);
        CHECK(wrong.has_wrong_model);
        CHECK(wrong.failure.empty());
        CHECK_FALSE(answer_to("echo unknown").has_wrong_model);
        CHECK_FALSE(sat.has_wrong_model);
    }
    SECTION("what it says beside the answer, and what it does behind it, is no failure")
    {
        for (const char* more : {"echo warning >/dev/stderr", "yes warning | head -n 20000 >&2",
                 "exec 1>&-; exec sleep 9", "exit 7"})
        {
            INFO(more);
            CHECK(answer_to("set -e; echo warning >&2; echo unsat; " + std::string(more)).verdict ==
                  Verdict::unsatisfiable);
        }
    }
    SECTION("it gets the script and its arguments, and little else")
    {
        ProcessSolver solver(
            {programs.script("test \"$1$HOME\" = -a/ && grep -q 'bvult #xc8 |v.x|' "
                             "&& echo unsat"),
                "-a"});
        CHECK(solved(solver, problem.query()).verdict == Verdict::unsatisfiable);
    }
}

TEST_CASE("ProcessSolver: a program does not run on for ever when its owner is gone",
    "[dse][process_solver]")
{
    const Programs programs;
    const Problem problem;
    // The limit is set when the program runs already.
    ProcessSolver solver(
        {programs.script("while test $(ulimit -t) = unlimited; do sleep 0.01; done; "
                         "echo \"(error \\\"$(ulimit -t)\\\")\"")},
        std::chrono::seconds(70));
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    CHECK(solved(solver, problem.query()).failure ==
          "it answered an error, '" + std::to_string(70U * cores) + "'");
}

TEST_CASE(
    "ProcessSolver: what a program does wrong is unknown and counted", "[dse][process_solver]")
{
    const Programs programs;
    const Problem problem;
    for (const std::string script : {"", "echo hello", "kill -9 $$", "exit 3",
             "echo sat; echo '(('", "echo sat; echo '((v.y #x00))'", "yes '(('", "echo unsat >&2",
             "echo '(error \"no\")'; exit 1", "echo sat"})
    {
        INFO(script);
        ProcessSolver solver({programs.script(script)});
        const Answer answer = solved(solver, problem.query());
        CHECK(answer.verdict == Verdict::unknown);
        CHECK_FALSE(answer.failure.empty());
        CHECK(solver.queries_failed() == 1);
        CHECK(solver.queries_cut() == 0);
    }
    SECTION("how it ended, and what it said, is told")
    {
        const auto failure_of = [&](const std::string& script) {
            ProcessSolver solver({programs.script(script)});
            return solved(solver, problem.query()).failure;
        };
        CHECK(failure_of("exit 3") ==
              "solver's answer: offset 0: no answer; it ended with exit code 3");
        CHECK(
            failure_of("kill -9 $$") == "solver's answer: offset 0: no answer; signal 9 ended it");
        CHECK(failure_of("echo; echo '  ' >&2; echo no licence >&2; echo more >&2; exit 1") ==
              "solver's answer: offset 1: no answer; it ended with exit code 1");
        CHECK(failure_of("echo unsat; kill -9 $$") ==
              "it answered unsat and crashed; signal 9 ended it");
        CHECK(failure_of("echo sat") == "it answered sat without a value");
        CHECK(failure_of("echo '(error \"no sort\")'") == "it answered an error, 'no sort'");
        CHECK(failure_of("echo sat; echo '(error \"no sort\")'; exit 1") ==
              "it answered an error, 'no sort'; it ended with exit code 1");
    }
    SECTION("what it complains of is kept apart, without an end")
    {
        const auto complaint_of = [&](const std::string& script) {
            ProcessSolver solver({programs.script(script)});
            return solved(solver, problem.query()).complaint;
        };
        CHECK(complaint_of("echo; echo '  ' >&2; echo no licence >&2; echo more >&2; exit 1") ==
              "no licence");
        CHECK(complaint_of("yes x | head -c 100000 | tr -d '\\n' >&2; exit 2") ==
              std::string(200, 'x'));
    }
    SECTION("a file that is no program for the system")
    {
        const std::string path = programs.script("");
        std::ofstream(path) << "\x7f"
                            << "ELF no program";
        ProcessSolver solver({path});
        CHECK(solved(solver, problem.query()).verdict == Verdict::unknown);
        CHECK(solver.queries_failed() == 1);
    }
}

TEST_CASE("ProcessSolver: a program is not waited for once no one needs its answer",
    "[dse][process_solver]")
{
    const Programs programs;
    const Problem problem;
    ProcessSolver solver({programs.script("sleep 1000")});
    const std::function<bool()> is_over = [] { return true; };
    Query query = problem.query();
    query.is_over = &is_over;
    const Answer answer = solved(solver, query);
    CHECK(answer.verdict == Verdict::unknown);
    CHECK(answer.failure.empty());
    CHECK(solver.queries_failed() == 0);
    CHECK(solver.queries_cut() == 0);
}

TEST_CASE("ProcessSolver: a program that does not end is killed and told", "[dse][process_solver]")
{
    const Programs programs;
    const Problem problem;
    for (const std::string script : {"sleep 1000", "echo sat; sleep 1000", "exec sleep 1000"})
    {
        INFO(script);
        ProcessSolver solver({programs.script(script)}, std::chrono::seconds(1));
        CHECK(solved(solver, problem.query()).verdict == Verdict::unknown);
        CHECK(solver.queries_cut() == 1);
        CHECK(solver.queries_failed() == 0);
    }
}

TEST_CASE("ProcessSolver: a program that reads nothing does not block", "[dse][process_solver]")
{
    const Programs programs;
    ExpressionGraph graph(ExpressionGraph::Simplifying::off);
    const ExpressionId x = graph.variable(graph.add_variable(
        {.sort = bit_vector_sort(256), .address = {}, .domain = {}, .name = "x"}));
    ExpressionId sum = x;
    for (int i = 0; i < 20'000; ++i)
    {
        sum = graph.make(Op::add, {sum, x});
    }
    const std::vector<ExpressionId> constraints{graph.equal(sum, x)};
    const Assignment start{U256{1}};
    ProcessSolver solver({programs.script("echo unsat")});
    CHECK(solved(solver, {graph, constraints, start}).verdict == Verdict::unsatisfiable);
}

TEST_CASE("ProcessSolver: programs of others solve", "[dse][process_solver]")
{
    for (const auto make : {z3_process, cvc5_process})
    {
        auto solver = installed(make);
        if (!solver)
        {
            continue;
        }
        const Problem problem;
        const Answer sat = solved(*solver, problem.query());
        CHECK(sat.verdict == Verdict::satisfiable);
        CHECK(is_model(problem.query(), sat.model));
        Problem contradiction;
        ExpressionGraph& graph = contradiction.graph;
        contradiction.constraints.push_back(
            graph.make(Op::ult, {graph.variable(VariableId(0)), graph.bit_vector(100, 8)}));
        CHECK(solved(*solver, contradiction.query()).verdict == Verdict::unsatisfiable);
        CHECK(solver->queries_failed() == 0);
    }
}

TEST_CASE("ProcessSolver: Z3's program and our evaluation mean the same", "[dse][process_solver]")
{
    auto solver = installed(z3_process);
    Agreement sum;
    for (std::uint64_t seed = 1; solver && seed <= 15; ++seed)
    {
        const Agreement one = agreement_with(*solver, seed);
        sum.right += one.right;
        sum.unknown += one.unknown;
    }
    CHECK(20 * sum.unknown <= sum.right);
}

TEST_CASE("ProcessSolver: cvc5 and our evaluation mean the same", "[dse][process_solver]")
{
    auto solver = installed(cvc5_process);
    Agreement sum;
    for (std::uint64_t seed = 101; solver && seed <= 115; ++seed)
    {
        const Agreement one = agreement_with(*solver, seed);
        sum.right += one.right;
        sum.unknown += one.unknown;
    }
    // It has no constant arrays of items that are no constants.
    CHECK(5 * sum.unknown <= sum.right);
}
