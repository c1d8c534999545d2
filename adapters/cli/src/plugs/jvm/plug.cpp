// SPDX-License-Identifier: Apache-2.0
#include "plug.hpp"

#include "../../console/files.hpp"
#include "commands.hpp"
#include "laboratory.hpp"
#include "options.hpp"

#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/output/writers.hpp>

#include <array>
#include <chrono>
#include <filesystem>

namespace sbst::cli
{

namespace
{

constexpr std::chrono::duration<double> usual_search{30.0};

std::vector<GoalClassRow> goal_classes()
{
    constexpr std::array<std::string_view, jvm::java_goal_class_count> summaries{
        "a decision or a method of the source (shown)",
        "hash codes in a switch over strings, whose strings are shown",
        "null tests of try-with-resources", "whether assertions are enabled",
        "the default of a switch that names everything",
        "a component of a record pattern that always matches",
        "run once, when the class is initialised, before the first test (shown, never sought)",
        "bridge methods, accessors and other methods that the compiler made",
        "values and valueOf of an enum", "toString, hashCode and equals that a record was given"};
    std::vector<GoalClassRow> rows;
    rows.reserve(summaries.size());
    for (std::size_t i = 0; i < summaries.size(); ++i)
    {
        rows.push_back({jvm::to_string(static_cast<jvm::JavaGoalClass>(i)), summaries.at(i)});
    }
    return rows;
}

std::vector<FormatRow> formats()
{
    return format_rows(jvm::class_writers(), jvm::usual_formats);
}

/// Jars and folders of classes. A folder without classes may still be one, unless it is of another
/// language.
std::optional<SubjectSource> recognise(const std::string& operand)
{
    constexpr int certain = 3;
    constexpr int possible = 1;
    std::error_code error;
    if (std::filesystem::is_directory(operand, error))
    {
        return SubjectSource{operand, "!*", holds_files(operand, ".class") ? certain : possible};
    }
    const std::size_t mark = operand.rfind('!');
    if (mark != std::string::npos)
    {
        return SubjectSource{operand.substr(0, mark), operand.substr(mark), certain};
    }
    return operand.ends_with(".jar") ? std::optional(SubjectSource{operand, "!*", certain}) :
                                       std::nullopt;
}

constexpr std::array<std::string_view, 3> variables{
    "SBST_JDKS", "SBST_CLOCK_SHIFT", "SBST_TEST_JAVA_HOME"};

}  // namespace

Plug jvm_plug()
{
    return {.name = "jvm",
        .summary = "Tests for Java classes (JVM bytecode)",
        .commands = jvm_commands,
        .options = jvm_options,
        .goal_classes = goal_classes,
        .formats = formats,
        .default_budget = {.max_seconds = usual_search},
        .variables = variables,
        .texts = {.first_steps =
                      "sbst jvm generate --class-path lib/shop.jar --class org.shop.Cart\n",
            .units = "",
            .unusable = "the class cannot be loaded",
            .memory_option = "--heap"},
        .subject = {.operand = "JAR",
            .file = "FILE.jar",
            .plural = "jars",
            .forms = "jars and folders of classes (FILE.jar, FILE.jar!org.shop.*)",
            .expected = "classes (FILE.jar, FILE.jar!org.shop.*, a folder of classes)",
            .example = "sbst study init shop.yaml 'lib/shop.jar!org.shop.*'\n",
            .choosing = "FILE.jar!org.shop.* chooses classes",
            .option = "max-calls: 20",
            .recognise = recognise},
        .make_laboratory = make_jvm_laboratory};
}

}  // namespace sbst::cli
