// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/testing/conformance.hpp>

#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

TEST_CASE("contract_problem: passes the conformance suite", "[evm][conformance]")
{
    const std::string name = GENERATE("Auction", "Token", "MultiSigWallet", "DateLibrary");
    ProblemOptions options;
    options.jobs = 2;
    const auto make = [&] {
        return ContractProblem(
            load_artifact(std::string(SBST_EXAMPLES) + "/" + name + ".json"), options);
    };
    const std::vector<Finding> findings = check_conformance(make);
    INFO(to_text(findings));
    CHECK(findings.empty());
}

TEST_CASE("contract_problem: one worker and two do the same", "[evm][conformance]")
{
    const auto make = [](std::size_t jobs) {
        ProblemOptions options;
        options.jobs = jobs;
        return ContractProblem(
            load_artifact(std::string(SBST_EXAMPLES) + "/Auction.json"), options);
    };
    const std::vector<Finding> findings =
        check_workers([&] { return make(1); }, [&] { return make(2); });
    INFO(to_text(findings));
    CHECK(findings.empty());
}
