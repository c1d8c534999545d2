// SPDX-License-Identifier: Apache-2.0
#include "sample_suite.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/output/text.hpp>
#include <sbst/output/writer.hpp>

#include <set>
#include <string>
#include <vector>

using namespace sbst;

namespace
{

/// What an adapter adds to a suite.
struct OwnSuite : ExecutedSuite
{
    std::string own;
};

std::vector<Writer<OwnSuite>> own_writers()
{
    return with_core_writers<OwnSuite>({{"own", "own.x", [](const OwnSuite& suite) {
                                             return std::vector<OutputFile>{{"own.x", suite.own}};
                                         }}});
}

}  // namespace

TEST_CASE("core_writers: names and files are there, and no two are the same", "[core][output]")
{
    std::set<std::string_view> names;
    for (const Writer<>& writer : core_writers())
    {
        CHECK(names.insert(writer.name).second);
        CHECK_FALSE(writer.file.empty());
        const auto files = writer.write(sbst::test::sample_suite());
        REQUIRE_FALSE(files.empty());
        CHECK(files[0].name == writer.file);
        CHECK(files[0].text == writer.write(sbst::test::sample_suite())[0].text);
    }
    CHECK(names.contains("text"));
}

TEST_CASE("write_formats: writes what was chosen, in that order", "[core][output]")
{
    OwnSuite suite{sbst::test::sample_suite(), "mine"};
    const auto files = write_formats(own_writers(), {"text", "own"}, suite);
    REQUIRE(files.size() == 2);
    CHECK(files[0].name == "suite.txt");
    CHECK(files[0].text == write_text(suite));
    CHECK(files[1].name == "own.x");
    CHECK(files[1].text == "mine");
    CHECK(write_formats(own_writers(), {}, suite).empty());
}

TEST_CASE("write_formats: an unknown name is refused with the known ones", "[core][output]")
{
    CHECK_THROWS_WITH(write_formats(own_writers(), {"own", "txt"}, OwnSuite{}),
        Catch::StartsWith("unknown format 'txt': expected one of own, text") &&
            Catch::EndsWith(" (did you mean 'text'?)"));
}
