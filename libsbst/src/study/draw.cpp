// SPDX-License-Identifier: Apache-2.0
#include "draw.hpp"

#include "configurations.hpp"

#include <sbst/error.hpp>
#include <sbst/study/sha256.hpp>
#include <sbst/study/worker.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace sbst::study
{

namespace
{

bool holds(double fact, const std::string& comparison, double limit)
{
    return comparison == "<"  ? fact < limit :
           comparison == "<=" ? fact <= limit :
           comparison == ">"  ? fact > limit :
           comparison == ">=" ? fact >= limit :
           comparison == "==" ? fact == limit :
                                fact != limit;
}

/// An earlier result of that search, unless it was changed or cannot be read.
std::optional<RunRecord> remembered(const Store* known, const std::string& key)
{
    try
    {
        const auto stored = known == nullptr ? std::nullopt : known->read(key);
        return stored && digest(key, stored->record) == stored->digest ?
                   std::optional(stored->record) :
                   std::nullopt;
    }
    catch (const ParseError&)
    {
        return std::nullopt;
    }
}

/// Draws from the subjects of one study.
class Drawing
{
public:
    Drawing(const StudySpec& spec, Laboratory& laboratory, const PlanOptions& options,
        const std::vector<Subject>& subjects)
      : m_spec(spec), m_laboratory(laboratory), m_options(options), m_subjects(subjects)
    {
        for (std::size_t i = 0; i < subjects.size(); ++i)
        {
            m_by_hash.emplace_back(sha256(subjects[i].name), i);
        }
        std::sort(m_by_hash.begin(), m_by_hash.end());
    }

    void draw(const SubjectDraw& wanted)
    {
        /// By file, or under no name for all.
        std::map<std::string, std::size_t> drawn;
        std::size_t passed_over = 0;
        for (const auto& [hash, place] : m_by_hash)
        {
            const Subject& subject = m_subjects[place];
            if (!fits(subject, wanted.rule) || m_drawn.contains(place))
            {
                continue;
            }
            std::size_t& count = drawn[wanted.is_per_file ? file_of(subject) : std::string()];
            if (count >= wanted.count)
            {
                continue;
            }
            if (wanted.trivial && is_trivial(subject, *wanted.trivial))
            {
                m_trivial.insert(subject.name);
                ++passed_over;
                continue;
            }
            m_drawn.insert(place);
            ++count;
        }
        const std::size_t found = std::accumulate(drawn.begin(), drawn.end(), std::size_t{0},
            [](std::size_t sum, const auto& of_file) { return sum + of_file.second; });
        if (found == 0 || (!wanted.is_per_file && found < wanted.count))
        {
            throw ConfigError(fmt::format(
                "{}: choose: found {} subjects for the rule{}, expected {}", wanted.place, found,
                passed_over > 0 ? fmt::format(" and {} trivial ones", passed_over) : "",
                wanted.count));
        }
    }

    [[nodiscard]] const std::set<std::size_t>& drawn() const { return m_drawn; }
    [[nodiscard]] const std::vector<StoredRecord>& searches() const { return m_searches; }
    [[nodiscard]] std::vector<std::string> trivial() const
    {
        // A rule without a search may have drawn one.
        std::set<std::string> names = m_trivial;
        for (const std::size_t i : m_drawn)
        {
            names.erase(m_subjects[i].name);
        }
        return {names.begin(), names.end()};
    }

private:
    /// The file that holds the subject.
    static std::string file_of(const Subject& subject)
    {
        return subject.source.substr(0, subject.source.find('!'));
    }

    /// A subject on which the search fails is not trivial: the study's runs will say why.
    bool is_trivial(const Subject& subject, const TrivialSearch& search)
    {
        const std::vector<Setting> settings =
            m_laboratory.normalised(settings_for(m_spec, subject, search.settings));
        const std::string surroundings = m_laboratory.surroundings(settings);
        const RunOrder order{.subject = &subject,
            .settings = settings,
            .budget = &search.budget,
            .seed = run_seed(m_spec.seed, subject.name, 0),
            .surroundings = surroundings};
        const std::string key = cell_key(m_spec.adapter, order);
        const auto [known, is_new] = m_verdicts.emplace(key, false);
        if (is_new && !m_options.stop.stop_requested())
        {
            known->second = covers_all(order, key);
        }
        return known->second;
    }

    bool covers_all(const RunOrder& order, const std::string& key)
    {
        std::optional<RunRecord> record = remembered(m_options.known, key);
        try
        {
            if (!record)
            {
                tell(*order.subject);
                const StoredRecord made =
                    run_order(order, key, m_laboratory, m_options.build, m_options.stop);
                if (m_options.stop.stop_requested())
                {
                    // It may have ended early.
                    return false;
                }
                record = made.record;
                m_searches.push_back(made);
                if (m_options.on_result)
                {
                    m_options.on_result(made);
                }
            }
        }
        catch (const ParseError&)
        {
            return false;
        }
        catch (const AdapterError&)
        {
            return false;
        }
        const std::uint64_t covered =
            record->timeline.empty() ? 0 : record->timeline.back().covered;
        return covered >= record->goals;
    }

    void tell(const Subject& subject) const
    {
        if (m_options.on_search)
        {
            std::size_t wanted = 0;
            for (const SubjectDraw& draw : m_spec.subjects.draws)
            {
                wanted += draw.count;
            }
            m_options.on_search({.drawn = m_drawn.size(),
                .wanted = wanted,
                .trivial = m_trivial.size(),
                .subject = subject.name});
        }
    }

    const StudySpec& m_spec;
    Laboratory& m_laboratory;
    const PlanOptions& m_options;
    const std::vector<Subject>& m_subjects;
    std::vector<std::pair<std::string, std::size_t>> m_by_hash;
    std::set<std::size_t> m_drawn;
    std::set<std::string> m_trivial;
    /// By key of the search.
    std::map<std::string, bool> m_verdicts;
    std::vector<StoredRecord> m_searches;
};

}  // namespace

bool fits(const Subject& subject, const Group& rule)
{
    return std::any_of(subject.facts.begin(), subject.facts.end(), [&rule](const auto& fact) {
        return fact.first == rule.fact && holds(fact.second, rule.comparison, rule.limit);
    });
}

std::vector<Setting> settings_for(
    const StudySpec& spec, const Subject& subject, const std::vector<Setting>& stronger)
{
    std::vector<Setting> settings = spec.settings;
    for (const SubjectSettings& own : spec.subjects.settings)
    {
        if (matches(own.pattern, subject.name))
        {
            override_settings(settings, own.settings);
        }
    }
    override_settings(settings, stronger);
    return settings;
}

void draw_subjects(
    const StudySpec& spec, Laboratory& laboratory, const PlanOptions& options, Plan& plan)
{
    if (spec.subjects.draws.empty())
    {
        return;
    }
    Drawing drawing(spec, laboratory, options, plan.subjects);
    for (const SubjectDraw& wanted : spec.subjects.draws)
    {
        drawing.draw(wanted);
    }
    plan.trivial = drawing.trivial();
    plan.searches = drawing.searches();
    std::vector<Subject> kept;
    for (const std::size_t i : drawing.drawn())
    {
        kept.push_back(plan.subjects[i]);
    }
    plan.subjects = std::move(kept);
}

}  // namespace sbst::study
