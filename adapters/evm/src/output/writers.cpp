// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/output/writers.hpp>
#include <sbst/evm/render/suite_json.hpp>

namespace sbst::evm
{

namespace
{

std::vector<OutputFile> suite_json(const ContractSuite& suite)
{
    return {{"suite.json", write_suite(*suite.problem, *suite.cases,
                               {suite.run.algorithm, suite.run.seed, suite.command})}};
}

std::vector<OutputFile> report_json(const ContractSuite& suite)
{
    return {{"report.json", write_report(*suite.report)}};
}

}  // namespace

const std::vector<Writer<ContractSuite>>& contract_writers()
{
    static const std::vector<Writer<ContractSuite>> table = with_core_writers<ContractSuite>(
        {{"json", "suite.json", suite_json}, {"report", "report.json", report_json}});
    return table;
}

}  // namespace sbst::evm
