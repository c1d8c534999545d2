// SPDX-License-Identifier: Apache-2.0
// Which calls of a test others hang on.
#include "refinement/test_slice.hpp"

#include "support/catch.hpp"

#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::dse;

namespace
{

Call call(std::size_t callable, std::vector<Argument> arguments = {})
{
    return {CallableId(callable), std::move(arguments)};
}

using Calls = std::vector<std::size_t>;

}  // namespace

TEST_CASE("calls_needed: what wrote what is read, and what is referred to", "[dse][refinement]")
{
    // make(); put(); other(); get(); use(result of 2); read b
    const TestCase test{{call(0), call(1), call(2), call(3), call(4, {ResultRef{2}}), call(5)}};
    const TestAccesses accesses{{{}, {"/a", "/b"}}, {{"/b"}, {"/a"}}, {{}, {"/c"}}, {{"/a"}, {}},
        {{}, {"/d"}}, {{"/d"}, {}}};
    CHECK(calls_needed(test, accesses, 3) == Calls{0, 1, 3});
    CHECK(calls_needed(test, accesses, 4) == Calls{0, 2, 4});
    CHECK(calls_needed(test, accesses, 5) == Calls{0, 2, 4, 5});
    CHECK(calls_needed(test, accesses, 2) == Calls{0, 2});
}

TEST_CASE("joined: the calls of both behind one opening", "[dse][refinement]")
{
    TypeUniverse types;
    Catalogue catalogue;
    const TypeId unit = types.add(object_type("Unit"));
    const CallableId open =
        catalogue.add_opening({CallableKind::constructor, "open", {}, unit}, types);
    const CallableId other =
        catalogue.add_opening({CallableKind::constructor, "other", {}, unit}, types);
    const CallableId get = catalogue.add({CallableKind::function, "get", {}, unit}, types);
    const CallableId use =
        catalogue.add({CallableKind::function, "use", {{"a", unit}, {"b", unit}}, unit}, types);
    const TestCase first{{{open, {}}, {get, {}}}};
    const TestCase second{{{open, {}}, {get, {}}, {use, {ResultRef{1}, ResultRef{0}}}}};
    const auto both = joined(first, second, 4, catalogue);
    REQUIRE(both);
    REQUIRE(both->length() == 4);
    CHECK(both->calls[2].callable == get);
    CHECK(both->calls[3].arguments == std::vector<Argument>{ResultRef{2}, ResultRef{0}});
    CHECK_FALSE(joined(first, second, 3, catalogue));
    CHECK_FALSE(joined(first, {{{other, {}}, {get, {}}}}, 9, catalogue));
}

TEST_CASE("accesses_of: by call, each location once", "[dse][refinement]")
{
    Trace trace;
    trace.state.push({1, false, "/b", {}});
    trace.state.push({1, false, "/a", {}});
    trace.state.push({1, false, "/b", {}});
    trace.state.push({2, true, "/a", {}});
    const TestAccesses accesses = accesses_of(trace, 3);
    REQUIRE(accesses.size() == 3);
    CHECK(accesses[1].reads == std::vector<std::string>{"/a", "/b"});
    CHECK(accesses[2].writes == std::vector<std::string>{"/a"});
    CHECK(reads_of(accesses) == std::set<std::string>{"/a", "/b"});
    CHECK(writes_of(accesses, 2).empty());
    CHECK(writes_of(accesses, 3) == std::set<std::string>{"/a"});
    CHECK(shared_count(accesses[1].reads, accesses[2].writes) == 1);
}
