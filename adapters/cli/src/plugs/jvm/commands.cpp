// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

#include "../../options/option_table.hpp"
#include "../../run/search_run.hpp"
#include "options.hpp"
#include "plug.hpp"
#include "settings.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <array>
#include <filesystem>
#include <string>

namespace sbst::cli
{

namespace
{

std::vector<Option> generate_table()
{
    std::vector<Option> options = run_options();
    options.push_back(mutation_score_option());
    options.push_back(jobs_option());
    for (auto* const part : {search_options, java_subject_options, java_run_options})
    {
        options = joined(std::move(options), part());
    }
    options.push_back(format_option(jvm_plug().formats()));
    options.push_back(out_option(
        "Directory for the tests, in the folders of their package, and report.json; made if "
        "needed; sbst-out/CLASS without it"));
    for (auto* const part : {progress_options, json_options, general_options})
    {
        options = joined(std::move(options), part());
    }
    return options;
}

std::vector<Option> analyze_table()
{
    std::vector<Option> options = java_subject_options();
    options.push_back(criteria_option().often_used());
    options = joined(std::move(options), java_analysis_options());
    return joined(joined(std::move(options), json_options()), general_options());
}

void complete_generate(Settings& settings)
{
    limit_budget(settings.run.budget, jvm_plug().default_budget);
    if (settings.out.empty())
    {
        const std::string name = jvm::binary_name(jvm_of(settings).class_name);
        settings.out = (std::filesystem::path("sbst-out") / name).string();
    }
}

constexpr std::array<Command, 2> jvm_table{{
    {"jvm generate", "Generates a JUnit suite for a Java class", "", "", 0, 0,
        "sbst jvm generate --class-path lib/shop.jar --class org.shop.Cart\n"
        "sbst jvm generate --class-path build:util.jar --class org.shop.Cart --junit 4\n"
        "sbst jvm generate --class-path shop.jar --class org.shop.Cart --method total\n"
        "sbst jvm generate --class-path shop.jar --class org.shop.Cart --deadline 60\n",
        generate_table, run_jvm_generate, complete_generate},
    {"jvm analyze", "Shows methods and goals of a Java class, and what tests can call", "", "", 0,
        0,
        "sbst jvm analyze --class-path lib/shop.jar --class org.shop.Cart\n"
        "sbst jvm analyze --class-path lib/shop.jar --class org.shop.Cart --json\n"
        "sbst jvm analyze --class-path shop.jar --class Cart --construction-graph 7\n",
        analyze_table, run_jvm_analyze},
}};

}  // namespace

std::span<const Command> jvm_commands()
{
    return jvm_table;
}

}  // namespace sbst::cli
