// SPDX-License-Identifier: Apache-2.0
// Shared by the benchmarks of whole classes: the build's worker, runtime and referee.
#pragma once

#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/suite/generate.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// The JDK that the project was built with.
inline std::filesystem::path built_java_home()
{
    return std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path();
}

/// The scratch folder of this benchmark's workers; removed at its end.
inline const std::filesystem::path& scratch_folder()
{
    static const TemporaryFolder folder({}, "sbst-bench");
    return folder.path();
}

/// A class on a class path, run by the workers of this build; the rest has defaults.
inline JavaProblemOptions subject_options(
    std::vector<std::filesystem::path> class_path, const std::string& class_name)
{
    JavaProblemOptions options;
    options.class_path = std::move(class_path);
    options.class_name = class_name;
    options.worker.java_home = built_java_home();
    options.worker.worker_executable = SBST_JVM_WORKER;
    options.worker.runtime_jar = SBST_JVM_RUNTIME;
    options.worker.asm_jars = {find_jar(SBST_JVM_JARS, "asm"), find_jar(SBST_JVM_JARS, "asm-tree")};
    options.worker.scratch = scratch_folder();
    return options;
}

}  // namespace sbst::jvm
