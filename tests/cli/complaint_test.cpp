// SPDX-License-Identifier: Apache-2.0
// The meaning of an exception for the caller: exit code and sentence, also in the summary of a run.
#include "console/complaint.hpp"

#include "run/run_course.hpp"
#include "run/search_run.hpp"
#include "run/verdict.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>

#include <chrono>
#include <exception>
#include <filesystem>
#include <ios>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

using namespace sbst;
using namespace sbst::cli;

namespace
{

template <class E>
Complaint complaint(const E& error)
{
    return complaint_of(std::make_exception_ptr(error));
}

struct LargeArray : std::bad_alloc
{
    [[nodiscard]] const char* what() const noexcept override { return "an array of 9 GB"; }
};

}  // namespace

TEST_CASE("complaint: each kind of failure has its exit code", "[cli][complaint]")
{
    CHECK(complaint(ConfigError("c")).code == ExitCode::usage);
    CHECK(complaint(ParseError("file", "1:2", "p")).code == ExitCode::input);
    CHECK(complaint(IoError("i")).code == ExitCode::io);
    CHECK(complaint(std::bad_alloc()).code == ExitCode::memory);
    CHECK(
        complaint(std::filesystem::filesystem_error("f", std::error_code())).code == ExitCode::io);
    CHECK(complaint(std::ios_base::failure("s")).code == ExitCode::io);
    CHECK(complaint(
              std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again)))
              .code == ExitCode::memory);
    CHECK(complaint(std::system_error(std::make_error_code(std::errc::invalid_argument))).code ==
          ExitCode::internal);
    CHECK(complaint(AdapterError("a")).code == ExitCode::internal);
    CHECK(complaint(7).code == ExitCode::internal);
}

TEST_CASE("complaint: the sentence is that of the failure, and a defect is named as one",
    "[cli][complaint]")
{
    CHECK(complaint(ConfigError("c")).message == "c");
    CHECK(complaint(std::runtime_error("r")).message == "internal: r");
    CHECK(complaint(7).message == "internal: unknown exception");
    CHECK(complaint(std::bad_alloc()).message == out_of_memory);
    CHECK(complaint(LargeArray()).message == "an array of 9 GB");
}

TEST_CASE("verdict: a run that broke has the exit code of the process", "[cli][complaint]")
{
    const Verdict full =
        broken_run(std::make_exception_ptr(IoError("disk full")), "the proof", "; not proven: 3");
    CHECK(full.code == ExitCode::io);
    CHECK(full.message == "the proof broke: disk full; not proven: 3");
    const AdapterError printed("one\ntwo\n");
    CHECK(broken_run(std::make_exception_ptr(printed), "the proof", "; not proven: 3").message ==
          "the proof broke: internal: one\ntwo; not proven: 3");
    CHECK(broken_run(std::make_exception_ptr(std::bad_alloc()), "the proof", "").code ==
          ExitCode::memory);
    CHECK(broken_run(std::make_exception_ptr(ParseError("f", "", "p")), "the proof", "").code ==
          ExitCode::input);
}

TEST_CASE("course: a broken search is one of the warnings", "[cli][complaint]")
{
    Settings settings;
    settings.progress = When::never;
    RunCourse course(settings);
    RunResult result;
    warn_of_result(result, {}, course);
    CHECK(course.warnings().empty());
    result.failure = "the worker is gone";
    warn_of_result(result, {}, course);
    REQUIRE(course.warnings().size() == 1);
    CHECK(course.warnings().front() ==
          "tests could no longer be executed, so the run ends with the results found before: the "
          "worker is gone");

    // Only a limit in seconds cuts the minimisation of a run that was not interrupted.
    RunCourse hurried(settings);
    RunResult cut;
    cut.was_minimising_cut = true;
    warn_of_result(cut, {}, hurried);
    CHECK(hurried.warnings().empty());
    warn_of_result(cut, {.max_seconds = std::chrono::duration<double>(1)}, hurried);
    REQUIRE(hurried.warnings().size() == 1);
    CHECK(hurried.warnings().front().starts_with("time was up before the suite was minimised"));
    cut.stopped_by = StopReason::interrupted;
    warn_of_result(cut, {.max_seconds = std::chrono::duration<double>(1)}, hurried);
    CHECK(hurried.warnings().size() == 1);
}
