// SPDX-License-Identifier: Apache-2.0
// A whole adapter but for the subject: describe callables with their bodies, and branches, and the
// result satisfies SequenceProblem. Next: examples/010_toy_problem.cpp.
#pragma once

#include <sbst/chromosome/interpreter.hpp>
#include <sbst/chromosome/operators.hpp>
#include <sbst/chromosome/trace_recorder.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/seeding/constant_pool.hpp>

#include <cassert>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sbst
{

/// What a subject throws so that the search sees it: data, never a fault of the harness. Each name
/// becomes a goal when a test first meets it.
class SubjectException : public std::exception
{
public:
    explicit SubjectException(std::string name) : m_name(std::move(name)) {}
    [[nodiscard]] const char* what() const noexcept override { return m_name.c_str(); }

private:
    std::string m_name;
};

/// A SequenceProblem whose subject is C++ code in this process, instrumented through recorder().
///
/// Derive from it, describe the subject in the constructor (types, callables with bodies, branches)
/// and nothing is left to write. `Object` is the handle of the subject's objects, std::shared_ptr
/// for instance. Bodies throw SubjectException for what the subject throws; other exceptions go
/// through to the caller. Not copyable: operators look at its catalogue.
template <class ObjectHandle>
class InProcessProblem
{
public:
    using Test = TestCase;
    using Object = ObjectHandle;
    using Call = CallResult<Object>;
    using Body = std::function<Call(const Arguments<Object>&)>;

    explicit InProcessProblem(const OperatorOptions& operators = {}, const PoolOptions& pool = {})
      : m_pool(pool), m_operators(m_types, m_catalogue, m_pool, operators)
    {}
    InProcessProblem(const InProcessProblem&) = delete;
    InProcessProblem& operator=(const InProcessProblem&) = delete;

    // What SequenceProblem asks for.
    [[nodiscard]] const GoalGraph& goals() const { return m_goals; }
    [[nodiscard]] const TypeUniverse& types() const { return m_types; }
    [[nodiscard]] const Catalogue& catalogue() const { return m_catalogue; }
    TestCase generate(Rng& rng) { return m_operators.random_test(rng); }
    Change mutate(TestCase& test, Rng& rng) { return m_operators.mutate(test, rng); }
    ChangePair crossover(TestCase& a, TestCase& b, Rng& rng)
    {
        return m_operators.crossover(a, b, rng);
    }
    [[nodiscard]] std::size_t length(const TestCase& test) const { return test.length(); }
    [[nodiscard]] std::string render(const TestCase& test) const
    {
        return to_text(test, m_catalogue, m_types);
    }
    void execute(
        std::span<const Request<TestCase>> requests, std::span<Trace> traces, const StopToken& stop)
    {
        assert(requests.size() == traces.size());
        for (std::size_t i = 0; i < requests.size(); ++i)
        {
            traces[i].clear();
            if (!stop.stop_requested())
            {
                m_recorder.start(traces[i], requests[i].record);
                m_interpreter.run(*requests[i].test, m_catalogue, *this, traces[i]);
                m_recorder.stop();
                traces[i].was_run = true;
            }
        }
    }

    /// For dynamic seeding.
    [[nodiscard]] ConstantPool& pool() { return m_pool; }
    /// Names of exceptions by id, in the order in which they were found.
    [[nodiscard]] const std::vector<std::string>& exceptions() const { return m_exceptions; }

    // What the interpreter asks for.
    void begin_statement(std::size_t statement) { m_recorder.begin_statement(statement); }
    ExceptionId null_receiver() { return exception_of("call on null"); }
    Call call(CallableId callable, const Arguments<Object>& arguments)
    {
        try
        {
            return m_bodies[callable.index()](arguments);
        }
        catch (const SubjectException& thrown)
        {
            return Call::threw(exception_of(thrown.what()));
        }
    }

protected:
    ~InProcessProblem() = default;

    [[nodiscard]] TypeUniverse& universe() { return m_types; }
    [[nodiscard]] GoalGraph& graph() { return m_goals; }
    [[nodiscard]] TraceRecorder& recorder() { return m_recorder; }

    /// Adds a callable with its body.
    CallableId add(Callable callable, Body body)
    {
        m_bodies.push_back(std::move(body));
        return m_catalogue.add(std::move(callable), m_types);
    }
    /// Adds a callable that opens each test (see Catalogue::add_opening).
    CallableId add_opening(Callable callable, Body body)
    {
        m_bodies.push_back(std::move(body));
        return m_catalogue.add_opening(std::move(callable), m_types);
    }
    CallableId add_constructor(
        std::string name, TypeId object, std::vector<Parameter> parameters, Body body)
    {
        return add({CallableKind::constructor, std::move(name), std::move(parameters), object},
            std::move(body));
    }
    /// Adds a method of `receiver`; argument 0 of the body is the receiver, `parameters` follow.
    CallableId add_method(Parameter receiver, std::string name, std::vector<Parameter> parameters,
        Body body, std::optional<TypeId> result = std::nullopt)
    {
        parameters.insert(parameters.begin(), std::move(receiver));
        return add({CallableKind::method, std::move(name), std::move(parameters),
                       result ? *result : nothing()},
            std::move(body));
    }
    /// The type of "no result".
    TypeId nothing()
    {
        if (!m_nothing.is_valid())
        {
            m_nothing = m_types.add(Type{});
        }
        return m_nothing;
    }

    /// One outcome of a condition, as a place in the code to be reached.
    struct Outcome
    {
        PredicateId predicate;
        bool is_true = true;
    };
    /// Adds a condition and its two goals, behind an outcome of another condition where there is
    /// one.
    PredicateId add_branch(const std::string& label, std::optional<Outcome> behind = std::nullopt)
    {
        const PredicateId predicate{m_goals.predicate_count()};
        for (const bool outcome : {false, true})
        {
            const GoalId goal = m_goals.add(
                branch_goal(predicate, outcome, label + (outcome ? " true" : " false")));
            if (behind)
            {
                m_goals.add_dependency(
                    *m_goals.find_branch(behind->predicate, behind->is_true), goal);
            }
        }
        return predicate;
    }
    /// Adds a method's entry as a goal.
    MethodId add_entry(const std::string& label)
    {
        const MethodId method{m_goals.method_count()};
        m_goals.add(method_entry_goal(method, label + " entered"));
        return method;
    }
    void set_interpreter_options(const InterpreterOptions& options)
    {
        m_interpreter.set_options(options);
    }

    /// The id of an exception by name; a new one becomes a goal.
    ExceptionId exception_of(const std::string& name)
    {
        const auto [place, is_new] = m_exception_ids.try_emplace(name, m_exceptions.size());
        if (is_new)
        {
            m_exceptions.push_back(name);
            m_goals.add(exception_goal(place->second, "throws " + name));
        }
        return place->second;
    }

private:
    TypeUniverse m_types;
    Catalogue m_catalogue;
    GoalGraph m_goals;
    ConstantPool m_pool;
    SequenceOperators m_operators;
    TraceRecorder m_recorder;
    Interpreter<Object> m_interpreter;
    std::vector<Body> m_bodies;
    std::vector<std::string> m_exceptions;
    std::map<std::string, ExceptionId> m_exception_ids;
    TypeId m_nothing;
};

}  // namespace sbst
