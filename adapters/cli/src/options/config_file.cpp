// SPDX-License-Identifier: Apache-2.0
#include "config_file.hpp"

#include "../console/files.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/base/yaml_document.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace sbst::cli
{

namespace
{

class ConfigReader
{
public:
    ConfigReader(std::string file, std::span<const Option> known)
      : m_file(std::move(file)), m_known(known)
    {}

    std::vector<Assignment> read(const std::string& text)
    {
        if (text.find('\0') != std::string::npos)
        {
            throw ConfigError(fmt::format("{}: holds a byte 0; expected text in UTF-8", m_file));
        }
        const YamlDocument document = load_yaml(text);
        if (document.second)
        {
            throw ConfigError(fmt::format(
                "{}: a second document begins here; expected one", place(*document.second)));
        }
        if (!document.root.IsNull())
        {
            if (!document.root.IsMap())
            {
                fail(document.root, "expected keys and values such as 'seed: 1'");
            }
            read_map(document.root, "");
        }
        return std::move(m_assignments);
    }

    [[nodiscard]] std::string place(const YAML::Mark& mark) const
    {
        return mark.is_null() ? m_file : fmt::format("{}:{}", m_file, mark.line + 1);
    }

private:
    [[noreturn]] void fail(const YAML::Node& node, const std::string& problem) const
    {
        throw ConfigError(fmt::format("{}: {}", place(node.Mark()), problem));
    }

    void read_map(const YAML::Node& map, const std::string& prefix)
    {
        for (const auto& entry : map)
        {
            if (!entry.first.IsScalar())
            {
                fail(entry.first, "expected the name of an option as key");
            }
            read_entry(prefix + entry.first.Scalar(), entry.first, entry.second);
        }
    }

    void read_entry(const std::string& name, const YAML::Node& key, const YAML::Node& value)
    {
        const Option* const option = find_option(m_known, name);
        if (option == nullptr || !option->is_configurable)
        {
            const bool is_group = std::any_of(m_known.begin(), m_known.end(),
                [&name](const Option& known) { return known.naming.name.starts_with(name + "-"); });
            if (!is_group || !value.IsMap())
            {
                fail(key, unknown_key_message(name));
            }
            read_map(value, name + "-");
            return;
        }
        const bool is_repeated = std::any_of(m_assignments.begin(), m_assignments.end(),
            [option](const Assignment& before) { return before.option == option; });
        if (is_repeated)
        {
            fail(key, fmt::format("'{}' is given twice", name));
        }
        m_assignments.push_back({option, {}, fmt::format("{}: {}", place(key.Mark()), name)});
        if (!option->is_list || !value.IsSequence())
        {
            add_values(m_assignments.back(), scalar_of(*option, key, value));
            return;
        }
        for (const YAML::Node& item : value)
        {
            m_assignments.back().values.push_back(scalar_of(*option, key, item));
        }
    }

    [[nodiscard]] std::string scalar_of(
        const Option& option, const YAML::Node& key, const YAML::Node& value) const
    {
        // A missing value would have the place of the next item.
        const YAML::Node& place_of = value.IsNull() ? key : value;
        if (!value.IsScalar())
        {
            const std::string_view found = value.IsSequence() ? "a list" :
                                           value.IsMap()      ? "keys and values" :
                                                                "nothing";
            fail(place_of, fmt::format("{}: found {}, expected {}", option.naming.name, found,
                               option.expects));
        }
        return value.Scalar();
    }

    [[nodiscard]] std::string unknown_key_message(const std::string& name) const
    {
        std::vector<std::string_view> names;
        for (const Option& option : m_known)
        {
            if (option.is_configurable)
            {
                names.push_back(option.naming.name);
            }
        }
        return fmt::format("unknown key '{}'{}", name, suggestion(name, names));
    }

    std::string m_file;
    std::span<const Option> m_known;
    std::vector<Assignment> m_assignments;
};

}  // namespace

std::vector<Assignment> read_config_file(const std::string& file, std::span<const Option> known)
{
    try
    {
        return parse_config(read_file(file), shown_input(file), known);
    }
    catch (const ParseError& error)
    {
        throw ConfigError(error.what());
    }
}

std::vector<Assignment> parse_config(
    const std::string& text, const std::string& file, std::span<const Option> known)
{
    ConfigReader reader(file, known);
    try
    {
        return reader.read(text);
    }
    catch (const YAML::Exception& error)
    {
        throw ConfigError(
            fmt::format("{}: no valid YAML: {}", reader.place(error.mark), error.msg));
    }
}

}  // namespace sbst::cli
