// SPDX-License-Identifier: Apache-2.0
#include <sbst/report/mutation_score.hpp>

#include <fmt/format.h>

namespace sbst
{

std::string_view to_string(MutantFate fate)
{
    switch (fate)
    {
        case MutantFate::killed:
            return "killed";
        case MutantFate::survived:
            return "survived";
        case MutantFate::not_infected:
            return "not infected";
        case MutantFate::equivalent:
            return "equivalent";
        case MutantFate::not_built:
            return "not built";
        case MutantFate::not_run:
            break;
    }
    return "not run";
}

std::optional<double> MutationCounts::score() const
{
    return judged() == 0 ?
               std::nullopt :
               std::optional(static_cast<double>(killed) / static_cast<double>(judged()));
}

MutationCounts count_mutants(const MutationScore& score)
{
    MutationCounts counts;
    counts.mutants = score.mutants.size();
    for (const MutantVerdict& verdict : score.mutants)
    {
        ++(verdict.fate == MutantFate::killed        ? counts.killed :
            verdict.fate == MutantFate::survived     ? counts.survived :
            verdict.fate == MutantFate::not_infected ? counts.not_infected :
            verdict.fate == MutantFate::equivalent   ? counts.equivalent :
            verdict.fate == MutantFate::not_built    ? counts.not_built :
                                                       counts.not_run);
    }
    return counts;
}

std::string mutation_text(const MutationCounts& counts)
{
    const std::optional<double> score = counts.score();
    std::string text =
        score ?
            fmt::format("{} of {} killed ({:.0f} %), {} survived, {} not infected", counts.killed,
                counts.judged(), 100 * *score, counts.survived, counts.not_infected) :
            std::string(counts.not_run > 0 ? "none judged" : "none to kill");
    std::string rest;
    const auto add = [&rest](std::size_t count, std::string_view words) {
        if (count > 0)
        {
            rest += fmt::format("{}{} {}", rest.empty() ? "; " : ", ", count, words);
        }
    };
    add(counts.equivalent, "proved equivalent");
    add(counts.not_built, "not built");
    add(counts.not_run, "not run");
    return text + rest;
}

}  // namespace sbst
