// SPDX-License-Identifier: Apache-2.0
// A subject for the executor's tests: its plan, its callables by name, and tests in one line.
#pragma once

#include <sbst/jvm/exec/test_writer.hpp>
#include <sbst/jvm/exec/worker_pool.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// The plan that PlanDump wrote: ids in order of appearance; one predicate a jump, one a way.
[[nodiscard]] SubjectPlan read_plan(
    const std::filesystem::path& file, const std::filesystem::path& classes);
[[nodiscard]] SubjectPlan fixture_plan();
/// Uses the JDK of the build, or the one that SBST_TEST_JAVA_HOME names.
[[nodiscard]] WorkerSettings fixture_settings();

/// A test and what became of it.
struct Ran
{
    Trace trace;
    RunDetail detail;

    [[nodiscard]] const CallOutcome& last() const { return trace.calls.back(); }
};

/// A pool over the fixture that adds callables when they are first named.
class Fixture
{
public:
    explicit Fixture(const WorkerSettings& settings = fixture_settings(),
        const SubjectPlan& plan = fixture_plan());

    /// Index of a static method of `p/Branches` or, with `p/Hostile.name`, of another class.
    [[nodiscard]] std::size_t method(std::string_view name, std::string_view descriptor);
    [[nodiscard]] std::size_t add(const JavaCallable& callable);

    /// Writes a test, to be run with others.
    [[nodiscard]] std::vector<std::byte> test(const std::function<void(TestWriter&)>& write);
    /// Runs one test with everything recorded.
    [[nodiscard]] Ran run(const std::function<void(TestWriter&)>& write);
    /// Runs a test of one static method.
    [[nodiscard]] Ran call(std::string_view name, std::string_view descriptor,
        const std::function<void(TestWriter&)>& arguments = {});

    WorkerPool pool;
    /// What the next tests are run in.
    Circumstances circumstances{};

private:
    std::map<std::string, std::size_t> m_methods;
    std::size_t m_count = 0;
};

}  // namespace sbst::jvm
