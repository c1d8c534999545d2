// SPDX-License-Identifier: Apache-2.0
// Adds assertions to a test: what two runs in fresh workers agree on. Next: suite_draft.hpp.
#pragma once

#include "../surface/hierarchy.hpp"
#include "asked_object.hpp"
#include "test_translator.hpp"
#include "usual_values.hpp"

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sbst::jvm::detail
{

/// One test with what it did, twice.
struct ObservedRuns
{
    const TestCase* test = nullptr;
    const Trace* trace = nullptr;
    const RunDetail* first = nullptr;
    const RunDetail* second = nullptr;
};

struct ObservedTest
{
    JavaTest test;
    /// Not empty: the test cannot be kept, and why.
    std::string unusable;
    /// It ends with an exception that nobody declared or threw on purpose, or with AssertionError.
    bool is_suspicious = false;
    /// Results that differed between the runs: nothing is asserted of them.
    std::size_t unstable = 0;
};

/// What is asserted of each call, by call, and at the end.
struct Observed
{
    std::vector<std::optional<JavaAssertion>> results;
    std::vector<JavaAssertion> at_end;
};

/// Assertions that a test gets at most: on results, and on objects at its end by methods and by
/// fields.
inline constexpr std::size_t max_result_assertions = 6;
inline constexpr std::size_t max_observer_assertions = 3;
inline constexpr std::size_t max_field_assertions = 4;
/// What is usual in the suite is asserted of objects until there are so many assertions on them,
/// and once where more is unusual.
inline constexpr std::size_t least_object_assertions = 3;

class TestObserver
{
public:
    /// Keeps the problem, which outlives it.
    /// @param usual of the suite.
    TestObserver(const JavaProblem& problem, UsualValues usual)
      : m_problem(&problem),
        m_usual(std::move(usual)),
        m_path(&problem.class_path()),
        m_surface(&problem.surface()),
        m_hierarchy(problem.class_path(), problem.plan().package),
        m_translator(problem.class_path(), problem.surface()),
        m_under_test(names_under_test(problem))
    {}

    /// Tests that come later assert other usual values, where there are more than each can.
    [[nodiscard]] ObservedTest observe(const ObservedRuns& runs);

private:
    [[nodiscard]] bool can_be_named(const std::string& binary_name) const;
    [[nodiscard]] bool can_be_asserted(const JavaResult& result) const;

    void observe_results(const ObservedRuns& runs, Observed& observed, ObservedTest& out) const;
    void observe_objects(const ObservedRuns& runs, Observed& observed, ObservedTest& out);
    /// Of the last call where nothing else tells of its result, and of the last one that can have
    /// it where the test asserts nothing else.
    void observe_presence(const ObservedRuns& runs, Observed& observed) const;
    /// That a call returned an object, and of which class where its type does not say so.
    [[nodiscard]] std::optional<JavaAssertion> presence_of(
        const ObservedRuns& runs, std::size_t step) const;
    struct Telling
    {
        const ObserverDetail* observation = nullptr;
        bool is_usual = false;
    };
    /// What observers returned and can be asserted: first of what the last call returned, then of
    /// what it used; of an object what is unusual in the suite, then what no test asserted so far,
    /// then what says most to a reader.
    [[nodiscard]] std::vector<Telling> telling_first(const ObservedRuns& runs) const;
    /// Tells whether the test asserts the same of the same object already, by the same member or,
    /// of a field, by its getter.
    [[nodiscard]] bool is_told(const ObservedRuns& runs, const Observed& observed,
        const ObserverDetail& observation) const;
    void expect_exception(const ObservedRuns& runs, JavaCall& call, ObservedTest& out) const;
    /// Tells whether a result is of the type that type arguments promise: they are not checked, so
    /// a list of numbers may hold a string.
    [[nodiscard]] bool is_of_type(const JavaResult& result, const std::string& descriptor) const;
    /// Tells whether the compiler finds the member on what the call returns.
    [[nodiscard]] bool has_member(const JavaCall& made, const JavaCallable& member) const;
    [[nodiscard]] bool is_subclass(const std::string& name, const std::string& super) const;
    [[nodiscard]] bool is_declared(const JavaCallable& callable, const std::string& thrown) const;
    /// Tells whether a call is of the class under test: of its own members (of the method that was
    /// asked for, if any), or of a method that one of its objects inherits.
    [[nodiscard]] bool is_under_test(const ObservedRuns& runs, std::size_t step) const;

    const JavaProblem* m_problem;
    UsualValues m_usual;
    const ClassPath* m_path;
    const JavaSurface* m_surface;
    Hierarchy m_hierarchy;
    TestTranslator m_translator;
    std::set<std::string> m_under_test;
};

/// That the result of a step is this one. Precondition: it can be asserted.
[[nodiscard]] JavaAssertion assertion_of(std::size_t step, const JavaResult& result);

/// Internal name of the nearest class at or above an exception's that tests anywhere can name.
[[nodiscard]] std::string nameable_exception(const ClassPath& path, const std::string& binary_name);

/// Tells whether an exception says that a class or a library is not what its user was compiled
/// against: that is the class path's fault, and mostly that of the one it was generated with.
[[nodiscard]] bool is_of_linkage(const ThrownDetail& thrown);
/// The same in words.
[[nodiscard]] std::string linkage_text(const ThrownDetail& thrown);

/// Tells whether a text names an object by its identity: `Foo@1b6d3586`.
[[nodiscard]] bool shows_identity(const std::u16string& text);

}  // namespace sbst::jvm::detail
