// SPDX-License-Identifier: Apache-2.0
#include "configurations.hpp"
#include "labels.hpp"
#include "report_spec.hpp"
#include "yaml_map.hpp"

#include <sbst/base/read_failure.hpp>
#include <sbst/error.hpp>
#include <sbst/study/study_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <system_error>

namespace sbst::study
{

namespace
{

constexpr std::uint64_t most_whole = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t most_repetitions = 100'000;
/// Larger numbers are not exact as doubles.
constexpr std::uint64_t most_snapshot = 9'000'000'000'000'000;
constexpr double most_seconds = 1e8;
constexpr std::string_view data_variable = "${data}";

/// Reads the parts of one file.
class StudyReader
{
public:
    StudyReader(std::string file, std::string data) : m_data(std::move(data))
    {
        m_spec.file = std::move(file);
    }

    StudySpec read(const std::string& text)
    {
        m_spec.text = text;
        const YamlValue root = read_yaml(text, m_spec.file);
        root.read_map({
            {"schema", [](const YamlValue& v) { static_cast<void>(v.whole(1, 1)); }},
            {"name", [this](const YamlValue& v) { m_spec.name = study_name(v); }},
            {"adapter", [this](const YamlValue& v) { m_spec.adapter = v.text(); }},
            {"seed", [this](const YamlValue& v) { m_spec.seed = v.whole(0, most_whole); }},
            {"repetitions",
                [this](const YamlValue& v) { m_spec.repetitions = v.whole(1, most_repetitions); }},
            {"attempts", [this](const YamlValue& v) { m_spec.attempts = v.whole(1, 100); }},
            {"budget", [this](const YamlValue& v) { read_budget(v); }},
            {"snapshots", [this](const YamlValue& v) { read_snapshots(v); }},
            {"on-failure",
                [this](const YamlValue& v) {
                    m_spec.on_failure = static_cast<FailurePolicy>(
                        v.word({"exclude-run", "exclude-subject", "score-zero"}));
                }},
            {"options", [this](const YamlValue& v) { m_spec.settings = read_settings(v, file()); }},
            {"subjects", [this](const YamlValue& v) { read_subjects(v); }},
            {"groups", [this](const YamlValue& v) { read_groups(v); }},
            {"algorithms",
                [this](const YamlValue& v) { m_spec.configurations = read_configurations(v); }},
            {"report",
                [this](const YamlValue& v) {
                    m_spec.report = read_report_spec(
                        v, [this](const std::string& name) { return file_name(name); });
                }},
            {"missing", [this](const YamlValue& v) { m_spec.missing = v.texts(); }},
        });
        check(root);
        expand_budgets(m_spec);
        resolve_names(m_spec);
        return std::move(m_spec);
    }

private:
    /// Tells whether the folder of files with that name, or pattern, exists.
    [[nodiscard]] static bool has_folder(const std::string& name)
    {
        const std::size_t last = name.find_last_of('/', name.find_first_of("*?!"));
        std::error_code error;
        return last == std::string::npos || last == 0 ||
               std::filesystem::is_directory(name.substr(0, last), error);
    }

    /// Replaces `${data}` and makes names relative to the study file's folder.
    [[nodiscard]] std::string file_name(const std::string& written)
    {
        std::string name = written;
        const std::size_t at = name.find(data_variable);
        if (at != std::string::npos)
        {
            if (m_data.empty())
            {
                m_spec.lacks_data = true;
                return name;
            }
            name.replace(at, data_variable.size(), m_data);
        }
        const std::filesystem::path path(name);
        return path.is_absolute() || at != std::string::npos ?
                   name :
                   (std::filesystem::path(m_spec.file).parent_path() / path).string();
    }

    /// The name is used for folders, jobs and comments in scripts.
    [[nodiscard]] static std::string study_name(const YamlValue& value)
    {
        std::string name = value.text();
        const bool is_plain = std::none_of(name.begin(), name.end(),
            [](unsigned char c) { return c < ' ' || c == '\x7f' || c == '/'; });
        constexpr std::size_t longest = 100;
        if (name.empty() || name.size() > longest || name.front() == '.' || name.front() == '-' ||
            !is_plain)
        {
            value.fail_expected(
                "a name of at most 100 bytes without '/' and control characters that begins with "
                "no '.' or '-'");
        }
        return name;
    }

    /// For options that may name files: only the variable is replaced.
    [[nodiscard]] TextFunction file()
    {
        return [this](const std::string& text) {
            return text.find(data_variable) == std::string::npos ? text : file_name(text);
        };
    }

