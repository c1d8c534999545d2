// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/goal/exception_table.hpp>

using namespace sbst;

TEST_CASE("ExceptionTable: names are numbered as they are met", "[core][exception_table]")
{
    ExceptionTable table;
    CHECK_FALSE(table.find("full"));
    const ExceptionTable::Entry first = table.add("full");
    CHECK(first.is_new);
    CHECK(first.id == ExceptionId(0));
    CHECK(table.add("empty").id == ExceptionId(1));
    const ExceptionTable::Entry again = table.add("full");
    CHECK_FALSE(again.is_new);
    CHECK(again.id == first.id);
    CHECK(table.find("empty") == ExceptionId(1));
    CHECK(table.name(first.id) == "full");
    CHECK(table.names() == std::vector<std::string>{"full", "empty"});
    CHECK(table.size() == 2);
}

TEST_CASE("ExceptionTable: beyond the limit new names share the last id", "[core][exception_table]")
{
    ExceptionTable table(2);
    table.add("a");
    const ExceptionId last = table.add("b").id;
    const ExceptionTable::Entry beyond = table.add("c");
    CHECK_FALSE(beyond.is_new);
    CHECK(beyond.id == last);
    CHECK_FALSE(table.find("c"));
    CHECK(table.add("a").id == ExceptionId(0));
    CHECK(table.size() == 2);
}
