// SPDX-License-Identifier: Apache-2.0
// Which jumps a transaction decided already.
#include "concolic/seen_decisions.hpp"

#include "support/catch.hpp"

#include <sbst/evm/exec/search_trace.hpp>

using namespace sbst::evm;

TEST_CASE("SeenDecisions: an outcome is new once a round, for each code, jump and kind of call",
    "[evm][concolic]")
{
    const CodeTrace runtime;
    const CodeTrace creation;
    SeenDecisions seen;
    CHECK(seen.insert(&runtime, 3, true, true));
    CHECK_FALSE(seen.insert(&runtime, 3, true, true));
    CHECK(seen.insert(&runtime, 3, false, true));
    CHECK(seen.insert(&runtime, 3, true, false));
    CHECK(seen.insert(&runtime, 2, true, true));
    CHECK(seen.insert(&creation, 3, true, true));
    CHECK_FALSE(seen.insert(&runtime, 3, false, true));
    CHECK_FALSE(seen.insert(&creation, 3, true, true));

    seen.clear();
    CHECK(seen.insert(&runtime, 3, true, true));
    CHECK(seen.insert(&creation, 3, true, true));
    CHECK_FALSE(seen.insert(&runtime, 3, true, true));
}
