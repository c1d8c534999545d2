// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/study/job_script.hpp>

#include <string>

namespace
{

using namespace sbst::study;

JobOptions options()
{
    return {.study_name = "s",
        .program = "/opt/my tools/sbst",
        .study_file = "/home/it's/study.yaml",
        .folder = "/shared/out",
        .data = "/data",
        .chunks = 8,
        .jobs = 2,
        .minutes = 30};
}

TEST_CASE("job scripts: an array that runs parts, and a report after it", "[core][study][unit]")
{
    const auto files = job_scripts(Engine::slurm, options());
    REQUIRE(files.size() == 4);
    CHECK(files[0].name == "run.sbatch");
    const std::string& run = files[0].content;
    CHECK_THAT(run, Catch::Contains("#SBATCH --array=0-7\n"));
    CHECK_THAT(run, Catch::Contains("#SBATCH --cpus-per-task=2\n"));
    CHECK_THAT(run, Catch::Contains("#SBATCH --time=30\n"));
    CHECK_THAT(run, Catch::Contains("'/opt/my tools/sbst' study run '/home/it'\\''s/study.yaml' "
                                    "--out /shared/out --data /data --shard "
                                    "${SLURM_ARRAY_TASK_ID:-0}/8 --jobs 2"));
    CHECK_THAT(files[1].content, Catch::Contains("study report"));
    CHECK_THAT(files[2].content, Catch::Contains("afterany"));
}

TEST_CASE("job scripts: GNU parallel", "[core][study][unit]")
{
    const auto files = job_scripts(Engine::parallel, options());
    REQUIRE(files.size() == 2);
    CHECK_THAT(files[0].content, Catch::Contains("seq 0 7 | parallel"));
    CHECK_THAT(files[0].content, Catch::Contains("--shard {}/8"));
}

TEST_CASE("choose_chunks: parts of about the wanted length", "[core][study][unit]")
{
    CHECK(choose_chunks(6480, 30.0, 1, 10) == 324);
    CHECK(choose_chunks(6480, 30.0, 2, 10) == 162);
    CHECK(choose_chunks(100, 0.01, 1, 10) == 1);
    CHECK(choose_chunks(3, 1e9, 1, 10) == 3);
    CHECK(choose_chunks(1'000'000, 1e6, 1, 1) == 1000);
    CHECK(choose_chunks(0, 1.0, 1, 1) == 1);
}

TEST_CASE("quote_shell: one word whatever it holds", "[core][study][unit]")
{
    CHECK(quote_shell("/a-b_c.d") == "/a-b_c.d");
    CHECK(quote_shell("a b") == "'a b'");
    CHECK(quote_shell("a'b") == "'a'\\''b'");
    CHECK(quote_shell("") == "''");
    CHECK(quote_shell("$x") == "'$x'");
}

}  // namespace
