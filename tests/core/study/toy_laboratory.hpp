// SPDX-License-Identifier: Apache-2.0
// A laboratory without a search: the result of a run depends only on its order, and runs misbehave
// if their subject's name says so.
#pragma once

#include <sbst/study/laboratory.hpp>
#include <sbst/study/plan.hpp>

#include <chrono>
#include <string>

namespace sbst::study
{

/// Subjects are the names in `include` themselves: `crash` kills the process, `fail` throws, `slow`
/// takes a second, `flaky` dies unless a file of that name is in the working directory. Every goal
/// of `easy...` is covered.
class ToyLaboratory : public Laboratory
{
public:
    explicit ToyLaboratory(std::chrono::milliseconds pause = {}) : m_pause(pause) {}

    [[nodiscard]] std::vector<Subject> find_subjects(const SubjectQuery& query) override;
    [[nodiscard]] std::vector<Setting> normalised(std::span<const Setting> settings) override;
    [[nodiscard]] RunRecord run(const RunOrder& order, const StopToken& stop) override;
    [[nodiscard]] std::vector<MetricInfo> metrics() const override;

private:
    std::chrono::milliseconds m_pause;
};

/// A study of these subjects with configurations a and b.
[[nodiscard]] Plan toy_plan(const std::string& subjects, std::size_t repetitions);

/// A folder that is removed at the end.
class TestFolder
{
public:
    TestFolder();
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;
    TestFolder(TestFolder&&) = delete;
    TestFolder& operator=(TestFolder&&) = delete;
    ~TestFolder();

    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

}  // namespace sbst::study
