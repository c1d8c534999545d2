// SPDX-License-Identifier: Apache-2.0
#include "configurations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace sbst::study
{

namespace
{

constexpr std::size_t most_configurations = 10'000;

void add_settings(const YamlValue& value, const std::string& prefix, const TextFunction& change,
    std::vector<Setting>& settings)
{
    const std::string name = prefix + value.name();
    if (value.is_map())
    {
        for (const YamlValue& entry : value.entries())
        {
            add_settings(entry, name + "-", change, settings);
        }
        return;
    }
    for (const YamlValue& item : value.items())
    {
        const std::string text = item.text();
        settings.push_back({name, change ? change(text) : text, item.place()});
    }
    if (value.items().empty())
    {
        value.fail("found nothing, expected a value");
    }
}

/// One point of a grid's axis: its settings and its text in labels.
struct GridPoint
{
    std::string label;
    std::vector<Setting> settings;
};

std::vector<std::vector<GridPoint>> read_grid(const YamlValue& grid)
{
    std::vector<std::vector<GridPoint>> axes;
    for (const YamlValue& axis : grid.entries())
    {
        std::vector<GridPoint> points;
        for (const YamlValue& item : axis.items())
        {
            const std::string text = item.text();
            points.push_back(
                {fmt::format("{}={}", axis.name(), text), {{axis.name(), text, item.place()}}});
        }
        if (points.empty())
        {
            axis.fail("found nothing, expected a list of values");
        }
        axes.push_back(std::move(points));
    }
    return axes;
}

/// Every combination of one point per axis; the last axis changes fastest.
std::vector<GridPoint> combinations(
    const std::vector<std::vector<GridPoint>>& axes, const YamlValue& grid)
{
    std::vector<GridPoint> result{{}};
    for (const auto& axis : axes)
    {
        if (result.size() * axis.size() > most_configurations)
        {
            grid.fail(fmt::format("has more than {} combinations", most_configurations));
        }
        std::vector<GridPoint> longer;
        for (const GridPoint& before : result)
        {
            for (const GridPoint& point : axis)
            {
                GridPoint both = before;
                both.label += (both.label.empty() ? "" : ",") + point.label;
                both.settings.insert(
                    both.settings.end(), point.settings.begin(), point.settings.end());
                longer.push_back(std::move(both));
            }
        }
        result = std::move(longer);
    }
    return result;
}

/// One entry of `algorithms`.
class EntryReader
{
public:
    explicit EntryReader(const YamlValue& entry) : m_place(entry.place())
    {
        for (const YamlValue& value : entry.entries())
        {
            read(value);
        }
        if (m_name.empty())
        {
            entry.fail("'name' is missing: the algorithm");
        }
        m_settings.insert(m_settings.begin(), {"algorithm", m_name, m_place});
        m_label = m_label.empty() ? m_name : m_label;
    }

    [[nodiscard]] std::size_t count() const { return m_grid.size() * (1 + m_factors.size()); }

    void add_to(std::vector<Configuration>& all) const
    {
        for (const GridPoint& point : m_grid)
        {
            const std::string label =
                point.label.empty() ? m_label : fmt::format("{}[{}]", m_label, point.label);
            std::vector<Setting> settings = m_settings;
            override_settings(settings, point.settings);
            all.push_back({label, settings, m_place});
            for (const GridPoint& factor : m_factors)
            {
                std::vector<Setting> changed = settings;
                override_settings(changed, factor.settings);
                all.push_back({label + factor.label, std::move(changed), m_place});
            }
        }
    }

private:
    void read(const YamlValue& value)
    {
        if (value.name() == "name")
        {
            m_name = value.text();
        }
        else if (value.name() == "label")
        {
            m_label = value.text();
            if (std::any_of(m_label.begin(), m_label.end(),
                    [](unsigned char c) { return c < ' ' || c == '\x7f'; }))
            {
                value.fail("has a control character; expected one line of text");
            }
        }
        else if (value.name() == "grid")
        {
            m_grid = combinations(read_grid(value), value);
        }
        else if (value.name() == "ablation" || value.name() == "additions")
        {
            const char* const sign = value.name() == "ablation" ? "-" : "+";
            for (const YamlValue& factor : value.entries())
            {
                m_factors.push_back({sign + factor.name(), read_settings(factor, {})});
            }
        }
        else
        {
            add_settings(value, "", {}, m_settings);
        }
    }

    std::string m_place;
    std::string m_name;
    std::string m_label;
    std::vector<Setting> m_settings;
    std::vector<GridPoint> m_grid{{}};
    std::vector<GridPoint> m_factors;
};

}  // namespace

void override_settings(std::vector<Setting>& settings, const std::vector<Setting>& stronger)
{
    std::erase_if(settings, [&stronger](const Setting& setting) {
        return std::any_of(stronger.begin(), stronger.end(),
            [&setting](const Setting& other) { return other.name == setting.name; });
    });
    settings.insert(settings.end(), stronger.begin(), stronger.end());
}

std::vector<Setting> read_settings(const YamlValue& map, const TextFunction& change)
{
    std::vector<Setting> settings;
    for (const YamlValue& value : map.entries())
    {
        add_settings(value, "", change, settings);
    }
    return settings;
}

std::vector<Configuration> read_configurations(const YamlValue& list)
{
    std::vector<Configuration> all;
    for (const YamlValue& entry : list.items())
    {
        const EntryReader reader(entry);
        if (all.size() + reader.count() > most_configurations)
        {
            list.fail(fmt::format("has more than {} configurations", most_configurations));
        }
        reader.add_to(all);
    }
    std::set<std::string_view> labels;
    for (const Configuration& configuration : all)
    {
        if (!labels.insert(configuration.label).second)
        {
            list.fail(fmt::format(
                "two configurations are called '{}'; give one a 'label'", configuration.label));
        }
    }
    return all;
}

}  // namespace sbst::study
