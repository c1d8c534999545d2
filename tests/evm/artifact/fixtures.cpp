// SPDX-License-Identifier: Apache-2.0
#include "fixtures.hpp"

#include <fstream>
#include <iterator>

namespace sbst::evm::testing
{

std::string fixture_path(const std::string& name)
{
    return std::string(SBST_FIXTURES) + "/" + name;
}

std::string read_text(const std::string& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> fixture_names()
{
    return {"build_info_vault.json", "combined_counter.json", "foundry_vault.json",
        "hardhat_linked.json", "standard_vault.json", "truffle_counter.json"};
}

}  // namespace sbst::evm::testing
