// SPDX-License-Identifier: Apache-2.0
// Reads every class of the given jars and folders: classes, methods, instructions, conditional
// jumps and switches, and the time for reading; then the goals of every top-level class with its
// nested ones: all, shown, proved infeasible, and the time for finding them.
//   bench_class_files JAR-OR-FOLDER...
// Exits with 1 when a class cannot be read.
#include <sbst/error.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>
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
    std::size_t goals = 0;
    std::size_t shown = 0;
    std::size_t infeasible = 0;
    double goal_milliseconds = 0;
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

double milliseconds_since(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Calls `visit` with each name; counts those whose files are broken.
template <class Visit>
void visit_classes(const ClassPath& path, Figures& figures, Visit visit)
{
    for (const std::string& name : path.class_names())
    {
        try
        {
            visit(name);
        }
        catch (const ParseError& error)
        {
            ++figures.broken;
            fmt::print(stderr, "{}\n", error.what());
        }
    }
}

bool is_top_level(const ClassFile& file)
{
    return file.inner_class() == nullptr && !file.enclosing_method;
}

void count_goals(const ClassGoals& found, Figures& figures)
{
    figures.goals += found.graph.size();
    for (std::size_t i = 0; i < found.graph.size(); ++i)
    {
        const Goal& goal = found.graph[GoalId{i}];
        figures.shown += goal.is_shown ? 1U : 0U;
        figures.infeasible += goal.is_shown && goal.is_infeasible() ? 1U : 0U;
    }
}

Figures read_all(const std::filesystem::path& entry)
{
    Figures figures;
    Clock::time_point start = Clock::now();
    const ClassPath path{{entry}};
    visit_classes(path, figures, [&](const std::string& name) {
        ++figures.classes;
        for (const Method& method : path.at(name).methods)
        {
            if (method.code)
            {
                count(*method.code, figures);
            }
        }
    });
    figures.milliseconds = milliseconds_since(start);
    if (figures.broken != 0)
    {
        return figures;
    }
    start = Clock::now();
    visit_classes(path, figures, [&](const std::string& name) {
        if (is_top_level(path.at(name)))
        {
            count_goals(find_class_goals(path, name), figures);
        }
    });
    figures.goal_milliseconds = milliseconds_since(start);
    return figures;
}

}  // namespace

int main(int argc, char** argv)
{
    try
    {
        std::size_t broken = 0;
        fmt::print("{:>8} {:>8} {:>12} {:>9} {:>8} {:>8} {:>8} {:>8} {:>10} {:>8}  {}\n", "classes",
            "methods", "instructions", "jumps", "switches", "ms", "goals", "shown", "infeasible",
            "ms", "from");
        for (const std::string& entry : std::vector<std::string>(argv + 1, argv + argc))
        {
            const Figures figures = read_all(entry);
            broken += figures.broken;
            fmt::print("{:>8} {:>8} {:>12} {:>9} {:>8} {:>8.1f} {:>8} {:>8} {:>10} {:>8.1f}  {}\n",
                figures.classes, figures.methods, figures.instructions, figures.conditional_jumps,
                figures.switches, figures.milliseconds, figures.goals, figures.shown,
                figures.infeasible, figures.goal_milliseconds, entry);
        }
        return broken == 0 ? 0 : 1;
    }
    catch (const Error& error)
    {
        fmt::print(stderr, "bench_class_files: {}\n", error.what());
        return 1;
    }
}
