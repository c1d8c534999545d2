// SPDX-License-Identifier: Apache-2.0
// A whole adapter but for the subject: describe callables with their bodies, and branches, and the
// result satisfies SequenceProblem, and generate() runs on it. Next: libsbst/docs/adapters.md,
// examples/020_stack_calculator.cpp.
#pragma once

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/method_entry.hpp>
#include <sbst/error.hpp>
#include <sbst/goal/exception_table.hpp>
#include <sbst/in_process/call_checks.hpp>
#include <sbst/in_process/interpreter.hpp>
#include <sbst/in_process/trace_recorder.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/variation/operators.hpp>

#include <cassert>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

namespace sbst
{

/// An exception of the subject that the search sees as data, never as a fault of the harness. Each
/// name becomes a goal when a test first meets it.
class SubjectException : public std::exception
{
public:
    explicit SubjectException(std::string name) : m_name(std::move(name)) {}
    [[nodiscard]] const char* what() const noexcept override { return m_name.c_str(); }

private:
    std::string m_name;
};

/// A problem whose subject is C++ code in this process, instrumented through recorder(): any search
/// and generate() run on it.
///
/// Derive from it and describe the subject in the constructor (types, callables with bodies,
/// branches, constants); nothing else has to be written. `Object` is the handle of the subject's
/// objects, std::shared_ptr for instance; a handle that equals nullptr is null. Not copyable: its
/// operators refer to its catalogue.
///
/// An exception from a body is data: a SubjectException under its name, any other std::exception
/// under the name of its class. A mistake of the adapter is an AdapterError from execute() that
/// names the callable, the parameter and the test: a missing argument or one of another type, a
/// result that is not of the declared type, an unknown predicate, an error of this library, a
/// thrown object that is not a std::exception. A body that crashes ends this process, and a body
/// that loops for ever blocks it.
template <class ObjectHandle>
class InProcessProblem
{
public:
    using Test = TestCase;
    using Object = ObjectHandle;
    using Result = CallResult<Object>;
    using Body = std::function<Result(const Arguments<Object>&)>;

    explicit InProcessProblem(const OperatorOptions& operators = {}, const PoolOptions& pool = {})
      : m_pool(pool), m_operators(m_types, m_catalogue, m_pool, operators)
    {}
    InProcessProblem(const InProcessProblem&) = delete;
    InProcessProblem& operator=(const InProcessProblem&) = delete;

    // Required by SequenceProblem.
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
        m_growth.clear();
        for (std::size_t i = 0; i < requests.size(); ++i)
        {
            traces[i].clear();
            if (!stop.stop_requested())
            {
                run(*requests[i].test, requests[i].record, traces[i]);
            }
        }
        for (const std::function<void()>& add : std::exchange(m_growth, {}))
        {
            add();
        }
    }

    // Facts (run/facts.hpp). An adapter that knows which calls can decide a goal declares
    // may_decide() beside.
    [[nodiscard]] ConstantPool& constants() { return m_pool; }
    [[nodiscard]] SequenceOperators& operators() { return m_operators; }

    /// Names of exceptions by id, in the order in which they were found.
    [[nodiscard]] const std::vector<std::string>& exceptions() const
    {
        return m_exceptions.names();
    }

    // Required by the interpreter.
    void begin_call(std::size_t call)
    {
        m_recorder.begin_call(call);
        m_call = call;
    }
    ExceptionId null_receiver() { return exception_of("call on null"); }
    Result call(CallableId callable, const Arguments<Object>& arguments)
    {
        try
        {
            return checked_call(callable, arguments);
        }
        catch (const SubjectException& thrown)
        {
            return Result::threw(exception_of(thrown.what()));
        }
        catch (const Error&)
        {
            throw;
        }
        catch (const std::bad_variant_access&)
        {
            throw AdapterError("the body of '" + m_catalogue[callable].name +
                               "' read a value as something else than it is "
                               "(std::bad_variant_access)");
        }
        catch (const std::exception& thrown)
        {
            return Result::threw(exception_of(detail::type_name(typeid(thrown))));
        }
        // The message must name the callable and the test, and the thrown object has no name that
        // could become a goal.
        catch (...)
        {
            throw AdapterError("the body of '" + m_catalogue[callable].name +
                               "' threw something that is not a std::exception; throw "
                               "sbst::SubjectException instead");
        }
    }

protected:
    ~InProcessProblem() = default;

