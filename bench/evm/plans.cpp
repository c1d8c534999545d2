// SPDX-License-Identifier: Apache-2.0
#include "plans.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace sbst::bench
{

namespace
{

/// Reads `generation test isCall sender value data`; words are hexadecimal without prefix, `-` is
/// empty data.
PlannedTransaction parse_line(const std::string& line, std::size_t& generation)
{
    std::istringstream words{line};
    std::size_t test = 0;
    int is_call = 0;
    std::string sender;
    std::string value;
    std::string data;
    if (!(words >> generation >> test >> is_call >> sender >> value >> data))
    {
        throw std::invalid_argument{"six fields expected"};
    }
    const auto address = evm::Address::parse(sender);
    const auto amount = U256::parse("0x" + value);
    const auto bytes = data == "-" ? evm::Bytes{} : evm::parse_hex(data);
    if (!address || !amount || !bytes)
    {
        throw std::invalid_argument{"a field is not hexadecimal"};
    }
    return {is_call == 1, *address, *amount, *bytes};
}

}  // namespace

std::vector<Generation> load_plan(const std::filesystem::path& file)
{
    std::ifstream in{file};
    std::vector<Generation> generations;
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number)
    {
        try
        {
            std::size_t generation = 0;
            PlannedTransaction transaction = parse_line(line, generation);
            if (generation >= generations.size())
            {
                generations.resize(generation + 1);
            }
            generations[generation].push_back(std::move(transaction));
        }
        catch (const std::invalid_argument& problem)
        {
            throw ParseError{file.string(), fmt::format("line {}", number), problem.what()};
        }
    }
    return generations;
}

std::filesystem::path find_plan(const std::filesystem::path& folder, std::string_view contract)
{
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder})
    {
        if (entry.is_regular_file() && entry.path().stem().string() == contract)
        {
            return entry.path();
        }
    }
    return {};
}

}  // namespace sbst::bench
