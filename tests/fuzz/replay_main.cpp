// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target over stored inputs, in builds without libFuzzer: every seed and every finding
// is a regression test for every compiler.
//   fuzz_TARGET FOLDER-OR-FILE...
// Prints each name before it runs, so that the last line names the input that ended the process;
// an empty folder is an error.
#include "fuzz.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& path)
{
    if (!fs::is_directory(path))
    {
        return {path};
    }
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(path))
    {
        if (entry.is_regular_file())
        {
            files.push_back(entry.path());
        }
    }
    if (files.empty())
    {
        throw std::runtime_error("no inputs in " + path.string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

void run_file(const fs::path& file)
{
    std::printf("%s\n", file.filename().c_str());
    static_cast<void>(std::fflush(stdout));
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
    {
        throw std::runtime_error("cannot read " + file.string());
    }
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

}  // namespace

int main(int argc, char** argv)
{
    try
    {
        std::size_t count = 0;
        for (const std::string& path : std::vector<std::string>(argv + 1, argv + argc))
        {
            for (const fs::path& file : files_in(path))
            {
                run_file(file);
                ++count;
            }
        }
        if (count == 0)
        {
            throw std::runtime_error("no inputs named");
        }
        std::printf("%zu inputs, no finding\n", count);
        return 0;
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "finding: %s\n", error.what());
        return 1;
    }
}
