// SPDX-License-Identifier: Apache-2.0
#include "console/files.hpp"
#include "console/interrupt.hpp"
#include "console/text_layout.hpp"
#include "options/number.hpp"
#include "options/plug.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

using namespace sbst::cli;

TEST_CASE("plug: what an adapter does not say, it does not have", "[cli][plug]")
{
    const Plug plug{.name = "toy", .summary = "Tests for a toy"};
    CHECK(plug.commands().empty());
    CHECK(plug.options().empty());
    CHECK(plug.goal_classes().empty());
    CHECK(plug.formats().empty());
    CHECK_FALSE(plug.subject.recognise("toy.json"));
    CHECK_THROWS_AS(plug.make_laboratory(), sbst::ConfigError);
}

TEST_CASE("parse_whole: digits within the bounds and nothing else", "[cli][number]")
{
    CHECK(parse_whole("0", 0, UINT64_MAX) == 0U);
    CHECK(parse_whole("18446744073709551615", 0, UINT64_MAX) == UINT64_MAX);
    CHECK(parse_whole("007", 0, 10) == 7U);
    for (const char* text :
        {"", "-1", "+1", " 1", "1 ", "1e3", "1.0", "0x1", "18446744073709551616", "1_000", "one"})
    {
        INFO(text);
        CHECK_FALSE(parse_whole(text, 0, UINT64_MAX));
    }
    CHECK_FALSE(parse_whole("11", 0, 10));
    CHECK_FALSE(parse_whole("0", 1, 10));
}

TEST_CASE("parse_real: finite numbers within the bounds", "[cli][number]")
{
    CHECK(parse_real("0.5", 0.0, 1.0) == 0.5);
    CHECK(parse_real("1", 0.0, 1.0) == 1.0);
    CHECK(parse_real("1e-3", 0.0, 1.0) == 0.001);
    for (const char* text : {"", "nan", "inf", "-0.1", "1.1", "0.5x", " 0.5", "1e999", "half"})
    {
        INFO(text);
        CHECK_FALSE(parse_real(text, 0.0, 1.0));
    }
}

TEST_CASE("parse_switch: true and false", "[cli][number]")
{
    CHECK(parse_switch("true") == true);
    CHECK(parse_switch("false") == false);
    CHECK_FALSE(parse_switch("yes"));
    CHECK_FALSE(parse_switch(""));
}

TEST_CASE("wrap: lines stay within the page, long words have their own lines", "[cli][layout]")
{
    const std::string word(100, 'x');
    CHECK(wrap("a b", 2) == "  a b\n");
    CHECK(wrap("", 2) == "  \n");
    CHECK(wrap("a " + word + " b", 0) == "a\n" + word + "\nb\n");
    CHECK(definition("--long-option-name", "text", 8) == "  --long-option-name\n        text\n");
    CHECK(definition("-x", "text", 8) == "  -x    text\n");
}

TEST_CASE("first_line: up to the line end, which may be missing", "[cli][layout]")
{
    CHECK(first_line("one\ntwo\nthree") == "one");
    CHECK(first_line("one") == "one");
    CHECK(first_line("\ntwo").empty());
    CHECK(first_line("").empty());
}

namespace
{

/// An empty folder of this process; a test of another build may run at the same time.
std::filesystem::path own_folder()
{
    const auto folder =
        std::filesystem::temp_directory_path() / fmt::format("sbst-files-{}", ::getpid());
    std::filesystem::remove_all(folder);
    return folder;
}

}  // namespace

TEST_CASE("write_file: replaces as a whole and leaves no draft behind", "[cli][files]")
{
    const auto directory = own_folder();
    make_output_directory((directory / "a" / "b").string());
    const std::string file = (directory / "a" / "b" / "f").string();
    write_file(file, "old");
    write_file(file, "new text");
    CHECK(read_file(file) == "new text");
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(directory / "a" / "b"))
    {
        count += entry.exists() ? 1U : 0U;
    }
    CHECK(count == 1);
    CHECK_THROWS_AS(write_file((directory / "no" / "f").string(), ""), sbst::IoError);
    CHECK_THROWS_AS(make_output_directory(file), sbst::IoError);
    CHECK_THROWS_AS(read_file((directory / "none").string()), sbst::ParseError);
    CHECK_THROWS_AS(read_file(directory.string()), sbst::ParseError);
    std::filesystem::remove_all(directory);
}

