// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/line.hpp>
#include <sbst/error.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

const ClassPath& fixtures()
{
    static const ClassPath path{{SBST_CLASSES}};
    return path;
}

const ClassGoals& goals()
{
    static const ClassGoals found = find_class_goals(fixtures(), "goals/Goals");
    return found;
}

/// The goal whose label, without its line, is that.
GoalId goal(const std::string& label)
{
    for (std::size_t i = 0; i < goals().graph.size(); ++i)
    {
        std::string found = goals().graph[GoalId{i}].label;
        if (const std::size_t colon = found.find("):"); colon != std::string::npos)
        {
            found.erase(colon + 1, found.find(' ', colon) - colon - 1);
        }
        if (found == label)
        {
            return GoalId{i};
        }
    }
    FAIL("no goal is called " << label);
    return GoalId{};
}

std::set<std::string> parents(const std::string& label)
{
    std::set<std::string> result;
    for (const GoalId parent : goals().graph.parents(goal(label)))
    {
        result.insert(goals().graph[parent].label);
    }
    return result;
}

JavaGoalClass class_of(const std::string& label)
{
    return goals().goals[goal(label).index()].goal_class;
}

std::string proof(const std::string& label)
{
    return goals().graph[goal(label)].infeasible_because;
}

std::size_t count(JavaGoalClass goal_class)
{
    return static_cast<std::size_t>(std::count_if(goals().goals.begin(), goals().goals.end(),
        [&](const JavaGoal& one) { return one.goal_class == goal_class; }));
}

}  // namespace

TEST_CASE("a class is tested with what is nested in it", "[jvm][class_goals]")
{
    const auto names_of = [](const std::string& name) {
        std::vector<std::string> names;
        for (const ClassFile* file : with_nested(fixtures(), name))
        {
            names.push_back(file->name);
        }
        return names;
    };
    CHECK(names_of("goals/Goals") == std::vector<std::string>{"goals/Goals", "goals/Goals$1",
                                         "goals/Goals$2", "goals/Goals$Colour",
                                         "goals/Goals$Hidden", "goals/Goals$Point"});
    CHECK(names_of("goals/Goals$Point") == std::vector<std::string>{"goals/Goals$Point"});
    CHECK_THROWS_AS(with_nested(fixtures(), "goals/None"), ConfigError);
}

TEST_CASE("conditional jumps have two goals, methods without branches one", "[jvm][class_goals]")
{
    CHECK(goals().graph.is_root(goal("Goals.entered() entered")));
    CHECK(goals().graph.is_root(goal("Goals.guarded(int) if (a > LIMIT) true")));
    CHECK(goals().graph.is_root(goal("Goals.guarded(int) if (a > LIMIT) false")));
    CHECK(goals().goals.size() == goals().graph.size());
    const Goal& taken = goals().graph[goal("Goals.guarded(int) if (a > LIMIT) false")];
    CHECK(outcome_of(taken));
    CHECK(taken.is_sought());
    std::set<std::string> labels;
    for (std::size_t i = 0; i < goals().graph.size(); ++i)
    {
        CHECK(labels.insert(goals().graph[GoalId{i}].label).second);
    }
}

TEST_CASE("private code depends on what controls its callers", "[jvm][class_goals]")
{
    const std::set<std::string> guard{"Goals.guarded(int):34 if (a > LIMIT) true"};
    CHECK(parents("Goals.helper(int) if (a == 42) true") == guard);
    CHECK_FALSE(goals().graph.is_root(goal("Goals.helper(int) if (a == 42) true")));
    CHECK(goals().graph.is_root(goal("Goals.open(String) if (text == null) true")));
    // A lambda's body, methods of an anonymous class and of a private one.
    CHECK(parents("Goals.lambda$made$0(int, int) if (value == a) true") ==
          std::set<std::string>{"Goals.made(int):91 if (a == 9) true"});
    CHECK(parents("Goals$1.test(int) if (value > 10) true") ==
          std::set<std::string>{"Goals.made(int):91 if (a == 9) false"});
    CHECK(parents("Goals$Hidden.compareTo(Goals$Hidden) if (key < other.key) true") ==
          std::set<std::string>{"Goals.hidden(int):126 if (a == 77) true"});
}

TEST_CASE("method_of: goals of the class have a method, goals that a run added have none",
    "[jvm][class_goals]")
{
    const GoalId hidden = goal("Goals.hidden(int) if (a == 77) true");
    const auto method = goals().method_of(hidden);
    REQUIRE(method);
    CHECK(goals().methods.at(method->index()).label == "Goals.hidden(int)");

    ClassGoals grown = goals();
    const GoalId added = grown.graph.add(exception_goal(ExceptionId(0), "thrown"));
    CHECK_FALSE(grown.method_of(added));
    CHECK(grown.method_of(hidden) == method);
}

