// SPDX-License-Identifier: Apache-2.0
#include "state_test_files.hpp"

#include "../../console/files.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <future>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

namespace sbst::cli
{

namespace
{

namespace fs = std::filesystem;

std::vector<std::string> files_below(const std::string& folder)
{
    std::vector<std::string> files;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator{}; entry.increment(error))
    {
        if (entry->path().extension() == ".json" && entry->is_regular_file(error))
        {
            files.push_back(entry->path().string());
        }
    }
    if (error)
    {
        throw ParseError(folder, "", "cannot be read: " + error.message());
    }
    if (files.empty())
    {
        throw ParseError(folder, "", "no .json file below it");
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string folder_of(const std::string& test, const std::string& file)
{
    // The part after `::` was added by a test generator and may contain slashes.
    const std::string path = test.substr(0, test.find("::"));
    const std::size_t slash = path.rfind('/');
    if (slash != std::string::npos)
    {
        return path.substr(0, slash);
    }
    const std::string folder = fs::path(file).parent_path().filename().string();
    return folder.empty() ? "." : folder;
}

void run_tests(const std::vector<evm::StateTest>& tests, const std::string& file,
    std::optional<evm::Fork> fork, StateTestFileResult& result)
{
    for (const evm::StateTest& test : tests)
    {
        const std::string folder = folder_of(test.name, file);
        result.unknown_forks.insert(
            result.unknown_forks.end(), test.unknown_forks.begin(), test.unknown_forks.end());
        for (const evm::StateTestCase& which : test.cases)
        {
            if (fork && which.fork != *fork)
            {
                continue;
            }
            const evm::StateTestOutcome outcome = evm::run_state_test(test, which);
            StateTestCounts& counts = result.folders[folder];
            ++counts.total;
            counts.passed += outcome.passed ? 1U : 0U;
            if (!outcome.passed)
            {
                result.failures.push_back({file, test.name, which, outcome});
            }
        }
    }
}

StateTestFileResult run_file(const std::string& file, std::optional<evm::Fork> fork)
{
    StateTestFileResult result;
    try
    {
        const std::string shown = shown_input(file);
        run_tests(evm::parse_state_tests(read_file(file), shown), shown, fork, result);
    }
    catch (const ParseError& error)
    {
        result.problem = error;
    }
    return result;
}

}  // namespace

std::vector<std::string> find_state_test_files(const std::vector<std::string>& paths)
{
    std::vector<std::string> files;
    std::set<fs::path> seen;
    const auto add = [&files, &seen](const std::string& file) {
        std::error_code error;
        const fs::path canonical = fs::weakly_canonical(file, error);
        if (seen.insert(error ? fs::path(file) : canonical).second)
        {
            files.push_back(file);
        }
    };
    for (const std::string& path : paths)
    {
        std::error_code error;
        if (!fs::is_directory(path, error))
        {
            add(path);
            continue;
        }
        const std::vector<std::string> below = files_below(path);
        std::for_each(below.begin(), below.end(), add);
    }
    return files;
}

std::vector<StateTestFileResult> run_state_test_files(
    const std::vector<std::string>& files, std::optional<evm::Fork> fork, std::size_t jobs)
{
    using Task = std::packaged_task<StateTestFileResult()>;
    std::vector<Task> tasks;
    std::vector<std::future<StateTestFileResult>> futures;
    for (const std::string& file : files)
    {
        tasks.emplace_back([&file, fork] { return run_file(file, fork); });
        futures.push_back(tasks.back().get_future());
    }
    std::atomic<std::size_t> next{0};
    const auto work = [&tasks, &next] {
        for (std::size_t i = next++; i < tasks.size(); i = next++)
        {
            tasks[i]();
        }
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < std::min(jobs, tasks.size()); ++i)
    {
        threads.emplace_back(work);
    }
    work();
    for (std::thread& thread : threads)
    {
        thread.join();
    }
    std::vector<StateTestFileResult> results;
    results.reserve(futures.size());
    for (auto& future : futures)
    {
        results.push_back(future.get());
    }
    return results;
}

}  // namespace sbst::cli
