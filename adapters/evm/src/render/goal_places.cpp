// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/render/goal_rows.hpp>

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

/// Short names of files, whole ones where two end alike.
class FileNames
{
public:
    explicit FileNames(const std::vector<GoalRow>& rows)
    {
        for (const GoalRow& row : rows)
        {
            m_by_last_part[last_part(row.file)].insert(row.file);
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
    void add(const GoalRow& row) { m_jumps[key(row)].emplace(row.in_creation, row.pc); }
    [[nodiscard]] bool has_several(const GoalRow& row) const
    {
        return m_jumps.at(key(row)).size() > 1;
    }

private:
    using Key = std::tuple<std::string, std::string, std::size_t>;
    static Key key(const GoalRow& row) { return {row.function, row.file, row.line}; }

    std::map<Key, std::set<std::pair<bool, std::uint32_t>>> m_jumps;
};

bool has_line(const GoalRow& row)
{
    return row.kind == CodeGoalKind::branch && row.line > 0;
}

bool spans_files(const std::vector<GoalRow>& rows)
{
    std::set<std::string> files;
    for (const GoalRow& row : rows)
    {
        if (row.is_shown && has_line(row))
        {
            files.insert(row.file);
        }
    }
    return files.size() > 1;
}
}  // namespace

void name_places(std::vector<GoalRow>& rows)
{
    const bool names_files = spans_files(rows);
    const FileNames short_name(rows);
    LineJumps shown;
    LineJumps all;
    for (const GoalRow& row : rows)
    {
        if (has_line(row))
        {
            all.add(row);
            if (row.is_shown)
            {
                shown.add(row);
            }
        }
    }
    for (GoalRow& row : rows)
    {
        const std::string pc = fmt::format("{}pc {}", row.in_creation ? "creation " : "", row.pc);
        if (!has_line(row))
        {
            row.place = pc;
            continue;
        }
        row.place = names_files ? fmt::format("{}:{}", short_name(row.file), row.line) :
                                  fmt::format("line {}", row.line);
        if ((row.is_shown ? shown : all).has_several(row))
        {
            row.place += ", " + pc;
        }
    }
}
}  // namespace sbst::evm
