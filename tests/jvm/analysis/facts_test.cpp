// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/jvm/analysis/class_facts.hpp>
#include <sbst/jvm/analysis/program_facts.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace sbst::jvm;

namespace
{

const ClassPath& fixtures()
{
    static const ClassPath path{{SBST_CLASSES}};
    return path;
}

const ClassFacts& facts()
{
    static const ClassFacts found = find_class_facts(fixtures().at("facts/Facts"));
    return found;
}

const MethodFacts& facts_of(const std::string& name)
{
    const auto& methods = fixtures().at("facts/Facts").methods;
    const auto found = std::find_if(
        methods.begin(), methods.end(), [&](const Method& method) { return method.name == name; });
    REQUIRE(found != methods.end());
    return facts().methods[static_cast<std::size_t>(found - methods.begin())];
}

std::set<std::string> names(const std::vector<MemberKey>& members)
{
    std::set<std::string> result;
    for (const MemberKey& member : members)
    {
        result.insert(member.owner + "." + member.name);
    }
    return result;
}

}  // namespace

TEST_CASE("constants are counted, keys of switches among them", "[jvm][facts]")
{
    std::map<std::int64_t, std::size_t> integers;
    std::set<std::string> texts;
    std::set<double> numbers;
    for (const ConstantCount& one : facts_of("constants").constants)
    {
        if (one.constant.kind == Constant::Kind::string)
        {
            texts.insert(one.constant.text);
        }
        else if (one.constant.kind == Constant::Kind::double_float)
        {
            numbers.insert(one.constant.number);
        }
        else
        {
            integers[one.constant.integer] += one.count;
        }
    }
    CHECK(integers.at(4711) == 2);
    CHECK(integers.at(900) == 1);
    CHECK_FALSE(integers.contains(901));
    CHECK(integers.at(902) == 1);
    CHECK(integers.at(100'000) == 1);
    CHECK(integers.at(705'032'704) == 1);  // folded by the compiler
    CHECK(numbers == std::set<double>{2.5});
    CHECK(texts == std::set<std::string>{"needle", "hay"});
    // No case has the hash code of "hay".
    CHECK_FALSE(integers.contains(103'067));
    const auto& all = facts().constants;
    CHECK(std::any_of(all.begin(), all.end(),
        [](const ConstantCount& one) { return one.constant.text == "constant"; }));
}

TEST_CASE("types that code asks for are listed", "[jvm][facts]")
{
    CHECK(facts().tested_types == std::vector<std::string>{"[Ljava/lang/String;",
                                      "java/lang/IllegalStateException", "java/util/List",
                                      "java/util/Map"});
}

TEST_CASE("classes whose objects code pushes are listed", "[jvm][facts]")
{
    CHECK(facts().class_objects == std::vector<std::string>{"J", "Ljava/util/Map;", "[I"});
}

TEST_CASE("interfaces of lambdas and method references are listed", "[jvm][facts]")
{
    CHECK(facts().functional_types == std::vector<std::string>{"java/lang/Runnable"});
}

TEST_CASE("calls, captures and fields of a method are listed", "[jvm][facts]")
{
    const MethodFacts& reads = facts_of("reads");
    CHECK(names(reads.calls) == std::set<std::string>{"facts/Facts.helper"});
    CHECK(names(reads.field_reads) ==
          std::set<std::string>{"facts/Facts.field", "facts/Facts.open", "facts/Facts.TABLE"});
    CHECK(names(reads.field_writes) ==
          std::set<std::string>{"facts/Facts.field", "facts/Facts.written"});
    CHECK(reads.reads_arrays);
    CHECK(reads.writes_arrays);
    CHECK(names(facts_of("types").captures).contains("facts/Facts.reads"));
    CHECK_FALSE(facts_of("helper").writes_arrays);
}

TEST_CASE("static fields that tests can change are found", "[jvm][facts]")
{
    const std::vector<std::string> classes{
        "facts/Facts", "facts/Facts$Kind", "facts/Facts$Mutable", "facts/None"};
    std::set<std::string> found;
    for (const StaticFieldPlan& plan : find_static_fields(fixtures(), classes))
    {
        found.insert(plan.name + (plan.is_final ? " final" : ""));
    }
    // No code writes `kept` again.
    CHECK(found == std::set<std::string>{"open", "written", "TABLE final", "NAMES final",
                       "kept final", "MUTABLE final", "CACHED final"});
}

TEST_CASE("reachable classes are found, the nearest first, up to a bound", "[jvm][facts]")
{
    const std::vector<std::string> start{"facts/Facts", "java/lang/String"};
    CHECK(reachable_classes(fixtures(), start, 100) ==
          std::vector<std::string>{
              "facts/Facts", "facts/Facts$Immutable", "facts/Facts$Kind", "facts/Facts$Mutable"});
    CHECK(reachable_classes(fixtures(), start, 2).size() == 2);
    CHECK(reachable_classes(fixtures(), start, 0).empty());
}

TEST_CASE("classes of big numbers are counted where a class names one", "[jvm][facts]")
{
    const std::vector<std::string> without{"facts/Facts", "facts/None", "facts/Missing"};
    CHECK(find_counted_jdk(fixtures(), without).empty());
    const std::vector<std::string> with{"facts/Facts", "facts/Sum"};
    const std::vector<std::string> counted = find_counted_jdk(fixtures(), with);
    CHECK(std::find(counted.begin(), counted.end(), "java/math/BigInteger") != counted.end());
}
