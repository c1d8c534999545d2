// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <stdexcept>

namespace sbst::bench
{

std::string name_of(const std::string& workload, Mode mode)
{
    return fmt::format("{}/{}", workload, to_string(mode));
}

Cost median(std::vector<Cost> repetitions)
{
    const auto middle = repetitions.begin() + static_cast<std::ptrdiff_t>(repetitions.size() / 2);
    std::nth_element(repetitions.begin(), middle, repetitions.end(),
        [](const Cost& a, const Cost& b) { return a.seconds < b.seconds; });
    return *middle;
}

void print(const Row& row)
{
    std::string line = fmt::format("{:<32}", name_of(row.workload, row.mode));
    for (const auto& [name, value] : row.figures)
    {
        std::string words = name;
        std::replace(words.begin(), words.end(), '_', ' ');
        line += fmt::format("  {:.4g} {}", value, words);
    }
    fmt::print("{}\n", line);
}

void write_json(const std::filesystem::path& file, const std::vector<Row>& rows)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Row& row : rows)
    {
        nlohmann::ordered_json object{
            {"workload", row.workload}, {"mode", std::string{to_string(row.mode)}}};
        for (const auto& [name, value] : row.figures)
        {
            object[name] = value;
        }
        if (!row.steps.empty())
        {
            object["steps"] = row.steps;
            object["failed"] = row.failed;
        }
        list.push_back(std::move(object));
    }
    std::ofstream out{file};
    out << list.dump(1) << '\n';
    if (!out.flush())
    {
        throw std::runtime_error{fmt::format("cannot write '{}'", file.string())};
    }
}

}  // namespace sbst::bench
