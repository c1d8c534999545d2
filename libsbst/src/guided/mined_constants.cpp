// SPDX-License-Identifier: Apache-2.0
#include <sbst/guided/mined_constants.hpp>
#include <sbst/seeding/constant_pool.hpp>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace sbst
{

namespace
{

constexpr std::size_t all_documents = std::numeric_limits<std::size_t>::max();

/// A text that only this value has.
std::string key_of(const Value& value)
{
    if (value.is_text())
    {
        return "t" + value.text();
    }
    if (value.is_word())
    {
        const auto bytes = value.word().to_be_bytes();
        return "w" + std::string(bytes.begin(), bytes.end());
    }
    const auto bits = std::bit_cast<std::uint64_t>(value.number());
    return "n" + std::to_string(bits);
}

/// What a constant is as a literal of another type, by the rules of the pools.
std::optional<Value> converted(const Value& value, const Type& of, const Type& wanted)
{
    // A pool of one constant draws that one, whatever the random numbers are.
    TypeUniverse types;
    const TypeId type = types.add(of);
    ConstantPool pool;
    pool.add(value, type, types);
    Rng rng(1);
    return pool.draw(wanted, rng);
}

}  // namespace

double constant_weight(std::uint64_t tf, std::size_t documents, std::size_t df)
{
    const auto all = static_cast<double>(documents) + 1.0;
    return static_cast<double>(tf) * std::log(all / (all - static_cast<double>(df)));
}

MinedConstants::Document MinedConstants::add_document()
{
    m_documents.emplace_back();
    m_fitting.clear();
    return m_documents.size() - 1;
}

void MinedConstants::add(Document document, const Value& value, TypeId type,
    const TypeUniverse& types, std::uint64_t uses)
{
    if (value.is_null() || value.is_list() || uses == 0)
    {
        return;
    }
    std::optional<std::size_t> place = find(value);
    if (!place)
    {
        place = m_constants.size();
        Type own = types[type];
        own.name = "constant";
        m_constants.push_back({.value = value, .type = std::move(own)});
        m_places.emplace(key_of(value), *place);
    }
    std::uint64_t& there = m_documents[document][*place];
    m_constants[*place].documents += there == 0 ? 1U : 0U;
    m_constants[*place].uses += uses;
    there += uses;
    m_all[*place] += uses;
    m_fitting.clear();
}

std::optional<Value> MinedConstants::draw(
    Document document, TypeId type, const TypeUniverse& types, Rng& rng)
{
    return drawn(fitting(m_documents[document], document, type, types), rng);
}

std::optional<Value> MinedConstants::draw(TypeId type, const TypeUniverse& types, Rng& rng)
{
    return drawn(fitting(m_all, all_documents, type, types), rng);
}

double MinedConstants::weight(Document document, const Value& value) const
{
    const std::optional<std::size_t> place = find(value);
    const Uses& uses = m_documents[document];
    const auto there = place ? uses.find(*place) : uses.end();
    return there == uses.end() ?
               0.0 :
               constant_weight(there->second, m_documents.size(), m_constants[*place].documents);
}

double MinedConstants::weight(const Value& value) const
{
    const std::optional<std::size_t> place = find(value);
    return place ? constant_weight(m_constants[*place].uses, m_documents.size(),
                       m_constants[*place].documents) :
                   0.0;
}

std::optional<std::size_t> MinedConstants::find(const Value& value) const
{
    const auto found = m_places.find(key_of(value));
    return found == m_places.end() ? std::nullopt : std::optional(found->second);
}

const MinedConstants::Fitting& MinedConstants::fitting(
    const Uses& uses, std::size_t place, TypeId type, const TypeUniverse& types)
{
    const auto [entry, is_new] = m_fitting.try_emplace({place, type.index()});
    if (is_new)
    {
        for (const auto& [at, count] : uses)
        {
            const Constant& constant = m_constants[at];
            if (auto literal = converted(constant.value, constant.type, types[type]))
            {
                entry->second.literals.push_back(*std::move(literal));
                entry->second.weights.push_back(
                    constant_weight(count, m_documents.size(), constant.documents));
            }
        }
    }
    return entry->second;
}

std::optional<Value> MinedConstants::drawn(const Fitting& fitting, Rng& rng)
{
    return fitting.literals.empty() ?
               std::nullopt :
               std::optional(fitting.literals[rng.weighted(fitting.weights)]);
}

}  // namespace sbst
