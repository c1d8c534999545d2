// SPDX-License-Identifier: Apache-2.0
#include "subject.hpp"

#include "jvm/java_home.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/language/type_names.hpp>
#include <sbst/jvm/referee/kept_referee.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <unistd.h>

namespace sbst::jvm
{

namespace
{

std::filesystem::path java_home()
{
    return test_java_home(std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path());
}

/// Removes the folder when the process ends.
class ScratchFolder
{
public:
    ScratchFolder() { std::filesystem::create_directories(m_path); }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path = std::filesystem::path(SBST_SCRATCH) / std::to_string(::getpid());
};

}  // namespace

const std::filesystem::path& scratch()
{
    static const ScratchFolder folder;
    return folder.path();
}

JavaProblemOptions options_of(const std::string& class_name)
{
    JavaProblemOptions options;
    options.class_path = {SBST_CLASSES};
    options.class_name = class_name;
    options.worker.java_home = java_home();
    options.worker.worker_executable = SBST_JVM_WORKER;
    options.worker.runtime_jar = SBST_JVM_RUNTIME;
    options.worker.asm_jars = {find_jar(SBST_JVM_JARS, "asm"), find_jar(SBST_JVM_JARS, "asm-tree")};
    options.worker.scratch = scratch();
    return options;
}

JavaProblemOptions ledger_options()
{
    return options_of("bank.Ledger");
}

RefereeTools referee_tools()
{
    static const auto kept = std::make_shared<KeptReferee>();
    return {.java_home = java_home(), .program = SBST_REFEREE, .jars = SBST_JVM_JARS, .kept = kept};
}

bool has(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

CallableId callable_named(const JavaProblem& problem, std::string_view name)
{
    const auto& callables = problem.surface().callables();
    const std::string subject = internal_name(problem.options().class_name);
    const auto found =
        std::find_if(callables.begin(), callables.end(), [&](const JavaCallable& callable) {
            return callable.name == name && (name != "<init>" || callable.owner == subject);
        });
    REQUIRE(found != callables.end());
    return CallableId(static_cast<std::size_t>(found - callables.begin()));
}

CallableId constructor_of(
    const JavaProblem& problem, std::string_view owner, std::string_view descriptor)
{
    const auto& callables = problem.surface().callables();
    const auto found =
        std::find_if(callables.begin(), callables.end(), [&](const JavaCallable& callable) {
            return callable.kind == JavaCallableKind::constructor && callable.owner == owner &&
                   callable.descriptor == descriptor;
        });
    REQUIRE(found != callables.end());
    return CallableId(static_cast<std::size_t>(found - callables.begin()));
}

void check_all_passed(const RefereeReport& report)
{
    REQUIRE(report.is_compiled);
    for (std::size_t i = 0; i < report.tests.size(); ++i)
    {
        INFO(report.tests[i].method);
        CHECK(why_unproven(report, i).value_or("") == "");
    }
}

}  // namespace sbst::jvm
