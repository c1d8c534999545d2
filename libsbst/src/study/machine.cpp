// SPDX-License-Identifier: Apache-2.0
#include "process_id.hpp"

#include <sbst/study/record.hpp>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>

namespace sbst::study
{

namespace
{

/// The processor's name in the system's list.
std::string cpu_name()
{
    std::ifstream list("/proc/cpuinfo");
    for (std::string line; std::getline(list, line);)
    {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos)
        {
            return line.substr(colon + 2);
        }
    }
    return {};
}

double load_average()
{
    double load = 0.0;
    std::ifstream("/proc/loadavg") >> load;
    return load;
}

}  // namespace

MachineInfo this_machine(const BuildInfo& build)
{
    using std::chrono::system_clock;
    return {.host = this_process().host,
        .cpu = cpu_name(),
        .build = build,
        .started = system_clock::to_time_t(system_clock::now()),
        .load = load_average()};
}

}  // namespace sbst::study
