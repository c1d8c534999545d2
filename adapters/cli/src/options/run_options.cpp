// SPDX-License-Identifier: Apache-2.0
// Rows for RunSpec, without the parameters of the search. Next: general_options.cpp.
#include "option_kinds.hpp"
#include "option_table.hpp"
#include "plug.hpp"

namespace sbst::cli
{

namespace
{

constexpr std::array<Choice<Algorithm>, algorithm_count> algorithms = [] {
    std::array<Choice<Algorithm>, algorithm_count> choices{};
    for (std::size_t i = 0; i < choices.size(); ++i)
    {
        choices.at(i) = {algorithm_rows.at(i).name, algorithm_rows.at(i).algorithm};
    }
    return choices;
}();

constexpr std::uint64_t most_jobs = 1024;

/// `; sbst NAME generate stops after 30 s unless another limit is given`, for each plug that has
/// such a limit: the option is of several commands.
std::string usual_seconds()
{
    std::string text;
    for (const Plug& plug : plugs())
    {
        if (const auto& limit = plug.default_budget.max_seconds)
        {
            text += fmt::format("; sbst {} generate stops after {} s unless another limit is given",
                plug.name, limit->count());
        }
    }
    return text;
}

/// `; sbst NAME generate stops at 5050 unless another limit is given`.
std::string usual_executions()
{
    std::string text;
    for (const Plug& plug : plugs())
    {
        if (const auto& limit = plug.default_budget.max_executions)
        {
            text += fmt::format(
                "; sbst {} generate stops at {} unless another limit is given", plug.name, *limit);
        }
    }
    return text;
}

Option seconds_budget_option()
{
    return optional_option(
        {"budget-seconds", "TIME", Topic::budget,
            fmt::format("Stop the search after this time{}; another run may then stop at another "
                        "point, and the report says that time ended the search",
                usual_seconds())},
        "a time such as 90, 0.5 or 2h", [](auto& s) -> auto& { return s.run.budget.max_seconds; },
        [](std::string_view text) {
            const auto span = parse_duration(text);
            return span && span->count() > 0.0 ? span : std::nullopt;
        },
        [](std::chrono::duration<double> span) { return fmt::format("{}", span.count()); });
}

std::vector<Option> budget_options()
{
    return {
        optional_whole_option(
            {"budget-executions", "N", Topic::budget,
                fmt::format("Tests that the search may execute{}", usual_executions())},
            [](auto& s) -> auto& { return s.run.budget.max_executions; }, {.least = 1})
            .often_used(),
        optional_whole_option({"budget-calls", "N", Topic::budget,
                                  "Calls that those tests may make; checked after each generation, "
                                  "whose tests are all executed"},
            [](auto& s) -> auto& { return s.run.budget.max_calls; }, {.least = 1}),
        optional_whole_option(
            {"budget-generations", "N", Topic::budget, "Generations after the initial one"},
            [](auto& s) -> auto& { return s.run.budget.max_generations; }, {.least = 1}),
        seconds_budget_option().often_used(),
        switch_option({"keep-going", "", Topic::budget,
                          "Spend the whole budget even when everything is covered"},
            [](auto& s) -> auto& { return s.run.budget.keep_going; }),
    };
}

}  // namespace

std::vector<Option> run_options()
{
    return joined(
        {
            choice_option(
                {"algorithm", "NAME", Topic::run, "Search algorithm"},
                [](auto& s) -> auto& { return s.run.algorithm; }, algorithms)
                .often_used(),
            criteria_option().often_used(),
            measure_option(),
            whole_option({"seed", "N", Topic::run,
                             "Seed of the random numbers: the same seed gives the same suite"},
                [](auto& s) -> auto& { return s.run.seed; }, {})
                .often_used(),
            switch_option({"output-distances", "", Topic::run,
                              "For the criterion output, count how near a result was to a class of "
                              "values, not only whether it was of it"},
                [](auto& s) -> auto& { return s.output_distances; }),
            switch_option({"minimise", "", Topic::run,
                              "Reduce the suite to few and short tests with the same coverage"},
                [](auto& s) -> auto& { return s.run.minimise; }),
        },
        budget_options());
}

Option jobs_option()
{
    return whole_option(
        {"jobs", "N", Topic::run, "Workers; their number never changes a result", 'j'},
        [](auto& s) -> auto& { return s.jobs; }, {1, most_jobs})
        .without_effect()
        .often_used();
}

}  // namespace sbst::cli
