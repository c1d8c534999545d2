// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/output/writers.hpp>

namespace sbst::jvm
{

namespace
{

/// The tests, those that may show faults, and those that were not proven: a class each.
std::vector<OutputFile> junit_classes(const ClassSuite& suite)
{
    std::vector<OutputFile> files;
    const auto add = [&files](const JavaSuite& tests, const RenderedSuite& source) {
        if (!tests.tests.empty())
        {
            files.push_back({source.file_name, source.text});
        }
    };
    const ProvenSuite& proven = *suite.proven;
    add(proven.main.suite, proven.main.source);
    add(proven.suspicious.suite, proven.suspicious.source);
    add(proven.unproven.suite, proven.unproven.source);
    return files;
}

std::vector<OutputFile> report_json(const ClassSuite& suite)
{
    return {{"report.json", write_report(*suite.report)}};
}

}  // namespace

const std::vector<Writer<ClassSuite>>& class_writers()
{
    static const std::vector<Writer<ClassSuite>> table =
        with_core_writers<ClassSuite>({{"junit", "PACKAGE/CLASSTest.java", junit_classes},
            {"report", "report.json", report_json}});
    return table;
}

}  // namespace sbst::jvm
