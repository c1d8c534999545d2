// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/mutation.hpp>
#include <sbst/criteria/weak_mutant.hpp>
#include <sbst/fitness/scorer.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

using namespace sbst;

namespace
{

/// A word of a few bits, in two's complement.
class Words
{
public:
    explicit Words(int bits) : m_bits(bits) {}

    [[nodiscard]] int least() const { return -(1 << (m_bits - 1)); }
    [[nodiscard]] int most() const { return -least() - 1; }

    /// Nothing: the operation fails.
    [[nodiscard]] std::optional<int> apply(WordOperator word_operator, int a, int b) const
    {
        // Java takes the lowest bits of the distance; here those that the width has.
        const int distance = (b & ((1 << m_bits) - 1)) % m_bits;
        switch (word_operator)
        {
            case WordOperator::add:
                return wrapped(a + b);
            case WordOperator::subtract:
                return wrapped(a - b);
            case WordOperator::multiply:
                return wrapped(a * b);
            case WordOperator::divide:
                return b == 0 ? std::nullopt : std::optional(wrapped(a / b));
            case WordOperator::remainder:
                return b == 0 ? std::nullopt : std::optional(wrapped(a % b));
            case WordOperator::bit_and:
                return a & b;
            case WordOperator::bit_or:
                return a | b;
            case WordOperator::bit_xor:
                return a ^ b;
            case WordOperator::shift_left:
                return wrapped(a * (1 << distance));
            case WordOperator::shift_right:
                return a >> distance;
            case WordOperator::shift_right_unsigned:
                return wrapped((a & ((1 << m_bits) - 1)) >> distance);
            case WordOperator::power:
                break;
        }
        FAIL("no operator of machine words");
        return std::nullopt;
    }

private:
    [[nodiscard]] int wrapped(int value) const
    {
        const int count = 1 << m_bits;
        const int low = ((value % count) + count) % count;
        return low > most() ? low - count : low;
    }

    int m_bits;
};

using Inputs = std::set<std::pair<int, int>>;

/// The operands with which each mutant gives something else.
std::map<WordOperator, Inputs> infecting(WordOperator original, int bits)
{
    const Words words(bits);
    std::map<WordOperator, Inputs> result;
    for (const WordOperator mutant : replacements_of(original))
    {
        Inputs& inputs = result[mutant];
        for (int a = words.least(); a <= words.most(); ++a)
        {
            for (int b = words.least(); b <= words.most(); ++b)
            {
                if (words.apply(original, a, b) != words.apply(mutant, a, b))
                {
                    inputs.insert({a, b});
                }
            }
        }
    }
    return result;
}

std::map<Relation, Inputs> infecting(Relation original)
{
    std::map<Relation, Inputs> result;
    for (const Relation mutant : replacements_of(original))
    {
        for (const int sign : {-1, 0, 1})
        {
            if (holds(original, sign <=> 0) != holds(mutant, sign <=> 0))
            {
                result[mutant].insert({sign, 0});
            }
        }
    }
    return result;
}

bool contains(const Inputs& all, const Inputs& part)
{
    return std::includes(all.begin(), all.end(), part.begin(), part.end());
}

/// Whether tests that infect all kept mutants infect the others: each of these contains a kept one.
template <class Operator>
bool covers_all(const std::map<Operator, Inputs>& infecting, const std::set<Operator>& kept)
{
    return std::all_of(infecting.begin(), infecting.end(), [&](const auto& mutant) {
        return std::any_of(kept.begin(), kept.end(),
            [&](Operator one) { return contains(mutant.second, infecting.at(one)); });
    });
}

template <class Operator>
std::set<Operator> kept_of(Operator original)
{
    std::set<Operator> kept;
    for (const Operator mutant : replacements_of(original))
    {
        if (is_subsuming(original, mutant))
        {
            kept.insert(mutant);
        }
    }
    return kept;
}

template <class Operator>
void check_exact(Operator original, const std::map<Operator, Inputs>& infecting)
{
    const std::set<Operator> kept = kept_of(original);
    INFO(symbol_of(original));
    CHECK(infecting.size() == replacements_of(original).size());
    CHECK(covers_all(infecting, kept));
    for (const Operator one : kept)
    {
        std::set<Operator> fewer = kept;
        fewer.erase(one);
        INFO("without " << symbol_of(one));
        CHECK_FALSE(covers_all(infecting, fewer));
    }
}

constexpr std::array<WordOperator, 11> word_operators{WordOperator::add, WordOperator::subtract,
    WordOperator::multiply, WordOperator::divide, WordOperator::remainder, WordOperator::bit_and,
    WordOperator::bit_or, WordOperator::bit_xor, WordOperator::shift_left,
    WordOperator::shift_right, WordOperator::shift_right_unsigned};
constexpr std::array<Relation, 6> relations{
    Relation::eq, Relation::ne, Relation::lt, Relation::le, Relation::gt, Relation::ge};

}  // namespace

