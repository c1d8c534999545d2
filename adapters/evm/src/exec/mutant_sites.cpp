// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/exec/mutant_sites.hpp>

#include <algorithm>
#include <compare>
#include <utility>

namespace sbst::evm
{

namespace
{

/// The word as the type has it: cut, and extended to 256 bits by its sign.
U256 wrapped(const U256& word, const WordType& type)
{
    constexpr unsigned all = 256;
    if (type.bits >= all)
    {
        return word;
    }
    const unsigned rest = all - type.bits;
    const U256 high = word << std::uint64_t{rest};
    return type.is_signed ? sar(high, U256(rest)) : high >> std::uint64_t{rest};
}

bool fits(const U256& word, const WordType& type)
{
    return wrapped(word, type) == word;
}

bool is_less(const U256& a, const U256& b, const WordType& type)
{
    return type.is_signed ? signed_less(a, b) : a < b;
}

U256 magnitude(const U256& word, const WordType& type)
{
    return type.is_signed && is_negative(word) ? -word : word;
}

/// Nothing when the product needs more than the type has.
std::optional<U256> checked_product(const U256& a, const U256& b, const WordType& type)
{
    const U256 product = a * b;
    const bool is_exact =
        is_zero(a) || is_zero(b) ||
        (magnitude(product, type) / magnitude(a, type) == magnitude(b, type) &&
            (!type.is_signed || is_negative(product) == (is_negative(a) != is_negative(b))));
    return is_exact && fits(product, type) ? std::optional(product) : std::nullopt;
}

std::optional<U256> checked_power(U256 base, U256 exponent, const WordType& type)
{
    std::optional<U256> result(U256(1));
    while (!is_zero(exponent))
    {
        if ((low64(exponent) & 1U) != 0)
        {
            result = checked_product(*result, base, type);
            if (!result)
            {
                return std::nullopt;
            }
        }
        exponent = exponent >> std::uint64_t{1};
        if (!is_zero(exponent))
        {
            const std::optional<U256> square = checked_product(base, base, type);
            if (!square)
            {
                return std::nullopt;
            }
            base = *square;
        }
    }
    return result;
}

std::optional<U256> sum_or_difference(
    bool is_sum, const U256& a, const U256& b, const MutantSite& site)
{
    const U256 exact = is_sum ? a + b : a - b;
    const U256 result = wrapped(exact, site.type);
    if (!site.is_checked)
    {
        return result;
    }
    // Without a sign the result lies on the wrong side of `a`, with one it has the wrong order too.
    const bool has_grown = !is_less(exact, a, site.type);
    const bool must_grow = is_sum == !(site.type.is_signed && is_negative(b)) || is_zero(b);
    const bool has_wrapped = is_zero(b) ? false : has_grown != must_grow;
    return has_wrapped || result != exact ? std::nullopt : std::optional(result);
}

std::optional<U256> quotient_or_remainder(
    bool is_quotient, const U256& a, const U256& b, const MutantSite& site)
{
    if (is_zero(b))
    {
        return std::nullopt;
    }
    if (!is_quotient)
    {
        return site.type.is_signed ? smod(a, b) : a % b;
    }
    const U256 exact = site.type.is_signed ? sdiv(a, b) : a / b;
    // The least number divided by -1 has no positive counterpart.
    const bool has_wrapped = site.type.is_signed && is_negative(a) && is_negative(b) &&
                             (is_negative(exact) || !fits(exact, site.type));
    return site.is_checked && has_wrapped ? std::nullopt : std::optional(wrapped(exact, site.type));
}

}  // namespace

std::strong_ordering order_of(const U256& a, const U256& b, const WordType& type)
{
    return is_less(a, b, type) ? std::strong_ordering::less :
           is_less(b, a, type) ? std::strong_ordering::greater :
                                 std::strong_ordering::equal;
}

std::optional<U256> apply(
    WordOperator word_operator, const U256& left, const U256& right, const MutantSite& site)
{
    const WordType& type = site.type;
    switch (word_operator)
    {
        case WordOperator::add:
        case WordOperator::subtract:
            return sum_or_difference(word_operator == WordOperator::add, left, right, site);
        case WordOperator::multiply:
            return site.is_checked ? checked_product(left, right, type) :
                                     std::optional(wrapped(left * right, type));
        case WordOperator::divide:
        case WordOperator::remainder:
            return quotient_or_remainder(word_operator == WordOperator::divide, left, right, site);
        case WordOperator::power:
            return site.is_checked ? checked_power(left, right, type) :
                                     std::optional(wrapped(pow(left, right), type));
        case WordOperator::bit_and:
            return left & right;
        case WordOperator::bit_or:
            return left | right;
        case WordOperator::bit_xor:
            return left ^ right;
        case WordOperator::shift_left:
            return wrapped(left << right, type);
        case WordOperator::shift_right:
        case WordOperator::shift_right_unsigned:
            break;
    }
    return type.is_signed ? sar(left, right) : left >> right;
}

MutantSites::MutantSites(
    std::size_t code_size, std::size_t mutant_count, std::vector<MutantSite> sites)
  : m_sites(std::move(sites)), m_first(code_size), m_mutant_count(mutant_count)
{
    std::stable_sort(m_sites.begin(), m_sites.end(),
        [](const MutantSite& a, const MutantSite& b) { return a.pc < b.pc; });
    for (std::size_t i = m_sites.size(); i > 0; --i)
    {
        if (m_sites[i - 1].pc < m_first.size())
        {
            m_first[m_sites[i - 1].pc] = static_cast<std::uint32_t>(i);
        }
    }
}

void MutantRecord::watch(const MutantSites* sites)
{
    m_sites = sites;
    const std::size_t count = sites == nullptr ? 0 : sites->mutant_count();
    m_least.assign(count, Distance::infinite());
    m_is_touched.assign(count, false);
    m_touched.clear();
}

void MutantRecord::reach(std::uint32_t pc, std::span<const U256> stack)
{
    const std::vector<MutantSite>& sites = m_sites->all();
    for (std::size_t i = m_sites->at(pc) - 1; i < sites.size() && sites[i].pc == pc; ++i)
    {
        const MutantSite& site = sites[i];
        if (site.kind == MutantSite::Kind::reached)
        {
            for (const SiteMutant& mutant : site.mutants)
            {
                note(mutant, Distance::zero());
            }
            continue;
        }
        const std::size_t height = std::max<std::size_t>(site.left, site.right.value_or(0)) + 1U;
        if (stack.size() >= height)
        {
            const auto top = [&](std::uint8_t place) { return stack[stack.size() - 1 - place]; };
            compute(site, top(site.left), site.right ? top(*site.right) : U256{});
        }
    }
}

void MutantRecord::compute(const MutantSite& site, const U256& left, const U256& right)
{
    if (std::all_of(site.mutants.begin(), site.mutants.end(),
            [this](const SiteMutant& mutant) { return is_infected(mutant); }))
    {
        return;
    }
    const bool is_relation = site.kind == MutantSite::Kind::relation;
    const std::strong_ordering order = order_of(left, right, site.type);
    const Distance apart(order < 0 ? right - left : left - right);
    const std::optional<U256> result =
        is_relation ? std::nullopt :
                      apply(static_cast<WordOperator>(site.original), left, right, site);
    for (const SiteMutant& mutant : site.mutants)
    {
        if (is_infected(mutant))
        {
            continue;
        }
        if (is_relation)
        {
            note(mutant, infection_of(static_cast<Relation>(site.original),
                             static_cast<Relation>(mutant.change), order, apart));
        }
        else
        {
            const bool differs =
                apply(static_cast<WordOperator>(mutant.change), left, right, site) != result;
            note(mutant, differs ? Distance::zero() : Distance(U256(1)));
        }
    }
}

void MutantRecord::clear()
{
    for (const std::uint32_t mutant : m_touched)
    {
        m_is_touched[mutant] = false;
        m_least[mutant] = Distance::infinite();
    }
    m_touched.clear();
}

void MutantRecord::append_to(std::vector<MutantTrace>& out) const
{
    for (const std::uint32_t mutant : m_touched)
    {
        out.push_back({.mutant = MutantId(mutant), .least = m_least[mutant]});
    }
}

void MutantRecord::note(const SiteMutant& mutant, const Distance& distance)
{
    const std::size_t index = mutant.mutant.index();
    if (!m_is_touched[index])
    {
        m_is_touched[index] = true;
        m_touched.push_back(static_cast<std::uint32_t>(index));
    }
    m_least[index] = std::min(m_least[index], distance);
}

}  // namespace sbst::evm