TEST_CASE("the callers of private code of a single nested class are unknown", "[jvm][class_goals]")
{
    const ClassGoals alone = find_class_goals(fixtures(), "goals/Goals$Hidden");
    REQUIRE(alone.graph.size() > 0);
    for (const JavaGoal& one : alone.goals)
    {
        CHECK(one.goal_class != JavaGoalClass::static_initialiser);
    }
    for (std::size_t i = 0; i < alone.graph.size(); ++i)
    {
        CHECK_FALSE(alone.graph[GoalId{i}].is_infeasible());
    }
}

TEST_CASE(
    "only initialisation makes the constants of a single nested enumeration", "[jvm][class_goals]")
{
    const ClassGoals alone = find_class_goals(fixtures(), "goals/Goals$Colour");
    std::size_t constructors = 0;
    for (std::size_t i = 0; i < alone.graph.size(); ++i)
    {
        if (alone.graph[GoalId{i}].label.find("Goals$Colour(") != std::string::npos)
        {
            ++constructors;
            CHECK(alone.goals[i].goal_class == JavaGoalClass::static_initialiser);
        }
    }
    CHECK(constructors > 0);
}

TEST_CASE("private code that nothing calls is proved infeasible", "[jvm][class_goals]")
{
    CHECK_FALSE(proof("Goals.dead(int) if (a == 43) true").empty());
    CHECK_FALSE(proof("Goals() entered").empty());
    CHECK(proof("Goals(int) entered").empty());
    CHECK(proof("Goals.helper(int) if (a == 42) true").empty());
}

TEST_CASE("the strings and the default of a switch over strings are shown", "[jvm][class_goals]")
{
    std::size_t shown = 0;
    for (std::size_t i = 0; i < goals().graph.size(); ++i)
    {
        const Goal& one = goals().graph[GoalId{i}];
        shown += one.is_shown && one.label.starts_with("Goals.named") ? 1U : 0U;
    }
    // Four strings, the default, and the two ways of the inner condition.
    CHECK(shown == 7);
    const GoalId inner = goal("Goals.named(String) if (size > 1) true");
    REQUIRE(goals().graph.parents(inner).size() == 1);
    const GoalId way = goals().graph.parents(inner)[0];
    CHECK(goals().goals[way.index()].goal_class == JavaGoalClass::string_switch);
    REQUIRE(goals().graph.parents(way).size() == 1);
    const Goal& test = goals().graph[goals().graph.parents(way)[0]];
    CHECK(test.is_shown);
    CHECK(test.label.find("equals(\"one\")") != std::string::npos);
    CHECK_FALSE(goals().graph.is_root(way));
}

TEST_CASE("what the compiler made is told apart", "[jvm][class_goals]")
{
    // Two where a method looks, two where the initialiser asks.
    CHECK(count(JavaGoalClass::assertion_switch) == 4);
    CHECK(class_of("Goals.asserted(int) if (a <= 0) false") == JavaGoalClass::user);
    CHECK(count(JavaGoalClass::resource_check) == 4);
    CHECK(class_of("Goals.read(String) if (reader == null) true") == JavaGoalClass::user);
    CHECK(count(JavaGoalClass::enum_member) == 2);
    CHECK(count(JavaGoalClass::record_member) == 3);
    CHECK(class_of("Goals$Point.isOrigin() if (x == 0) true") == JavaGoalClass::user);
    CHECK(class_of("Goals$Colour.$values() entered") == JavaGoalClass::synthetic);
    CHECK(class_of("Goals$Hidden.compareTo(Object) entered") == JavaGoalClass::synthetic);
    CHECK(count(JavaGoalClass::static_initialiser) == 3);
    CHECK(class_of("Goals$2.<clinit>() entered") == JavaGoalClass::synthetic);
    CHECK(class_of("Goals.<clinit>() if (i < 3) true") == JavaGoalClass::static_initialiser);
    // Only initialisation makes constants of enums.
    CHECK(class_of("Goals$Colour(String, int) entered") == JavaGoalClass::static_initialiser);
    for (std::size_t i = 0; i < goals().goals.size(); ++i)
    {
        CHECK(goals().graph[GoalId{i}].is_shown ==
              (goals().goals[i].goal_class == JavaGoalClass::user));
    }
}