TEST_CASE("mutation: kept mutants subsume the others, and none of them another", "[core][criteria]")
{
    // From 5 bits on the tables of all widths are the same; narrower words have fewer values.
    const int bits = GENERATE(5, 6, 7);
    for (const WordOperator original : word_operators)
    {
        check_exact(original, infecting(original, bits));
    }
    for (const Relation original : relations)
    {
        check_exact(original, infecting(original));
    }
}

TEST_CASE("mutation: what replaces an operator", "[core][criteria]")
{
    CHECK(replacements_of(WordOperator::power).size() == 1);
    CHECK(is_subsuming(WordOperator::power, WordOperator::multiply));
    CHECK(symbol_of(WordOperator::shift_right_unsigned) == ">>>");
    CHECK(symbol_of(WordOperator::power) == "**");
    CHECK(symbol_of(Relation::le) == "<=");
    for (const WordOperator original : word_operators)
    {
        for (const WordOperator mutant : replacements_of(original))
        {
            CHECK(mutant != original);
        }
    }
}

TEST_CASE("mutation: the distance to a comparison that differs", "[core][criteria]")
{
    const auto less = std::strong_ordering::less;
    const auto equal = std::strong_ordering::equal;
    const auto greater = std::strong_ordering::greater;
    const Distance seven(U256(7));
    const auto distance = [&](Relation original, Relation mutant, std::strong_ordering order) {
        return infection_of(original, mutant, order, order == 0 ? Distance::zero() : seven);
    };
    // Differs for equal operands only.
    CHECK(distance(Relation::lt, Relation::le, less) == seven);
    CHECK(distance(Relation::lt, Relation::le, greater) == seven);
    CHECK(is_zero(distance(Relation::lt, Relation::le, equal)));
    // Differs for greater operands only.
    CHECK(distance(Relation::eq, Relation::ge, less) == Distance(U256(8)));
    CHECK(distance(Relation::eq, Relation::ge, equal) == Distance(U256(1)));
    CHECK(is_zero(distance(Relation::eq, Relation::ge, greater)));
    // Differs for lesser and greater ones.
    CHECK(distance(Relation::le, Relation::ge, equal) == Distance(U256(1)));
    // Differs always.
    for (const std::strong_ordering order : {less, equal, greater})
    {
        CHECK(is_zero(distance(Relation::eq, Relation::ne, order)));
        CHECK(is_zero(distance(Relation::lt, Relation::ge, order)));
    }
    // Zero exactly where the results differ.
    for (const Relation original : relations)
    {
        for (const Relation mutant : replacements_of(original))
        {
            for (const std::strong_ordering order : {less, equal, greater})
            {
                CHECK(is_zero(distance(original, mutant, order)) ==
                      (holds(original, order) != holds(mutant, order)));
            }
        }
    }
}

TEST_CASE("weak mutants: covered by infection, near by its distance", "[core][criteria]")
{
    GoalGraph graph;
    const GoalId goal = graph.add(weak_mutant_goal(MutantId(1), "a < b to a <= b"));
    const Scorer scorer(graph);
    const auto score = [&](std::vector<MutantTrace> mutants) {
        Trace trace;
        trace.was_run = true;
        trace.mutants = std::move(mutants);
        TraceIndex index;
        index.reset(trace, graph);
        return scorer.score(goal, index);
    };
    const Fitness none = score({{.mutant = MutantId(0), .least = Distance::zero()}});
    const Fitness far = score({{.mutant = MutantId(1), .least = Distance(U256(9))}});
    const Fitness near = score({{.mutant = MutantId(1), .least = Distance(U256(2))}});
    const Fitness infected = score({{.mutant = MutantId(1), .least = Distance::zero()}});
    CHECK(infected.is_covered());
    CHECK(infected < near);
    CHECK(near < far);
    CHECK(far < none);
    CHECK_FALSE(near.is_covered());
}
