// SPDX-License-Identifier: Apache-2.0
// The first document of a YAML text, and whether another one follows. Includers link yaml-cpp.
#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <optional>
#include <sstream>
#include <string>

namespace sbst
{

struct YamlDocument
{
    /// Null where the text has nothing.
    YAML::Node root;
    /// Where a second document begins.
    std::optional<YAML::Mark> second;
};

namespace detail
{

/// Counts documents.
class DocumentCounter : public YAML::EventHandler
{
public:
    std::size_t count = 0;
    YAML::Mark last;

    void OnDocumentStart(const YAML::Mark& mark) override
    {
        ++count;
        last = mark;
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
    void OnAlias(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
    void OnScalar(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
        const std::string& /*value*/) override
    {}
    void OnSequenceStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/,
        YAML::anchor_t /*anchor*/, YAML::EmitterStyle::value /*style*/) override
    {}
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/,
        YAML::anchor_t /*anchor*/, YAML::EmitterStyle::value /*style*/) override
    {}
    void OnMapEnd() override {}
};

}  // namespace detail

/// Reads the text. YAML::LoadAll would not end on some that are malformed (`, a`): it finds one
/// empty document after another without moving on.
/// @throws YAML::Exception for what is no YAML.
inline YamlDocument load_yaml(const std::string& text)
{
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    detail::DocumentCounter counter;
    YamlDocument document;
    while (counter.count < 2 && parser.HandleNextDocument(counter))
    {
    }
    if (counter.count > 1)
    {
        document.second = counter.last;
    }
    document.root = YAML::Load(text);
    return document;
}

}  // namespace sbst
