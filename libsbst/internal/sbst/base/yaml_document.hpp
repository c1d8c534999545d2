// SPDX-License-Identifier: Apache-2.0
// Reads the first document of a YAML text and tells whether another one follows. Users of this
// header link yaml-cpp.
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
    /// Null when the text has no document.
    YAML::Node root;
    /// The beginning of a second document.
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

/// Reads the text. On some malformed texts (`, a`) YAML::LoadAll would not end: it finds empty
/// documents without advancing.
/// @throws YAML::Exception when the text is not YAML.
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
