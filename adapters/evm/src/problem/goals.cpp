// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/criteria.hpp>
#include <sbst/evm/problem/goals.hpp>

#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace sbst::evm
{

namespace
{

std::string last_part(const std::string& file)
{
    return file.substr(file.find_last_of("/\\") + 1);
}

/// Short names of files, or whole names if two have the same end.
class FileNames
{
public:
    explicit FileNames(const std::vector<Goal>& goals)
    {
        for (const Goal& goal : goals)
        {
            m_by_last_part[last_part(goal.place.file)].insert(goal.place.file);
        }
    }

    [[nodiscard]] std::string operator()(const std::string& file) const
    {
        const std::string part = last_part(file);
        return m_by_last_part.at(part).size() == 1 ? part : file;
    }

private:
    std::map<std::string, std::set<std::string>> m_by_last_part;
};

/// The jumps in each line of each function.
class LineJumps
{
public:
    void add(const Goal& goal)
    {
        m_jumps[key(goal)].emplace(in_creation(goal), goal.place.position);
    }
    [[nodiscard]] bool has_several(const Goal& goal) const
    {
        return m_jumps.at(key(goal)).size() > 1;
    }

private:
    using Key = std::tuple<std::string, std::string, std::size_t>;
    static Key key(const Goal& goal)
    {
        return {goal.place.function, goal.place.file, goal.place.line};
    }

    std::map<Key, std::set<std::pair<bool, std::uint32_t>>> m_jumps;
};

bool is_branch_in_line(const Goal& goal)
{
    return is_branch(goal) && goal.place.line > 0;
}

bool spans_files(const std::vector<Goal>& goals)
{
    std::set<std::string> files;
    for (const Goal& goal : goals)
    {
        if (goal.is_shown && (is_branch_in_line(goal) || is_line(goal)))
        {
            files.insert(goal.place.file);
        }
    }
    return files.size() > 1;
}

}  // namespace

Reading reading_of(const Goal& goal)
{
    for (const Reading reading : {Reading::condition, Reading::check})
    {
        if (goal.question.reading == to_string(reading))
        {
            return reading;
        }
    }
    return Reading::jump;
}

std::string_view outcome_word(const Goal& goal)
{
    return outcome_word(reading_of(goal), goal.question.truth.value_or(false), outcome_of(goal));
}

std::string outcome_text(const Goal& goal)
{
    return outcome_text(reading_of(goal), goal.question.truth.value_or(false), outcome_of(goal));
}

std::string goal_text(const Goal& goal)
{
    const GoalPlace& place = goal.place;
    std::string text = place.function.empty() ? "unreachable code" : place.function;
    if (is_line(goal))
    {
        return fmt::format("{}, {}: {}", text, place.name, achieved_word(goal));
    }
    if (is_weak_mutant(goal))
    {
        return fmt::format("{}, {}: {}", text, place.name, goal.question.part);
    }
    if (goal.criterion == ExceptionCriterion::id || goal.criterion == OutputCriterion::id)
    {
        return goal.label;
    }
    if (!is_outcome(goal))
    {
        return fmt::format("{}: {}", text, achieved_word(goal));
    }
    text += ", " + place.name + ": ";
    text += goal.question.part.empty() ?
                outcome_text(goal) :
                fmt::format("condition ({}) {}", goal.question.part, outcome_word(goal));
    return is_direct_branch(goal) ? text + ", by the test" : text;
}

void name_places(std::vector<Goal>& goals)
{
    const bool names_files = spans_files(goals);
    const FileNames short_name(goals);
    LineJumps shown;
    LineJumps all;
    for (const Goal& goal : goals)
    {
        if (is_branch_in_line(goal))
        {
            all.add(goal);
            if (goal.is_shown)
            {
                shown.add(goal);
            }
        }
    }
    for (Goal& goal : goals)
    {
        const std::string pc =
            fmt::format("{}pc {}", in_creation(goal) ? "creation " : "", goal.place.position);
        if (!is_branch_in_line(goal) && !is_line(goal))
        {
            goal.place.name = pc;
            continue;
        }
        goal.place.name = names_files ?
                              fmt::format("{}:{}", short_name(goal.place.file), goal.place.line) :
                              fmt::format("line {}", goal.place.line);
        if (is_branch(goal) && (goal.is_shown ? shown : all).has_several(goal))
        {
            goal.place.name += ", " + pc;
        }
    }
}

}  // namespace sbst::evm
