// SPDX-License-Identifier: Apache-2.0
// The recorder to which an instrumented subject reports its branches and methods. Next:
// in_process_problem.hpp.
#pragma once

#include <sbst/goal/goal.hpp>
#include <sbst/numeric/korel.hpp>
#include <sbst/problem/trace.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace sbst
{

/// Writes what an instrumented subject does into the trace of the running test.
///
/// Each condition of the subject becomes a call that returns the value of the condition: `if
/// (recorder.compare(big, amount, Relation::gt, 100))`. Keeps a pointer to the trace from start()
/// to stop(); outside a run (constructors and destructors of the subject) it records nothing.
class TraceRecorder
{
public:
    /// Ends a method when it goes out of scope: the method counts as left unless an exception
    /// passes through.
    class MethodScope
    {
    public:
        MethodScope(TraceRecorder& recorder, MethodId method);
        ~MethodScope();
        MethodScope(const MethodScope&) = delete;
        MethodScope& operator=(const MethodScope&) = delete;

    private:
        TraceRecorder* m_recorder;
        MethodId m_method;
        int m_exceptions;
        /// The run that the scope belongs to; in a later run its end has no effect.
        std::uint64_t m_run;
    };

    /// Sets the numbers of predicates and methods; from then on other ids are mistakes. Without
    /// this call any valid id is accepted.
    void set_known(std::size_t predicates, std::size_t methods);

    /// Starts a test; the trace is cleared.
    void start(Trace& trace, Record record);
    /// Ends the test; nothing is recorded until the next.
    void stop() { m_trace = nullptr; }
    /// @throws AdapterError as expect_no_open_scope.
    void begin_call(std::size_t call);
    /// @throws AdapterError when a MethodScope is still open: it outlived its call.
    void expect_no_open_scope() const;

    /// Records one evaluation (under Record::path also its place in the order) and returns the
    /// outcome.
    /// @throws AdapterError when the predicate is not known.
    bool branch(PredicateId predicate, const BranchDistance& distance);

    // Conditions with their Korel distances; operands are logged under Record::values.
    bool compare_whole(PredicateId predicate, std::int64_t a, Relation relation, std::int64_t b);
    bool compare_reals(PredicateId predicate, double a, Relation relation, double b);
    /// Integers compare exactly (up to 63 bits), anything else as floating-point numbers.
    template <class A, class B>
        requires std::is_arithmetic_v<A> && std::is_arithmetic_v<B>
    bool compare(PredicateId predicate, A a, Relation relation, B b)
    {
        if constexpr (std::integral<A> && std::integral<B>)
        {
            return compare_whole(
                predicate, static_cast<std::int64_t>(a), relation, static_cast<std::int64_t>(b));
        }
        else
        {
            return compare_reals(
                predicate, static_cast<double>(a), relation, static_cast<double>(b));
        }
    }
    /// Equality of texts.
    bool equal(PredicateId predicate, const std::string& a, const std::string& b);
    /// A condition without operands: a flag, a null check, a type check.
    bool is_true(PredicateId predicate, bool flag);

    /// Records that a method is entered; keep the scope until it ends.
    /// @throws AdapterError when the method is not known.
    [[nodiscard]] MethodScope enter(MethodId method) { return {*this, method}; }

private:
    void log(PredicateId predicate, Value a, Value b);
    MethodTrace& method_trace(MethodId method);

    Trace* m_trace = nullptr;
    std::uint64_t m_run = 0;
    Record m_record = Record::coverage;
    std::uint32_t m_call = 0;
    std::size_t m_depth = 0;
    std::optional<std::size_t> m_known_predicates;
    std::optional<std::size_t> m_known_methods;
    /// Place of each predicate and method in the trace's lists, plus 1; 0 = not in the list yet.
    std::vector<std::uint32_t> m_predicate_places;
    std::vector<std::uint32_t> m_method_places;
};

}  // namespace sbst
