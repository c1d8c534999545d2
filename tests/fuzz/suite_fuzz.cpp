// SPDX-License-Identifier: Apache-2.0
// Import of suites: a text is refused by the two documented errors, or its tests are written and
// read again unchanged, and are executed.
#include "fuzz.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/render/suite_json.hpp>
#include <sbst/evm/suite/generate.hpp>

#include <algorithm>
#include <utility>

using namespace sbst;
using namespace sbst::evm;
using fuzz::require;

namespace
{

constexpr std::size_t most_tests = 3;
constexpr std::size_t most_calls = 8;
constexpr std::size_t most_code = 4096;

/// Bounds what one input may cost; what stays is still foreign.
void bound(ProblemOptions& options)
{
    options.transaction_gas = std::min(options.transaction_gas, min_transaction_gas);
    options.jobs = 1;
}

void check(const SuiteFile& suite)
{
    ContractProblem problem(suite.artifact, suite.options);
    std::vector<TestCase> tests = read_tests(suite, problem);
    const std::string again = write_suite(problem, tests, suite.origin);
    const SuiteFile second = parse_suite(again, "again.json");
    const ContractProblem same(second.artifact, second.options);
    require(read_tests(second, same) == tests, "a written suite has the same tests");
    require(write_suite(same, tests, second.origin) == again, "a suite is written as it was read");
    tests.resize(std::min(tests.size(), most_tests));
    for (TestCase& test : tests)
    {
        if (test.length() > most_calls)
        {
            return;
        }
    }
    const RunResult first = replay_suite(problem, tests);
    require(first.answers.size() == problem.goals().size(), "one answer a goal");
    for (const TestCase& test : tests)
    {
        require(problem.describe(test).size() == test.length(), "one record a call");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    try
    {
        SuiteFile suite = parse_suite(std::string(data, data + size), "fuzz.json");
        if (suite.artifact.creation.bytes.size() > most_code ||
            suite.artifact.runtime.bytes.size() > most_code)
        {
            return 0;
        }
        bound(suite.options);
        check(suite);
    }
    catch (const ParseError&)
    {
        return 0;
    }
    catch (const ConfigError&)
    {
        return 0;
    }
    return 0;
}