    [[nodiscard]] TypeUniverse& universe() { return m_types; }
    [[nodiscard]] GoalGraph& graph() { return m_goals; }
    [[nodiscard]] TraceRecorder& recorder() { return m_recorder; }

    /// Adds a callable with its body.
    /// @throws ConfigError as Catalogue::add, and when the body is empty; AdapterError while a test
    /// runs.
    CallableId add(Callable callable, Body body)
    {
        check(callable, body);
        const CallableId id = m_catalogue.add(std::move(callable), m_types);
        m_entries.push_back({std::move(body), detail::result_rule(m_catalogue[id], m_types)});
        return id;
    }
    /// Adds a callable that opens each test (see Catalogue::add_opening).
    CallableId add_opening(Callable callable, Body body)
    {
        check(callable, body);
        const CallableId id = m_catalogue.add_opening(std::move(callable), m_types);
        m_entries.push_back({std::move(body), detail::result_rule(m_catalogue[id], m_types)});
        return id;
    }
    /// Adds a literal of the subject's code: tests take it as an argument wherever it fits.
    /// @throws ConfigError when the value is not a literal of that type.
    void add_constant(const Value& value, TypeId type)
    {
        if (!type.is_valid() || type.index() >= m_types.size() ||
            !is_well_formed(value, type, m_types))
        {
            throw ConfigError("a constant is not a literal of its type");
        }
        m_pool.add(value, type, m_types);
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
    /// What an object is at run time, as ProducedObject has it.
    struct Described
    {
        TypeId type;
        std::uint64_t state = 0;
    };
    /// Tells what objects are at the end of a test. Without it each has the type that its callable
    /// declares, and its state is unknown.
    void describe_objects(std::function<Described(const Object&)> describe)
    {
        m_describe = std::move(describe);
    }
    /// For bodies that meet something new, a class for instance: `add` is called behind the batch
    /// that is running and adds its types, callables, goals and constants, which the next tests may
    /// use. Calls come in the order of the tests. What has been met is no part of any test's
    /// result: it may be remembered from one test to the next.
    void grow_later(std::function<void()> add) { m_growth.push_back(std::move(add)); }
    /// The type of "no result".
    TypeId nothing()
    {
        if (!m_nothing.is_valid())
        {
            m_nothing = m_types.add(Type{});
        }
        return m_nothing;
    }

    /// One outcome of a condition, as the place in the code behind it.
    struct Outcome
    {
        PredicateId predicate;
        bool is_true = true;
    };
    /// Adds a condition and its two goals, optionally behind an outcome of another condition.
    /// @throws ConfigError when that other condition was never added.
    PredicateId add_branch(const std::string& label, std::optional<Outcome> behind = std::nullopt)
    {
        if (behind && !find_branch(m_goals, behind->predicate, behind->is_true))
        {
            throw ConfigError("branch '" + label + "' is behind a branch that was not added");
        }
        const PredicateId predicate{predicate_count(m_goals)};
        for (const bool outcome : {false, true})
        {
            const GoalId goal = m_goals.add(
                branch_goal(predicate, outcome, label + (outcome ? " true" : " false")));
            if (behind)
            {
                m_goals.add_dependency(
                    *find_branch(m_goals, behind->predicate, behind->is_true), goal);
            }
        }
        set_known();
        return predicate;
    }
    /// Adds a method's entry as a goal.
    MethodId add_entry(const std::string& label)
    {
        const MethodId method{method_count(m_goals)};
        m_goals.add(method_entry_goal(method, label + " entered"));
        set_known();
        return method;
    }
    void set_interpreter_options(const InterpreterOptions& options)
    {
        m_interpreter.set_options(options);
    }

    /// The id of an exception by name; a new one becomes a goal.
    ExceptionId exception_of(const std::string& name)
    {
        const ExceptionTable::Entry entry = m_exceptions.add(name);
        if (entry.is_new)
        {
            m_goals.add(exception_goal(entry.id, "throws " + name));
        }
        return entry.id;
    }

private:
    void check(const Callable& callable, const Body& body) const
    {
        if (m_is_running)
        {
            throw AdapterError("callable '" + callable.name +
                               "' is added by the body of another one; callables are added "
                               "between tests");
        }
        if (!body)
        {
            throw ConfigError("callable '" + callable.name + "': it needs a body");
        }
    }

    /// Returns one variable in every case, so that the result is never moved.
    Result checked_call(CallableId callable, const Arguments<Object>& arguments)
    {
        const Entry& entry = m_entries[callable.index()];
        Result result = entry.body(arguments);
        if constexpr (requires(const Object& object) { object == nullptr; })
        {
            // A null handle is the value null.
            if (result.object && *result.object == nullptr)
            {
                result.object.reset();
            }
        }
        if (!is_sound(result, callable, entry.rule))
        {
            reject(result, m_catalogue[callable]);
        }
        return result;
    }

    [[nodiscard]] bool is_sound(
        const Result& result, CallableId callable, detail::ResultRule rule) const
    {
        if (result.kind != OutcomeKind::returned)
        {
            return result.kind != OutcomeKind::threw ||
                   (result.exception.is_valid() && result.exception.index() < m_exceptions.size());
        }
        switch (rule)
        {
            case detail::ResultRule::nothing:
                return !result.object && result.value.is_null();
            case detail::ResultRule::an_object:
                return result.object.has_value();
            case detail::ResultRule::an_object_or_null:
                return result.object || result.value.is_null();
            case detail::ResultRule::a_value:
                break;
        }
        return !result.object &&
               detail::is_value_result_of(m_catalogue[callable], result.value, m_types);
    }
    [[noreturn]] void reject(const Result& result, const Callable& callable) const
    {
        if (result.kind == OutcomeKind::threw)
        {
            throw AdapterError("the body of '" + callable.name +
                               "' says that it threw, but names no exception; throw "
                               "sbst::SubjectException instead");
        }
        detail::reject_result(callable, result.value, result.object.has_value(), m_types);
    }

    void run(const TestCase& test, Record record, Trace& trace)
    {
        m_call = 0;
        m_is_running = true;
        set_known();
        m_recorder.start(trace, record);
        try
        {
            m_interpreter.run(test, m_catalogue, *this, trace);
            m_recorder.expect_no_open_scope();
            if (has(record, Record::produced))
            {
                tell_produced(test, record, trace);
            }
        }
        catch (const Error& error)
        {
            end_run();
            throw AdapterError(detail::with_test(error.what(), test, m_call, m_catalogue, m_types));
        }
        end_run();
        trace.was_run = true;
    }
    void tell_produced(const TestCase& test, Record record, Trace& trace) const
    {
        for (std::size_t s = 0; s < test.length(); ++s)
        {
            if (const Object* const object = m_interpreter.object_of(s))
            {
                const TypeId declared = m_catalogue[test.calls[s].callable].result;
                const Described described =
                    m_describe ? m_describe(*object) : Described{.type = declared};
                const bool is_told = has(record, Record::run_time_types);
                trace.produced.push_back({static_cast<std::uint32_t>(s),
                    is_told ? described.type : declared, described.state});
            }
        }
    }
    /// Objects are destroyed after recording has ended: their destructors are not part of any test.
    void end_run()
    {
        m_is_running = false;
        m_recorder.stop();
        m_interpreter.clear();
    }
    void set_known() { m_recorder.set_known(predicate_count(m_goals), method_count(m_goals)); }

    TypeUniverse m_types;
    Catalogue m_catalogue;
    GoalGraph m_goals;
    ConstantPool m_pool;
    SequenceOperators m_operators;
    TraceRecorder m_recorder;
    Interpreter<Object> m_interpreter;
    /// Indexed by callable.
    struct Entry
    {
        Body body;
        detail::ResultRule rule;
    };
    std::vector<Entry> m_entries;
    /// The call of the running test that was begun last.
    std::size_t m_call = 0;
    bool m_is_running = false;
    std::vector<std::function<void()>> m_growth;
    std::function<Described(const Object&)> m_describe;
    ExceptionTable m_exceptions;
    TypeId m_nothing;
};

}  // namespace sbst
