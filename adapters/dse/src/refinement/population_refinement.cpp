// SPDX-License-Identifier: Apache-2.0
#include "turning.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/dse/refinement/population_refinement.hpp>
#include <sbst/error.hpp>
#include <sbst/test/fingerprint.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::dse
{

namespace
{

/// A condition of one of the paths.
struct Candidate
{
    std::size_t path = 0;
    std::size_t place = 0;
    /// (1 + conditions up to it) * their average size. Source: EvoSuite's implementation of the
    /// paper.
    double size = 0.0;
};

class PopulationRefiner final : public Refiner
{
public:
    PopulationRefiner(const RefinedProblem& problem, const PopulationRefinementOptions& options,
        std::vector<NamedSolver> solvers)
      : m_problem(problem),
        m_options(options),
        m_turning(problem, turning_options(options), std::move(solvers)),
        m_probability(options.probability)
    {}

    void on_evaluated(const Evaluated<TestCase>& evaluated) override;
    void explore(Exploration<TestCase>& search, Rng& rng) override;
    [[nodiscard]] RefinementWork work() const override { return m_turning.work(); }

private:
    using Search = Exploration<TestCase>;

    static RefinementOptions turning_options(const PopulationRefinementOptions& options)
    {
        RefinementOptions made;
        made.max_share = options.max_share;
        made.max_path = options.max_path;
        return made;
    }
    /// Those that a round may take.
    [[nodiscard]] std::vector<TestCase> tests_of_round(const SearchState<TestCase>& state);
    /// Tests of the state that started a round; forgets what changed since the last call.
    [[nodiscard]] std::vector<const TestCase*> triggering(const SearchState<TestCase>& state);
    [[nodiscard]] bool is_wanted(const PathCondition& condition, const Search& search) const;
    void add_candidates(std::size_t path, const Search& search);
    /// Turns conditions, the smallest first. Tells whether a test improved something.
    bool refine(Search& search, Rng& rng);
    /// Turns one condition. Tells whether its test covered a goal, or made the best suite better.
    bool turn(const Candidate& chosen, Search& search, Rng& rng, std::size_t& turns);
    [[nodiscard]] static std::optional<double> fitness(const SearchState<TestCase>& state)
    {
        return state.best ? std::optional(state.best->fitness) : std::nullopt;
    }
    [[nodiscard]] bool may_go_on(const Search& search) const
    {
        return !search.is_over() && m_turning.has_share();
    }

    RefinedProblem m_problem;
    PopulationRefinementOptions m_options;
    Turning m_turning;
    double m_probability;
    /// Fingerprints of tests that it worked on; only the best suite's may be taken again.
    std::set<std::uint64_t> m_known;
    /// Fingerprints of tests with a new literal, and of those whose fitness it changed, since the
    /// last round could begin.
    std::set<std::uint64_t> m_mutated;
    std::set<std::uint64_t> m_changed;
    /// The best suite's when the last round could begin, or ended.
    std::optional<double> m_fitness;
    // What one round works on.
    Paths m_paths;
    std::vector<Candidate> m_candidates;
};

void PopulationRefiner::on_evaluated(const Evaluated<TestCase>& evaluated)
{
    m_turning.on_evaluated(evaluated);
    if (evaluated.change.literals.empty())
    {
        return;
    }
    const std::uint64_t key = fingerprint(evaluated.test);
    m_mutated.insert(key);
    // A test without a parent has no fitness before.
    if (!evaluated.before.empty() && !std::ranges::equal(evaluated.before, evaluated.after))
    {
        m_changed.insert(key);
    }
}

void PopulationRefiner::explore(Search& search, Rng& rng)
{
    if (m_options.max_share <= 0.0 || !may_go_on(search))
    {
        return;
    }
    const std::vector<TestCase> tests = tests_of_round(search.state());
    if (tests.empty() || (m_probability < 1.0 && !rng.chance(m_probability)))
    {
        return;
    }
    m_paths.clear();
    m_candidates.clear();
    m_turning.begin(GoalId{});
    const std::size_t before = m_turning.first_covered_count();
    for (const TestCase& test : tests)
    {
        if (!may_go_on(search))
        {
            break;
        }
        m_known.insert(fingerprint(test));
        if (m_turning.add_path(expanded(test), m_paths, search))
        {
            add_candidates(m_paths.size() - 1, search);
        }
    }
    const bool has_improved = refine(search, rng) || m_turning.first_covered_count() > before;
    const double rate = m_options.adaptation_rate;
    m_probability = has_improved ?
                        std::min(1.0, m_probability * rate) :
                        std::max(std::numeric_limits<double>::min(), m_probability / rate);
    m_fitness = fitness(search.state());
    m_paths.clear();
}

std::vector<const TestCase*> PopulationRefiner::triggering(const SearchState<TestCase>& state)
{
    const std::set<std::uint64_t> mutated = std::exchange(m_mutated, {});
    const std::set<std::uint64_t> changed = std::exchange(m_changed, {});
    const auto is_among = [](const std::set<std::uint64_t>& keys) {
        return [&keys](const TestCase* test) { return keys.contains(fingerprint(*test)); };
    };
    std::vector<const TestCase*> tests;
    if (!state.best || m_options.trigger == RefinementTrigger::new_tests)
    {
        for (const Individual<TestCase>& individual : state.population)
        {
            tests.push_back(&individual.test);
        }
        if (m_options.trigger == RefinementTrigger::changed_literals)
        {
            std::erase_if(tests, std::not_fn(is_among(changed)));
        }
        return tests;
    }
    for (const std::size_t place : state.best->tests)
    {
        tests.push_back(&state.population[place].test);
    }
    const std::optional<double> now = fitness(state);
    const bool has_moved = std::exchange(m_fitness, now) != now;
    const auto others = std::stable_partition(tests.begin(), tests.end(), is_among(mutated));
    if (!has_moved || others == tests.begin())
    {
        tests.clear();
    }
    return tests;
}

std::vector<TestCase> PopulationRefiner::tests_of_round(const SearchState<TestCase>& state)
{
    const bool takes_again =
        state.best.has_value() && m_options.trigger == RefinementTrigger::changed_literals;
    std::vector<TestCase> tests;
    std::set<std::uint64_t> taken;
    for (const TestCase* const test : triggering(state))
    {
        if (tests.size() == m_options.tests_per_round)
        {
            break;
        }
        const std::uint64_t key = fingerprint(*test);
        if ((takes_again || !m_known.contains(key)) && taken.insert(key).second)
        {
            tests.push_back(*test);
        }
    }
    return tests;
}

/// It can be turned, and its other side is an open goal if that is asked for.
bool PopulationRefiner::is_wanted(const PathCondition& condition, const Search& search) const
{
    if (!condition.is_decision || !condition.condition.is_valid())
    {
        return false;
    }
    const auto side = condition.predicate.is_valid() ?
                          m_problem.goals.find(BranchCriterion::id,
                              BranchCriterion::index_of(condition.predicate, !condition.outcome)) :
                          std::nullopt;
    return !m_options.only_open_sides || (side && m_turning.is_sought(*side, search));
}

void PopulationRefiner::add_candidates(std::size_t path, const Search& search)
{
    const symbolic::ExpressionGraph& graph = m_paths[path].run().graph;
    const std::vector<PathCondition>& conditions = m_paths[path].conditions();
    double sum = 0.0;
    double count = 0.0;
    for (std::size_t place = 0; place < conditions.size(); ++place)
    {
        const PathCondition& condition = conditions[place];
        if (!condition.condition.is_valid())
        {
            continue;
        }
        sum += static_cast<double>(graph.size_of(condition.condition));
        count += 1.0;
        if (is_wanted(condition, search))
        {
            m_candidates.push_back({path, place, (1.0 + count) * sum / count});
        }
    }
}

bool PopulationRefiner::refine(Search& search, Rng& rng)
{
    bool has_improved = false;
    for (std::size_t turns = 0;
         turns < m_options.conditions_per_round && !m_candidates.empty() && may_go_on(search);)
    {
        const auto smallest = std::ranges::min_element(m_candidates, {}, &Candidate::size);
        const Candidate chosen = *smallest;
        m_candidates.erase(smallest);
        // What was turned meanwhile may have covered it.
        if (is_wanted(m_paths[chosen.path].conditions()[chosen.place], search))
        {
            has_improved |= turn(chosen, search, rng, turns);
        }
    }
    return has_improved;
}

bool PopulationRefiner::turn(const Candidate& chosen, Search& search, Rng& rng, std::size_t& turns)
{
    const std::size_t before = m_turning.first_covered_count();
    const auto attempt = m_turning.turn(chosen.path, chosen.place, m_paths, search, rng);
    turns += attempt == Turning::Attempt::known ? 0 : 1;
    if (attempt != Turning::Attempt::ran)
    {
        return false;
    }
    const std::optional<double> fitness_before = fitness(search.state());
    const bool has_joined = search.join_best(0, !m_options.keep_all);
    if (has_joined)
    {
        m_known.insert(fingerprint(m_paths.back().test()));
    }
    const bool has_improved = m_turning.first_covered_count() > before ||
                              (has_joined && fitness(search.state()) < fitness_before);
    if (m_options.keep_all || has_improved)
    {
        add_candidates(m_paths.size() - 1, search);
    }
    return has_improved;
}

void require_some(std::string_view name, std::size_t value)
{
    if (value == 0)
    {
        throw ConfigError{
            fmt::format("refinement of a population: {} is 0, expected at least 1", name)};
    }
}

}  // namespace

void validate(const PopulationRefinementOptions& options)
{
    const auto require = [](bool is_good, std::string_view name, double value,
                             std::string_view wanted) {
        if (!is_good)
        {
            throw ConfigError{fmt::format(
                "refinement of a population: {} is {}, expected {}", name, value, wanted)};
        }
    };
    require(options.max_share >= 0.0 && options.max_share <= 1.0, "max_share", options.max_share,
        "a number from 0 to 1");
    require(options.probability > 0.0 && options.probability <= 1.0, "probability",
        options.probability, "a number above 0, at most 1");
    require(options.adaptation_rate >= 1.0 && options.adaptation_rate < 1e6, "adaptation_rate",
        options.adaptation_rate, "a number from 1 to a million");
    require_some("tests_per_round", options.tests_per_round);
    require_some("conditions_per_round", options.conditions_per_round);
    require_some("max_path", options.max_path);
}

RefinerFactory refine_population(
    const PopulationRefinementOptions& options, std::vector<NamedSolver> solvers)
{
    validate(options);
    return [options, solvers = std::move(solvers)](const RefinedProblem& problem) {
        return std::make_unique<PopulationRefiner>(problem, options, solvers);
    };
}

}  // namespace sbst::dse
