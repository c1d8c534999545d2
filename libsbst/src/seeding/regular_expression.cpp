// SPDX-License-Identifier: Apache-2.0
#include "expression_tree.hpp"

#include <sbst/base/utf8.hpp>
#include <sbst/seeding/regular_expression.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace sbst
{

namespace
{

constexpr std::size_t most_turns = 3;
constexpr std::size_t most_bytes = 200;
constexpr std::size_t most_steps = 20'000;

/// Writes one text that matches.
class Sampler
{
public:
    Sampler(const std::vector<ExpressionNode>& nodes, Rng& rng) : m_nodes(nodes), m_rng(&rng) {}

    std::string sample(std::size_t root)
    {
        m_text.clear();
        m_groups.clear();
        m_steps = 0;
        write(root);
        return m_text;
    }

private:
    void write(std::size_t index)
    {
        const ExpressionNode& node = m_nodes[index];
        // What repeats nothing at all would not end by the size.
        if (m_text.size() > most_bytes || ++m_steps > most_steps)
        {
            return;
        }
        switch (node.kind)
        {
            case ExpressionPart::nothing:
                break;
            case ExpressionPart::characters:
                write_one_of(node.set);
                break;
            case ExpressionPart::sequence:
                for (const std::size_t child : node.children)
                {
                    write(child);
                }
                break;
            case ExpressionPart::choice:
                write(node.children[m_rng->index(node.children.size())]);
                break;
            case ExpressionPart::repeat:
            {
                const std::size_t beyond = std::min(node.most - node.least, most_turns);
                for (std::size_t left = node.least + m_rng->index(beyond + 1);
                     left > 0 && m_steps <= most_steps; --left)
                {
                    write(node.children.front());
                }
                break;
            }
            case ExpressionPart::group:
            {
                const std::size_t start = m_text.size();
                write(node.children.front());
                m_groups.resize(std::max(m_groups.size(), node.number + 1));
                m_groups[node.number] = m_text.substr(start);
                break;
            }
            case ExpressionPart::reference:
                m_text += node.number < m_groups.size() ? m_groups[node.number] : "";
                break;
        }
    }

    void write_one_of(const CharacterSet& set)
    {
        // A range first, so that a single character counts as much as a large range.
        const CharacterRange& range = set[m_rng->index(set.size())];
        std::uint32_t character =
            range.first + static_cast<std::uint32_t>(m_rng->below(range.last - range.first + 1));
        constexpr std::uint32_t first_surrogate = 0xD800;
        constexpr std::uint32_t after_surrogates = 0xE000;
        if (character >= first_surrogate && character < after_surrogates)
        {
            character = after_surrogates;
        }
        append_utf8(m_text, character);
    }

    const std::vector<ExpressionNode>& m_nodes;
    Rng* m_rng;
    std::string m_text;
    std::vector<std::string> m_groups;
    std::size_t m_steps = 0;
};

}  // namespace

std::vector<std::string> matching_texts(std::string_view expression, std::size_t count, Rng& rng)
{
    std::vector<std::string> texts;
    const std::optional<ExpressionTree> tree = read_expression(expression);
    if (!tree)
    {
        return texts;
    }
    Sampler sampler(tree->nodes, rng);
    for (std::size_t tries = 0; tries < 4 * count && texts.size() < count; ++tries)
    {
        std::string text = sampler.sample(tree->root);
        if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end())
        {
            texts.push_back(std::move(text));
        }
    }
    return texts;
}

}  // namespace sbst
