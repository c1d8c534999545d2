// SPDX-License-Identifier: Apache-2.0
// What written tests assert of results and objects.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

/// A suite written by hand.
class Tests
{
public:
    explicit Tests(const std::string& class_name) : m_problem(options_of(class_name)) {}

    void begin() { m_result.suite.emplace_back(); }
    /// Appends a call to the last test.
    ResultRef call(std::string_view name, std::vector<Argument> arguments = {})
    {
        std::vector<Statement>& statements = m_result.suite.back().statements;
        statements.push_back(
            {.callable = callable_named(m_problem, name), .arguments = std::move(arguments)});
        return {.statement = static_cast<std::uint32_t>(statements.size() - 1)};
    }
    ProvenSuite prove()
    {
        ProvenSuite proven = prove_suite(m_problem, m_result, {.tools = referee_tools()});
        check_all_passed(proven.referee);
        for (const DroppedTest& dropped : proven.dropped)
        {
            FAIL_CHECK(dropped.reason);
        }
        return proven;
    }

private:
    JavaProblem m_problem;
    RunResult m_result;
};

}  // namespace

TEST_CASE("what a test changed is asserted before what all objects have", "[jvm][assertions]")
{
    Tests tests("proof.Settings");
    for (const std::string_view setter : {"setEnding", "setPrefix"})
    {
        tests.begin();
        const ResultRef settings = tests.call("<init>");
        tests.call(setter, {settings, Value(std::string("new"))});
    }
    for (int i = 0; i < 2; ++i)
    {
        tests.begin();
        tests.call("<init>");
    }
    const ProvenSuite proven = tests.prove();
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(has(text, "assertEquals(\"new\", settings.getEnding());"));
    CHECK(has(text, "assertEquals(\"new\", settings.prefix);"));
    // Together the tests assert the usual values of all.
    for (const std::string_view usual : {"80, ", "25, ", "4, ", "2, ", "\"\\n\", ", "\"--\", "})
    {
        CHECK(has(text, "assertEquals(" + std::string(usual)));
    }
}
