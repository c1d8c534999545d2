// SPDX-License-Identifier: Apache-2.0
// Rows for RunSpec (without the search's parameters) and for what every command takes.
#include "option_kinds.hpp"
#include "option_table.hpp"

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

constexpr std::array<Choice<When>, 3> whens{{
    {"auto", When::automatic},
    {"always", When::always},
    {"never", When::never},
}};

constexpr std::array<Choice<Graph>, 2> graphs{{
    {"flow", Graph::flow},
    {"goals", Graph::goals},
}};

Option seconds_budget_option()
{
    return optional_option(
        {"budget-seconds", "TIME", Topic::budget,
            "Stop the search after so much time, for Java after 30 s unless another limit is "
            "given; another run may then stop elsewhere, and the report says that time ended it"},
        "a time such as 90, 0.5 or 2h", [](auto& s) -> auto& { return s.run.budget.max_seconds; },
        [](std::string_view text) {
            const auto span = parse_duration(text);
            return span && span->count() > 0.0 ? span : std::nullopt;
        },
        [](std::chrono::duration<double> span) { return fmt::format("{}", span.count()); });
}

Option help_option()
{
    constexpr std::array<Choice<Help>, 3> extents{
        {{"false", Help::none}, {"brief", Help::brief}, {"true", Help::full}}};
    Option option = choice_option(
        {"help", "", Topic::general, "Show this help; -h shows the common options only", 'h'},
        [](auto& s) -> auto& { return s.help; }, extents);
    option.letter_value = "brief";
    return std::move(option).on_command_line_only();
}

Option version_option()
{
    return switch_option(
        {"version", "", Topic::general, "Print the version and do nothing", 'V'},
        [](auto& s) -> auto& { return s.version; })
        .on_command_line_only();
}

std::vector<Option> budget_options()
{
    return {
        optional_whole_option({"budget-executions", "N", Topic::budget,
                                  "Tests that the search may execute; for contracts 5050 unless "
                                  "another limit is given"},
            [](auto& s) -> auto& { return s.run.budget.max_executions; }, {.least = 1})
            .often_used(),
        optional_whole_option({"budget-statements", "N", Topic::budget,
                                  "Calls that those tests may make; looked at after each "
                                  "generation, whose tests are all "
                                  "executed"},
            [](auto& s) -> auto& { return s.run.budget.max_statements; }, {.least = 1}),
        optional_whole_option(
            {"budget-generations", "N", Topic::budget, "Generations after the initial one"},
            [](auto& s) -> auto& { return s.run.budget.max_generations; }, {.least = 1}),
        seconds_budget_option().often_used(),
        switch_option(
            {"keep-going", "", Topic::budget,
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
            whole_option({"seed", "N", Topic::run,
                             "Seed of the random numbers: the same seed gives the same suite"},
                [](auto& s) -> auto& { return s.run.seed; }, {})
                .often_used(),
            switch_option(
                {"minimise", "", Topic::run,
                    "Reduce the suite to few and short tests with the same coverage"},
                [](auto& s) -> auto& { return s.run.minimise; }),
        },
        budget_options());
}

Option jobs_option()
{
    return whole_option(
        {"jobs", "N", Topic::run, "Workers; their number never changes a result", 'j'},
        [](auto& s) -> auto& { return s.jobs; }, {1, evm::max_jobs})
        .without_effect()
        .often_used();
}

std::vector<Option> subject_options()
{
    return {
        text_option(
            {"contract", "NAME", Topic::subject, "The contract of an artifact that holds several"},
            [](auto& s) -> auto& { return s.contract; })
            .often_used(),
        jobs_option(),
    };
}

Option out_option(std::string_view help)
{
    return text_option(
        {"out", "DIR", Topic::output, help, 'o'}, [](auto& s) -> auto& { return s.out; })
        .without_effect()
        .often_used();
}

std::vector<Option> general_options()
{
    return {
        text_option(
            {"config", "FILE", Topic::general,
                "Read options from a YAML file; without it ./sbst.yaml is read if there "
                "is one (see sbst help configuration)"},
            [](auto& s) -> auto& { return s.config; })
            .on_command_line_only(),
        choice_option(
            {"color", "WHEN", Topic::general, "Colours: auto, always or never"},
            [](auto& s) -> auto& { return s.color; }, whens)
            .without_effect(),
        switch_option(
            {"quiet", "", Topic::general, "No progress and no summary", 'q'},
            [](auto& s) -> auto& { return s.quiet; })
            .without_effect()
            .often_used(),
        switch_option(
            {"verbose", "", Topic::general, "Say more on stderr", 'v'},
            [](auto& s) -> auto& { return s.verbose; })
            .without_effect(),
        help_option(),
        version_option(),
    };
}

std::vector<Option> information_options()
{
    return {help_option(), version_option()};
}

std::vector<Option> progress_options()
{
    return {
        choice_option(
            {"progress", "WHEN", Topic::output, "Progress on stderr: auto, always or never"},
            [](auto& s) -> auto& { return s.progress; }, whens)
            .without_effect(),
    };
}

std::vector<Option> json_options()
{
    return {switch_option(
        {"json", "", Topic::output, "Print one JSON object instead of text"},
        [](auto& s) -> auto& { return s.json; })
                .on_command_line_only()
                .often_used()};
}

std::vector<Option> analyze_options()
{
    return {
        text_option(
            {"dot", "FILE", Topic::output,
                "Write a graph in the DOT language; - = standard output"},
            [](auto& s) -> auto& { return s.dot; })
            .on_command_line_only()
            .often_used(),
        choice_option(
            {"graph", "NAME", Topic::output, "What --dot draws"},
            [](auto& s) -> auto& { return s.graph; }, graphs)
            .on_command_line_only(),
    };
}

std::vector<Option> replay_options()
{
    return {
        text_option(
            {"artifact", "FILE", Topic::subject,
                "Execute the calls on this artifact instead of the embedded code"},
            [](auto& s) -> auto& { return s.artifact; })
            .on_command_line_only()
            .often_used(),
        text_option(
            {"expect", "REPORT", Topic::output,
                "Compare with a report.json; another coverage gives exit code 5"},
            [](auto& s) -> auto& { return s.expect; })
            .on_command_line_only()
            .often_used(),
    };
}

std::vector<Option> all_options()
{
    std::vector<Option> options = run_options();
    for (auto* const part : {subject_options, search_options, problem_options, goal_options,
             evm_output_options, jvm_options, jvm_run_options, study_run_options,
             study_verify_options, study_report_options, study_export_options, general_options})
    {
        options = joined(std::move(options), part());
    }
    options.push_back(data_option());
    return options;
}

}  // namespace sbst::cli
