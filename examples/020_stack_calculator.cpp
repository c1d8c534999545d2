// SPDX-License-Identifier: Apache-2.0
// An adapter outside this project, with everything that a run needs: a stack calculator, tested by
// sbst::generate, which answers for every goal. Prints the suite; writes report.json to the first
// given path and suite.txt to the second. libsbst/docs/adapters.md walks through it.
#include <sbst/in_process/in_process_problem.hpp>
#include <sbst/output/suite_of_run.hpp>
#include <sbst/output/text.hpp>
#include <sbst/report/run_report.hpp>
#include <sbst/run/generate.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using sbst::Relation;

/// The conditions of the subject, and the recorder that gets their outcomes.
struct Conditions
{
    sbst::TraceRecorder& recorder;
    sbst::PredicateId full, empty, too_short, by_zero, too_big, answer;
};

/// The subject: whole numbers up to a million on a stack of eight.
class Calculator
{
public:
    explicit Calculator(const Conditions& conditions) : m_is(conditions) {}

    void push(std::int64_t number)
    {
        if (m_is.recorder.compare(m_is.full, m_stack.size(), Relation::ge, 8))
        {
            throw std::length_error("the stack is full");
        }
        m_stack.push_back(number);
    }
    [[nodiscard]] std::int64_t top() const
    {
        if (m_is.recorder.is_true(m_is.empty, m_stack.empty()))
        {
            throw std::out_of_range("the stack is empty");
        }
        m_is.recorder.compare(m_is.answer, m_stack.back(), Relation::eq, 4242);
        return m_stack.back();
    }
    void add()
    {
        binary([](auto a, auto b) { return a + b; });
    }
    void sub()
    {
        binary([](auto a, auto b) { return a - b; });
    }
    void mul()
    {
        binary([](auto a, auto b) { return a * b; });
    }
    void div()
    {
        binary([this](auto a, auto b) {
            if (m_is.recorder.compare(m_is.by_zero, b, Relation::eq, 0))
            {
                throw std::domain_error("division by zero");
            }
            return a / b;
        });
    }
    void dup() { push(top()); }
    void swap()
    {
        const auto [a, b] = pop_two();
        m_stack.insert(m_stack.end(), {b, a});
    }
    void clear() { m_stack.clear(); }

private:
    std::pair<std::int64_t, std::int64_t> pop_two()
    {
        if (m_is.recorder.compare(m_is.too_short, m_stack.size(), Relation::lt, 2))
        {
            throw std::out_of_range("two numbers are needed");
        }
        const std::pair operands(m_stack[m_stack.size() - 2], m_stack.back());
        m_stack.resize(m_stack.size() - 2);
        return operands;
    }
    template <class Operation>
    void binary(Operation operation)
    {
        const auto [a, b] = pop_two();
        const std::int64_t result = operation(a, b);
        if (m_is.recorder.compare(m_is.too_big, std::abs(result), Relation::gt, 1'000'000))
        {
            throw std::overflow_error("the result is beyond a million");
        }
        m_stack.push_back(result);
    }

    const Conditions& m_is;
    std::vector<std::int64_t> m_stack;
};

/// The adapter: callables with their parameters, and branches.
class CalculatorProblem : public sbst::InProcessProblem<std::shared_ptr<Calculator>>
{
public:
    CalculatorProblem()
      : m_conditions{recorder(), add_branch("push: the stack is full"),
            add_branch("top: the stack is empty"), add_branch("binary: too few numbers"),
            add_branch("div: by zero"), add_branch("binary: too big"), {}}
    {
        m_conditions.answer = add_branch("top: is 4242", {{m_conditions.empty, false}});
        const auto calculator = universe().add(sbst::object_type("Calculator"));
        const auto number = universe().add(sbst::integer_type(16, true, "number"));
        const auto result = universe().add(sbst::integer_type(64, true, "result"));
        const sbst::Parameter self{"calculator", calculator};
        add_constructor("Calculator", calculator, {},
            [this](const auto&) { return Result(std::make_shared<Calculator>(m_conditions)); });
        add_method(self, "push", {{"number", number}}, [](const auto& arguments) {
            arguments.object(0)->push(arguments.integer(1));
            return Result();
        });
        add_method(
            self, "top", {},
            [](const auto& arguments) { return Result(sbst::Value(arguments.object(0)->top())); },
            result);
        using Method = void (Calculator::*)();
        for (const auto& [name, method] : std::initializer_list<std::pair<const char*, Method>>{
                 {"add", &Calculator::add}, {"sub", &Calculator::sub}, {"mul", &Calculator::mul},
                 {"div", &Calculator::div}, {"dup", &Calculator::dup}, {"swap", &Calculator::swap},
                 {"clear", &Calculator::clear}})
        {
            add_method(self, name, {}, [method = method](const auto& arguments) {
                (*arguments.object(0).*method)();
                return Result();
            });
        }
    }

private:
    Conditions m_conditions;
};
static_assert(sbst::GeneratingProblem<CalculatorProblem>);

#ifndef SBST_STACK_CALCULATOR_WITHOUT_MAIN
static void write_file(const char* path, const std::string& text)
{
    std::ofstream file(path);
    file << text << std::flush;
    if (!file)
    {
        throw sbst::IoError(std::string(path) + ": cannot be written");
    }
}

int main(int count, char** arguments)
try
{
    CalculatorProblem problem;
    const sbst::RunSpec spec{.budget = {.max_executions = 5000}};
    const sbst::RunResult found = sbst::generate(problem, spec);
    for (std::size_t i = 0; i < found.suite.size(); ++i)
    {
        std::printf("test %zu\n%s\n", i + 1, problem.render(found.suite[i]).c_str());
    }
    for (std::size_t i = 0; i < found.answers.size(); ++i)
    {
        if (found.answers[i].status == sbst::GoalStatus::open)
        {
            std::printf("open: %s: %s\n", problem.goals()[sbst::GoalId(i)].label.c_str(),
                found.answers[i].reason.c_str());
        }
    }
    if (count > 1)
    {
        write_file(
            arguments[1], sbst::write_report(problem, spec, found, {{"class", "Calculator"}}));
    }
    if (count > 2)
    {
        sbst::ExecutedSuite suite = sbst::suite_of_run(problem, spec, found);
        suite.subject = "Calculator";
        suite.command = "020_stack_calculator";
        write_file(arguments[2], sbst::write_text(suite));
    }
    if (!found.failure.empty())
    {
        return std::fprintf(stderr, "%s\n", found.failure.c_str()), 1;
    }
    return found.stopped_by == sbst::StopReason::all_covered ? 0 : 1;
}
catch (const sbst::Error& error)
{
    return std::fprintf(stderr, "%s\n", error.what()), 1;
}
#endif
