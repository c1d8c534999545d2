// SPDX-License-Identifier: Apache-2.0
// Rows for JvmSettings: the class under test, the JDK that runs it, and how tests run.
#include "options.hpp"

#include "../../options/option_kinds.hpp"
#include "settings.hpp"

namespace sbst::cli
{

namespace
{

constexpr std::array<Choice<int>, 2> flavours{{{"4", 4}, {"5", 5}}};

constexpr std::array<Choice<jvm::StandIns>, 3> stand_ins{{{"plain", jvm::StandIns::plain},
    {"mockito", jvm::StandIns::mockito}, {"off", jvm::StandIns::off}}};

constexpr std::uint64_t most_milliseconds = 3'600'000;

Option deadline_option()
{
    return optional_option(
        {"deadline", "TIME", Topic::budget,
            "Wall-clock limit for the whole command (min. 20 s). Tests that are not yet proven go "
            "to a separate file; a warning before the search tells when the machine is too busy to "
            "prove any"},
        "a time of at least 20 seconds such as 90 or 2h",
        [](auto& s) -> auto& { return jvm_of(s).deadline; },
        [](std::string_view text) {
            constexpr double least = 20.0;
            const auto span = parse_duration(text);
            return span && span->count() >= least ? span : std::nullopt;
        },
        [](std::chrono::duration<double> span) { return fmt::format("{}", span.count()); });
}

std::vector<Option> class_options()
{
    return {
        list_option({"class-path", "PATH", Topic::subject,
                        "Jars and folders of classes, separated by colons ('lib/*' is all jars of "
                        "a folder); "
                        "may be given several times"},
            "a list of jars and folders", [](auto& s) -> auto& { return jvm_of(s).class_path; })
            .often_used(),
        text_option(
            {"class", "NAME", Topic::subject,
                "The class under test, such as org.shop.Cart or org.shop.Cart$Row; its nested "
                "classes are tested with it"},
            [](auto& s) -> auto& { return jvm_of(s).class_name; })
            .often_used(),
        text_option(
            {"method", "NAME", Topic::subject,
                "Seek the branches of the methods of this name only; <init> = constructors"},
            [](auto& s) -> auto& { return jvm_of(s).method; })
            .often_used(),
        text_option({"package", "NAME", Topic::subject,
                        "Package of the tests; that of the class without it"},
            [](auto& s) -> auto& { return jvm_of(s).package; }),
    };
}

std::vector<Option> java_options()
{
    return {
        text_option(
            {"java", "HOME", JvmTopic::java,
                "Home of the JDK, 17 or later; without it the first that SBST_JDKS (separated by "
                "colons), JAVA_HOME or /usr/lib/jvm names"},
            [](auto& s) -> auto& { return jvm_of(s).java; })
            .often_used(),
        text_option(
            {"jvm-tools", "DIR", JvmTopic::java,
                "Folder of sbst-jvm-worker, sbst-jvm-rt.jar and sbst-jvm-referee.jar; without it "
                "those of this installation"},
            [](auto& s) -> auto& { return jvm_of(s).tools; })
            .without_effect(),
        text_option(
            {"jvm-jars", "DIR", JvmTopic::java,
                "Folder of the jars of ASM, JUnit and JaCoCo, which scripts/install-jars gets; "
                "without it the folder jars beside the tools"},
            [](auto& s) -> auto& { return jvm_of(s).jars; })
            .without_effect(),
    };
}

}  // namespace

std::vector<Option> java_subject_options()
{
    return joined(class_options(), java_options());
}

std::vector<Option> java_analysis_options()
{
    constexpr std::uint64_t most_goals = 1'000'000'000;
    return {
        optional_whole_option(
            {"construction-graph", "GOAL", Topic::output,
                "Show only the object construction graph of a branch, by the number that "
                "--verbose shows: what state of the inputs it depends on"},
            [](auto& s) -> auto& { return jvm_of(s).construction_graph; }, {0, most_goals}),
        text_option({"dot", "FILE", Topic::output,
                        "Write that graph to a file for Graphviz; - = standard output"},
            [](auto& s) -> auto& { return jvm_of(s).dot; })
            .without_effect(),
    };
}

std::vector<Option> java_run_options()
{
    return {
        deadline_option().without_effect().often_used(),
        whole_option({"heap", "MB", JvmTopic::java, "Memory of a worker for objects of tests"},
            [](auto& s) -> auto& { return jvm_of(s).heap_megabytes; }, {16, 1'048'576}),
        whole_option({"probe-budget", "N", JvmTopic::java,
                         "Calls and rounds of loops that one test may take"},
            [](auto& s) -> auto& { return jvm_of(s).probe_budget; }, {1, 2'000'000'000}),
        whole_option(
            {"test-limit", "MS", JvmTopic::java,
                "Processor time of one test; one that waits has four times as much on the clock"},
            [](auto& s) -> auto& { return jvm_of(s).test_limit_ms; }, {10, most_milliseconds}),
        choice_option(
            {"stand-ins", "KIND", JvmTopic::java,
                "Where no object of an interface or abstract class can be made: an "
                "anonymous class (plain), a mock where Mockito does the same (mockito, on the "
                "class path), or null (off)"},
            [](auto& s) -> auto& { return jvm_of(s).stand_ins; }, stand_ins),
        choice_option(
            {"junit", "N", Topic::output, "Flavour of the tests: 4 or 5"},
            [](auto& s) -> auto& { return jvm_of(s).junit; }, flavours)
            .often_used(),
    };
}

std::vector<Option> jvm_options()
{
    return joined(java_subject_options(), java_run_options());
}

}  // namespace sbst::cli
