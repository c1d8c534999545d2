// SPDX-License-Identifier: Apache-2.0
// Rows for StudySettings.
#include "../options/option_kinds.hpp"
#include "../options/option_table.hpp"

namespace sbst::cli
{

namespace
{

constexpr std::array<Choice<study::Engine>, 2> engines{
    {{"slurm", study::Engine::slurm}, {"parallel", study::Engine::parallel}}};

constexpr std::uint64_t most_heartbeat = 3600;
constexpr std::uint64_t most_chunks = 1000;
constexpr std::uint64_t most_minutes = 10'080;

/// `2/8`: the third of eight parts.
std::optional<study::Shard> parse_shard(std::string_view text)
{
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos)
    {
        return std::nullopt;
    }
    constexpr std::uint64_t most_parts = 1'000'000;
    const auto count = parse_whole(text.substr(slash + 1), 1, most_parts);
    const auto index = count ? parse_whole(text.substr(0, slash), 0, *count - 1) : std::nullopt;
    return index ? std::optional(study::Shard{*index, *count}) : std::nullopt;
}

template <class Field>
Option span_option(Naming naming, Field field)
{
    return optional_option(
        naming, "a time such as 90, 0.5 or 2h", field,
        [](std::string_view text) {
            const auto span = parse_duration(text);
            return span && span->count() > 0.0 ? span : std::nullopt;
        },
        [](std::chrono::duration<double> span) { return fmt::format("{}", span.count()); });
}

}  // namespace

Option data_option()
{
    return text_option({"data", "DIR", Topic::study, "The value of ${data} in study files"},
        [](auto& s) -> auto& { return s.study.data; })
        .often_used();
}

std::vector<Option> study_run_options()
{
    return {
        value_option(
            {"shard", "I/N", Topic::study,
                "Begin with part I (from 0) of N equal parts, for several machines on one folder"},
            "a part such as 0/4 or 3/4", [](auto& s) -> auto& { return s.study.shard; },
            parse_shard,
            [](const study::Shard& shard) {
                return fmt::format("{}/{}", shard.index, shard.count);
            }),
        switch_option({"steal", "", Topic::study,
                          "After its own part, take any run that no other process has"},
            [](auto& s) -> auto& { return s.study.steal; }),
        switch_option(
            {"wait", "", Topic::study,
                "Wait for runs that other machines hold, and take over those of dead ones"},
            [](auto& s) -> auto& { return s.study.wait; }),
        switch_option({"retry-failed", "", Topic::study, "Try again what failed for good before"},
            [](auto& s) -> auto& { return s.study.retry_failed; }),
        span_option({"cell-limit", "TIME", Topic::study,
                        "Kill a run that takes longer; it counts as failed"},
            [](auto& s) -> auto& { return s.study.cell_limit; }),
        whole_option({"heartbeat", "SECONDS", Topic::study,
                         "How often a run shows that it is alive; other machines take over a run "
                         "after three times as long without a sign"},
            [](auto& s) -> auto& { return s.study.heartbeat_seconds; }, {1, most_heartbeat}),
    };
}

std::vector<Option> study_status_options()
{
    return {span_option(
        {"watch", "TIME", Topic::study,
            "Look again after so much time, until all is done; with --json a line each time"},
        [](auto& s) -> auto& { return s.study.watch; })};
}

std::vector<Option> study_verify_options()
{
    return {optional_option(
        {"sample", "N", Topic::study, "Runs that are made again and compared; all = every one"},
        "a whole number, or all", [](auto& s) -> auto& { return s.study.sample; },
        [](std::string_view text) {
            return text == "all" ? std::optional(std::numeric_limits<std::uint64_t>::max()) :
                                   parse_whole(text, 0, std::numeric_limits<std::uint64_t>::max());
        },
        [](std::uint64_t count) {
            return count == std::numeric_limits<std::uint64_t>::max() ? std::string("all") :
                                                                        std::to_string(count);
        })};
}

std::vector<Option> study_report_options()
{
    return {switch_option(
        {"figures", "", Topic::study, "Write each picture as an SVG file of its own too"},
        [](auto& s) -> auto& { return s.study.figures; })};
}

std::vector<Option> study_export_options()
{
    return {
        choice_option(
            {"engine", "NAME", Topic::study, "What runs the scripts"},
            [](auto& s) -> auto& { return s.study.engine; }, engines),
        optional_whole_option(
            {"chunks", "N", Topic::study,
                "Parts of the study; without it as many as make a part take --chunk-minutes"},
            [](auto& s) -> auto& { return s.study.chunks; }, {1, most_chunks}),
        whole_option({"chunk-minutes", "N", Topic::study, "How long a part shall take"},
            [](auto& s) -> auto& { return s.study.chunk_minutes; }, {1, most_minutes}),
    };
}

}  // namespace sbst::cli