TEST_CASE("write_files: files that belong together are all written or none", "[cli][files]")
{
    const auto directory = own_folder();
    const auto place = [&directory](const char* name) { return (directory / name).string(); };
    make_output_directory(directory.string());
    write_files({{place("a"), "1"}, {place("b"), "2"}});
    CHECK(read_file(place("a")) + read_file(place("b")) == "12");

    std::filesystem::create_directory(place("c"));
    CHECK_THROWS_AS(write_files({{place("a"), "3"}, {place("c"), "4"}}), sbst::IoError);
    CHECK(read_file(place("a")) == "1");
    CHECK_THROWS_AS(make_output_directory(directory.string(), {"a", "c"}), sbst::IoError);
    CHECK_NOTHROW(make_output_directory(directory.string(), {"a", "b", "d"}));
    const auto left = std::distance(std::filesystem::directory_iterator(directory), {});
    CHECK(left == 3);
    std::filesystem::remove_all(directory);
}

namespace
{

/// How a process of its own ends that does this.
template <class Function>
int status_of(const Function& function)
{
    const pid_t process = ::fork();
    if (process == 0)
    {
        // The runner's own handlers are not there in a program.
        for (const int signal : interrupt_signals)
        {
            static_cast<void>(std::signal(signal, SIG_DFL));
        }
        function();
        ::_exit(0);
    }
    int status = -1;
    static_cast<void>(::waitpid(process, &status, 0));
    return status;
}

/// A runner in the background has signals ignored: not so while this lives.
class HeededSignals
{
public:
    HeededSignals()
    {
        for (std::size_t i = 0; i < interrupt_signals.size(); ++i)
        {
            m_before[i] = std::signal(interrupt_signals[i], SIG_DFL);
        }
    }
    ~HeededSignals()
    {
        for (std::size_t i = 0; i < interrupt_signals.size(); ++i)
        {
            static_cast<void>(std::signal(interrupt_signals[i], m_before[i]));
        }
    }
    HeededSignals(const HeededSignals&) = delete;
    HeededSignals& operator=(const HeededSignals&) = delete;
    HeededSignals(HeededSignals&&) = delete;
    HeededSignals& operator=(HeededSignals&&) = delete;

private:
    std::array<void (*)(int), interrupt_signals.size()> m_before{};
};

}  // namespace

TEST_CASE("InterruptWatch: notes the first signal of each kind", "[cli][interrupt]")
{
    const auto [signal, code] = GENERATE(std::pair{SIGINT, ExitCode::interrupted},
        std::pair{SIGTERM, ExitCode::terminated}, std::pair{SIGHUP, ExitCode::hung_up});
    const HeededSignals heeded;
    const InterruptWatch watch;
    CHECK_FALSE(InterruptWatch::token().was_interrupted());
    CHECK(InterruptWatch::exit_code() == ExitCode::ok);
    REQUIRE(std::raise(signal) == 0);
    CHECK(InterruptWatch::token().was_interrupted());
    CHECK(InterruptWatch::exit_code() == code);
    // `timeout` sends it to us and to our group.
    REQUIRE(std::raise(signal) == 0);
    REQUIRE(std::raise(signal == SIGHUP ? SIGTERM : SIGHUP) == 0);
    CHECK(InterruptWatch::exit_code() == code);
}

TEST_CASE("InterruptWatch: the second signal of a kind is the system's", "[cli][interrupt]")
{
    const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
    const int status = status_of([signal] {
        const InterruptWatch watch;
        static_cast<void>(std::raise(signal));
        std::this_thread::sleep_for(std::chrono::milliseconds(1200));
        static_cast<void>(std::raise(signal));
    });
    REQUIRE(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == signal);
}

TEST_CASE("InterruptWatch: a signal that the parent ignores stays ignored, as nohup and & want it",
    "[cli][interrupt]")
{
    const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
    const int status = status_of([signal] {
        static_cast<void>(std::signal(signal, SIG_IGN));
        const InterruptWatch watch;
        {
            // Nor does what is held meanwhile count.
            const InterruptHold hold;
            static_cast<void>(std::raise(signal));
        }
        static_cast<void>(std::raise(signal));
        ::_exit(InterruptWatch::token().was_interrupted() ? 1 : 0);
    });
    CHECK(status == 0);
}

TEST_CASE("InterruptHold: signals wait until files are written whole", "[cli][interrupt]")
{
    const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
    SECTION("without a watch they end the program then")
    {
        const auto file = std::filesystem::temp_directory_path() /
                          fmt::format("sbst-hold-{}-{}", ::getpid(), signal);
        const int status = status_of([signal, &file] {
            const InterruptHold hold;
            const InterruptHold nested;
            static_cast<void>(std::raise(signal));
            static_cast<void>(std::raise(signal));
            write_file(file.string(), "whole");
        });
        REQUIRE(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == signal);
        CHECK(read_file(file.string()) == "whole");
        std::filesystem::remove(file);
    }
    SECTION("a watch notes them then")
    {
        const HeededSignals heeded;
        const InterruptWatch watch;
        {
            const InterruptHold hold;
            REQUIRE(std::raise(signal) == 0);
            CHECK_FALSE(InterruptWatch::token().was_interrupted());
        }
        CHECK(InterruptWatch::token().was_interrupted());
    }
}
