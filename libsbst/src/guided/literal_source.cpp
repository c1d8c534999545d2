// SPDX-License-Identifier: Apache-2.0
#include <sbst/guided/impurity.hpp>
#include <sbst/guided/literal_source.hpp>

#include <algorithm>

namespace sbst
{

namespace
{

bool has_edits(TypeKind kind)
{
    return kind == TypeKind::integer || kind == TypeKind::floating || kind == TypeKind::string ||
           kind == TypeKind::bytes || kind == TypeKind::array || kind == TypeKind::tuple;
}

}  // namespace

LiteralSource::LiteralSource(
    const TypeUniverse& types, const GuidedFacts& facts, const GuidedOptions& options)
  : m_types(&types), m_facts(&facts), m_options(&options), m_units{U256{1}}
{
    m_units.insert(m_units.end(), facts.units.begin(), facts.units.end());
}

std::optional<Value> LiteralSource::draw(CallableId callable, const Parameter& parameter, Rng& rng)
{
    if (!parameter.role.empty() || parameter.usual || !has_edits((*m_types)[parameter.type].kind))
    {
        return std::nullopt;
    }
    if (m_options->constant_mining && m_facts->constants != nullptr)
    {
        if (auto value = constant(callable, parameter.type, rng))
        {
            return value;
        }
    }
    return m_options->impurity ? changed(parameter.type, rng) : std::nullopt;
}

std::optional<Value> LiteralSource::constant(CallableId callable, TypeId type, Rng& rng) const
{
    std::optional<Value> value;
    if (rng.chance(m_options->constant_prob) && m_facts->document)
    {
        value = m_facts->constants->draw(m_facts->document(callable), type, *m_types, rng);
    }
    if (!value && rng.chance(m_options->global_constant_prob))
    {
        value = m_facts->constants->draw(type, *m_types, rng);
    }
    return value;
}

std::optional<Value> LiteralSource::changed(TypeId type, Rng& rng) const
{
    const bool is_known =
        type.index() < m_earlier.size() && !m_earlier[type.index()].values.empty();
    if (!is_known || !rng.chance(m_options->earlier_literal_prob))
    {
        return std::nullopt;
    }
    const std::vector<Value>& values = m_earlier[type.index()].values;
    Value value = values[rng.index(values.size())];
    if (rng.chance(m_options->change_prob))
    {
        make_impure(value, type, *m_types, {m_options->deviation, m_units}, rng);
    }
    return value;
}

void LiteralSource::remember(const Call& call, const Callable& callable)
{
    for (std::size_t p = 0; p < call.arguments.size(); ++p)
    {
        const Parameter& parameter = callable.parameters[p];
        const auto* const literal = std::get_if<Value>(&call.arguments[p]);
        if (literal == nullptr || literal->is_null() || !parameter.role.empty() ||
            !has_edits((*m_types)[parameter.type].kind))
        {
            continue;
        }
        m_earlier.resize(std::max(m_earlier.size(), parameter.type.index() + 1));
        Earlier& earlier = m_earlier[parameter.type.index()];
        if (std::find(earlier.values.begin(), earlier.values.end(), *literal) !=
            earlier.values.end())
        {
            continue;
        }
        if (earlier.values.size() < most_earlier)
        {
            earlier.values.push_back(*literal);
            continue;
        }
        earlier.values[earlier.oldest] = *literal;
        earlier.oldest = (earlier.oldest + 1) % most_earlier;
    }
}

}  // namespace sbst
