// SPDX-License-Identifier: Apache-2.0
// Options of a search over a Java class, beside those of the search itself. Next: java_problem.hpp.
#pragma once

#include <sbst/criteria/coverage.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/exec/worker_settings.hpp>
#include <sbst/jvm/surface/java_surface.hpp>
#include <sbst/problem/stop_token.hpp>
#include <sbst/variation/options.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sbst::jvm
{

struct JavaProblemOptions
{
    /// Jars and folders of classes, in order.
    std::vector<std::filesystem::path> class_path;
    /// What an earlier problem has read, ClassPath::read_classes() of its path: not read again if
    /// class path and JDK are the same. The problems are then to be used by one thread.
    std::shared_ptr<ReadClasses> read_classes{};
    /// The class under test: `p.Outer` or `p.Outer$Inner`.
    std::string class_name;
    /// Only goals of methods of this name are sought, and only these methods (and producers of
    /// their arguments) are called.
    std::optional<std::string> method;
    /// What is sought. With lines, workers record lines.
    CriteriaChoice criteria{};
    /// Branches that are not asked for are helpers: a search that follows them, as DynaMOSA does,
    /// gets to what depends on them.
    bool branches_help = false;
    /// How near results were to a class of values counts; else only whether they were of it.
    bool output_distances = true;
    /// Package of the tests, `p.q`; that of the class when there is none.
    std::optional<std::string> package;
    WorkerSettings worker;
    /// Ends the wait for the first workers.
    StopToken start_stop{};
    OperatorOptions operators = default_operators();
    SurfaceOptions surface;
    /// The most classes of the path that are loaded because the class under test names them,
    /// directly or indirectly, and whose static state is reset; with those that tests name twice as
    /// many.
    std::size_t max_classes = 200;

    /// The core's defaults except for integers, which in Java are mostly sizes and indices: smaller
    /// ones, and fewer wide ones.
    [[nodiscard]] static OperatorOptions default_operators();
};

/// @throws ConfigError naming what cannot be used.
void validate(const JavaProblemOptions& options);

}  // namespace sbst::jvm
