// SPDX-License-Identifier: Apache-2.0
// Conformance cases as foreign files: a text is read or refused with its place, and a case that was
// read runs to an outcome.
#include "fuzz.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/chain/state_test.hpp>

#include <algorithm>

using namespace sbst;
using namespace sbst::evm;
using fuzz::require;

namespace
{

constexpr std::uint64_t most_gas = 200'000;
constexpr std::size_t most_cases = 2;

void run_cases(const StateTest& test)
{
    for (std::size_t i = 0; i < std::min(test.cases.size(), most_cases); ++i)
    {
        const StateTestCase& which = test.cases[i];
        require(which.data < test.data.size() && which.gas < test.gas_limits.size() &&
                    which.value < test.values.size(),
            "a case chooses among what is there");
        if (test.gas_limits[which.gas].value_or(0) > most_gas)
        {
            continue;
        }
        const StateTestOutcome outcome = run_state_test(test, which);
        require(outcome.gas_used <= most_gas, "no gas appears");
        require(outcome.root == run_state_test(test, which).root, "a second run is equal");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    try
    {
        const std::string text(data, data + size);
        for (const StateTest& test : parse_state_tests(text, "fuzz.json"))
        {
            run_cases(test);
        }
    }
    catch (const ParseError& error)
    {
        require(error.file == "fuzz.json", "a ParseError names the file");
    }
    return 0;
}
