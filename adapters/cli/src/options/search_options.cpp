// SPDX-License-Identifier: Apache-2.0
// Rows for SearchOptions and OperatorOptions: parameters of the algorithms and the operators.
#include "option_kinds.hpp"
#include "option_table.hpp"

#include <sbst/guided/components.hpp>

#include <string_view>
#include <utility>
#include <vector>

namespace sbst::cli
{

namespace
{

constexpr std::array<Choice<Selection>, 2> selections{{
    {"tournament", Selection::tournament},
    {"rank", Selection::rank},
}};

constexpr std::array<Choice<Diversity>, 4> diversities{{
    {"sub-vector-dominance", Diversity::sub_vector_dominance},
    {"dual-sub-vector-dominance", Diversity::dual_sub_vector_dominance},
    {"fast-epsilon", Diversity::fast_epsilon},
    {"crowding", Diversity::crowding},
}};

constexpr std::uint64_t most = 1'000'000;
constexpr std::uint64_t most_executions = 1'000'000'000;
constexpr std::uint64_t most_tests = 20'000;  // see validate(SearchOptions)

Option rank_bias_option()
{
    return value_option(
        {"rank-bias", "X", Topic::search,
            "How many times as likely as the median the best test is selected by rank"},
        "a number above 1 and up to 2", [](auto& s) -> auto& { return s.run.search.rank_bias; },
        [](std::string_view text) {
            const auto bias = parse_real(text, 1.0, 2.0);
            return bias && *bias > 1.0 ? bias : std::nullopt;
        },
        [](double bias) { return fmt::format("{}", bias); });
}

Option bloat_factor_option()
{
    constexpr double most_times = 1000.0;
    return value_option(
        {"suite-bloat-factor", "X", Topic::search,
            "A suite this many times longer than the best one must be fitter than it"},
        "a number from 1 up to 1000",
        [](auto& s) -> auto& { return s.run.search.suite_bloat_factor; },
        [](std::string_view text) { return parse_real(text, 1.0, most_times); },
        [](double factor) { return fmt::format("{}", factor); });
}

Option templates_option()
{
    constexpr double most_templates = 1000.0;
    return optional_option(
        {"templates", "N", Topic::search,
            "Tests per generation, in the mean, that build the state which an open branch needs; "
            "not in random search; 0 = off; 1 unless given"},
        "a number from 0 up to 1000",
        [](auto& s) -> auto& { return s.run.construction.templates_per_generation; },
        [](std::string_view text) { return parse_real(text, 0.0, most_templates); },
        [](double templates) { return fmt::format("{}", templates); });
}

/// Options of populations: selection, crossover, diversity, new tests.
std::vector<Option> population_options()
{
    return {
        whole_option(
            {"population", "N", Topic::search, "Tests of a population (AGSolT: population_size)"},
            [](auto& s) -> auto& { return s.run.search.population_size; }, {2, most_tests}),
        probability_option({"crossover-prob", "P", Topic::search,
                               "Probability that two parents exchange parts "
                               "(AGSolT: crossover_probability)"},
            [](auto& s) -> auto& { return s.run.search.crossover_prob; }),
        choice_option(
            {"selection", "NAME", Topic::search, "How parents are selected"},
            [](auto& s) -> auto& { return s.run.search.selection; }, selections),
        whole_option({"tournament-size", "N", Topic::search,
                         "Tests drawn in a tournament (AGSolT: tournament_size)"},
            [](auto& s) -> auto& { return s.run.search.tournament_size; }, {1, most}),
        rank_bias_option(),
        choice_option(
            {"diversity", "NAME", Topic::search, "What orders equally good tests"},
            [](auto& s) -> auto& { return s.run.search.diversity; }, diversities),
        probability_option({"new-blood-share", "P", Topic::search,
                               "Tests of a generation that have no parents in the population, as "
                               "a share of it"},
            [](auto& s) -> auto& { return s.run.search.new_blood_share; }),
        probability_option({"new-blood-random-prob", "P", Topic::search,
                               "Probability that such a test is random rather than a changed copy "
                               "from the archive"},
            [](auto& s) -> auto& { return s.run.search.new_blood_random_prob; }),
    };
}

/// Options of MIO and of whole-suite search.
std::vector<Option> archive_and_suite_options()
{
    return {
        whole_option({"mio-tests-per-goal", "N", Topic::search,
                         "Tests that MIO keeps for each open goal at first; later 1"},
            [](auto& s) -> auto& { return s.run.search.mio_tests_per_goal; }, {1, most}),
        probability_option({"mio-random-prob", "P", Topic::search,
                               "Probability that a test of MIO is random at first; later 0"},
            [](auto& s) -> auto& { return s.run.search.mio_random_prob; }),
        whole_option({"mio-mutations", "N", Topic::search,
                         "How often MIO mutates a sampled test in the end; at first once"},
            [](auto& s) -> auto& { return s.run.search.mio_mutations; }, {1, most}),
        probability_option({"mio-focus-start", "P", Topic::search,
                               "Share of the budget after which MIO only exploits"},
            [](auto& s) -> auto& { return s.run.search.mio_focus_start; }),
        whole_option({"suite-initial-tests", "N", Topic::search,
                         "Most tests of a suite at first, of whole-suite search"},
            [](auto& s) -> auto& { return s.run.search.suite_initial_tests; }, {1, most}),
        whole_option({"suite-max-tests", "N", Topic::search,
                         "No test is inserted into a suite of that many, of whole-suite search"},
            [](auto& s) -> auto& { return s.run.search.suite_max_tests; }, {1, most}),
        probability_option({"suite-insertion-prob", "P", Topic::search,
                               "Probability that a test is inserted into a suite, and after each "
                               "that another one is, times this"},
            [](auto& s) -> auto& { return s.run.search.suite_insertion_prob; }),
        probability_option({"suite-clone-prob", "P", Topic::search,
                               "Probability that such a test is a changed copy from the archive"},
            [](auto& s) -> auto& { return s.run.search.suite_clone_prob; }),
        bloat_factor_option(),
    };
}

/// Options of what works on open goals beside an algorithm.
std::vector<Option> open_goal_options()
{
    return {
        whole_option({"directed-tests", "N", Topic::search,
                         "Tests per generation that vary the nearest tests of open goals; 0 = off"},
            [](auto& s) -> auto& { return s.run.directed.tests_per_generation; }, {0, most}),
        whole_option({"local-search", "N", Topic::search,
                         "Generations without a newly covered goal until a round of local "
                         "search; 0 = off"},
            [](auto& s) -> auto& { return s.run.local.interval; }, {0, most}),
        whole_option({"local-search-tests", "N", Topic::search,
                         "Most tests of local search for one open goal in one round"},
            [](auto& s) -> auto& { return s.run.local.tests_per_goal; }, {1, most}),
        probability_option({"local-search-share", "P", Topic::search,
                               "Most tests of local search, as a share of all tests executed"},
            [](auto& s) -> auto& { return s.run.local.max_share; }),
        templates_option(),
        switch_option({"template-operands", "", Topic::search,
                          "Run a template that failed again to see what its branch compares, and "
                          "put the other operand in place of a literal"},
            [](auto& s) -> auto& { return s.run.construction.equates_operands; }),
    };
}

std::vector<Option> component_options()
{
    std::vector<Option> options;
    options.reserve(guided_components.size());
    for (const GuidedComponent& component : guided_components)
    {
        options.push_back(
            switch_option({component.name, "", Topic::search,
                              fmt::format("Guided random testing: {}", component.summary)},
                [option = component.option](auto& s) -> auto& { return s.run.guided.*option; }));
    }
    return options;
}

std::vector<Option> guided_options()
{
    return {
        probability_option({"mined-constant-prob", "P", Topic::search,
                               "Guided random testing: probability that a literal is a constant of "
                               "the code of its method's class"},
            [](auto& s) -> auto& { return s.run.guided.constant_prob; }),
        probability_option({"mined-global-prob", "P", Topic::search,
                               "Guided random testing: probability that another literal is a "
                               "constant of any code"},
            [](auto& s) -> auto& { return s.run.guided.global_constant_prob; }),
        whole_option({"guided-batch", "N", Topic::search,
                         "Tests of a round of guided random testing, which do not see each other's "
                         "results"},
            [](auto& s) -> auto& { return s.run.search.guided_batch_size; }, {1, most_tests}),
        whole_option({"seed-pool", "N", Topic::search,
                         "Executions of guided random testing before another search, whose random "
                         "tests then come from its pool; 0 = off"},
            [](auto& s) -> auto& { return s.run.seed_pool; }, {0, most_executions}),
    };
}

std::vector<Option> operator_options()
{
    return {
        whole_option({"min-calls", "N", Topic::tests,
                         "Fewest calls of a test during the search, its first call included "
                         "(AGSolT: min_method_calls)"},
            [](auto& s) -> auto& { return s.operators.min_length; }, {1, most}),
        whole_option({"max-calls", "N", Topic::tests,
                         "Most calls of a test during the search, its first call included "
                         "(AGSolT: max_method_calls)"},
            [](auto& s) -> auto& { return s.operators.max_length; }, {1, most}),
        probability_option({"delete-prob", "P", Topic::tests,
                               "Probability that a mutation deletes (AGSolT: remove_probability)"},
            [](auto& s) -> auto& { return s.operators.delete_prob; }),
        probability_option({"change-prob", "P", Topic::tests,
                               "Probability that a mutation changes (AGSolT: change_probability)"},
            [](auto& s) -> auto& { return s.operators.change_prob; }),
        probability_option({"insert-prob", "P", Topic::tests,
                               "Probability that a mutation inserts (AGSolT: insert_probability)"},
            [](auto& s) -> auto& { return s.operators.insert_prob; }),
        probability_option({"change-call-prob", "P", Topic::tests,
                               "Probability that a changed call calls something else"},
            [](auto& s) -> auto& { return s.operators.change_call_prob; }),
        probability_option(
            {"reference-prob", "P", Topic::tests,
                "Probability that an argument repeats an earlier argument or result"},
            [](auto& s) -> auto& { return s.operators.reference_prob; }),
        probability_option(
            {"random-perturbation-prob", "P", Topic::tests,
                "Probability that a changed value is replaced by a new one instead of moved"},
            [](auto& s) -> auto& { return s.operators.values.random_perturbation_prob; }),
    };
}

}  // namespace

std::vector<Option> search_options()
{
    std::vector<Option> options;
    for (const auto& part : {population_options(), archive_and_suite_options(), open_goal_options(),
             solver_options(), component_options(), guided_options(), operator_options()})
    {
        options.insert(options.end(), part.begin(), part.end());
    }
    return options;
}

}  // namespace sbst::cli