    void read_budget(const YamlValue& value)
    {
        std::vector<std::uint64_t> executions;
        std::vector<double> seconds;
        StudyBudget& budget = m_spec.budget;
        value.read_map({
            {"executions",
                [&](const YamlValue& v) {
                    executions = ascending<std::uint64_t>(
                        v, [](const YamlValue& item) { return item.whole(1, most_whole); });
                }},
            {"calls", [&](const YamlValue& v) { budget.calls = v.whole(1, most_whole); }},
            {"generations",
                [&](const YamlValue& v) { budget.generations = v.whole(1, most_whole); }},
            {"seconds",
                [&](const YamlValue& v) {
                    seconds = ascending<double>(
                        v, [](const YamlValue& item) { return item.number(0.001, most_seconds); });
                }},
        });
        if (executions.size() > 1 && seconds.size() > 1)
        {
            value.fail("has two lists; expected several executions or several seconds");
        }
        for (std::size_t i = 0; i < std::max({executions.size(), seconds.size(), std::size_t{1}});
             ++i)
        {
            if (!executions.empty())
            {
                budget.executions = executions[std::min(i, executions.size() - 1)];
            }
            if (!seconds.empty())
            {
                budget.seconds = seconds[std::min(i, seconds.size() - 1)];
            }
            m_spec.budgets.push_back(budget);
        }
    }

    /// One number, or a list of larger and larger ones.
    template <class Number, class Read>
    [[nodiscard]] static std::vector<Number> ascending(const YamlValue& value, const Read& read)
    {
        std::vector<Number> numbers;
        for (const YamlValue& item : value.items())
        {
            numbers.push_back(read(item));
            if (numbers.size() > 1 && numbers[numbers.size() - 2] >= numbers.back())
            {
                item.fail("expected more than in the budget before");
            }
        }
        return numbers;
    }

    void read_snapshots(const YamlValue& value)
    {
        value.read_map({
            {"executions",
                [this](const YamlValue& v) {
                    for (const YamlValue& item : v.items())
                    {
                        m_spec.snapshots.executions.push_back(item.whole(1, most_snapshot));
                    }
                }},
            {"seconds",
                [this](const YamlValue& v) {
                    for (const YamlValue& item : v.items())
                    {
                        m_spec.snapshots.seconds.push_back(item.number(0.001, most_seconds));
                    }
                }},
        });
    }

    void read_subjects(const YamlValue& value)
    {
        SubjectQuery& query = m_spec.subjects;
        value.read_map({
            {"include",
                [&](const YamlValue& v) {
                    for (const YamlValue& item : v.items())
                    {
                        const std::string name = file_name(item.text());
                        const bool is_data = item.text().find(data_variable) != std::string::npos;
                        m_spec.lacks_data = m_spec.lacks_data || (is_data && !has_folder(name));
                        query.include.push_back({"include", name, item.place()});
                    }
                }},
            {"exclude", [&](const YamlValue& v) { query.exclude = v.texts(); }},
            {"choose",
                [&](const YamlValue& v) {
                    for (const YamlValue& item : v.items())
                    {
                        query.draws.push_back(read_draw(item));
                    }
                }},
            {"options",
                [&](const YamlValue& v) {
                    for (const YamlValue& entry : v.entries())
                    {
                        query.settings.push_back({entry.name(), read_settings(entry, file())});
                    }
                }},
        });
    }

    SubjectDraw read_draw(const YamlValue& value)
    {
        constexpr std::uint64_t most_subjects = 1'000'000;
        SubjectDraw draw;
        draw.place = value.place();
        value.read_map({
            {"rule", [&](const YamlValue& v) { read_rule(v, draw.rule); }},
            {"count",
                [&](const YamlValue& v) {
                    draw.count = static_cast<std::size_t>(v.whole(1, most_subjects));
                }},
            {"per",
                [&](const YamlValue& v) {
                    draw.is_per_file = v.text() == "file";
                    if (!draw.is_per_file)
                    {
                        v.fail_expected("file");
                    }
                }},
            {"trivial", [&](const YamlValue& v) { draw.trivial = read_trivial(v); }},
        });
        if (draw.rule.fact.empty() || draw.count == 0)
        {
            value.fail_expected("a rule and a count, such as {rule: branches >= 50, count: 24}");
        }
        return draw;
    }

