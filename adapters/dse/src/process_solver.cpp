// SPDX-License-Identifier: Apache-2.0
#include "program_run.hpp"

#include <sbst/dse/process_solver.hpp>
#include <sbst/error.hpp>
#include <sbst/symbolic/smt_lib.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace sbst::dse
{

namespace
{

using symbolic::SmtLibAnswer;

bool is_program(const std::string& path)
{
    struct stat status
    {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           ::access(path.c_str(), X_OK) == 0;
}

/// The program's path. @throws ConfigError if there is none.
std::string found_program(const std::string& name)
{
    if (std::optional<std::string> found = find_program(name))
    {
        return *std::move(found);
    }
    throw ConfigError(
        name.find('/') != std::string::npos ?
            fmt::format("solver '{}' is no file that can be executed", name) :
            fmt::format("solver '{}' was not found in PATH, expected a program", name));
}

/// The program did not do its work: what was wrong, how it ended, and what it said.
Answer failed(const std::string& problem, const ProgramRun& run)
{
    Answer answer{.failure = problem, .complaint = run.complaint()};
    const std::optional<ChildEnd> end = run.end();
    if (end && end->by_signal)
    {
        answer.failure += fmt::format("; signal {} ended it", end->number);
    }
    else if (end && end->number != 0)
    {
        answer.failure += fmt::format("; it ended with exit code {}", end->number);
    }
    return answer;
}

Answer answer_of_model(const Query& query, SmtLibAnswer read, const ProgramRun& run)
{
    if (is_model(query, read.model))
    {
        return {.verdict = Verdict::satisfiable, .model = std::move(read.model)};
    }
    return read.has_values ? Answer{.has_wrong_model = true} :
                             failed("it answered sat without a value", run);
}

/// What its output says.
Answer answer_of(const Query& query, const ProgramRun& run)
{
    try
    {
        SmtLibAnswer read = symbolic::read_smt_lib_answer(query.graph, run.output(), query.start);
        if (read.kind == SmtLibAnswer::Kind::satisfiable)
        {
            return answer_of_model(query, std::move(read), run);
        }
        if (read.kind == SmtLibAnswer::Kind::unsatisfiable)
        {
            // Proofs are made of it.
            const std::optional<ChildEnd> end = run.end();
            return end && end->by_signal ? failed("it answered unsat and crashed", run) :
                                           Answer{.verdict = Verdict::unsatisfiable};
        }
        return read.error.empty() ?
                   Answer{} :
                   failed(fmt::format("it answered an error, '{}'", read.error), run);
    }
    catch (const ParseError& error)
    {
        return failed(error.what(), run);
    }
}

}  // namespace

std::optional<std::string> find_program(const std::string& name)
{
    if (name.find('/') != std::string::npos)
    {
        return is_program(name) ? std::optional(name) : std::nullopt;
    }
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : usual_path;
    while (!rest.empty())
    {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
        const std::string candidate = fmt::format("{}/{}", folder.empty() ? "." : folder, name);
        if (is_program(candidate))
        {
            return candidate;
        }
    }
    return std::nullopt;
}

ProcessSolver::ProcessSolver(std::vector<std::string> command, std::chrono::seconds deadline)
  : m_command(std::move(command)), m_deadline(deadline)
{
    constexpr std::chrono::hours longest_deadline(24);
    if (m_command.empty())
    {
        throw ConfigError("a solver's command is empty, expected a program and its arguments");
    }
    if (deadline <= std::chrono::seconds::zero() || deadline > longest_deadline)
    {
        throw ConfigError(fmt::format("a solver's deadline is {} s, expected 1 to {}",
            deadline.count(), std::chrono::seconds(longest_deadline).count()));
    }
    m_command.front() = found_program(m_command.front());
}

Answer ProcessSolver::solve(const Query& query, Rng& /*rng*/)
{
    const std::string script = symbolic::to_smt_lib(query.graph, query.constraints);
    Answer answer;
    try
    {
        ProgramRun run(m_command, script, m_deadline);
        const ProgramRun::State state = run.read(query.is_over);
        if (state == ProgramRun::State::whole)
        {
            answer = answer_of(query, run);
        }
        else if (state == ProgramRun::State::cut)
        {
            answer.is_late = true;
            answer.failure = fmt::format("no answer within {} s", m_deadline.count());
        }
    }
    catch (const AdapterError& error)
    {
        answer.failure = error.what();
    }
    m_cut += answer.is_late ? 1U : 0U;
    m_failed += answer.failure.empty() || answer.is_late ? 0U : 1U;
    answer.effort = 1;
    return answer;
}

ProcessSolver z3_process(std::uint64_t resource_limit)
{
    return ProcessSolver({"z3", "-in", "-memory:4096", fmt::format("rlimit={}", resource_limit)});
}

ProcessSolver cvc5_process(std::uint64_t resource_limit)
{
    return ProcessSolver({"cvc5", "--lang=smt2", "--produce-models", "--strings-exp",
        fmt::format("--rlimit={}", resource_limit)});
}

}  // namespace sbst::dse
