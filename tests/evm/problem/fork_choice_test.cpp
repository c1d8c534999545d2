// SPDX-License-Identifier: Apache-2.0
#include "subjects.hpp"
#include "support/catch.hpp"

#include <sbst/evm/problem/fork_choice.hpp>

#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

Compiler solc(const std::string& version, const std::string& evm_version = {})
{
    Compiler compiler;
    compiler.name = "solc";
    compiler.version = version;
    compiler.evm_version = evm_version;
    return compiler;
}

}  // namespace

TEST_CASE("fork: the rules that the compiler made the code for", "[evm][problem][unit]")
{
    struct Row
    {
        Compiler compiler;
        Fork fork;
        const char* reason;
    };
    Compiler vyper = solc("0.3.10");
    vyper.name = "vyper";
    const std::vector<Row> rows{{solc("0.4.11"), Fork::byzantium, "default of solc 0.4.11"},
        {solc("0.4.24+commit.e67f0147"), Fork::byzantium, "default of solc 0.4.24"},
        {solc("0.5.4"), Fork::byzantium, "default of solc 0.5.4"},
        {solc("0.5.5"), Fork::petersburg, "default of solc 0.5.5"},
        {solc("0.5.17"), Fork::istanbul, "default of solc 0.5.17"},
        {solc("0.8.19"), Fork::paris, "default of solc 0.8.19"},
        {solc("0.8.30"), Fork::prague, "default of solc 0.8.30"},
        {solc("0.8.31"), Fork::prague, "the newest known; solc 0.8.31 makes code for osaka"},
        {solc("0.8.28", "london"), Fork::london, "from the artifact's settings"},
        {solc("0.8.31", "osaka"), Fork::prague,
            "the newest known; the artifact's settings name osaka"},
        {solc("0.4.24", "spuriousDragon"), Fork::byzantium,
            "the oldest known; the artifact's settings name spuriousDragon"},
        {solc(""), Fork::cancun, "the compiler is not known"},
        {vyper, Fork::cancun, "the compiler is not known"}};
    for (const Row& row : rows)
    {
        INFO(row.compiler.version << " " << row.compiler.evm_version);
        const ForkChoice choice = choose_fork(row.compiler);
        CHECK(to_string(choice.fork) == to_string(row.fork));
        CHECK(choice.reason == row.reason);
        const ForkChoice asked = choose_fork(row.compiler, Fork::berlin);
        CHECK(asked.fork == Fork::berlin);
        CHECK(asked.reason == "asked for");
    }
}

TEST_CASE("fork: a problem has the chosen rules, or those asked for", "[evm][problem][unit]")
{
    const auto problem = example("Token");
    CHECK(problem->options().fork == choose_fork(problem->artifact().compiler).fork);
    ProblemOptions options;
    options.fork = Fork::istanbul;
    CHECK(example("Token", options)->options().fork == Fork::istanbul);
}