TEST_CASE("a label says what is true, also of NaN and of jumps back", "[jvm][class_goals]")
{
    // Jumps where the condition is true; `d >= 5` would be shown as true for NaN.
    for (const char* const condition : {"i < n", "d < 5"})
    {
        for (const bool is_true : {false, true})
        {
            const GoalId found = goal("Goals.jumps(double, int) if (" + std::string(condition) +
                                      (is_true ? ") true" : ") false"));
            CHECK(outcome_of(goals().graph[found]) == is_true);
            CHECK(goals().graph[found].question.truth == is_true);
        }
    }
    // Jumps over the body where the condition is false, and for NaN.
    for (const char* const condition : {"d > 9", "n == 0"})
    {
        const GoalId found =
            goal("Goals.jumps(double, int) if (" + std::string(condition) + ") true");
        CHECK_FALSE(outcome_of(goals().graph[found]));
        CHECK(goals().graph[found].question.truth == true);
    }
    CHECK_FALSE(goals().graph[goal("Goals$2.<clinit>() entered")].question.truth);
}

TEST_CASE("plans name every predicate, method and line once", "[jvm][class_goals]")
{
    std::set<PredicateId> predicates;
    std::set<MethodId> methods;
    std::set<LineId> lines;
    for (const ClassPlan& file : goals().plans)
    {
        for (const MethodPlan& method : file.methods)
        {
            CHECK(methods.insert(method.method).second);
            CHECK(goals().methods[method.method.index()].method->name == method.name);
            CHECK(goals().methods[method.method.index()].owner->name == file.name);
            for (const BranchPlan& branch : method.branches)
            {
                if (branch.is_switch())
                {
                    predicates.insert(branch.default_predicate);
                    predicates.insert(branch.key_predicates.begin(), branch.key_predicates.end());
                }
                else
                {
                    CHECK(predicates.insert(branch.predicate).second);
                }
            }
            for (const LinePlan& line : method.lines)
            {
                lines.insert(line.line);
            }
        }
    }
    CHECK(predicates.size() == goals().predicate_count);
    CHECK(methods.size() == goals().methods.size());
    CHECK(lines.size() == goals().lines.size());
    CHECK(goals().plans.front().name == "goals/Goals");
}

TEST_CASE("a line that a jump enters in its middle has code there", "[jvm][class_goals]")
{
    const ClassGoals found = find_class_goals(fixtures(), "lines/Lines");
    const auto& methods = found.plans.front().methods;
    const auto method = std::find_if(
        methods.begin(), methods.end(), [](const MethodPlan& one) { return one.name == "choose"; });
    REQUIRE(method != methods.end());
    const Code& code = *found.methods[method->method.index()].method->code;
    std::vector<std::string> parts;
    for (const LinePlan& part : method->lines)
    {
        CHECK(found.lines[part.line.index()].line == code.line_of(part.instruction));
        const Opcode opcode = code.instructions[part.instruction].opcode;
        const char* const what = opcode == Opcode::putfield ? " stores" : "";
        parts.push_back(std::to_string(found.lines[part.line.index()].line) + what);
    }
    CHECK(parts == std::vector<std::string>{"9", "10", "11", "11 stores", "12", "13"});
}

TEST_CASE("the last line of a block stands for it from eight lines on", "[jvm][class_goals]")
{
    const ClassGoals found =
        find_class_goals(fixtures(), "lines/Lines", {.criteria = CriteriaChoice::smart()});
    std::vector<std::uint32_t> keys;
    for (std::size_t line = 0; line < found.lines.size(); ++line)
    {
        const auto goal = found.graph.find(LineCriterion::id, line);
        REQUIRE(goal);
        if (found.graph[*goal].is_key)
        {
            keys.push_back(found.lines[line].line);
        }
    }
    // The return of `eight`; no line of `seven`.
    CHECK(keys == std::vector<std::uint32_t>{33});
}

TEST_CASE("every goal that is sought is reached from the roots", "[jvm][class_goals]")
{
    const GoalGraph& graph = goals().graph;
    std::vector<GoalId> open;
    std::set<GoalId> seen;
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        if (graph.is_root(GoalId{i}))
        {
            open.emplace_back(i);
        }
    }
    while (!open.empty())
    {
        const GoalId next = open.back();
        open.pop_back();
        if (seen.insert(next).second)
        {
            for (const GoalId child : graph.children(next))
            {
                open.push_back(child);
            }
        }
    }
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        if (graph[GoalId{i}].is_sought())
        {
            CHECK(seen.contains(GoalId{i}));
        }
    }
}