    /// `{algorithm: random, executions: 500}`, and any option.
    TrivialSearch read_trivial(const YamlValue& value)
    {
        TrivialSearch search;
        for (const YamlValue& entry : value.entries())
        {
            if (entry.name() == "executions")
            {
                search.budget.executions = entry.whole(1, most_whole);
            }
        }
        search.settings = read_settings(value, file());
        std::erase_if(
            search.settings, [](const Setting& setting) { return setting.name == "executions"; });
        const bool has_algorithm = std::any_of(search.settings.begin(), search.settings.end(),
            [](const Setting& setting) { return setting.name == "algorithm"; });
        if (!has_algorithm || !search.budget.executions)
        {
            value.fail_expected(
                "an algorithm and its executions, such as {algorithm: random, executions: 500}");
        }
        return search;
    }

    void read_groups(const YamlValue& value)
    {
        for (const YamlValue& entry : value.entries())
        {
            Group group;
            group.name = entry.name();
            if (entry.is_list())
            {
                group.patterns = entry.texts();
            }
            else
            {
                read_rule(entry, group);
            }
            m_spec.groups.push_back(std::move(group));
        }
    }

    /// `branches >= 200`.
    static void read_rule(const YamlValue& value, Group& group)
    {
        constexpr std::array<std::string_view, 6> signs{"<=", ">=", "==", "!=", "<", ">"};
        const std::string text = value.text();
        for (const std::string_view sign : signs)
        {
            const std::size_t at = text.find(sign);
            if (at == std::string::npos)
            {
                continue;
            }
            const auto trimmed = [](std::string_view part) {
                const std::size_t first = part.find_first_not_of(' ');
                const std::size_t last = part.find_last_not_of(' ');
                return first == std::string_view::npos ?
                           std::string() :
                           std::string(part.substr(first, last - first + 1));
            };
            group.fact = trimmed(std::string_view(text).substr(0, at));
            group.comparison = sign;
            const std::string limit = trimmed(std::string_view(text).substr(at + sign.size()));
            const char* const end = limit.data() + limit.size();
            const auto [stop, error] = std::from_chars(limit.data(), end, group.limit);
            if (!group.fact.empty() && error == std::errc{} && stop == end &&
                std::isfinite(group.limit))
            {
                return;
            }
        }
        value.fail_expected("a list of subjects, or a rule such as 'branches >= 200'");
    }

    /// Nothing is measured after the end of a run.
    void check_snapshots(const YamlValue& root) const
    {
        const StudyBudget& budget = m_spec.budget;
        for (const std::uint64_t at : m_spec.snapshots.executions)
        {
            if (budget.executions && at > *budget.executions)
            {
                root.fail(
                    fmt::format("the snapshot at {} executions is after the end of the budget, {}",
                        at, *budget.executions));
            }
        }
        for (const double at : m_spec.snapshots.seconds)
        {
            if (budget.seconds && at > *budget.seconds)
            {
                root.fail(fmt::format("the snapshot at {} s is after the end of the budget, {} s",
                    at, *budget.seconds));
            }
        }
    }

    void check(const YamlValue& root) const
    {
        for (const auto& [key, is_missing] :
            {std::pair{"name", m_spec.name.empty()}, {"adapter", m_spec.adapter.empty()},
                {"subjects: include", m_spec.subjects.include.empty()},
                {"algorithms", m_spec.configurations.empty()}})
        {
            if (is_missing)
            {
                root.fail(fmt::format("'{}' is missing", key));
            }
        }
        const StudyBudget& budget = m_spec.budget;
        if (!budget.executions && !budget.calls && !budget.generations && !budget.seconds)
        {
            root.fail("'budget' is missing: give executions, calls, generations or seconds");
        }
        check_snapshots(root);
    }

    std::string m_data;
    StudySpec m_spec;
};

}  // namespace

StudySpec parse_study(const std::string& text, const std::string& file, const std::string& data)
{
    return StudyReader(file, data).read(text);
}

StudySpec load_study(const std::string& file, const std::string& data)
{
    const ReadText read = read_text(file);
    if (!read.text)
    {
        if (is_refusal(read.error))
        {
            fail_reading(file, read.error);
        }
        throw ConfigError(
            fmt::format("{}: cannot be read: {}; expected a study in YAML", file, read.problem));
    }
    return parse_study(*read.text, file, data);
}

bool matches(const std::string& pattern, const std::string& name)
{
    // Greedy with one step back to the last star, as the classical wildcard match.
    std::size_t p = 0;
    std::size_t n = 0;
    std::size_t star = std::string::npos;
    std::size_t star_name = 0;
    while (n < name.size())
    {
        if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n]) && pattern[p] != '*')
        {
            ++p;
            ++n;
        }
        else if (p < pattern.size() && pattern[p] == '*')
        {
            star = p++;
            star_name = n;
        }
        else if (star != std::string::npos)
        {
            p = star + 1;
            n = ++star_name;
        }
        else
        {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string::npos;
}

}  // namespace sbst::study
