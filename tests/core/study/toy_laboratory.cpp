// SPDX-License-Identifier: Apache-2.0
#include "toy_laboratory.hpp"

#include <sbst/error.hpp>
#include <sbst/random/rng.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace sbst::study
{

std::vector<Subject> ToyLaboratory::find_subjects(const SubjectQuery& query)
{
    std::vector<Subject> subjects;
    for (const Setting& wanted : query.include)
    {
        const std::string name = std::filesystem::path(wanted.value).filename().string();
        subjects.push_back({name, wanted.value, std::string(64, name.front()),
            {{"branches", static_cast<double>(name.size())}}});
    }
    std::sort(subjects.begin(), subjects.end(),
        [](const Subject& a, const Subject& b) { return a.name < b.name; });
    return subjects;
}

std::vector<Setting> ToyLaboratory::normalised(std::span<const Setting> settings)
{
    std::vector<Setting> result(settings.begin(), settings.end());
    for (const Setting& setting : result)
    {
        if (setting.name == "bad")
        {
            throw ConfigError(setting.place + ": bad is no option");
        }
    }
    std::sort(result.begin(), result.end(),
        [](const Setting& a, const Setting& b) { return a.name < b.name; });
    return result;
}

RunRecord ToyLaboratory::run(const RunOrder& order, const StopToken& stop)
{
    const std::string& name = order.subject->name;
    if (name == "crash")
    {
        std::raise(SIGKILL);
    }
    if (name == "fail")
    {
        throw AdapterError("the harness broke");
    }
    if (name == "flaky" && !std::filesystem::exists(order.subject->source + ".seen"))
    {
        std::filesystem::create_directory(order.subject->source + ".seen");
        std::raise(SIGKILL);
    }
    const auto pause = name == "slow" ? std::chrono::milliseconds(1000) : m_pause;
    const auto end = std::chrono::steady_clock::now() + pause;
    while (std::chrono::steady_clock::now() < end && !stop.stop_requested())
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    Rng rng(order.seed);
    RunRecord record;
    const bool is_better = std::any_of(order.settings.begin(), order.settings.end(),
        [](const Setting& setting) { return setting.value == "b"; });
    const auto covered = 10 + rng.below(10) + (is_better ? 5 : 0);
    // One that random search covers whole.
    const bool is_easy = name.starts_with("easy");
    record.goals = is_easy ? covered : 30;
    record.metrics = {{"covered", static_cast<double>(covered)},
        {"coverage", static_cast<double>(covered) / 30.0}};
    record.timeline = {{1, covered / 2, 0.1}, {100, covered, 0.5}};
    record.suite_hash = std::to_string(rng.next());
    record.stopped_by = "executions";
    record.machine_metrics = {{"seconds", 0.5}};
    return record;
}

std::vector<MetricInfo> ToyLaboratory::metrics() const
{
    return {{.name = "coverage", .title = "coverage"}, {.name = "covered", .title = "covered"}};
}

Plan toy_plan(const std::string& subjects, std::size_t repetitions)
{
    ToyLaboratory laboratory;
    StudySpec spec =
        parse_study("name: toy\nadapter: toy\nrepetitions: " + std::to_string(repetitions) +
                        "\nbudget: {executions: 100}\nsubjects: {include: [" + subjects +
                        "]}\nalgorithms: [{name: a}, {name: b}]\n",
            "toy.yaml", "");
    return make_plan(std::move(spec), laboratory);
}

TestFolder::TestFolder()
{
    std::string name = (std::filesystem::temp_directory_path() / "sbst-study-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
    {
        throw AdapterError("no temporary folder");
    }
    m_path = name;
}

TestFolder::~TestFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

}  // namespace sbst::study
