// SPDX-License-Identifier: Apache-2.0
#include "subject.hpp"

#include "jvm/java_home.hpp"

#include <filesystem>

namespace sbst::jvm
{

namespace
{

std::filesystem::path java_home()
{
    return test_java_home(std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path());
}

}  // namespace

JavaProblemOptions options_of(const std::string& class_name)
{
    JavaProblemOptions options;
    options.class_path = {SBST_CLASSES};
    options.class_name = class_name;
    options.worker.java_home = java_home();
    options.worker.worker_executable = SBST_JVM_WORKER;
    options.worker.runtime_jar = SBST_JVM_RUNTIME;
    options.worker.asm_jars = {find_jar(SBST_JVM_JARS, "asm"), find_jar(SBST_JVM_JARS, "asm-tree")};
    options.worker.scratch = SBST_SCRATCH;
    return options;
}

JavaProblemOptions ledger_options()
{
    return options_of("bank.Ledger");
}

RefereeTools referee_tools()
{
    return {.java_home = java_home(), .program = SBST_REFEREE, .jars = SBST_JVM_JARS};
}

}  // namespace sbst::jvm
