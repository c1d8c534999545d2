// SPDX-License-Identifier: Apache-2.0
// Strict reading of YAML: every key is known and given once, every value is of the expected kind,
// and every error names file and line.
#pragma once

#include <yaml-cpp/yaml.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::study
{

/// A node and its name in messages.
class YamlValue
{
public:
    /// The amount read from one file: aliases (`*name`) can make a short text arbitrarily long.
    struct File
    {
        std::string name;
        std::size_t values = 0;
    };

    YamlValue(const YAML::Node& node, std::shared_ptr<File> file, std::string name,
        std::string place, std::size_t depth = 0)
      : m_node(node),
        m_file(std::move(file)),
        m_name(std::move(name)),
        m_place(std::move(place)),
        m_depth(depth)
    {}

    [[nodiscard]] const std::string& name() const { return m_name; }
    /// `study.yaml:7`.
    [[nodiscard]] const std::string& place() const { return m_place; }
    [[nodiscard]] bool is_list() const { return m_node.IsSequence(); }
    [[nodiscard]] bool is_map() const { return m_node.IsMap(); }

    /// @throws ConfigError unless it is a single value.
    [[nodiscard]] std::string text() const;
    /// A whole number in [least, most]. @throws ConfigError otherwise.
    [[nodiscard]] std::uint64_t whole(std::uint64_t least, std::uint64_t most) const;
    /// A finite number in [least, most]. @throws ConfigError otherwise.
    [[nodiscard]] double number(double least, double most) const;
    /// One of the words; its index. @throws ConfigError otherwise.
    [[nodiscard]] std::size_t word(const std::vector<std::string_view>& words) const;
    /// The items of a list; a single value is a list of one, no value is an empty list.
    [[nodiscard]] std::vector<YamlValue> items() const;
    /// The same as single values. @throws ConfigError for lists and maps among them.
    [[nodiscard]] std::vector<std::string> texts() const;
    /// Keys and values in the file's order. @throws ConfigError unless it is a map with keys that
    /// are words, each once.
    [[nodiscard]] std::vector<YamlValue> entries() const;
    /// Calls a reader for each key. @throws ConfigError for keys without one.
    struct Reader
    {
        std::string_view key;
        std::function<void(const YamlValue&)> read;
    };
    void read_map(const std::vector<Reader>& readers) const;

    [[noreturn]] void fail(const std::string& problem) const;
    /// `found 'x', expected ...`.
    [[noreturn]] void fail_expected(const std::string& expected) const;

private:
    [[nodiscard]] std::string found() const;
    [[nodiscard]] std::string place_of(const YAML::Node& node) const;
    /// @throws ConfigError when the nesting is too deep or too much was read from the file.
    [[nodiscard]] YamlValue child(
        const YAML::Node& node, const std::string& name, const std::string& place) const;

    YAML::Node m_node;
    std::shared_ptr<File> m_file;
    std::string m_name;
    std::string m_place;
    std::size_t m_depth;
};

/// The one document of a text. @throws ConfigError when the text is not YAML, holds a byte 0, is
/// not a map or has more than one document.
[[nodiscard]] YamlValue read_yaml(const std::string& text, const std::string& file);

}  // namespace sbst::study
