// SPDX-License-Identifier: Apache-2.0
// A population of suites over one pool of executed tests: what two suites share is executed and
// stored once. Next: algorithms/whole_suite.hpp, which breeds them.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/search/individual.hpp>
#include <sbst/search/score_columns.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sbst
{

/// A set of tests as one individual.
struct Suite
{
    /// By place in the pool. Places from the pool's size on are of the batch that is executed next.
    std::vector<std::size_t> tests{};
    /// Sum over the open goals, 0 to 1 each; smaller is better.
    double fitness = 0.0;
    /// Length of all its tests.
    std::size_t length = 0;
};

/// Order of suites: fitness, then length.
[[nodiscard]] constexpr bool is_better(const Suite& one, const Suite& other)
{
    return one.fitness != other.fitness ? one.fitness < other.fitness : one.length < other.length;
}

/// Measures suites by the scores of their tests.
///
/// A branch counts 0 when covered, nu(least distance) when the suite evaluates its predicate twice
/// or more, and 1 otherwise: after one evaluation the two outcomes would fight over it. The other
/// outcome counts as one evaluation more when it is open no more, since the archive has a test of
/// it. Any other goal counts nu(approach level + nu(distance)). Covered and infeasible goals have
/// left the active ones, and with them the sum.
/// Source: Fraser and Arcuri, TSE 2013 (whole test suite generation); EvoSuite for the archive.
class SuiteFitness
{
public:
    /// Takes the goals that are open now.
    void update(const GoalGraph& graph, const ScoreColumns& columns);

    /// Fills in fitness and length. `test_of` gives the trace, scores and length of a test by
    /// place.
    template <class TestOf>
    void measure(Suite& suite, TestOf&& test_of);

private:
    struct Column
    {
        std::size_t place = 0;
        /// For an outcome: the place of its predicate's evaluations.
        std::size_t evaluation = 0;
        bool is_branch = false;
        /// The other outcome is open no more.
        bool is_last_outcome = false;
    };

    void begin();
    void add(const Trace& trace, const ScoreRow& scores);
    [[nodiscard]] double sum() const;

    std::vector<Column> m_columns;
    // Reused buffers.
    std::vector<Fitness> m_least;
    std::vector<std::uint8_t> m_evaluations;  // two places for each predicate, at most 2 in each
};

template <class TestOf>
void SuiteFitness::measure(Suite& suite, TestOf&& test_of)
{
    begin();
    suite.length = 0;
    for (const std::size_t place : suite.tests)
    {
        const auto& test = test_of(place);
        add(test.trace, test.scores);
        suite.length += test.length;
    }
    suite.fitness = sum();
}

/// The executed tests of a population of suites.
template <class Test>
class SuitePool
{
public:
    [[nodiscard]] std::size_t size() const { return m_tests.size(); }
    [[nodiscard]] Individual<Test>& operator[](std::size_t place) { return m_tests[place]; }
    [[nodiscard]] const Individual<Test>& operator[](std::size_t place) const
    {
        return m_tests[place];
    }
    [[nodiscard]] std::span<Individual<Test>> tests() { return m_tests; }

    /// Appends the executed tests of a batch, in its order.
    void add(Batch<Test>& batch)
    {
        for (Individual<Test>& test : batch)
        {
            m_tests.push_back(std::move(test));
        }
        batch.clear();
    }

    /// Keeps the tests of these suites, in order, and gives them their new places; the others go to
    /// `recycle`.
    template <class Recycle>
    void keep(std::span<Suite> suites, Recycle&& recycle);

private:
    Batch<Test> m_tests;
};

template <class Test>
template <class Recycle>
void SuitePool<Test>::keep(std::span<Suite> suites, Recycle&& recycle)
{
    std::vector<std::size_t> new_place(m_tests.size(), m_tests.size());
    for (const Suite& suite : suites)
    {
        for (const std::size_t place : suite.tests)
        {
            new_place[place] = 0;
        }
    }
    std::size_t kept = 0;
    for (std::size_t place = 0; place < m_tests.size(); ++place)
    {
        if (new_place[place] == m_tests.size())
        {
            recycle(m_tests[place]);
            continue;
        }
        new_place[place] = kept;
        if (kept != place)
        {
            m_tests[kept] = std::move(m_tests[place]);
        }
        ++kept;
    }
    m_tests.resize(kept);
    for (Suite& suite : suites)
    {
        for (std::size_t& place : suite.tests)
        {
            place = new_place[place];
        }
    }
}

}  // namespace sbst
