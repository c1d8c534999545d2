// SPDX-License-Identifier: Apache-2.0
// Adds assertions to a test: what two runs in fresh workers agree on, as AssertionChooser of the
// core chooses. Next: suite_draft.hpp.
#pragma once

#include "../surface/hierarchy.hpp"
#include "asked_object.hpp"
#include "test_translator.hpp"

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/output/assertion_choice.hpp>
#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
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
    /// What the test sets for itself, in the second run as well.
    OwnSurroundings own{};
};

struct ObservedTest
{
    JavaTest test;
    /// Not empty: the test cannot be kept, and why.
    std::string unusable;
    /// It ends with an exception that no method declares and no call throws, or with
    /// AssertionError.
    bool is_suspicious = false;
    /// Results that differed between the runs: nothing is asserted of them.
    std::size_t unstable = 0;
    /// What it asserts of its calls and objects.
    ChosenAssertions chosen{};
    /// By call: the descriptor of its result's class, or of the nearest above it that tests can
    /// name; empty for Object.
    std::vector<std::string> classes;
};

/// What is asserted of each call, by call, and at the end.
struct Observed
{
    std::vector<std::optional<JavaAssertion>> results;
    std::vector<JavaAssertion> at_end;
};

class TestObserver
{
public:
    /// Keeps the problem, which outlives it.
    explicit TestObserver(const JavaProblem& problem)
      : m_problem(&problem),
        m_path(&problem.class_path()),
        m_surface(&problem.surface()),
        m_hierarchy(problem.class_path(), problem.plan().package),
        m_translator(problem.class_path(), problem.surface()),
        m_under_test(names_under_test(problem))
    {}

    /// Notes what is usual in the suite. Add all its tests before the first is observed.
    void add(const TestCase& test, const Trace& trace, const RunDetail& detail);

    /// Chooses as AssertionChooser does, and writes the choice down.
    [[nodiscard]] ObservedTest observe(const ObservedRuns& runs);

    /// The test with these assertions. Precondition: they can be made of what the runs show, which
    /// are those of a usable test.
    [[nodiscard]] ObservedTest written(const ObservedRuns& runs, ChosenAssertions chosen) const;
    /// What a test could assert, and does not, that a run on a mutant answers otherwise.
    [[nodiscard]] std::vector<SuiteAssertion> telling(const ObservedRuns& runs,
        const ChosenAssertions& chosen, const Trace& trace, const RunDetail& on_mutant) const;

private:
    /// The class, or the nearest above it that tests can name; empty when that is Object.
    [[nodiscard]] std::string nameable_class(const std::string& binary_name) const;
    [[nodiscard]] std::vector<std::string> classes_of(
        const RunDetail& detail, std::size_t count) const;
    [[nodiscard]] bool can_be_named(const std::string& binary_name) const;
    [[nodiscard]] bool can_be_asserted(const JavaResult& result) const;
    /// Tells whether the call returned an Optional whose value is asserted: asking it tells no
    /// more.
    [[nodiscard]] bool is_whole(const ObservedRuns& runs, std::size_t call) const;

    /// What one of the runs did, for the choice.
    [[nodiscard]] ExecutedTest executed(const ObservedRuns& runs, const RunDetail& detail) const;
    /// What the choice must know of Java.
    [[nodiscard]] AssertionHooks hooks(const ObservedRuns& runs) const;
    [[nodiscard]] Observed written_down(
        const ObservedRuns& runs, const ChosenAssertions& chosen) const;
    /// Tells whether an answer tells what the test itself made of a class that never changes:
    /// `Duration.ofDays(1)`.
    [[nodiscard]] bool stands_in_test(const ObservedRuns& runs, const ObserverDetail& answer) const;
    /// What is asserted of the content of an array, a text, a stream or a collection; nothing where
    /// it cannot be said.
    [[nodiscard]] std::optional<JavaAssertion> content_assertion(
        const RunDetail& detail, const ContentDetail& content) const;
    /// How many elements a collection of the JDK has that a call returned; nothing for others.
    [[nodiscard]] std::optional<JavaAssertion> size_of(
        const ObservedRuns& runs, std::size_t step) const;
    /// What a queue holds, which is equal only to itself.
    [[nodiscard]] std::optional<JavaAssertion> elements_of(
        std::size_t step, const JavaResult& collection) const;
    [[nodiscard]] bool can_be_element(const JavaResult& element) const;
    /// That a call returned an object, and of which class where its type does not say so.
    [[nodiscard]] std::optional<JavaAssertion> presence_of(
        const ObservedRuns& runs, std::size_t step) const;
    void expect_exception(const ObservedRuns& runs, JavaCall& call, ObservedTest& out) const;
    /// Tells whether a result is of the type that type arguments promise: they are not checked, so
    /// a list of numbers may hold a string.
    [[nodiscard]] bool is_of_type(const JavaResult& result, const std::string& descriptor) const;
    /// Tells whether the compiler finds the member on what the call returns.
    [[nodiscard]] bool has_member(const JavaCall& made, const JavaCallable& member) const;
    [[nodiscard]] bool is_subclass(const std::string& name, const std::string& super) const;
    /// What the class that a worker made for a stand-in implements or extends.
    [[nodiscard]] std::optional<std::string> stand_in_owner(const std::string& name) const;
    [[nodiscard]] bool is_declared(const JavaCallable& callable, const std::string& thrown) const;
    /// Tells whether a call is of the class under test: one of its own members (the method that
    /// was asked for, if any), or a method that one of its objects inherits.
    [[nodiscard]] bool is_under_test(const ObservedRuns& runs, std::size_t step) const;

    const JavaProblem* m_problem;
    AssertionChooser m_chooser;
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

/// Tells whether a text is another one in another run: it names an object by its identity,
/// `Foo@1b6d3586`, or what only a worker has; or where the class was compiled in another way.
[[nodiscard]] bool shows_run(const std::u16string& text);

}  // namespace sbst::jvm::detail
