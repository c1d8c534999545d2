// SPDX-License-Identifier: Apache-2.0
// Reads every class of the jars and folders that are named: classes, methods, instructions,
// conditional jumps, and how long reading took.
//   bench_class_files JAR-OR-FOLDER...
// Exits with 1 when a class cannot be read.
#include <sbst/error.hpp>
#include <sbst/jvm/classfile/class_path.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace
{
using namespace sbst;
using namespace sbst::jvm;
using Clock = std::chrono::steady_clock;

struct Figures
{
    std::size_t classes = 0;
    std::size_t broken = 0;
    std::size_t methods = 0;
    std::size_t instructions = 0;
    std::size_t conditional_jumps = 0;
    std::size_t switches = 0;
    double milliseconds = 0;
};

void count(const Code& code, Figures& figures)
{
    ++figures.methods;
    figures.instructions += code.instructions.size();
    figures.switches += code.switches.size();
    figures.conditional_jumps +=
        static_cast<std::size_t>(std::count_if(code.instructions.begin(), code.instructions.end(),
            [](const Instruction& one) { return is_conditional_jump(one.opcode); }));
}

Figures read_all(const std::filesystem::path& entry)
{
    Figures figures;
    const Clock::time_point start = Clock::now();
    const ClassPath path{{entry}};
    for (const std::string& name : path.class_names())
    {
        try
        {
            ++figures.classes;
            for (const Method& method : path.at(name).methods)
            {
                if (method.code)
                {
                    count(*method.code, figures);
                }
            }
        }
        catch (const ParseError& error)
        {
            ++figures.broken;
            fmt::print(stderr, "{}\n", error.what());
        }
    }
    figures.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    return figures;
}
}  // namespace

int main(int argc, char** argv)
{
    try
    {
        std::size_t broken = 0;
        fmt::print("{:>8} {:>8} {:>12} {:>9} {:>8} {:>8}  {}\n", "classes", "methods",
            "instructions", "jumps", "switches", "ms", "from");
        for (const std::string& entry : std::vector<std::string>(argv + 1, argv + argc))
        {
            const Figures figures = read_all(entry);
            broken += figures.broken;
            fmt::print("{:>8} {:>8} {:>12} {:>9} {:>8} {:>8.1f}  {}\n", figures.classes,
                figures.methods, figures.instructions, figures.conditional_jumps, figures.switches,
                figures.milliseconds, entry);
        }
        return broken == 0 ? 0 : 1;
    }
    catch (const Error& error)
    {
        fmt::print(stderr, "bench_class_files: {}\n", error.what());
        return 1;
    }
}
