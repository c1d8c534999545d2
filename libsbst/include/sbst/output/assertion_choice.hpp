// SPDX-License-Identifier: Apache-2.0
// Which of the things that a test showed are asserted: results of its calls, and what members of
// its objects answered at its end. Works for every language; a writer makes assertions of the
// choice. Next: usual_values.hpp.
#pragma once

#include <sbst/output/executed_suite.hpp>
#include <sbst/output/usual_values.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace sbst
{

/// Assertions that a test gets at most.
struct AssertionLimits
{
    std::size_t results = 6;
    /// On what calls changed.
    std::size_t effects = 4;
    /// On objects at the end, by members that are called and by fields.
    std::size_t members = 3;
    std::size_t fields = 4;
    /// Usual answers are asserted until there are this many assertions on objects, and once where
    /// more are unusual.
    std::size_t least_on_objects = 3;
    /// On the receiver and the arguments of a call that failed, which ends the test.
    std::size_t after_failure = 1;
};

/// What the language knows; calls and observations are indexes in the test. Without a hook nothing
/// tells the same, and presence cannot be stated.
struct AssertionHooks
{
    /// Tells whether asserting the result of the call is asserting the answer of the member too.
    std::function<bool(std::size_t call, std::size_t asked)> result_tells;
    /// Tells whether asserting one answer is asserting the other; they are of the same object.
    std::function<bool(std::size_t told, std::size_t asked)> member_tells;
    /// Tells whether it can be asserted that the call returned something at all.
    std::function<bool(std::size_t call)> can_state_presence;
};

struct SuiteAssertion
{
    enum class Kind
    {
        /// The values are equal.
        equals,
        /// The call returned the object that ExecutedCall::same_as did.
        same,
        /// The call returned something.
        present
    };
    Kind kind = Kind::equals;
    /// The call whose result this is about.
    std::size_t call = 0;
    /// Asked of that result: an index of ExecutedTest::observations; empty = the result itself.
    std::optional<std::size_t> observation{};
};

struct ChosenAssertions
{
    /// By call, after which the assertion stands.
    std::vector<std::optional<SuiteAssertion>> results{};
    std::vector<SuiteAssertion> at_end{};
    /// Values that differed between the runs: nothing is asserted of them.
    std::size_t unstable = 0;
};

class AssertionChooser
{
public:
    explicit AssertionChooser(AssertionLimits limits = {}) : m_limits(limits) {}

    /// Notes what is usual in the suite. Add all tests before the first choice.
    void add(const ExecutedTest& test) { m_usual.add(test); }

    /// Chooses for a test that ran twice. If it ran once, pass that run twice. Tests that
    /// come later assert other usual answers, where there are more than each can.
    /// @param reached calls that the test keeps; the rest was never executed.
    [[nodiscard]] ChosenAssertions choose(const ExecutedTest& first, const ExecutedTest& second,
        std::size_t reached, const AssertionHooks& hooks);

private:
    struct Telling
    {
        std::size_t observation = 0;
        bool is_usual = false;
    };
    /// Answers that can be asserted: first what calls changed, then of what the last call returned,
    /// then of what it used; of an object what is unusual in the suite, then what no test asserted
    /// so far, then what says most to a reader.
    [[nodiscard]] std::vector<Telling> telling_first(const ExecutedTest& test) const;
    void choose_results(
        const ExecutedTest& first, const ExecutedTest& second, ChosenAssertions& chosen) const;
    void choose_members(const ExecutedTest& first, const ExecutedTest& second,
        const AssertionHooks& hooks, ChosenAssertions& chosen);
    /// What the state is after the call that failed.
    void choose_after_failure(
        const ExecutedTest& first, const ExecutedTest& second, ChosenAssertions& chosen);
    /// Whether the limits leave room for one more.
    struct Counts
    {
        std::size_t effects = 0;
        std::size_t members = 0;
        std::size_t fields = 0;
        std::size_t usual = 0;
    };
    [[nodiscard]] bool is_enough(
        const Observation& found, bool is_usual, const Counts& counts, std::size_t asserted) const;

    AssertionLimits m_limits;
    UsualValues m_usual;
};

/// The choice for each test of a suite whose language makes the same of a test each time: one run
/// of a test is enough. It is for writers in such languages; no writer of this repository uses it
/// yet. A caller that runs each test twice, or keeps only its first calls, uses an
/// AssertionChooser.
[[nodiscard]] std::vector<ChosenAssertions> choose_assertions(
    const std::vector<ExecutedTest>& tests, const AssertionHooks& hooks = {});

}  // namespace sbst
