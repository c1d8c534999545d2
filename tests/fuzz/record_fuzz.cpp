// SPDX-License-Identifier: Apache-2.0
// Results of a study's runs: a text is refused with its place, or is a record that is written and
// read again unchanged, and whose digest does not see the machine.
#include "fuzz.hpp"

#include <sbst/error.hpp>
#include <sbst/study/record.hpp>

#include <string>

using namespace sbst;
using fuzz::require;

namespace
{

void check(const study::StoredRecord& stored)
{
    const std::string again = study::write_record(stored);
    study::StoredRecord second = study::read_record(again, "again.json");
    require(study::write_record(second) == again, "a record is written as it was read");
    const std::string digest = study::digest(stored.key, stored.record);
    second.machine = {};
    second.record.machine_metrics.clear();
    for (study::TimelinePoint& point : second.record.timeline)
    {
        point.seconds = 0.0;
    }
    require(study::digest(second.key, second.record) == digest, "a digest is of what was found");
    for (const study::TimelinePoint& point : stored.record.timeline)
    {
        require(study::covered_at_executions(stored.record, point.executions) == point.covered,
            "a timeline says what was covered at its points");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    try
    {
        check(study::read_record(std::string(data, data + size), "fuzz.json"));
    }
    catch (const ParseError& error)
    {
        require(error.file == "fuzz.json", "a ParseError names the file");
    }
    return 0;
}
