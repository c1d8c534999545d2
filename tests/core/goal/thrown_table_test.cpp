// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/goal/thrown_table.hpp>

using namespace sbst;

TEST_CASE("ThrownTable: numbers callable, exception and kind in order", "[core][goal]")
{
    ThrownTable table(10);
    const Thrown first{
        .callable = CallableId(1), .what = ExceptionId(2), .kind = ThrowKind::explicitly};
    Thrown other = first;
    other.kind = ThrowKind::declared;
    CHECK(table.add(first).id == ExceptionId(0));
    CHECK(table.add(other).is_new);
    const ThrownTable::Entry again = table.add(first);
    CHECK(again.id == ExceptionId(0));
    CHECK_FALSE(again.is_new);
    CHECK(table.size() == 2);
    CHECK(table[ExceptionId(1)] == other);
    CHECK(to_string(ThrowKind::implicitly) == "implicit");
}

TEST_CASE("ThrownTable: beyond its bound new entries share the last id", "[core][goal]")
{
    ThrownTable table(2);
    for (std::size_t i = 0; i < 5; ++i)
    {
        const ThrownTable::Entry entry =
            table.add({.callable = CallableId(i), .what = ExceptionId(0)});
        CHECK(entry.is_new == (i < 1));
        CHECK(entry.id == ExceptionId(i < 1 ? i : 1));
    }
    CHECK(table.size() == 2);
    // The first of those without an id of their own.
    CHECK(table[ExceptionId(1)].callable == CallableId(1));
    CHECK(table.add({.callable = CallableId(0), .what = ExceptionId(0)}).id == ExceptionId(0));
}
