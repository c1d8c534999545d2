// SPDX-License-Identifier: Apache-2.0
// Names of members as texts that the search begins with, and fields that code finds by them.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/surface/java_surface.hpp>
#include <sbst/seeding/constant_pool.hpp>

#include <cstddef>
#include <problem/member_names.hpp>
#include <string>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

ConstantPool names_for(const std::string& class_name)
{
    const ClassPath path({SBST_CLASSES}, {.java_home = options_of(class_name).worker.java_home});
    const ClassGoals goals = find_class_goals(path, class_name);
    const JavaSurface surface(path, {class_name}, {.package = "reflect"});
    ConstantPool pool;
    jvm::detail::add_member_names(path, goals, surface, pool);
    return pool;
}

bool has_text(const ConstantPool& pool, const std::string& text)
{
    return pool.count(Value(text)) != 0;
}

}  // namespace

TEST_CASE("names of public members are texts where code asks by reflection", "[jvm][member_names]")
{
    const ConstantPool pool = names_for("reflect/Finder");
    CHECK(has_text(pool, "weight"));
    CHECK(has_text(pool, "sharpen"));
    for (const std::string name : {"width", "secret", "rust", "<init>"})
    {
        CAPTURE(name);
        CHECK_FALSE(has_text(pool, name));
    }
}

TEST_CASE("names in beans are texts where code asks by reflection", "[jvm][member_names]")
{
    const ConstantPool pool = names_for("reflect/Switches");
    for (const std::string name : {"name", "ready", "count", "-n", "-r", "-c"})
    {
        CAPTURE(name);
        CHECK(has_text(pool, name));
    }
}

TEST_CASE("names of members are no texts where code asks nothing", "[jvm][member_names]")
{
    CHECK(names_for("reflect/Sorter").static_size() == 0);
}

TEST_CASE("code that reads fields finds those of a bean by their annotations and names",
    "[jvm][member_names]")
{
    // The second one leaves that to the first one.
    const auto* const name = GENERATE("reflect.Switches", "reflect.Panel");
    CAPTURE(name);
    JavaProblem problem(options_of(name));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 10'000};
    RunResult result = search_suite(problem, spec);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    const std::string& written = proven.main.source.text;
    INFO(written);
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        const std::string& label = problem.goals()[GoalId(i)].label;
        INFO(label);
        // The title in a bean is always the name of the field.
        const bool is_of_other_title =
            has(label, ".equals(field.getName())") && has(label, " false");
        CHECK((result.answers[i].status == GoalStatus::open) == is_of_other_title);
    }
    CHECK(has(written, "Switches.Switch(names = \"-r\", title = \"ready\")\n"));
    CHECK(has(written, "        private boolean ready;\n"));
    // What has a default is left out.
    CHECK_FALSE(has(written, "help = "));
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
}
