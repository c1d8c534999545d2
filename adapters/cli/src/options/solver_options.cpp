// SPDX-License-Identifier: Apache-2.0
// Rows for RefinementSettings: which solver turns conditions, of which tests, how often.
#include "option_kinds.hpp"
#include "option_table.hpp"
#include "solvers.hpp"

#include <string_view>
#include <vector>

namespace sbst::cli
{

namespace
{

constexpr std::uint64_t most_in_round = 1'000'000;

/// Where the language tells paths.
Option solver_option()
{
    std::vector<std::string_view> names;
    for (const SolverRow& row : solver_rows())
    {
        names.push_back(row.name);
    }
    return word_option(
        {"solver", "NAME", Topic::search,
            "What turns the condition that keeps the nearest test of an open goal from it: a name "
            "of list solvers; a program is killed after 5 minutes with one question; without "
            "effect on languages whose runs tell no such conditions"},
        [](auto& s) -> auto& { return s.refinement.solver; }, std::move(names));
}

Option program_option()
{
    return text_option(
        {"solver-program", "COMMAND", Topic::search,
            "The program of `--solver program` and `avm+program`, and its arguments, separated by "
            "spaces (quotes mean nothing): it reads SMT-LIB 2.6 on standard input, writes its "
            "answers, limits itself, and gets no environment but LC_ALL, PATH and HOME=/; such as "
            "`cvc5 --lang=smt2 --produce-models --rlimit=4000000`; studies know it by the file of "
            "the program alone"},
        [](auto& s) -> auto& { return s.refinement.program; });
}

Option aim_option()
{
    return word_option(
        {"solver-aim", "NAME", Topic::search,
            "What refinement works on: `goals`, the nearest tests of open goals, or `population`, "
            "the best suite of whole-suite search when a new literal changed its fitness, as "
            "published; in other algorithms tests of the population whose fitness a new literal "
            "changed, and nothing where there is no population"},
        [](auto& s) -> auto& { return s.refinement.aim; },
        {refinement_aims.begin(), refinement_aims.end()});
}

Option adaptation_option()
{
    constexpr double most_times = 1000.0;
    return value_option(
        {"solver-adaptation", "X", Topic::search,
            "A round of the population that improves something multiplies the probability of the "
            "next one by this number, up to 1; another one divides it; 1 = off"},
        "a number from 1 up to 1000",
        [](auto& s) -> auto& { return s.refinement.population.adaptation_rate; },
        [](std::string_view text) { return parse_real(text, 1.0, most_times); },
        [](double rate) { return fmt::format("{}", rate); });
}

Option probability_of_round_option()
{
    return value_option(
        {"solver-prob", "P", Topic::search,
            "Probability at first that refinement of the population works when it may"},
        "a probability above 0 and up to 1",
        [](auto& s) -> auto& { return s.refinement.population.probability; },
        [](std::string_view text) {
            const auto probability = parse_real(text, 0.0, 1.0);
            return probability && *probability > 0.0 ? probability : std::nullopt;
        },
        [](double probability) { return fmt::format("{}", probability); });
}

/// Options of the aim `population`.
std::vector<Option> population_round_options()
{
    return {
        word_option({"solver-trigger", "NAME", Topic::search,
                        "When refinement of the population may work: after `changed-literals`, as "
                        "published, or on `new-tests`, all those that it has not seen"},
            [](auto& s) -> auto& { return s.refinement.population.trigger; },
            {refinement_triggers.begin(), refinement_triggers.end()}),
        probability_of_round_option(),
        adaptation_option(),
        whole_option({"solver-tests", "N", Topic::search,
                         "Most tests of the population that refinement takes at a time"},
            [](auto& s) -> auto& { return s.refinement.population.tests_per_round; },
            {1, most_in_round}),
        whole_option({"solver-conditions", "N", Topic::search,
                         "Most conditions that refinement of the population turns at a time"},
            [](auto& s) -> auto& { return s.refinement.population.conditions_per_round; },
            {1, most_in_round}),
        switch_option({"solver-filter", "", Topic::search,
                          "Refinement of the population turns only conditions whose other side is "
                          "an open goal"},
            [](auto& s) -> auto& { return s.refinement.population.only_open_sides; }),
        switch_option({"solver-keep-all", "", Topic::search,
                          "Refinement of the population goes on from tests that improve nothing, "
                          "too, and they join the best suite of whole-suite search"},
            [](auto& s) -> auto& { return s.refinement.population.keep_all; }),
    };
}

}  // namespace

std::vector<Option> solver_options()
{
    std::vector<Option> options{
        solver_option(),
        program_option(),
        probability_option({"solver-share", "P", Topic::search,
                               "Most tests of refinement by symbolic execution, as a share of all "
                               "tests executed"},
            [](auto& s) -> auto& { return s.refinement.share; }),
        aim_option(),
    };
    for (Option& option : population_round_options())
    {
        options.push_back(std::move(option));
    }
    return options;
}

}  // namespace sbst::cli
