// SPDX-License-Identifier: Apache-2.0
// The interpreter of tests whose subject runs in this process: resolves references, calls the
// subject, records the outcome of each call. Next: in_process_problem.hpp, a whole adapter
// without its subject.
#pragma once

#include <sbst/in_process/call_checks.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/test/catalogue.hpp>
#include <sbst/test/test_case.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst
{

/// What one call of the subject did. `Object` is the adapter's handle of an object: a pointer, an
/// index, anything that can be copied.
template <class Object>
struct CallResult
{
    OutcomeKind kind = OutcomeKind::returned;
    /// Set when the call threw.
    ExceptionId exception{};
    /// The result, when its type has literals.
    Value value{};
    /// The result, when it is an object; absent = null.
    std::optional<Object> object{};
    /// Costs, as in CallOutcome.
    std::uint64_t steps = 1;
    std::uint64_t weight = 0;

    /// The call returned nothing.
    CallResult() = default;
    /// The call returned a value.
    explicit CallResult(Value returned) : value(std::move(returned)) {}
    /// The call returned an object.
    explicit CallResult(Object returned) : object(std::move(returned)) {}
    [[nodiscard]] static CallResult threw(ExceptionId exception)
    {
        CallResult result;
        result.kind = OutcomeKind::threw;
        result.exception = exception;
        return result;
    }
};

/// One argument at run time: an object, or a value; `value` is null when there is an object.
template <class Object>
struct Operand
{
    const Value* value = nullptr;
    const Object* object = nullptr;
};

/// The arguments of one call, by the index of the parameter; the receiver of a method is number 0.
///
/// Machine integers take the low 64 bits of an integer, a boolean or an enumeration's index.
/// @throws AdapterError from each access when the argument does not exist or is of another kind.
template <class Object>
class Arguments
{
public:
    /// Keeps references to both.
    Arguments(std::span<const Operand<Object>> operands, const Callable& callable)
      : m_operands(operands), m_callable(&callable)
    {}

    [[nodiscard]] std::size_t size() const { return m_operands.size(); }
    [[nodiscard]] const Value& value(std::size_t i) const
    {
        const Operand<Object>& operand = at(i);
        if (operand.object != nullptr)
        {
            detail::reject_argument(*m_callable, i, "a value", nullptr);
        }
        return *operand.value;
    }
    [[nodiscard]] const U256& word(std::size_t i) const
    {
        const Value& found = value(i);
        expect(found.is_word(), i, "an integer", found);
        return found.word();
    }
    [[nodiscard]] std::int64_t integer(std::size_t i) const
    {
        return static_cast<std::int64_t>(low64(word(i)));
    }
    [[nodiscard]] bool flag(std::size_t i) const { return !is_zero(word(i)); }
    [[nodiscard]] double number(std::size_t i) const
    {
        const Value& found = value(i);
        expect(found.is_number(), i, "a floating-point number", found);
        return found.number();
    }
    [[nodiscard]] const std::string& text(std::size_t i) const
    {
        const Value& found = value(i);
        expect(found.is_text(), i, "a text", found);
        return found.text();
    }
    /// True for an object or a literal that is null.
    [[nodiscard]] bool is_null(std::size_t i) const
    {
        const Operand<Object>& operand = at(i);
        return operand.object == nullptr && operand.value->is_null();
    }
    /// The object, which is not null.
    [[nodiscard]] const Object& object(std::size_t i) const
    {
        const Operand<Object>& operand = at(i);
        if (operand.object == nullptr)
        {
            detail::reject_argument(*m_callable, i, "an object", operand.value);
        }
        return *operand.object;
    }

private:
    [[nodiscard]] const Operand<Object>& at(std::size_t i) const
    {
        if (i >= m_operands.size())
        {
            detail::reject_index(*m_callable, i);
        }
        return m_operands[i];
    }
    void expect(bool holds, std::size_t i, std::string_view wanted, const Value& found) const
    {
        if (!holds)
        {
            detail::reject_argument(*m_callable, i, wanted, &found);
        }
    }

    std::span<const Operand<Object>> m_operands;
    const Callable* m_callable;
};

// clang-format off
/// What the interpreter needs of an executor: a handle type and one function. Two members are
/// optional: `begin_call(index)` is called before each call; `null_receiver()` names the
/// exception of a call on null, which otherwise has no name.
template <class E>
concept Executor =
    std::copyable<typename E::Object> &&
    requires(E& executor, CallableId callable, const Arguments<typename E::Object>& arguments)
{
    { executor.call(callable, arguments) } -> std::same_as<CallResult<typename E::Object>>;
};
// clang-format on

struct InterpreterOptions
{
    /// After a failed call, runs those that do not use its result.
    bool goes_on_after_failure = false;
};

/// Runs tests, one at a time; reuses its buffers. Results stay valid until the next run or clear().
template <class Object>
class Interpreter
{
public:
    explicit Interpreter(const InterpreterOptions& options = {}) : m_options(options) {}

    void set_options(const InterpreterOptions& options) { m_options = options; }

    /// Releases the objects of the last run.
    void clear() { m_results.clear(); }

    /// The object that a call of the last run returned; null if it returned none, or null.
    [[nodiscard]] const Object* object_of(std::size_t call) const
    {
        const bool has_one = call < m_results.size() && m_results[call] && m_results[call]->object;
        return has_one ? &*m_results[call]->object : nullptr;
    }

    /// Runs a well-formed test and fills `trace.calls` with one outcome per call; the
    /// executor fills the rest of the trace. A call that was not run is `not_reached`.
    template <Executor E>
        requires std::same_as<typename E::Object, Object>
    void run(const TestCase& test, const Catalogue& catalogue, E& executor, Trace& trace)
    {
        trace.calls.assign(test.length(), {});
        m_results.assign(test.length(), std::nullopt);
        for (std::size_t s = 0; s < test.length(); ++s)
        {
            const Call& call = test.calls[s];
            if (!resolve_operands(test, call))
            {
                continue;
            }
            if constexpr (requires { executor.begin_call(s); })
            {
                executor.begin_call(s);
            }
            const Callable& callable = catalogue[call.callable];
            const bool is_on_null =
                has_receiver(callable.kind) && m_operands.front().object == nullptr;
            auto result = is_on_null ?
                              on_null(executor) :
                              executor.call(call.callable, Arguments<Object>(m_operands, callable));
            CallOutcome& outcome = trace.calls[s];
            outcome.kind = result.kind;
            outcome.exception = result.exception;
            outcome.steps = result.steps;
            outcome.weight = result.weight;
            if (result.kind == OutcomeKind::returned)
            {
                m_results[s] = std::move(result);
            }
            else if (!m_options.goes_on_after_failure)
            {
                return;
            }
        }
    }

private:
    template <class E>
    static CallResult<Object> on_null(E& executor)
    {
        if constexpr (requires { executor.null_receiver(); })
        {
            return CallResult<Object>::threw(executor.null_receiver());
        }
        else
        {
            return CallResult<Object>::threw({});
        }
    }

    /// False when an argument is the result of a call that has none.
    bool resolve_operands(const TestCase& test, const Call& call)
    {
        m_operands.clear();
        for (const Argument& argument : call.arguments)
        {
            const Argument& there = resolve(test, argument);
            Operand<Object> operand;
            if (const auto* result = std::get_if<ResultRef>(&there))
            {
                const auto& made = m_results[result->call];
                if (!made)
                {
                    return false;
                }
                operand.value = &made->value;
                operand.object = made->object ? &*made->object : nullptr;
            }
            else
            {
                operand.value = &std::get<Value>(there);
            }
            m_operands.push_back(operand);
        }
        return true;
    }

    InterpreterOptions m_options;
    std::vector<std::optional<CallResult<Object>>> m_results;
    std::vector<Operand<Object>> m_operands;
};

}  // namespace sbst
