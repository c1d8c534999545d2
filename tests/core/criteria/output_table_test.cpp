// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/output_table.hpp>

#include <string>
#include <vector>

using namespace sbst;

namespace
{

/// Distances by class, as wholes, and which class is covered.
struct Seen
{
    std::vector<std::uint64_t> distances;
    std::vector<std::size_t> covered;

    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen see(OutputSort sort, const OutputValue& value)
{
    OutputTable table;
    const std::size_t part = table.add(sort);
    std::vector<OutputTrace> outputs;
    table.note(part, value, outputs);
    Seen seen;
    for (const OutputTrace& entry : outputs)
    {
        seen.distances.push_back(low64(entry.least.whole));
        if (entry.hits > 0)
        {
            seen.covered.push_back(entry.output.index());
        }
    }
    return seen;
}

OutputValue number(std::uint64_t magnitude, bool is_negative = false)
{
    return {.magnitude = Distance(U256(magnitude)), .is_negative = is_negative};
}

}  // namespace

TEST_CASE("OutputTable: numbers", "[core][criteria]")
{
    CHECK(see(OutputSort::number, number(7, true)) == Seen{{0, 7, 8}, {0}});
    CHECK(see(OutputSort::number, number(0)) == Seen{{1, 0, 1}, {1}});
    CHECK(see(OutputSort::number, number(7)) == Seen{{8, 7, 0}, {2}});
    CHECK(see(OutputSort::natural, number(7)) == Seen{{7, 0}, {1}});
    CHECK(see(OutputSort::natural, number(0)) == Seen{{0, 1}, {0}});
    CHECK(see(OutputSort::boolean, number(1)) == Seen{{1, 0}, {1}});
    // Less than 1 is not zero.
    const OutputValue tiny{.magnitude = Distance::from_double(1e-300)};
    CHECK(see(OutputSort::number, tiny).covered == std::vector<std::size_t>{2});
}

TEST_CASE("OutputTable: characters are as far as codes lie between", "[core][criteria]")
{
    CHECK(see(OutputSort::character, number('b')) == Seen{{0, 'b' - '9', 2}, {0}});
    CHECK(see(OutputSort::character, number('9')) == Seen{{'A' - '9', 0, 1}, {1}});
    CHECK(see(OutputSort::character, number(' ')) == Seen{{'A' - ' ', '0' - ' ', 0}, {2}});
    CHECK(see(OutputSort::character, number(0x4e2d)).covered == std::vector<std::size_t>{2});
}

TEST_CASE("OutputTable: sizes and references", "[core][criteria]")
{
    const OutputValue null{.is_null = true};
    const OutputValue object{.is_size_unknown = true};
    CHECK(see(OutputSort::sized, null) == Seen{{0, 1, 1}, {0}});
    CHECK(see(OutputSort::sized, number(0)) == Seen{{1, 0, 1}, {1}});
    CHECK(see(OutputSort::sized, number(4)) == Seen{{1, 4, 0}, {2}});
    CHECK(see(OutputSort::sized, object) == Seen{{1}, {}});
    CHECK(see(OutputSort::container, number(4)) == Seen{{4, 0}, {1}});
    CHECK(see(OutputSort::reference, null) == Seen{{0, 1}, {0}});
    CHECK(see(OutputSort::reference, object) == Seen{{1, 0}, {1}});
    CHECK(see(OutputSort::event, {}) == Seen{{0}, {0}});
}

TEST_CASE("OutputTable: each value covers exactly one class, and ids are dense", "[core][criteria]")
{
    OutputTable table;
    std::size_t next = 0;
    for (const OutputSort sort :
        {OutputSort::boolean, OutputSort::number, OutputSort::natural, OutputSort::character,
            OutputSort::reference, OutputSort::sized, OutputSort::container, OutputSort::event})
    {
        const std::size_t part = table.add(sort);
        CHECK(table.first_of(part) == OutputId(next));
        CHECK(table.sort(part) == sort);
        next += output_classes(sort).size();
        for (const std::uint64_t magnitude : {0U, 1U, 48U, 65U, 122U, 300U})
        {
            for (const bool is_negative : {false, true})
            {
                CHECK(see(sort, number(magnitude, is_negative)).covered.size() == 1);
            }
        }
    }
    CHECK(table.output_count() == next);
}

TEST_CASE("merge_outputs: hits add up, the least distance stays", "[core][criteria]")
{
    OutputTable table;
    const std::size_t part = table.add(OutputSort::number);
    std::vector<OutputTrace> outputs;
    for (const std::uint64_t magnitude : {9U, 4U})
    {
        table.note(part, number(magnitude), outputs);
    }
    merge_outputs(outputs);
    REQUIRE(outputs.size() == 3);
    CHECK(outputs[1].least == Distance(U256(4)));
    CHECK(outputs[1].hits == 0);
    CHECK(outputs[2].hits == 2);
    drop_output_distances(outputs);
    REQUIRE(outputs.size() == 1);
    CHECK(outputs[0].output == OutputId(2));
}
